/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills every register, calls mcount or __fentry__ for arcs old and new, and compares. Ends with
 * status 1 and the name of the register if one changed that functions may hold arguments in or must
 * preserve; r11 and the flags may change. Compiled without -pg. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct registers {
    uint64_t general[14]; /* in the order of names */
    uint8_t vector[16][32];
};

static const char *const names[14] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8",
                                      "r9",  "r10", "r12", "r13", "r14", "r15", "rbp"};

/* probe(in, out, entry, frame, shift): all of in into the registers, frame into rbp, call *entry
 * with frame[1] on top of the stack, all registers to out. shift: 0 or 8, how far the stack is off.
 */
void probe(const struct registers *in, struct registers *out, void (*entry)(void),
           const uint64_t *frame, uint64_t shift);

#define EACH_VECTOR "0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15"

__asm__(".text\n"
        ".globl probe\n"
        ".type probe, @function\n"
        "probe:\n"
        "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
        "mov %rsp, %rax\n"
        "sub %r8, %rsp\n"
        "push %rax\n"    /* 24: the stack to return to */
        "push %rsi\n"    /* 16: out */
        "push %rdx\n"    /* 8: entry */
        "push 8(%rcx)\n" /* 0: the caller's address, for __fentry__ */
        "mov %rcx, %rbp\n"
        ".irp n," EACH_VECTOR "\n"
        "vmovups 112+32*\\n(%rdi), %ymm\\n\n"
        ".endr\n"
        "mov 0(%rdi), %rax; mov 8(%rdi), %rbx; mov 16(%rdi), %rcx; mov 24(%rdi), %rdx\n"
        "mov 32(%rdi), %rsi; mov 48(%rdi), %r8; mov 56(%rdi), %r9\n"
        "mov 64(%rdi), %r10; mov 72(%rdi), %r12; mov 80(%rdi), %r13; mov 88(%rdi), %r14\n"
        "mov 96(%rdi), %r15; mov 40(%rdi), %rdi\n"
        "call *8(%rsp)\n"
        "mov 16(%rsp), %r11\n"
        "mov %rax, 0(%r11); mov %rbx, 8(%r11); mov %rcx, 16(%r11); mov %rdx, 24(%r11)\n"
        "mov %rsi, 32(%r11); mov %rdi, 40(%r11); mov %r8, 48(%r11); mov %r9, 56(%r11)\n"
        "mov %r10, 64(%r11); mov %r12, 72(%r11); mov %r13, 80(%r11); mov %r14, 88(%r11)\n"
        "mov %r15, 96(%r11); mov %rbp, 104(%r11)\n"
        ".irp n," EACH_VECTOR "\n"
        "vmovups %ymm\\n, 112+32*\\n(%r11)\n"
        ".endr\n"
        "vzeroupper\n"
        "mov 24(%rsp), %rsp\n"
        "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
        "ret\n"
        ".size probe, . - probe\n");

void mcount(void);
void __fentry__(void);

static uint64_t state = 1;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static int compare(const struct registers *in, const struct registers *out)
{
    for (int i = 0; i < 14; i++)
        if (in->general[i] != out->general[i])
            return printf("%s changed\n", names[i]);
    for (int i = 0; i < 16; i++)
        if (memcmp(in->vector[i], out->vector[i], sizeof in->vector[i]) != 0)
            return printf("ymm%d changed\n", i);
    return 0;
}

/* Every call of a new from is a new arc, and enough of them make the table grow. */
static int round_of(void (*entry)(void), uint64_t from, uint64_t shift)
{
    static struct registers in, out;
    uint64_t frame[2] = {0, from};
    uint8_t *bytes = (uint8_t *)&in;
    for (size_t i = 0; i < sizeof in; i++)
        bytes[i] = (uint8_t)next();
    in.general[13] = (uint64_t)frame;
    memset(&out, 0, sizeof out);
    probe(&in, &out, entry, frame, shift);
    return compare(&in, &out);
}

int main(void)
{
    if (!__builtin_cpu_supports("avx"))
        return 77;
    for (uint64_t i = 0; i < 5000; i++)
        for (uint64_t shift = 0; shift <= 8; shift += 8)
            if (round_of(mcount, 16 + i / 2, shift) || round_of(__fentry__, 16 + i / 2, shift))
                return 1;
    return 0;
}
