/* SPDX-License-Identifier: MIT */
#include "runtime/signals.h"

#include <errno.h>
#include <sys/syscall.h>
#include <ucontext.h>

#include "machine.h"
#include "runtime/rt.h"
#include "runtime/sampling.h"
#include "runtime/text.h"

#define EXPORT __attribute__((visibility("default")))

enum { LONG_BITS = sizeof(long) * 8 };

static void add_signal(struct sys_signals *set, int number)
{
    set->word[(number - 1) / LONG_BITS] |= 1ul << ((number - 1) % LONG_BITS);
}

static void remove_signal(struct sys_signals *set, int number)
{
    set->word[(number - 1) / LONG_BITS] &= ~(1ul << ((number - 1) % LONG_BITS));
}

static bool has_signal(const struct sys_signals *set, int number)
{
    return set->word[(number - 1) / LONG_BITS] >> ((number - 1) % LONG_BITS) & 1;
}

int signals_number(void)
{
    return atomic_load_explicit(&rt.signals.number, memory_order_relaxed);
}

void signals_open(void)
{
    struct sys_signals set = {{0}};
    int number = signals_number();
    if (!number)
        return;
    add_signal(&set, number);
    machine_syscall(SYS_rt_sigprocmask,
                    (const long[6]){SIG_UNBLOCK, (long)&set, 0, SYS_SIGNAL_BYTES});
}

/* ---- libc's own, past the ones below ---- */

#ifdef __GLIBC__
extern int __sigaction(int number, const struct sigaction *action, struct sigaction *old);
#define install __sigaction
#else
#define install sigaction
#endif

void signals_handle(int number, void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action, old;
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    install(number, &action, &old);
}

static void install_plain(int number, void (*handler)(int))
{
    struct sigaction action, old;
    action.sa_handler = handler;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    install(number, &action, &old);
}

static bool is_default(int number)
{
    struct sigaction old;
    return install(number, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) &&
           old.sa_handler == SIG_DFL;
}

/* ---- ours ---- */

/* Below the signals of timers, where there is one that nothing uses: of those that came with one
 * tick the kernel delivers the lowest first, so that our handler finds the place where the tick
 * found the thread. Then those of real time, of which programs take the first ones first. */
#ifdef SIGSTKFLT
enum { FIRST_CHOICE = SIGSTKFLT };
#else
enum { FIRST_CHOICE = 0 };
#endif
enum { LAST_CHOICE = 35, N_CHOICES = 1 + (NSIG - 2 - LAST_CHOICE) };

/* The i-th of them; 0: none. */
static int choice(int i)
{
    return i == 0 ? FIRST_CHOICE : NSIG - 1 - i;
}

static bool is_asked_for(int number)
{
    unsigned long word =
        atomic_load_explicit(&rt.signals.asked[(number - 1) / LONG_BITS], memory_order_relaxed);
    return word >> ((number - 1) % LONG_BITS) & 1;
}

static int find_free(void)
{
    for (int i = 0; i < N_CHOICES; i++) {
        const int number = choice(i);
        if (number && number != rt.options.dump_signal && number != rt.options.reset_signal &&
            !is_asked_for(number) && is_default(number))
            return number;
    }
    return 0;
}

static void take(int number)
{
    if (number)
        signals_handle(number, rt.signals.handler);
    atomic_store_explicit(&rt.signals.is_ignored, false, memory_order_relaxed);
    atomic_store_explicit(&rt.signals.number, number, memory_order_relaxed);
    signals_open();
}

static void say_none(void)
{
    text_complain("sampling stops:", "the program", "handles or blocks every signal", 0);
}

/* These are the program's. All signals are blocked meanwhile, so that no handler comes between. */
static void give_up(const struct sys_signals *set)
{
    struct sys_signals all, before;
    for (size_t i = 0; i < sizeof all.word / sizeof all.word[0]; i++) {
        atomic_fetch_or_explicit(&rt.signals.asked[i], set->word[i], memory_order_relaxed);
        all.word[i] = ~0ul;
    }
    sys_block(&all, &before);
    while (atomic_exchange_explicit(&rt.signals.is_moving, true, memory_order_acquire))
        sys_yield();
    int number = signals_number(), next = 0;
    if (number && has_signal(set, number)) {
        next = find_free();
        take(next);
        clock_move();
        /* What is on its way is dropped when nobody wants it. */
        bool is_ignored = atomic_load_explicit(&rt.signals.is_ignored, memory_order_relaxed);
        install_plain(number, SIG_IGN);
        if (!is_ignored)
            install_plain(number, SIG_DFL);
        if (!next)
            say_none();
    }
    atomic_store_explicit(&rt.signals.is_moving, false, memory_order_release);
    if (next)
        remove_signal(&before, next);
    sys_set_blocked(&before);
}

/* ---- masks ---- */

/* libc needs these for itself; programs never block them. */
#ifdef __GLIBC__
enum { LIBC_FIRST = 32, LIBC_LAST = 33 };
#else
enum { LIBC_FIRST = 32, LIBC_LAST = 34 };
#endif

static bool has_all_choices(const struct sys_signals *set)
{
    for (int i = 0; i < N_CHOICES; i++)
        if (choice(i) && !has_signal(set, choice(i)))
            return false;
    return true;
}

/* 0 or an errno. The kernel's set of signals is the beginning of libc's. */
static int change_mask(int how, const sigset_t *set, sigset_t *old)
{
    struct sys_signals wanted, before;
    long failed;
    if (set) {
        wanted = *(const struct sys_signals *)(const void *)set;
        if (how == SIG_BLOCK || how == SIG_SETMASK) {
            /* What the program may block of these. */
            if (!has_all_choices(&wanted))
                give_up(&wanted);
            else if (signals_number())
                remove_signal(&wanted, signals_number());
            for (int i = LIBC_FIRST; i <= LIBC_LAST; i++)
                remove_signal(&wanted, i);
        }
    }
    failed = machine_syscall(SYS_rt_sigprocmask, (const long[6]){how, set ? (long)&wanted : 0,
                                                                 (long)&before, SYS_SIGNAL_BYTES});
    if (!failed && old)
        *(struct sys_signals *)(void *)old = before;
    return (int)-failed;
}

EXPORT int pthread_sigmask(int how, const sigset_t *set, sigset_t *old)
{
    return change_mask(how, set, old);
}

EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    int error = change_mask(how, set, old);
    if (error)
        errno = error;
    return error ? -1 : 0;
}

/* ---- handlers ---- */

static void do_nothing(int number) {}

#ifdef __GLIBC__

/* What the program has set for our signal. */
/* Byte by byte: compilers make a call of memset of less. */
static void answer(struct sigaction *old)
{
    for (size_t i = 0; i < sizeof *old; i++)
        ((volatile char *)old)[i] = 0;
    old->sa_handler =
        atomic_load_explicit(&rt.signals.is_ignored, memory_order_relaxed) ? SIG_IGN : SIG_DFL;
}

/* Is that all that the program wants of our signal? Then it has no need of it. */
static bool is_content(const struct sigaction *action)
{
    return !action || (!(action->sa_flags & SA_SIGINFO) &&
                       (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN));
}

EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    if (number > 0 && number == signals_number()) {
        if (is_content(action)) {
            if (old)
                answer(old);
            if (action)
                atomic_store_explicit(&rt.signals.is_ignored, action->sa_handler == SIG_IGN,
                                      memory_order_relaxed);
            return 0;
        }
        struct sys_signals set = {{0}};
        add_signal(&set, number);
        give_up(&set);
    }
    int failed = __sigaction(number, action, old);
    if (!failed && old && number == SIGPROF && old->sa_handler == do_nothing)
        old->sa_handler = SIG_DFL;
    return failed;
}

/* What signal and its like answer. */
static void (*take_handler(int number, void (*handler)(int), int flags))(int)
{
    struct sigaction action, old;
    action.sa_handler = handler;
    action.sa_flags = flags;
    sigemptyset(&action.sa_mask);
    if (!(flags & SA_NODEFER))
        sigaddset(&action.sa_mask, number);
    return sigaction(number, &action, &old) < 0 ? SIG_ERR : old.sa_handler;
}

EXPORT void (*signal(int number, void (*handler)(int)))(int)
{
    if ((number > 0 && number == signals_number()) || number == SIGPROF)
        return take_handler(number, handler, SA_RESTART);
    return ssignal(number, handler); /* libc's signal by another name */
}

EXPORT void (*bsd_signal(int number, void (*handler)(int)))(int)
    __attribute__((nothrow, leaf, alias("signal")));

EXPORT void (*__sysv_signal(int number, void (*handler)(int)))(int);
void (*__sysv_signal(int number, void (*handler)(int)))(int)
{
    return take_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

EXPORT void (*sysv_signal(int number, void (*handler)(int)))(int)
    __attribute__((alias("__sysv_signal")));

#endif

/* ---- contexts ---- */

#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)

/* A handler that begins here: the context that it is handed, and what it is called for; NULL: none.
 */
static const void *handed(const void *context, int *number)
{
    const mcontext_t *m = &((const ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
    enum { RDI = 8, RDX = 12, RSP = 15 };
    *number = (int)m->gregs[RDI];
    bool is_there = m->gregs[RDX] == m->gregs[RSP] + (long)sizeof(long);
    return is_there ? (const void *)m->gregs[RDX] : NULL;
#elif defined(__i386__)
    enum { ESP = 7, EDX = 9, ECX = 10, EAX = 11 };
    *number = m->gregs[EAX];
    bool is_there = m->gregs[EDX] > m->gregs[ESP] && m->gregs[ECX] > m->gregs[EDX] &&
                    m->gregs[ECX] - m->gregs[ESP] < 256;
    return is_there ? (const void *)m->gregs[ECX] : NULL;
#else
    const siginfo_t *info = (const void *)(uintptr_t)m->sp;
    *number = (int)m->regs[0];
    return info + 1;
#endif
}

static bool begins_at(int number, uintptr_t pc)
{
    struct sigaction action;
    return number > 0 && number < NSIG && install(number, NULL, &action) == 0 &&
           (uintptr_t)action.sa_handler == pc;
}

const void *signals_context(const void *context)
{
    for (int i = 0; i < NSIG; i++) {
        int number;
        const void *inner = handed(context, &number);
        if (!inner || !begins_at(number, machine_pc(context)))
            return context;
        context = inner;
    }
    return context;
}

#else

const void *signals_context(const void *context)
{
    return context;
}

#endif

void signals_init(void (*handler)(int, siginfo_t *, void *))
{
    struct sys_signals blocked = {{0}};
    machine_syscall(SYS_rt_sigprocmask,
                    (const long[6]){SIG_BLOCK, 0, (long)&blocked, SYS_SIGNAL_BYTES});
    if (!has_all_choices(&blocked))
        for (size_t i = 0; i < sizeof blocked.word / sizeof blocked.word[0]; i++)
            atomic_fetch_or_explicit(&rt.signals.asked[i], blocked.word[i], memory_order_relaxed);
    rt.signals.handler = handler;
    take(find_free());
    if (!signals_number())
        say_none();
    if (is_default(SIGPROF))
        install_plain(SIGPROF, do_nothing);
}
