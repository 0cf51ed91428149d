/* SPDX-License-Identifier: GPL-3.0-or-later */
/* behave WHAT: exit N; die SIGNAL; leave (without the runtime's knowledge); args...: one per line;
 * signals: says which come, 42 after SIGTERM; fork: a child that ends;
 * library: in libc for a while; loop: for ever; daemon: a child that ends when its input does. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

__attribute__((noinline)) int work(int x)
{
    __asm__ volatile(""); /* calls of it must not be optimised away */
    return x + 1;
}

static void say(const char *what, int number)
{
    printf("%s %d\n", what, number);
    fflush(stdout);
}

static int take_signals(void)
{
    static const int taken[] = {SIGHUP, SIGUSR1, SIGUSR2, SIGWINCH, SIGTERM};
    sigset_t set;
    int number = 0;
    sigemptyset(&set);
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        sigaddset(&set, taken[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
    say("ready", 0);
    while (number != SIGTERM)
        if (sigwait(&set, &number) == 0)
            say("signal", number);
    return 42;
}

/* A tenth of a second of the processor in libc, whatever that takes. */
static int measure_for_long(void)
{
    enum { MANY = 1 << 12 };
    static char text[MANY];
    clock_t start = clock();
    memset(text, 'x', MANY - 1);
    size_t length = 0;
    while (clock() - start < CLOCKS_PER_SEC / 7)
        for (int i = 0; i < 1000; i++) {
            __asm__ volatile("" : : "r"(text) : "memory"); /* it may be another length now */
            length += strlen(text);
        }
    return length == 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    int n = argc > 2 ? atoi(argv[2]) : 0, sum = 0;
    for (int i = 0; i < 1000; i++)
        sum = work(sum);
    if (strcmp(what, "exit") == 0)
        return n;
    if (strcmp(what, "die") == 0)
        raise(n);
    if (strcmp(what, "leave") == 0)
        syscall(SYS_exit_group, n);
    if (strcmp(what, "signals") == 0)
        return take_signals();
    if (strcmp(what, "library") == 0)
        return measure_for_long();
    if (strcmp(what, "loop") == 0)
        for (say("ready", 0);;)
            sum = work(sum);
    if (strcmp(what, "daemon") == 0) {
        char byte;
        if (fork() == 0)
            n = (int)read(STDIN_FILENO, &byte, 1);
        else
            syscall(SYS_exit_group, 0);
        return n;
    }
    if (strcmp(what, "fork") == 0)
        return fork() == 0 ? 0 : wait(NULL) < 0;
    for (int i = 1; i < argc; i++)
        puts(argv[i]);
    return 0;
}
