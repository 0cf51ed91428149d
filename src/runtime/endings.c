/* SPDX-License-Identifier: MIT */
#include "runtime/endings.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "machine.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/sys.h"

static void handle(int number, void (*handler)(int, siginfo_t *, void *), int flags)
{
    struct sigaction action;
    action.sa_sigaction = handler;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
    sigfillset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void on_dump(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    dump(DUMP_ANYWHERE);
}

static void on_reset(int number, siginfo_t *info, void *context)
{
    (void)number, (void)info, (void)context;
    rt_reset();
}

/* Whether the signal is a fault of the interrupted instruction: it comes again when the handler
 * returns. */
static bool is_fault(int number, const siginfo_t *info)
{
    return info->si_code > 0 &&
           (number == SIGSEGV || number == SIGBUS || number == SIGILL || number == SIGFPE);
}

/* The default action is in place again (SA_RESETHAND): what was sent is sent again, a fault comes
 * by itself, and a core file shows where. */
static void on_fatal(int number, siginfo_t *info, void *context)
{
    (void)context;
    dump_last(DUMP_ANYWHERE);
    if (!is_fault(number, info))
        sys_raise(number);
}

static void handle_fatal(void)
{
    static const unsigned char fatal[] = {SIGHUP,  SIGINT, SIGQUIT, SIGILL,  SIGABRT,
                                          SIGBUS,  SIGFPE, SIGSEGV, SIGPIPE, SIGALRM,
                                          SIGTERM, SIGSYS, SIGXCPU, SIGXFSZ};
    for (size_t i = 0; i < sizeof fatal; i++) {
        struct sigaction old;
        if (sigaction(fatal[i], NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) &&
            old.sa_handler == SIG_DFL)
            handle(fatal[i], on_fatal, (int)SA_RESETHAND);
    }
}

static void end_quickly(void)
{
    dump_last(DUMP_ANYWHERE);
}

void endings_init(void)
{
    at_quick_exit(end_quickly);
    handle_fatal();
    if (rt.options.dump_signal)
        handle(rt.options.dump_signal, on_dump, SA_RESTART);
    if (rt.options.reset_signal)
        handle(rt.options.reset_signal, on_reset, SA_RESTART);
}

/* Stand before libc's. libc's exit() ends in one of them too, after the last destructor. */
__attribute__((visibility("default"))) _Noreturn void _exit(int status);
__attribute__((visibility("default"))) _Noreturn void _Exit(int status);

_Noreturn void _exit(int status)
{
    if (!atomic_load_explicit(&rt.finished, memory_order_relaxed))
        dump_last(DUMP_ANYWHERE);
    sys_exit(status);
}

_Noreturn void _Exit(int status)
{
    _exit(status);
}

static long call(long number, long a, long b)
{
    return machine_syscall(number, (const long[6]){a, b});
}

/* Standard input and output become the device that has nothing. */
static int let_go(void)
{
    int fd = sys_open("/dev/null", O_RDWR, 0);
    if (fd < 0)
        return fd;
    for (int i = 0; i < 3; i++)
        if (i != fd)
            call(SYS_dup3, fd, i);
    if (fd > 2)
        sys_close(fd);
    return 0;
}

/* In libc's daemon() the process that its caller started ends by libc's own _exit(), past us. */
__attribute__((visibility("default"))) int daemon(int stays, int keeps);

int daemon(int stays, int keeps)
{
    pid_t pid = fork();
    if (pid > 0)
        _exit(0);
    long error = pid < 0 ? -errno : call(SYS_setsid, 0, 0);
    if (error >= 0 && !stays)
        (void)call(SYS_chdir, (long)"/", 0);
    if (error >= 0 && !keeps)
        error = let_go();
    errno = error < 0 ? (int)-error : errno;
    return error < 0 ? -1 : 0;
}
