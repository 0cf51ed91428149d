/* SPDX-License-Identifier: GPL-3.0-or-later */
/* becomes HOW: calls leaf 1000 times, then becomes itself with HOW "last", by the function of exec
 * of that name ("execv", "fexecve"); that one calls leaf 1000 times and ends with status 3.
 * "vfork", "fork", "script" and "daemon" are below. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static char *self;
static char *words[] = {NULL, (char *)"last", NULL};

__attribute__((noinline)) void leaf(void)
{
    __asm__ volatile("");
}

/* A child of vfork is no process of its own: only what it becomes is. */
static void by_vfork(void)
{
    int status;
    pid_t pid = vfork();
    if (pid == 0) {
        execv("/nothing/there", words);
        execv("/bin/true", words);
        _exit(9);
    }
    waitpid(pid, &status, 0);
    exit(WEXITSTATUS(status) == 0 ? 4 : 5);
}

/* As programs do that run others. */
static void by_fork(void)
{
    int status;
    if (fork() == 0) {
        leaf();
        execv("/bin/true", words);
        _exit(9);
    }
    wait(&status);
}

/* Goes on in the background, where it tells the pipe that is its standard output what became of it,
 * and calls leaf 10 times. */
static void by_daemon(void)
{
    int out = dup(1);
    if (daemon(0, 0) != 0)
        exit(9);
    char folder[100];
    ssize_t n = read(0, folder, sizeof folder);
    dprintf(out, "%s %zd %d %d\n", getcwd(folder, sizeof folder), n, getpid() == getsid(0),
            fcntl(out + 1, F_GETFD));
    for (int i = 0; i < 10; i++)
        leaf();
}

static void by(const char *how)
{
    if (strcmp(how, "execv") == 0)
        execv(self, words);
    else if (strcmp(how, "fexecve") == 0)
        fexecve(open(self, O_RDONLY), words, environ);
    else if (strcmp(how, "script") == 0)
        execvp("./script", words);
    else if (strcmp(how, "vfork") == 0)
        by_vfork();
    else if (strcmp(how, "fork") == 0)
        by_fork();
    else if (strcmp(how, "daemon") == 0)
        by_daemon();
}

int main(int argc, char **argv)
{
    self = words[0] = argv[0];
    for (int i = 0; i < 1000; i++)
        leaf();
    if (argc > 1)
        by(argv[1]);
    return 3;
}
