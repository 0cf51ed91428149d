/* SPDX-License-Identifier: GPL-3.0-or-later */
/* effects: prints what the system says of this very process, a word and its values on each line:
 * handlers, the numbers of signals that have one; threads, how many; descriptors, how many are open
 * beyond the first three; clock, how often in 1000 looks the CPU clock of the process had moved;
 * unshare, whether it may have a name space of users of its own. */
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static int looks_that_moved(void)
{
    struct timespec before = {0}, now;
    int n = 0;
    for (int i = 0; i < 1000; i++, before = now) {
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
        n += now.tv_nsec != before.tv_nsec;
    }
    return n;
}

int main(void)
{
    char line[128];
    unsigned long long caught = 0;
    int n_open = 0, n_threads = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "SigCgt: %llx", &caught) != 1)
            (void)!sscanf(line, "Threads: %d", &n_threads);
    if (f)
        fclose(f);
    printf("handlers");
    for (int i = 1; i < 65; i++)
        if (caught >> (i - 1) & 1)
            printf(" %d", i);
    puts("");
    printf("threads %d\n", n_threads);
    for (int fd = 3; fd < 1024; fd++)
        n_open += dup2(fd, fd) == fd;
    printf("descriptors %d\n", n_open);
    printf("clock %d\n", looks_that_moved());
    printf("unshare %s\n", unshare(CLONE_NEWUSER) == 0 ? "done"
                           : errno == EINVAL           ? "EINVAL"
                                                       : "refused");
    return 0;
}
