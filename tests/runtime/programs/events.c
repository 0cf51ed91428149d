/* SPDX-License-Identifier: GPL-3.0-or-later */
/* events CASE: calls functions in a hard situation and prints "FUNCTION COUNT" for each function
 * whose number of calls it knows. What is printed is counted where no call is. */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>
#if defined(__x86_64__) && defined(__GLIBC__)
#include <unwind.h>
#endif

#define ALONE __attribute__((noinline))

ALONE void leaf(void)
{
    __asm__ volatile("# leaf");
}

static void leaves(int n)
{
    for (int i = 0; i < n; i++)
        leaf();
}

/* ---- a thousand functions, each with call sites of its own: new arcs all the time ---- */

#define SITE(n)                                                                                    \
    ALONE void site_##n(void)                                                                      \
    {                                                                                              \
        leaf();                                                                                    \
        __asm__ volatile("# " #n);                                                                 \
        leaf();                                                                                    \
        __asm__ volatile("# again " #n);                                                           \
    }
#define SITES(n)                                                                                   \
    SITE(n##0)                                                                                     \
    SITE(n##1)                                                                                     \
    SITE(n##2)                                                                                     \
    SITE(n##3)                                                                                     \
    SITE(n##4)                                                                                     \
    SITE(n##5)                                                                                     \
    SITE(n##6)                                                                                     \
    SITE(n##7)                                                                                     \
    SITE(n##8)                                                                                     \
    SITE(n##9)
#define NAMES(n)                                                                                   \
    site_##n##0, site_##n##1, site_##n##2, site_##n##3, site_##n##4, site_##n##5, site_##n##6,     \
        site_##n##7, site_##n##8, site_##n##9,
#define ALL(what)                                                                                  \
    what(10) what(11) what(12) what(13) what(14) what(15) what(16) what(17) what(18) what(19)      \
        what(20) what(21) what(22) what(23) what(24) what(25) what(26) what(27) what(28) what(29)  \
            what(30) what(31) what(32) what(33) what(34) what(35) what(36) what(37) what(38)       \
                what(39) what(40) what(41) what(42) what(43) what(44) what(45) what(46) what(47)   \
                    what(48) what(49)

ALL(SITES)
static void (*const sites[])(void) = {ALL(NAMES)};
enum { N_SITES = sizeof sites / sizeof sites[0] };

/* ---- signals: a handler that calls, while the thread that it interrupts enters new arcs ---- */

static _Atomic long n_handled;
static _Atomic int done;

ALONE void handler(int number)
{
    n_handled++;
    sites[n_handled * 7 % N_SITES]();
    (void)number;
}

/* alternate: where handlers run, or NULL */
ALONE void *enter_arcs(void *alternate)
{
    sigaltstack(alternate, NULL);
    for (int round = 0; round < 40; round++)
        for (int i = 0; i < N_SITES; i++)
            sites[i]();
    done = 1;
    return NULL;
}

/* By many signals, which interrupt each other's handlers, but none its own. */
static int interrupted(int n_signals, int flags, stack_t *alternate)
{
    static const int numbers[] = {SIGUSR1, SIGUSR2, SIGALRM};
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
    pthread_t thread;
    for (int i = 0; i < n_signals; i++)
        sigaction(numbers[i], &action, NULL);
    if (pthread_create(&thread, NULL, enter_arcs, alternate) != 0)
        return 1;
    while (!done)
        for (int i = 0; i < n_signals; i++)
            pthread_kill(thread, numbers[i]);
    pthread_join(thread, NULL);
    printf("handler %ld\nleaf %ld\n", n_handled, 2 * (40L * N_SITES + n_handled));
    return 0;
}

static int signals(void)
{
    return interrupted(1, 0, NULL);
}

#ifndef AT_MINSIGSTKSZ
#define AT_MINSIGSTKSZ 51
#endif

/* What the kernel puts on a stack for a signal: more than libc's constant says on processors with
 * large vectors. */
static size_t frame_bytes(void)
{
    size_t least = getauxval(AT_MINSIGSTKSZ);
    return least > (size_t)MINSIGSTKSZ ? least : (size_t)MINSIGSTKSZ;
}

/* A stack that holds little more than what the kernel puts on it, for this signal and SIGPROF. */
static int altstack(void)
{
    size_t bytes = 2 * frame_bytes() + 2048;
    stack_t stack = {.ss_sp = malloc(bytes), .ss_size = bytes};
    return interrupted(1, SA_ONSTACK, &stack);
}

static int nested(void)
{
    return interrupted(3, 0, NULL);
}

/* ---- unwinding: from wherever a signal comes in, through whatever was called, to its thread ----
 */

#if defined(__x86_64__) && defined(__GLIBC__)
enum { N_UNWOUND = 3000 };
static _Atomic long n_lost, n_rounds;
static _Atomic int begun;

ALONE void *call_on(void *unused)
{
    for (begun = 1; n_handled < N_UNWOUND; n_rounds++)
        for (int i = 0; i < N_SITES; i++)
            sites[i]();
    done = 1;
    return unused;
}

static _Unwind_Reason_Code see_frame(struct _Unwind_Context *frame, void *found)
{
    if (_Unwind_FindEnclosingFunction((void *)_Unwind_GetIP(frame)) == (void *)call_on)
        *(int *)found = 1;
    return _URC_NO_REASON;
}

static void unwind(int number)
{
    int found = 0;
    _Unwind_Backtrace(see_frame, &found);
    if (!found && !done)
        n_lost++;
    leaf();
    n_handled++;
    (void)number;
}

static int unwinding(void)
{
    struct sigaction action = {.sa_handler = unwind};
    pthread_t thread;
    sigaction(SIGUSR1, &action, NULL);
    if (pthread_create(&thread, NULL, call_on, NULL) != 0)
        return 1;
    while (!begun)
        ;
    while (!done)
        pthread_kill(thread, SIGUSR1);
    pthread_join(thread, NULL);
    printf("unwind %ld\nleaf %ld\n", n_handled, 2 * n_rounds * N_SITES + n_handled);
    if (n_lost)
        fprintf(stderr, "%ld times the thread's function was not found\n", n_lost);
    return n_lost != 0;
}

#else
static int unwinding(void)
{
    return 2; /* elsewhere compilers do not describe each instruction */
}
#endif

/* ---- jumps ---- */

static jmp_buf back;

ALONE void jump(int depth)
{
    leaf();
    if (depth == 0)
        longjmp(back, 1);
    jump(depth - 1);
    __asm__ volatile("# jump");
}

static int jumps(void)
{
    for (volatile int i = 0; i < 1000; i++)
        if (setjmp(back) == 0)
            jump(9);
    printf("jump 1000\nleaf 10000\n");
    return 0;
}

static sigjmp_buf out;

ALONE void leap(int number)
{
    leaf();
    siglongjmp(out, number);
}

/* Handlers that never return, each from the midst of whatever was going on. */
static int leaps(void)
{
    struct sigaction action = {.sa_handler = leap};
    sigaction(SIGUSR1, &action, NULL);
    for (volatile int i = 0; i < 1000; i++)
        if (sigsetjmp(out, 1) == 0)
            raise(SIGUSR1);
    printf("leap 1000\nleaf 1000\n");
    return 0;
}

/* ---- recursion ---- */

ALONE int deep(int n)
{
    int r = n ? deep(n - 1) : 0;
    leaf();
    return r + 1;
}

static int recursion(void)
{
    deep(20000);
    printf("leaf 20001\n");
    return 0;
}

/* ---- coroutines ---- */

#ifdef __GLIBC__
static ucontext_t here, there;

ALONE void coroutine(void)
{
    for (;;) {
        leaf();
        swapcontext(&there, &here);
    }
}

static int coroutines(void)
{
    static char stack[256 * 1024];
    getcontext(&there);
    there.uc_stack.ss_sp = stack;
    there.uc_stack.ss_size = sizeof stack;
    makecontext(&there, coroutine, 0);
    for (int i = 0; i < 5000; i++) {
        leaves(2);
        swapcontext(&here, &there);
    }
    printf("leaf 15000\ncoroutine 1\n");
    return 0;
}

#else
static int coroutines(void)
{
    return 2; /* libc has none */
}
#endif

/* ---- threads that come and go, and call until the very end ---- */

static pthread_key_t key;

ALONE void late(void *again)
{
    leaf();
    if (again != (void *)1)
        pthread_setspecific(key, (char *)again - 1);
}

ALONE void *brief(void *unused)
{
    leaves(10);
    pthread_setspecific(key, (void *)3);
    pthread_exit(unused);
}

static long n_mappings(void)
{
    FILE *maps = fopen("/proc/self/maps", "r");
    long n = 0;
    for (int c; maps && (c = getc(maps)) != EOF;)
        n += c == '\n';
    if (maps)
        fclose(maps);
    return n;
}

static int brief_threads(void)
{
    long before = 0;
    pthread_key_create(&key, late);
    for (int i = 0; i < 2000; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, brief, NULL) != 0)
            return 1;
        pthread_join(thread, NULL);
        if (i == 10)
            before = n_mappings();
    }
    printf("brief 2000\nlate 6000\nleaf 26000\n");
    return n_mappings() > before + 10; /* tables are used again */
}

/* ---- the end ---- */

static int ends;

ALONE void at_exit(void)
{
    leaves(7);
}

ALONE void early(void)
{
    __asm__ volatile("# early");
}

__attribute__((constructor)) static void begin(void)
{
    early();
    early();
}

__attribute__((destructor)) static void end(void)
{
    leaves(ends);
}

static int ending(void)
{
    ends = 5;
    atexit(at_exit);
    leaves(1);
    printf("at_exit 1\nearly 2\nleaf 13\n");
    return 0;
}

/* ---- processes ---- */

static int forks(void)
{
    leaves(1000);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        leaves(500);
        printf("%d leaf 500\n", (int)getpid());
        pid_t grandchild = fork();
        if (grandchild == 0) {
            leaves(50);
            return 0;
        }
        fflush(stdout);
        waitpid(grandchild, NULL, 0);
        printf("%d leaf 50\n", (int)grandchild);
        return 0;
    }
    leaves(100);
    waitpid(child, NULL, 0);
    printf("leaf 1100\n");
    return 0;
}

static _Atomic int forked;

/* The child has this thread alone. */
ALONE void *fork_here(void *unused)
{
    leaves(300);
    pid_t child = fork();
    if (child == 0) {
        leaves(20);
        printf("%d leaf 20\n", (int)getpid());
        exit(0);
    }
    waitpid(child, NULL, 0);
    forked = 1;
    return unused;
}

static int thread_forks(void)
{
    long n = 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, fork_here, NULL) != 0)
        return 1;
    while (!forked)
        for (int i = 0; i < N_SITES; i++, n++)
            sites[i]();
    pthread_join(thread, NULL);
    printf("leaf %ld\n", 300 + 2 * n);
    return 0;
}

static int vforks(void)
{
    leaves(10);
    pid_t child = vfork();
    if (child == 0)
        _exit(0);
    waitpid(child, NULL, 0);
    printf("leaf 10\n");
    return 0;
}

/* ---- errno ---- */

static int errnos(void)
{
    volatile long wrong = 0;
    for (int i = 0; i < N_SITES; i++) {
        errno = i;
        sites[i]();
        wrong += errno != i;
    }
    printf("leaf %d\n", 2 * N_SITES);
    return wrong != 0;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(void);
    } cases[] = {
        {"signals", signals},
        {"altstack", altstack},
        {"nested", nested},
        {"unwinding", unwinding},
        {"threadforks", thread_forks},
        {"jumps", jumps},
        {"leaps", leaps},
        {"recursion", recursion},
        {"coroutines", coroutines},
        {"threads", brief_threads},
        {"ending", ending},
        {"forks", forks},
        {"vforks", vforks},
        {"errno", errnos},
    };
    if (argc > 2 && strcmp(argv[1], "exec") == 0)
        return execv(argv[2], argv + 2);
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof cases[0]; i++)
        if (strcmp(cases[i].name, argv[1]) == 0)
            return cases[i].run();
    return 2;
}
