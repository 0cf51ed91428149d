/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cputime LIBRARY COMMAND...: runs it without its output, with the library preloaded unless that is
 * empty, and prints the milliseconds of CPU time that it took. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double ms_of(struct timeval t)
{
    return (double)t.tv_sec * 1e3 + (double)t.tv_usec / 1e3;
}

int main(int argc, char **argv)
{
    struct rusage use;
    int status;
    pid_t pid = argc > 2 ? fork() : -1;
    if (pid < 0)
        return 1;
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        dup2(null, STDOUT_FILENO);
        if (*argv[1])
            setenv("LD_PRELOAD", argv[1], 1);
        execvp(argv[2], argv + 2);
        _exit(127);
    }
    if (waitpid(pid, &status, 0) != pid || status != 0 || getrusage(RUSAGE_CHILDREN, &use) != 0)
        return 1;
    printf("%.3f\n", ms_of(use.ru_utime) + ms_of(use.ru_stime));
    return 0;
}
