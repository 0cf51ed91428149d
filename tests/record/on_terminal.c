/* SPDX-License-Identifier: GPL-3.0-or-later */
/* on_terminal HOW COMMAND...: run COMMAND with a new terminal as its standard output, and print
 * what comes out there. HOW: "apart": the terminal controls nobody, and standard input is empty, as
 * a launcher of parallel jobs does it; "background": it controls the command, which is not in its
 * foreground; "front": it is in the foreground. The status is that of the command. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* In the child: the terminal becomes what `how` says, and the command runs. */
static void become(const char *how, int terminal, char **command)
{
    int nothing = open("/dev/null", O_RDONLY);
    bool controls = strcmp(how, "apart") != 0;
    if (setsid() < 0 || (controls && ioctl(terminal, TIOCSCTTY, 0) != 0))
        _exit(99);
    if (strcmp(how, "background") == 0) {
        signal(SIGTTOU, SIG_IGN);
        pid_t front = fork(); /* the leader of another group, which is in the foreground */
        if (front == 0) {
            setpgid(0, 0);
            pause();
        }
        setpgid(front, front);
        if (front < 0 || tcsetpgrp(terminal, front) != 0)
            _exit(99);
        signal(SIGTTOU, SIG_DFL);
    }
    dup2(controls ? terminal : nothing, STDIN_FILENO);
    dup2(terminal, STDOUT_FILENO);
    execvp(command[0], command);
    _exit(99);
}

int main(int argc, char **argv)
{
    int terminal, mine, status;
    char bytes[4096];
    ssize_t n;
    if (argc < 3 || openpty(&mine, &terminal, NULL, NULL, NULL) != 0)
        return 99;
    pid_t child = fork();
    if (child == 0) {
        close(mine);
        become(argv[1], terminal, argv + 2);
    }
    close(terminal);
    while ((n = read(mine, bytes, sizeof bytes)) > 0)
        fwrite(bytes, 1, (size_t)n, stdout);
    if (child < 0 || waitpid(child, &status, 0) != child)
        return 99;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 98;
}
