/* SPDX-License-Identifier: GPL-3.0-or-later */
/* brief WHAT: runs for a few milliseconds. nothing: 1000 calls; library: 30 samples in a library,
 * too; input: as many calls more as the first line of its input says; count: N calls more in its
 * N-th run, as it counts in the file `runs`; status: ends with 1 from its third run on; sleep: for
 * 20 ms; wait: for 200, after a sample; die: by a signal, in its second run; ended: by one.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

__attribute__((noinline)) int work(int x)
{
    __asm__ volatile(""); /* calls of it must not be optimised away */
    return x + 1;
}

void take_samples(int n); /* of a library */

static int next_run(void)
{
    int n = 0;
    FILE *f = fopen("runs", "r");
    if (f && fscanf(f, "%d", &n) != 1)
        n = 0;
    if (f)
        fclose(f);
    f = fopen("runs", "w");
    if (f && fprintf(f, "%d\n", ++n) > 0)
        fclose(f);
    return n;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "nothing";
    int more = 0, status = 0;
    char line[64];
    if (strcmp(what, "library") == 0)
        take_samples(30);
    if (strcmp(what, "input") == 0 && fgets(line, sizeof line, stdin))
        more = atoi(line);
    if (strcmp(what, "count") == 0)
        more = next_run();
    if (strcmp(what, "status") == 0)
        status = next_run() >= 3;
    if (strcmp(what, "die") == 0 && next_run() == 2)
        raise(SIGTERM);
    if (strcmp(what, "sleep") == 0)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    if (strcmp(what, "wait") == 0) {
        take_samples(1);
        nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
    }
    if (strcmp(what, "ended") == 0)
        raise(SIGTERM);
    for (int i = 0; i < 1000 + more; i++)
        work(i);
    puts("here");
    return status;
}
