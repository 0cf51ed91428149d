/* SPDX-License-Identifier: GPL-3.0-or-later */
/* serial LINK FILE SETUP READER OUT: LINK leads to a serial line, which is a terminal. The shell
 * runs SETUP, which prepares the line, then READER beside us, while FILE comes over the line; the
 * line is cut when OUT has as many bytes. The status is that of SETUP. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static off_t size_of(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 ? st.st_size : -1;
}

static pid_t start(const char *command)
{
    const pid_t child = fork();
    if (child == 0) {
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(99);
    }
    return child;
}

int main(int argc, char **argv)
{
    char name[64], bytes[4096];
    int mine, terminal, status = 99;
    size_t n;
    FILE *in = argc == 6 ? fopen(argv[2], "rb") : NULL;
    if (!in || openpty(&mine, &terminal, name, NULL, NULL) != 0 || symlink(name, argv[1]) != 0 ||
        fcntl(mine, F_SETFD, FD_CLOEXEC) != 0 || fcntl(terminal, F_SETFD, FD_CLOEXEC) != 0 ||
        waitpid(start(argv[3]), &status, 0) < 0)
        return 99;
    const pid_t reader = start(argv[4]);
    while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
        if (write(mine, bytes, n) != (ssize_t)n)
            return 99;
    while (size_of(argv[5]) < size_of(argv[2]) && waitpid(reader, NULL, WNOHANG) == 0)
        poll(NULL, 0, 1);
    close(terminal);
    close(mine);
    waitpid(reader, NULL, 0);
    fclose(in);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}
