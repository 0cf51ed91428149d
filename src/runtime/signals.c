/* SPDX-License-Identifier: MIT */
#include "runtime/signals.h"

#include <errno.h>
#include <stddef.h>
#include <sys/syscall.h>

#include "machine.h"
#include "runtime/rt.h"
#include "runtime/sys.h"

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

static void change_clock(int how)
{
    struct sys_signals set = {{0}};
    add_signal(&set, CLOCK_SIGNAL);
    machine_syscall(SYS_rt_sigprocmask, (const long[6]){how, (long)&set, 0, SYS_SIGNAL_BYTES});
}

void signals_open(void)
{
    change_clock(SIG_UNBLOCK);
}

/* ---- masks ---- */

/* libc needs these for itself; programs never block them. */
#ifdef __GLIBC__
enum { LIBC_FIRST = 32, LIBC_LAST = 33 };
#else
enum { LIBC_FIRST = 32, LIBC_LAST = 34 };
#endif

/* 0 or an errno. The kernel's set of signals is the beginning of libc's. */
static int change_mask(int how, const sigset_t *set, sigset_t *old)
{
    struct sys_signals wanted, before;
    long failed;
    if (set) {
        wanted = *(const struct sys_signals *)(const void *)set;
        remove_signal(&wanted, CLOCK_SIGNAL);
        for (int i = LIBC_FIRST; i <= LIBC_LAST; i++)
            remove_signal(&wanted, i);
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

static void do_nothing(int number)
{
    (void)number;
}

#ifdef __GLIBC__

/* libc's own, past the ones below. */
extern int __sigaction(int number, const struct sigaction *action, struct sigaction *old);

/* The action for our signal is what the program set. */
static int change_action(const struct sigaction *action, struct sigaction *old)
{
    if (old)
        *old = rt.signals.of_clock;
    if (action)
        rt.signals.of_clock = *action;
    return 0;
}

/* Timers of CPU time come with the same tick as ours. Had their handler begun, we would find the
 * thread there, and not where the tick found it. */
static bool comes_with_tick(int number)
{
    return number == SIGPROF || number == SIGVTALRM;
}

EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    struct sigaction alone;
    if (number == CLOCK_SIGNAL)
        return change_action(action, old);
    if (action && comes_with_tick(number)) {
        alone = *action;
        sigaddset(&alone.sa_mask, CLOCK_SIGNAL);
        action = &alone;
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
    if (number == CLOCK_SIGNAL || comes_with_tick(number))
        return take_handler(number, handler, SA_RESTART);
    return ssignal(number, handler); /* libc's signal by another name */
}

EXPORT void (*bsd_signal(int number, void (*handler)(int)))(int);
void (*bsd_signal(int number, void (*handler)(int)))(int)
{
    return signal(number, handler);
}

EXPORT void (*__sysv_signal(int number, void (*handler)(int)))(int);
void (*__sysv_signal(int number, void (*handler)(int)))(int)
{
    return take_handler(number, handler, (int)SA_RESETHAND | SA_NODEFER);
}

EXPORT void (*sysv_signal(int number, void (*handler)(int)))(int);
void (*sysv_signal(int number, void (*handler)(int)))(int)
{
    return __sysv_signal(number, handler);
}

static int install(int number, const struct sigaction *action, struct sigaction *old)
{
    return __sigaction(number, action, old);
}

#else

static int install(int number, const struct sigaction *action, struct sigaction *old)
{
    return sigaction(number, action, old);
}

#endif

void signals_pass_on(int number, siginfo_t *info, void *context)
{
    const struct sigaction *action = &rt.signals.of_clock;
    if (action->sa_flags & SA_SIGINFO)
        action->sa_sigaction(number, info, context);
    else if (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN)
        action->sa_handler(number);
}

void signals_init(void (*handler)(int, siginfo_t *, void *))
{
    struct sigaction action, old;
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK;
    sigfillset(&action.sa_mask);
    install(CLOCK_SIGNAL, &action, &old);
    action.sa_handler = do_nothing;
    action.sa_flags = SA_RESTART | SA_ONSTACK;
    if (install(SIGPROF, NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) &&
        old.sa_handler == SIG_DFL)
        install(SIGPROF, &action, &old);
    signals_open();
}
