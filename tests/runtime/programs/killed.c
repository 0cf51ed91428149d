/* SPDX-License-Identifier: GPL-3.0-or-later */
/* killed HOW: calls leaf 1000 times, and in each of two threads 100 times; then ends by SIGKILL
 * (kill), out of stack (stack), or in peace (end). fork: has a child before that, which calls leaf
 * 500 times. samples N: it asks for N samples before SIGKILL. paths N: likewise for 3 N by way of
 * dear, and for N by way of cheap, and sleeps until that was seen. dump, reset: the profile is
 * written before the last 200 calls, or is written and forgotten. become: it begins anew, with
 * kill. clocks MS: phases, MS milliseconds of user code, of the kernel, and of sleep; the last one
 * begins at once, for which the runtime looks at its clocks. Says between which numbers it saw them
 * then: milliseconds of CPU time and of real time. blind MS: likewise, with all signals blocked.
 * forget MS: a reset before the last but one, from which on they count. */
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "sample.h"
#include "seen.h"

__attribute__((noinline)) void leaf(void)
{
    __asm__ volatile("");
}

static void call_leaf(int n)
{
    while (n-- > 0)
        leaf();
}

static void *in_thread(void *unused)
{
    (void)unused;
    call_leaf(100);
    return NULL;
}

__attribute__((noinline)) static int deep(volatile int *above)
{
    volatile int here[1000] = {*above};
    return deep(here) + here[0];
}

static void have_child(void)
{
    if (fork() == 0) {
        call_leaf(500);
        _exit(0);
    }
    wait(NULL);
}

/* Milliseconds. */
static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static double used(void)
{
    return now(CLOCK_PROCESS_CPUTIME_ID);
}

__attribute__((noinline)) static void spin(void)
{
    for (volatile int i = 0; i < 100000; i++)
        ;
}

static void spin_for(double ms)
{
    for (double end = used() + ms; used() < end;)
        spin();
}

static void ask(long n)
{
    while (n-- > 0)
        gptui_rt_sample();
}

__attribute__((noinline)) static void dear(long n)
{
    ask(n);
    __asm__ volatile("");
}

__attribute__((noinline)) static void cheap(long n)
{
    ask(n);
    __asm__ volatile("nop");
}

__attribute__((noinline)) static void nap(long ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000};
    while (nanosleep(&t, &t) != 0)
        ;
    __asm__ volatile("");
}

__attribute__((noinline)) static void read_for(double ms)
{
    static char bytes[1 << 16];
    FILE *f = fopen("/dev/zero", "r");
    for (double end = used() + ms; f && used() < end;)
        if (read(fileno(f), bytes, sizeof bytes) < 0)
            break;
    __asm__ volatile("");
}

/* Beneath libc and the runtime. */
static void block_signals(void)
{
    static const unsigned long all[2] = {~0ul, ~0ul};
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, all, NULL, 8);
}

/* The runtime has them; a program without it does not. */
__attribute__((weak)) int gptui_rt_dump(void);
__attribute__((weak)) void gptui_rt_reset(void);
__attribute__((weak)) void gptui_rt_phase(const char *name);

/* Clocks before and after what they count from, and what they showed last. */
struct clocks {
    double cpu[2], wall[2];
};

static void read_clocks(struct clocks *c, int which)
{
    c->cpu[which] = used();
    c->wall[which] = now(CLOCK_MONOTONIC);
}

static void pass_time(double ms, char how)
{
    struct clocks from = {{0, 0}, {0, 0}}, at;
    read_clocks(&from, 1); /* after the runtime began */
    if (how == 'b')
        block_signals();
    gptui_rt_phase("user code");
    spin_for(ms);
    gptui_rt_phase("the kernel\n");
    read_for(ms);
    if (how == 'f') {
        read_clocks(&from, 0);
        gptui_rt_reset();
        read_clocks(&from, 1);
    }
    gptui_rt_phase("a name that is longer than thirty-nine bytes");
    nap((long)ms);
    spin_for(60);
    read_clocks(&at, 0);
    gptui_rt_phase("the end");
    read_clocks(&at, 1);
    printf("%.0f %.0f %.0f %.0f\n", at.cpu[0] - from.cpu[1], at.cpu[1] - from.cpu[0],
           at.wall[0] - from.wall[1], at.wall[1] - from.wall[0]);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "end";
    pthread_t thread[2];
    volatile int zero = 0;
    call_leaf(1000);
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, in_thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    if (strcmp(how, "fork") == 0)
        have_child();
    if (strcmp(how, "samples") == 0)
        ask(atol(argv[2]));
    if (strcmp(how, "paths") == 0) {
        dear(3 * atol(argv[2]));
        cheap(atol(argv[2]));
        for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);)
            nap(50);
    }
    if (strcmp(how, "clocks") == 0 || strcmp(how, "blind") == 0 || strcmp(how, "forget") == 0)
        pass_time(atof(argv[2]), how[0]);
    if (strcmp(how, "dump") == 0 || strcmp(how, "reset") == 0) {
        gptui_rt_dump();
        if (how[0] == 'r')
            gptui_rt_reset();
        call_leaf(200);
    }
    if (strcmp(how, "become") == 0)
        execl(argv[0], argv[0], "kill", NULL);
    if (strcmp(how, "stack") == 0)
        return deep(&zero);
    if (strcmp(how, "end") != 0)
        kill(getpid(), SIGKILL);
    return 0;
}
