/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fills every register, calls mcount or __fentry__ for arcs old and new, and compares. Ends with
 * status 1 and the name of the register if one changed that functions may hold arguments in or must
 * preserve; the flags may change, and r11 of x86-64. Compiled without -pg; linked with
 * registers_MACHINE.S. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __x86_64__
static const char *const names[] = {"rax", "rbx", "rcx", "rdx", "rsi", "rdi", "r8",
                                    "r9",  "r10", "r12", "r13", "r14", "r15", "rbp"};
enum { N_SMALL_VECTORS = 16, N_LARGE_VECTORS = 32 };
#else
static const char *const names[] = {"eax", "ebx", "ecx", "edx", "esi", "edi", "ebp"};
enum { N_SMALL_VECTORS = 8, N_LARGE_VECTORS = 8 };
#endif

enum { N_GENERAL = sizeof names / sizeof names[0], N_MASKS = 8 };

struct registers {
    uintptr_t general[16]; /* in the order of names */
    uint8_t vector[32][64];
    uint64_t mask[N_MASKS];
};

enum level { NONE, AVX, AVX512 };

/* All of in into the registers, frame into the frame pointer, call *entry with frame[1] on top of
 * the stack, all registers to out. shift: how many words the stack is off. */
void probe(const struct registers *in, struct registers *out, void (*entry)(void),
           const uintptr_t *frame, uintptr_t shift, enum level level);

void mcount(void);
void __fentry__(void);

static uint64_t state = 1;

static uint64_t next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static int compare(const struct registers *in, const struct registers *out, enum level level)
{
    int n_vectors = level == AVX512 ? N_LARGE_VECTORS : N_SMALL_VECTORS;
    for (int i = 0; i < N_GENERAL; i++)
        if (in->general[i] != out->general[i])
            return printf("%s changed\n", names[i]);
    for (int i = 0; i < n_vectors; i++)
        if (memcmp(in->vector[i], out->vector[i], level == AVX512 ? 64 : 32) != 0)
            return printf("vector register %d changed\n", i);
    for (int i = 0; level == AVX512 && i < N_MASKS; i++)
        if (in->mask[i] != out->mask[i])
            return printf("mask %d changed\n", i);
    return 0;
}

static int round_of(void (*entry)(void), uintptr_t from, uintptr_t shift, enum level level)
{
    static struct registers in, out;
    uintptr_t frame[2] = {0, from};
    uint8_t *bytes = (uint8_t *)&in;
    for (size_t i = 0; i < sizeof in; i++)
        bytes[i] = (uint8_t)next();
    in.general[N_GENERAL - 1] = (uintptr_t)frame;
    memset(&out, 0, sizeof out);
    probe(&in, &out, entry, frame, shift, level);
    return compare(&in, &out, level);
}

static enum level level_here(void)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw"))
        return AVX512;
    return __builtin_cpu_supports("avx") ? AVX : NONE;
}

/* Every call of a new from is a new arc, and enough of them make the table grow. Stacks made by
 * hand may end in a return address of 0. */
int main(void)
{
    enum level level = level_here();
    if (level == NONE)
        return 77;
    for (uintptr_t i = 0; i < 5000; i++)
        for (uintptr_t shift = 0; shift <= 1; shift++) {
            uintptr_t from = i < 2 ? 0 : 16 + i / 2;
            if (round_of(mcount, from, shift, level) || round_of(__fentry__, from, shift, level))
                return 1;
        }
    return 0;
}
