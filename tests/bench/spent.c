/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spent [-u TEXT] COMMAND...: runs it without its output and prints what that took: milliseconds
 * that passed, milliseconds of CPU time, MiB of memory at most. With -u it has a terminal, and is
 * killed as soon as it has written TEXT there, which comes early. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double ms_of(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

int main(int argc, char **argv)
{
    static char got[1 << 16];
    struct rusage use;
    struct winsize size = {.ws_row = 40, .ws_col = 120};
    int status, terminal = -1;
    const char *text = argc > 3 && strcmp(argv[1], "-u") == 0 ? argv[2] : NULL;
    double start = now_ms();
    pid_t pid = text ? forkpty(&terminal, NULL, NULL, &size) : argc > 1 ? fork() : -1;
    ssize_t n = 0;
    argv += text ? 3 : 1;
    if (pid < 0)
        return 1;
    if (pid == 0) {
        if (!text)
            dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execvp(argv[0], argv);
        _exit(127);
    }
    for (size_t have = 0; text && !memmem(got, have, text, strlen(text)); have += (size_t)n)
        if ((n = read(terminal, got + have, sizeof got - have)) <= 0)
            return 1;
    if (text)
        kill(pid, SIGKILL);
    if (waitpid(pid, &status, 0) < 0 ||
        (text ? !WIFSIGNALED(status) : !WIFEXITED(status) || WEXITSTATUS(status) != 0))
        return 1;
    getrusage(RUSAGE_CHILDREN, &use);
    printf("%.2f %.2f %ld\n", now_ms() - start, ms_of(use.ru_utime) + ms_of(use.ru_stime),
           use.ru_maxrss / 1024);
    return 0;
}
