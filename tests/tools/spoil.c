/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spoil: gprof, with one thing made wrong. SPOIL says which: output (a byte), longer (a byte more),
 * message, status, file (one that is left in the folder); anything else: nothing. It proves that
 * the differential tests can fail. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int copy(FILE *from, const char *spoil)
{
    int c, next = getc(from);
    while ((c = next) != EOF) {
        next = getc(from);
        if (next == EOF && strcmp(spoil, "output") == 0)
            c ^= 1;
        putchar(c);
    }
    if (strcmp(spoil, "longer") == 0)
        putchar('\n');
    return fflush(stdout);
}

int main(int argc, char **argv)
{
    const char *spoil = getenv("SPOIL") ? getenv("SPOIL") : "";
    int ends[2], status;
    if (pipe(ends) != 0)
        return 3;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        execvp("gprof", argv);
        _exit(127);
    }
    close(ends[1]);
    FILE *from = fdopen(ends[0], "r");
    if (pid < 0 || !from || copy(from, spoil) != 0 || waitpid(pid, &status, 0) != pid)
        return 3;
    if (strcmp(spoil, "file") == 0 && !freopen("spoilt-ann", "w", stdin))
        return 3;
    if (strcmp(spoil, "message") == 0)
        fputs("gprof: one more message\n", stderr);
    status = WIFEXITED(status) ? WEXITSTATUS(status) : 3;
    return strcmp(spoil, "status") == 0 ? !status : status;
}
