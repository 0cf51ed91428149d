/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callers CASE MS: does one thing until MS milliseconds of CPU time are used, and prints for
 * each function of interest its name and its share of the time, callees included, in percent, by
 * the clock at entry and exit.
 *
 *     dear     two functions call one: the one with the fewer calls costs nearly all
 *     sort     qsort calls back
 *     recurse  a function that calls itself, and two that call each other
 *     cycle    two callers of unlike cost enter the circle of two functions at either end
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
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>

#ifdef __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa)) /* nor copied under another name */
#endif

static uint64_t cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

enum { N_SPANS = 8 };
static struct {
    const char *name;
    _Atomic uint64_t ns;
} spans[N_SPANS];
static _Atomic uint64_t all_ns;
static uint64_t wanted_ns;

/* Time that CALL takes is that of span I. */
#define TIMED(i, label, call)                                                                      \
    do {                                                                                           \
        uint64_t begun = cpu_ns();                                                                 \
        call;                                                                                      \
        spans[i].name = label;                                                                     \
        spans[i].ns += cpu_ns() - begun;                                                           \
    } while (0)

static volatile double sum;

/* ---- dear ---- */

APART static void work(int n)
{
    for (int i = 0; i < n; i++)
        sum += sin(sum + i);
}

APART static void dear(void)
{
    work(20000);
    sum *= 0.5;
}

APART static void cheap(void)
{
    work(100);
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
    return (a > b) - (a < b);
}

APART static void fill(int *v, int n)
{
    static unsigned state = 1;
    for (int i = 0; i < n; i++)
        v[i] = (int)((state = state * 1103515245 + 12345) >> 8);
}

APART static void sort_it(int *v, int n)
{
    qsort(v, (size_t)n, sizeof *v, compare);
    sum *= 0.5;
}

APART static void run_sort(void)
{
    static int v[20000];
    TIMED(0, "fill", fill(v, 20000));
    TIMED(1, "sort_it", sort_it(v, 20000));
}

/* ---- recurse ---- */

APART static void fall(int n)
{
    work(40);
    if (n > 0)
        fall(n - 1);
    sum *= 0.5;
}

APART static void odd(int n);

APART static void even(int n)
{
    work(10);
    if (n > 0)
        odd(n - 1);
    sum *= 0.5;
}

static void odd(int n)
{
    work(60);
    if (n > 0)
        even(n - 1);
    sum *= 0.5;
}

APART static void run_recurse(void)
{
    TIMED(0, "fall", fall(60));
    TIMED(1, "even", even(40));
}

/* ---- cycle ---- */

APART static void enter_deeply(void)
{
    even(80);
    sum *= 0.5;
}

APART static void enter_often(void)
{
    for (int i = 0; i < 8; i++)
        odd(2);
    sum *= 0.5;
}

APART static void run_cycle(void)
{
    TIMED(0, "enter_deeply", enter_deeply());
    TIMED(1, "enter_often", enter_often());
}

/* ---- threads ---- */

APART static void *in_thread(void *data)
{
    (void)data;
    while (all_ns < wanted_ns) {
        uint64_t begun = cpu_ns();
        TIMED(0, "dear", for (int i = 0; i < 8; i++) dear());
        all_ns += cpu_ns() - begun;
    }
    return NULL;
}

APART static void run_threads(void)
{
    pthread_t thread[3];
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, in_thread, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    TIMED(1, "cheap", cheap());
}

/* ---- signals ---- */

APART static void handle(int number)
{
    (void)number;
    work(2000);
    sum *= 0.5;
}

static void start_signals(int flags)
{
    static char stack[1 << 16];
    static int n;
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART | SA_SIGINFO | flags};
    struct itimerval time = {{0, 617}, {0, 617}};
    if (n++ > 0)
        return;
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &time, NULL);
}

APART static void run_signals(void)
{
    start_signals(0);
    TIMED(0, "dear", dear());
    TIMED(1, "cheap", cheap());
}

APART static void run_altstack(void)
{
    start_signals(SA_ONSTACK);
    TIMED(0, "dear", dear());
    TIMED(1, "cheap", cheap());
}

APART static void run_altsort(void)
{
    start_signals(SA_ONSTACK);
    run_sort();
}

APART static void ask(int n)
{
    while (n-- > 0)
        cpu_ns();
}

APART static void run_altclock(void)
{
    start_signals(SA_ONSTACK);
    TIMED(0, "ask", ask(10000));
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
        TIMED(1, "cheap", for (int i = 0; i < 40; i++) cheap());
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
    RUN(cycle)
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
    wanted_ns = argc > 2 ? (uint64_t)atoi(argv[2]) * 1000000 : 0;
    while (argc > 1 && all_ns < wanted_ns) {
        uint64_t begun = cpu_ns();
        if (!run(argv[1]))
            return 2;
        all_ns += cpu_ns() - begun;
    }
    for (int i = 0; i < N_SPANS; i++)
        if (spans[i].name)
            printf("%s %.2f\n", spans[i].name, 100.0 * (double)spans[i].ns / (double)all_ns);
    return 0;
}
