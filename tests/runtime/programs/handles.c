/* SPDX-License-Identifier: GPL-3.0-or-later */
/* handles WHAT: does something with signals, then asks for 100 samples in spin(). Prints "ok", or
 * what did not work. own: a handler for SIGPROF and a timer of setitimer: its signals come. all,
 * most: handlers for all signals, or all but the last ones. ignore: none wanted. block: all
 * blocked. asks: what sigaction answers is what it set. flood: another process sends it 200
 * SIGPROF. signalfd, sigwait: signals that are blocked one by one come there. */
#define _GNU_SOURCE
#include "sample.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t n_prof, n_other;

static void on_signal(int number)
{
    if (number == SIGPROF)
        n_prof++;
    else
        n_other++;
}

__attribute__((noipa)) static void spin(int n)
{
    for (int i = 0; i < n; i++)
        gptui_rt_sample();
}

static void say(const char *wrong)
{
    printf("%s\n", wrong);
    exit(1);
}

enum { MOST = 60 };

static void set_all(void (*handler)(int), int last)
{
    for (int i = 1; i <= last; i++) {
        struct sigaction action = {.sa_handler = handler};
        sigfillset(&action.sa_mask);
        if (i == SIGKILL || i == SIGSTOP || i == SIGSEGV || i == 32 || i == 33)
            continue;
        if (i % 2 ? sigaction(i, &action, NULL) != 0 : signal(i, handler) == SIG_ERR)
            say("a handler is refused");
    }
}

static void set_timer(void)
{
    struct itimerval time = {{0, 10000}, {0, 10000}};
    signal(SIGPROF, on_signal);
    setitimer(ITIMER_PROF, &time, NULL);
    while (n_prof < 3)
        ;
}

static void block_all(void)
{
    sigset_t set, now;
    sigfillset(&set);
    if (sigprocmask(SIG_BLOCK, &set, NULL) != 0 || pthread_sigmask(SIG_SETMASK, NULL, &now) != 0)
        say("masks do not work");
    if (!sigismember(&now, SIGPROF) || !sigismember(&now, SIGRTMAX))
        say("not all is blocked");
}

static void ask(void)
{
    struct sigaction old;
    for (int i = 1; i < NSIG; i++)
        if (i != 32 && i != 33 && sigaction(i, NULL, &old) == 0 && old.sa_handler != SIG_DFL &&
            i == SIGPROF)
            say("a handler is there already");
    set_all(on_signal, MOST);
    for (int i = 1; i <= MOST; i++)
        if (i != SIGKILL && i != SIGSTOP && i != SIGSEGV && i != 32 && i != 33 &&
            (sigaction(i, NULL, &old) != 0 || old.sa_handler != on_signal))
            say("a handler is not there");
    if (signal(SIGPROF, SIG_DFL) != on_signal || signal(48, on_signal) != on_signal)
        say("signal() answers wrongly");
    for (int i = 34; i <= MOST; i++)
        kill(getpid(), i);
    if (n_other != MOST - 33)
        say("signals do not come");
}

/* Those that a runtime may have taken are among them. */
static void wait_for_each(int is_by_file)
{
    static const int numbers[] = {16, 64, 63, 48, 34, 62, SIGUSR1};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct signalfd_siginfo info = {0};
        const struct timespec none = {0, 0};
        sigset_t set;
        sigemptyset(&set);
        sigaddset(&set, numbers[i]);
        sigprocmask(SIG_BLOCK, &set, NULL);
        int fd = is_by_file ? signalfd(-1, &set, SFD_NONBLOCK) : -1;
        kill(getpid(), numbers[i]);
        if (!is_by_file)
            info.ssi_signo = (unsigned)sigtimedwait(&set, NULL, &none);
        else if (read(fd, &info, sizeof info) < 0)
            say("nothing can be read");
        if ((int)info.ssi_signo != numbers[i])
            say("a blocked signal does not come");
    }
}

static void flood(void)
{
    pid_t child = fork();
    for (int i = 0; child == 0 && i < 200; i++)
        kill(getppid(), SIGPROF);
    if (child == 0)
        _exit(0);
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    if (strcmp(argv[1], "own") == 0)
        set_timer();
    else if (strcmp(argv[1], "all") == 0)
        set_all(on_signal, NSIG - 1);
    else if (strcmp(argv[1], "most") == 0)
        set_all(on_signal, MOST);
    else if (strcmp(argv[1], "ignore") == 0)
        set_all(SIG_IGN, NSIG - 1);
    else if (strcmp(argv[1], "block") == 0)
        block_all();
    else if (strcmp(argv[1], "asks") == 0)
        ask();
    else if (strcmp(argv[1], "flood") == 0)
        flood();
    else if (argv[1][0] == 's')
        wait_for_each(strcmp(argv[1], "signalfd") == 0);
    spin(100);
    if (strcmp(argv[1], "own") != 0 && n_prof > 0)
        say("SIGPROF came from nowhere");
    if (strcmp(argv[1], "asks") != 0 && n_other > 0)
        say("signals came from nowhere");
    printf("ok\n");
    return 0;
}
