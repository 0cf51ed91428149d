/* SPDX-License-Identifier: GPL-3.0-or-later */
/* many_paths N [MB | kill]: N samples, each by another way through calls twelve deep, as the
 * handler takes them; ends by SIGKILL, or writes the profile, allocates that many megabytes, and
 * prints the most address space that the process has had, in KiB. Status 3: no memory. Linked with
 * the objects of the runtime, but for PLAIN, which takes no samples. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#ifndef PLAIN
#include "runtime/gptui_rt.h"
#include "runtime/paths.h"

static void hit(void)
{
    ucontext_t here;
    getcontext(&here);
    paths_hit(&here, 1);
}
#else
static void hit(void) {}
static int gptui_rt_dump(void)
{
    return 0;
}
#endif

static void left(unsigned way, int depth);

__attribute__((noinline)) static void right(unsigned way, int depth)
{
    if (depth == 0)
        hit();
    else if (way & 1)
        left(way >> 1, depth - 1);
    else
        right(way >> 1, depth - 1);
    __asm__ volatile("");
}

__attribute__((noinline)) static void left(unsigned way, int depth)
{
    if (depth == 0)
        hit();
    else if (way & 1)
        left(way >> 1, depth - 1);
    else
        right(way >> 1, depth - 1);
    __asm__ volatile("");
}

int main(int argc, char **argv)
{
    char line[99];
    long n = argc > 1 ? atol(argv[1]) : 0;
    for (long i = 0; i < n; i++)
        right((unsigned)i, 12);
    if (argc > 2 && strcmp(argv[2], "kill") == 0)
        raise(SIGKILL);
    gptui_rt_dump();
    if (argc > 2 && !malloc((size_t)atol(argv[2]) << 20))
        return 3;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "VmPeak: %ld", &n) == 1)
            printf("%ld\n", n);
    return 0;
}
