/* SPDX-License-Identifier: MIT */
/* A program without an operating system that profiles itself and leaves gmon.out through
 * semihosting: the debugger, or qemu, opens and writes the file on its own computer.
 *
 *     arm-none-eabi-gcc -mcpu=cortex-a8 -O1 -g -pg -c main.c profile.c newlib.c
 *     arm-none-eabi-gcc -mcpu=cortex-a8 --specs=rdimon.specs -o board.elf main.o profile.o newlib.o
 *     qemu-arm -cpu cortex-a8 ./board.elf
 *     gptui board.elf gmon.out
 *
 * -pg is left out of the link: it would ask for a libc of its own, which newlib does not have. On
 * AArch64 without any library:
 *
 *     aarch64-linux-gnu-gcc -ffreestanding -fno-pie -O1 -g -pg -c main.c profile.c aarch64.c
 *     aarch64-linux-gnu-gcc -nostdlib -static -o board.elf main.o profile.o aarch64.o
 *     qemu-aarch64 ./board.elf
 *
 * On a board, the handler of a timer calls profile_tick() with the address that it interrupted,
 * which on a Cortex-M is the seventh word that the processor has put on the stack, and on AArch64
 * is in ELR_EL1. qemu's programs for one process have no such timers, so here the program calls it,
 * once for every STEPS_PER_TICK steps of its loops: this profile shows how many steps the functions
 * took, and no time. */
#include <stdint.h>

#include "host.h"
#include "profile.h"

enum { STEPS_PER_TICK = 100, RATE_HZ = 100 };

extern char __executable_start[], etext[]; /* of the linker's script */

/* Where it was inlined, there the sample is. */
static inline __attribute__((always_inline)) void step(void)
{
    static uint32_t n_steps;
    uintptr_t pc;
#ifdef __aarch64__
    __asm__ volatile("adr %0, ." : "=r"(pc));
#else
    __asm__ volatile("mov %0, pc" : "=r"(pc));
#endif
    if (++n_steps % STEPS_PER_TICK == 0)
        profile_tick(pc);
}

__attribute__((noinline)) static uint32_t mix(uint32_t value)
{
    for (int i = 0; i < 8; i++, step())
        value = value >> 1 ^ (0xedb88320 & -(value & 1));
    return value;
}

__attribute__((noinline)) static uint32_t check_sum(const uint8_t *bytes, size_t n)
{
    uint32_t sum = 0xffffffff;
    for (size_t i = 0; i < n; i++, step())
        sum = mix(sum ^ bytes[i]);
    return ~sum;
}

__attribute__((noinline)) static void fill(uint8_t *bytes, size_t n, uint8_t seed)
{
    for (size_t i = 0; i < n; i++, step())
        bytes[i] = seed = (uint8_t)(seed * 5 + 1);
}

__attribute__((noinline)) static uint32_t work(void)
{
    uint8_t bytes[1000];
    uint32_t sum = 0;
    for (uint8_t round = 0; round < 20; round++) {
        fill(bytes, sizeof bytes, round);
        sum += check_sum(bytes, sizeof bytes);
    }
    return sum;
}

/* The digits of number, and where they end. */
static char *add_number(char *to, uint32_t number, uint32_t base)
{
    if (number >= base)
        to = add_number(to, number / base, base);
    *to = "0123456789abcdef"[number % base];
    return to + 1;
}

int main(void)
{
    profile_start((uintptr_t)__executable_start, (uintptr_t)etext, RATE_HZ);
    uint32_t sum = work();
    profile_stop();
    struct host_file *file = host_create("gmon.out");
    if (!file)
        return 1;
    profile_write(host_write, file);
    char number[16];
    *add_number(number, sum, 16) = 0;
    host_say("sum ");
    host_say(number);
    *add_number(number, profile_lost_calls, 10) = 0;
    host_say(", ");
    host_say(number);
    host_say(" calls lost\n");
    return !host_close(file);
}
