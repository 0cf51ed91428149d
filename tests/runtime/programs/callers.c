/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callers CASE N: does one thing until N samples are taken (steps.h), and prints for each function
 * of interest its name and its share of them, callees included, in percent, by those that were
 * taken at entry and exit.
 *
 *     dear     two functions call one: the one with the fewer calls costs nearly all
 *     sort     qsort calls back
 *     recurse  a function that calls itself, and two that call each other
 *     threads  each thread has a caller of its own
 *     signals  handlers interrupt functions, on the same stack
 *     altstack on a stack of their own
 *     altsort  there, too, and what they interrupt is qsort
 *     altclock there, too, and what they interrupt asks for the time
 *     coroutines  two, each on a stack of its own */
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <ucontext.h>

#include "steps.c"

#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa)) /* nor copied under another name */
#endif

#if defined __x86_64__ || defined __i386__
enum { RAISED_EVERY = 2003 };
#else
enum { RAISED_EVERY = 503 }; /* of larger steps */
#endif
enum { EVERY = 23, N_SPANS = 2 };
static struct {
    const char *name;
    _Atomic long taken;
} spans[N_SPANS];
static _Atomic long all_taken;
static long wanted;

/* Samples that CALL takes are those of span I. */
#define TIMED(i, label, call)                                                                      \
    do {                                                                                           \
        long before = steps_taken();                                                               \
        call;                                                                                      \
        spans[i].name = label;                                                                     \
        spans[i].taken += steps_taken() - before;                                                  \
    } while (0)

static volatile double sum;

/* ---- dear ---- */

APART static void work(int n)
{
    for (int i = 0; i < n; i++) {
        sum += sin(sum + i);
        steps_here();
    }
}

APART static void dear(void)
{
    work(100);
    sum *= 0.5;
}

APART static void cheap(void)
{
    work(1);
    sum *= 0.5;
}

APART static void run_dear(void)
{
    TIMED(0, "dear", dear());
    TIMED(1, "cheap", for (int i = 0; i < 4; i++) cheap());
}

/* ---- sort ---- */

APART static int compare(const void *x, const void *y)
{
    int a = *(const int *)x, b = *(const int *)y;
    sum += a;
    steps_here();
    return (a > b) - (a < b);
}

APART static void fill(int *v, int n)
{
    static unsigned state = 1;
    for (int i = 0; i < n; i++) {
        v[i] = (int)((state = state * 1103515245 + 12345) >> 8);
        steps_here();
    }
}

APART static void sort_it(int *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, compare);
    sum *= 0.5;
}

APART static void run_sort(void)
{
    enum { N = 40 };
    static int v[N];
    TIMED(0, "fill", fill(v, N));
    TIMED(1, "sort_it", sort_it(v, N));
}

/* ---- recurse ---- */

APART static void fall(int n)
{
    work(2);
    if (n > 0)
        fall(n - 1);
    sum *= 0.5;
}

APART static void odd(int n);

APART static void even(int n)
{
    work(1);
    if (n > 0)
        odd(n - 1);
    sum *= 0.5;
}

static void odd(int n)
{
    work(6);
    if (n > 0)
        even(n - 1);
    sum *= 0.5;
}

APART static void run_recurse(void)
{
    TIMED(0, "fall", fall(20));
    TIMED(1, "even", even(14));
}

/* ---- threads ---- */

APART static void *in_thread(void *data)
{
    (void)data;
    steps_begin(EVERY);
    while (all_taken < wanted) {
        long before = steps_taken();
        TIMED(0, "dear", dear());
        all_taken += steps_taken() - before;
    }
    steps_end();
    return NULL;
}

APART static void run_threads(void)
{
    pthread_t thread[3];
    steps_end(); /* libc blocks all signals meanwhile */
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, in_thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    steps_begin(EVERY);
    TIMED(1, "cheap", cheap());
}

/* ---- signals ---- */

APART static void handle(int number)
{
    steps_raise(0, 1);
    steps_begin(EVERY);
    work(10);
    sum *= 0.5;
    steps_raise(number, RAISED_EVERY);
}

static void start_signals(int flags)
{
    static char stack[1 << 16];
    static int n;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART | SA_SIGINFO | flags};
    if (n++ > 0)
        return;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    sigaction(SIGALRM, &action, NULL);
}

/* Not beside it, where the samples of a handler would be of no function that is timed. */
APART static void interrupted(void (*what)(void))
{
    steps_raise(SIGALRM, RAISED_EVERY);
    what();
    steps_raise(0, RAISED_EVERY);
}

APART static void run_signals(void)
{
    start_signals(0);
    TIMED(0, "dear", interrupted(dear));
    TIMED(1, "cheap", interrupted(cheap));
}

APART static void run_altstack(void)
{
    start_signals(SA_ONSTACK);
    run_signals();
}

APART static void run_altsort(void)
{
    start_signals(SA_ONSTACK);
    interrupted(run_sort);
}

APART static void ask(void)
{
    struct timespec t;
    for (int n = 0; n < 100; n++)
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
}

APART static void run_altclock(void)
{
    start_signals(SA_ONSTACK);
    TIMED(0, "ask", interrupted(ask));
}

/* ---- coroutines ---- */

static ucontext_t main_context, contexts[2];

APART static void in_first(void)
{
    for (;;) {
        TIMED(0, "dear", dear());
        swapcontext(&contexts[0], &main_context);
    }
}

APART static void in_second(void)
{
    for (;;) {
        TIMED(1, "cheap", cheap());
        swapcontext(&contexts[1], &main_context);
    }
}

APART static void run_coroutines(void)
{
    static char stacks[2][1 << 16];
    static void (*const runs[2])(void) = {in_first, in_second};
    for (int i = 0; i < 2; i++) {
        if (!contexts[i].uc_stack.ss_sp) {
            getcontext(&contexts[i]);
            contexts[i].uc_stack = (stack_t){.ss_sp = stacks[i], .ss_size = sizeof stacks[i]};
            makecontext(&contexts[i], runs[i], 0);
        }
        swapcontext(&main_context, &contexts[i]);
    }
}

/* Called by name, so that the calls say whom: false if there is no such case. */
static bool run(const char *name)
{
#define RUN(which)                                                                                 \
    if (strcmp(name, #which) == 0) {                                                               \
        run_##which();                                                                             \
        return true;                                                                               \
    }
    RUN(dear)
    RUN(sort)
    RUN(recurse)
    RUN(threads)
    RUN(signals)
    RUN(altstack)
    RUN(altsort)
    RUN(altclock)
    RUN(coroutines)
    return false;
}

int main(int argc, char **argv)
{
    wanted = argc > 2 ? atol(argv[2]) : 0;
    steps_begin(EVERY);
    while (argc > 1 && all_taken < wanted) {
        long before = steps_taken();
        if (!run(argv[1]))
            return 2;
        all_taken += steps_taken() - before;
    }
    steps_end();
    for (int i = 0; i < N_SPANS; i++)
        if (spans[i].name)
            printf("%s %.2f\n", spans[i].name, 100.0 * (double)spans[i].taken / (double)all_taken);
    return 0;
}
