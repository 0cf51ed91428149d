/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waits in functions with frame pointers, from which their tables count: as a library (-DLIBRARY)
 * that has them, and as a program, compiled with -pg, that calls that. Prints "FUNCTION KIND
 * SECONDS" as waits.c does. */
#include <alloca.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "seen.h"
#include "stale.h"

void wait_framed(void);
void wait_sized(size_t bytes);
void wait_through(void (*wait)(void));

#ifdef LIBRARY

/* What is not written to keeps the words of whoever used the stack before. */
void wait_framed(void)
{
    volatile char room[600];
    room[0] = 0;
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    room[1] = 0;
}

/* Its frame is as large as it likes. */
void wait_sized(size_t bytes)
{
    volatile char *room = alloca(bytes);
    room[0] = 0;
    nanosleep(&(struct timespec){0, 50000000}, NULL);
    room[1] = 0;
}

/* One above the other. */
void wait_through(void (*wait)(void))
{
    volatile char room[200];
    room[0] = 0;
    wait();
    room[1] = 0;
}

#else

#define DO(name, call)                                                                             \
    KEPT static void do_##name(void)                                                               \
    {                                                                                              \
        double from = now();                                                                       \
        int i = 0;                                                                                 \
        for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s); i++) {                             \
            leave(do_other());                                                                     \
            call;                                                                                  \
        }                                                                                          \
        printf("do_%s timer %.3f\n", #name, now() - from);                                         \
    }
DO(framed, wait_framed())
DO(sized, wait_sized(300 + 16 * (size_t)(i % 10)))
DO(through, wait_through(wait_framed))

int main(void)
{
    do_framed();
    do_sized();
    do_through();
    puts("cut 0");
    return 0;
}

#endif
