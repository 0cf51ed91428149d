/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/file/unfinished.h"

enum {
    PATIENCE_MS = 150,  /* from a signal to the end, whatever the program is doing */
    TERMINAL_MS = 1000, /* for a terminal that takes nothing at the moment */
};

static const int signals[] = {SIGSEGV, SIGBUS,  SIGFPE,   SIGILL,  SIGABRT, SIGHUP,
                              SIGINT,  SIGTERM, SIGWINCH, SIGTSTP, SIGCONT};
enum { N_SIGNALS = ARRAY_LEN(signals), N_CRASHES = 5, SIGNALS_MOST = 128 };

/* The one terminal. What handlers read is written before they are installed. */
static struct {
    volatile sig_atomic_t taken;
    volatile sig_atomic_t end, resized, stop, continued;
    int fd;
    int pipe[2];
    struct termios modes;
    char bytes[256];
    size_t n;
    struct sigaction old[N_SIGNALS];
    struct sigaction others[SIGNALS_MOST]; /* by number; those before us, where `taken_over` */
    bool taken_over[SIGNALS_MOST];
    bool installed, has_timer;
    timer_t timer; /* sends another signal when the patience is over */
} term = {.fd = -1, .pipe = {-1, -1}};

static char crash_stack[64 * 1024]; /* a deep recursion leaves no other */

void restore_now(void)
{
    if (!term.taken)
        return;
    term.taken = 0;
    size_t at = 0;
    /* A terminal that takes nothing any more must not keep us. */
    struct pollfd out = {.fd = term.fd, .events = POLLOUT};
    while (at < term.n) {
        ssize_t k = poll(&out, 1, TERMINAL_MS);
        if (k > 0)
            k = write(term.fd, term.bytes + at, term.n - at);
        if (k < 0 && errno == EINTR)
            continue;
        if (k <= 0)
            break;
        at += (size_t)k;
    }
    tcsetattr(term.fd, TCSANOW, &term.modes);
}

static void on_crash(int sig, siginfo_t *info, void *context)
{
    size_t i = N_CRASHES - 1;
    while (i && signals[i] != sig)
        i--;
    restore_now();
    sigaction(sig, &term.old[i], NULL);
    if (info->si_code <= 0)
        raise(sig); /* sent, not a fault: returning would not repeat it */
}

static void wake(void)
{
    int saved = errno;
    if (write(term.pipe[1], "", 1) < 0) {
        /* full: then it is readable, which is all we want */
    }
    errno = saved;
}

/* The status is the one that the program would have ended with. */
static void on_end(int sig)
{
    if (term.end) {
        restore_now();
        unfinished_remove();
        _exit(128 + term.end);
    }
    term.end = sig;
    /* While an editor has the terminal, it is for the editor's user to end it. */
    const struct itimerspec once = {.it_value.tv_nsec = PATIENCE_MS * 1000000L};
    if (term.has_timer && term.taken)
        timer_settime(term.timer, 0, &once, NULL);
    wake();
}

static void on_news(int sig)
{
    if (sig == SIGWINCH)
        term.resized = 1;
    else if (sig == SIGTSTP)
        term.stop = 1;
    else
        term.continued = 1;
    wake();
}

/* The one that is sent here comes when this returns, to whoever had it before us. */
static void on_other(int sig)
{
    restore_now();
    sigaction(sig, &term.others[sig], NULL);
    raise(sig);
}

/* The signals that are not in the table above, but for those that end nobody. */
static bool is_other(int sig)
{
    static const int harmless[] = {SIGKILL, SIGSTOP, SIGCHLD, SIGURG, SIGTTIN, SIGTTOU};
    for (size_t i = 0; i < ARRAY_LEN(harmless); i++)
        if (harmless[i] == sig)
            return false;
    for (size_t i = 0; i < N_SIGNALS; i++)
        if (signals[i] == sig)
            return false;
    return true;
}

static int last_signal(void)
{
    return SIGRTMAX < SIGNALS_MOST ? SIGRTMAX : SIGNALS_MOST - 1;
}

static void install(void)
{
    stack_t stack = {.ss_sp = crash_stack, .ss_size = sizeof crash_stack};
    sigaltstack(&stack, NULL);
    for (size_t i = 0; i < N_SIGNALS; i++) {
        struct sigaction a = {.sa_flags = 0};
        sigemptyset(&a.sa_mask);
        if (i < N_CRASHES) {
            a.sa_sigaction = on_crash;
            a.sa_flags = SA_SIGINFO | SA_ONSTACK;
        } else {
            bool end = signals[i] == SIGHUP || signals[i] == SIGINT || signals[i] == SIGTERM;
            a.sa_handler = end ? on_end : on_news;
            a.sa_flags = end ? 0 : SA_RESTART; /* whoever waits may ask whether to go on */
        }
        sigaction(signals[i], &a, &term.old[i]);
        if (signals[i] == SIGHUP && term.old[i].sa_handler == SIG_IGN)
            sigaction(SIGHUP, &term.old[i], NULL); /* nohup means it */
    }
    /* None of them interrupts another one at work. */
    struct sigaction ours = {.sa_handler = on_other}, *old = term.others;
    sigemptyset(&ours.sa_mask);
    for (int sig = 1; sig <= last_signal(); sig++)
        if (is_other(sig))
            sigaddset(&ours.sa_mask, sig);
    for (int sig = 1; sig <= last_signal(); sig++) {
        /* They end us by default, or by a handler that is called once: before the end. One that is
         * ignored, or that somebody answers again and again, as a profiler does, ends nothing. */
        term.taken_over[sig] =
            is_other(sig) && sigaction(sig, NULL, &old[sig]) == 0 &&
            (old[sig].sa_handler == SIG_DFL || (old[sig].sa_flags & (int)SA_RESETHAND));
        if (term.taken_over[sig])
            sigaction(sig, &ours, NULL);
    }
    term.installed = true;
}

bool restore_arm(int fd, const struct termios *modes, const char *p, size_t n)
{
    restore_disarm();
    if (pipe(term.pipe) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (fcntl(term.pipe[i], F_SETFD, FD_CLOEXEC) != 0 ||
            fcntl(term.pipe[i], F_SETFL, O_NONBLOCK) != 0)
            return false; /* restore_disarm closes it */
    term.fd = fd;
    term.modes = *modes;
    term.n = n < sizeof term.bytes ? n : sizeof term.bytes;
    memcpy(term.bytes, p, term.n);
    term.end = term.resized = term.stop = term.continued = 0;
    struct sigevent again = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGTERM};
    term.has_timer = timer_create(CLOCK_MONOTONIC, &again, &term.timer) == 0;
    install();
    term.taken = 1;
    return true;
}

void restore_disarm(void)
{
    term.taken = 0;
    if (term.has_timer)
        timer_delete(term.timer);
    term.has_timer = false;
    if (term.installed) {
        for (size_t i = 0; i < N_SIGNALS; i++)
            sigaction(signals[i], &term.old[i], NULL);
        for (int sig = 1; sig <= last_signal(); sig++)
            if (term.taken_over[sig])
                sigaction(sig, &term.others[sig], NULL);
        stack_t off = {.ss_flags = SS_DISABLE};
        sigaltstack(&off, NULL);
    }
    term.installed = false;
    for (int i = 0; i < 2; i++) {
        if (term.pipe[i] >= 0)
            close(term.pipe[i]);
        term.pipe[i] = -1;
    }
}

void restore_hold(bool on)
{
    term.taken = on && term.installed;
}

int restore_wake_fd(void)
{
    return term.pipe[0];
}

bool restore_ending(void)
{
    return term.end != 0;
}

/* Whether the flag was set; it is not any more. */
static bool take(volatile sig_atomic_t *flag)
{
    const bool was = *flag;
    if (was)
        *flag = 0;
    return was;
}

struct restore_news restore_news(void)
{
    char drain[64];
    while (term.pipe[0] >= 0 && read(term.pipe[0], drain, sizeof drain) > 0)
        ;
    return (struct restore_news){term.end, take(&term.resized), take(&term.stop),
                                 take(&term.continued)};
}

void restore_claim_stop(bool on)
{
    static struct sigaction kept;
    static sigset_t mask;
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    if (on) {
        sigprocmask(SIG_BLOCK, &set, &mask);
        sigaction(SIGTSTP, &ignore, &kept);
    } else {
        sigaction(SIGTSTP, &kept, NULL);
        sigprocmask(SIG_SETMASK, &mask, NULL);
    }
}

void restore_stop_group(void)
{
    struct sigaction dfl = {.sa_handler = SIG_DFL}, ours;
    sigset_t set, before;
    sigaction(SIGTSTP, &dfl, &ours);
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    sigprocmask(SIG_UNBLOCK, &set, &before);
    kill(0, SIGTSTP); /* stopped here */
    sigprocmask(SIG_SETMASK, &before, NULL);
    term.stop = term.continued = 0;
    sigaction(SIGTSTP, &ours, NULL);
}

void restore_yield(bool on)
{
    static struct sigaction kept[3];
    static const int sigs[] = {SIGINT, SIGQUIT, SIGTSTP};
    for (size_t i = 0; i < ARRAY_LEN(sigs); i++) {
        struct sigaction a = {.sa_handler = sigs[i] == SIGTSTP ? SIG_DFL : SIG_IGN};
        if (on)
            sigaction(sigs[i], &a, &kept[i]);
        else
            sigaction(sigs[i], &kept[i], NULL);
    }
    if (!on)
        term.stop = term.continued = 0;
}

void restore_defaults(sigset_t *out)
{
    sigemptyset(out);
    for (size_t i = 0; i < N_SIGNALS; i++)
        if (term.old[i].sa_handler != SIG_IGN)
            sigaddset(out, signals[i]);
    sigaddset(out, SIGQUIT);
}
