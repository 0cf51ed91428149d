/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ticks polls N: works for 6 milliseconds of CPU time, then polls nothing for 10, N times; prints
 * how many of these ended early.
 * ticks SIGNAL MS [altstack]: spin() uses so much CPU time, while a timer of the process's CPU
 * clock sends the signal with every other tick or so, whose handler() takes about half a
 * millisecond; prints how much of the time in percent handler() had. */
#define _GNU_SOURCE
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define APART __attribute__((noinline, noclone))

static volatile long long handler_ns;

static long long now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

APART static void use(long long until_ns)
{
    while (now_ns() < until_ns)
        for (volatile int i = 0; i < 100; i++)
            ;
}

APART static void handler(int number)
{
    (void)number;
    long long begin = now_ns();
    for (volatile int i = 0; i < 2000000; i++)
        ;
    handler_ns += now_ns() - begin;
}

APART static void spin(long long until_ns)
{
    while (now_ns() < until_ns)
        for (volatile int i = 0; i < 10000; i++)
            ;
}

static int polls(int n)
{
    int n_early = 0;
    for (int i = 0; i < n; i++) {
        use(now_ns() + 6000000);
        n_early += poll(NULL, 0, 10) != 0;
    }
    return n_early;
}

static void set_timer(int number, int flags)
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | flags};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = number};
    const struct itimerspec often = {{0, 9000000}, {0, 9000000}};
    timer_t timer;
    sigemptyset(&action.sa_mask);
    if (sigaction(number, &action, NULL) != 0 ||
        timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) != 0 ||
        timer_settime(timer, 0, &often, NULL) != 0)
        exit(2);
}

int main(int argc, char **argv)
{
    static char stack[1 << 16];
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    if (argc < 3)
        return 2;
    if (strcmp(argv[1], "polls") == 0) {
        printf("%d\n", polls(atoi(argv[2])));
        return 0;
    }
    if (argc > 3 && sigaltstack(&other, NULL) != 0)
        return 2;
    set_timer(atoi(argv[1]), argc > 3 ? SA_ONSTACK : 0);
    long long end_ns = atol(argv[2]) * 1000000LL;
    spin(end_ns);
    printf("%.1f\n", 100.0 * (double)handler_ns / (double)now_ns());
    return 0;
}
