/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spent COMMAND...: runs it without its output and prints what that took: milliseconds that passed,
 * milliseconds of CPU time, MiB of memory at most. */
#include <fcntl.h>
#include <stdio.h>
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
    struct rusage use;
    int status;
    double start = now_ms();
    pid_t pid = argc > 1 ? fork() : -1;
    if (pid < 0)
        return 1;
    if (pid == 0) {
        dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        _exit(127);
    }
    if (waitpid(pid, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return 1;
    getrusage(RUSAGE_CHILDREN, &use);
    printf("%.2f %.2f %ld\n", now_ms() - start, ms_of(use.ru_utime) + ms_of(use.ru_stime),
           use.ru_maxrss / 1024);
    return 0;
}
