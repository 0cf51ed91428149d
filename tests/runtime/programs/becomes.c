/* SPDX-License-Identifier: GPL-3.0-or-later */
/* becomes HOW: calls leaf 1000 times, then becomes itself with HOW "last", by the function of exec
 * of that name; that one calls leaf 1000 times and ends with status 3. "vfork", "fork", "script",
 * "daemon" and "fail" are in the table below. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
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

/* Each fails as it does without the runtime, and the program goes on. */
static void fail(void)
{
    int ok = 0;
    leaf();
    ok += execvp("no-such-program", words) == -1 && errno == ENOENT;
    ok += execv("/etc/passwd", words) == -1 && errno == EACCES;
    ok += execv("./broken", words) == -1 && errno == ENOEXEC;
    ok += execl("", "x", (char *)NULL) == -1 && errno == ENOENT;
    ok += execve("./broken", words, environ) == -1 && errno == ENOEXEC;
    ok += fexecve(-1, words, environ) == -1 && errno == EBADF;
    kill(getpid(), ok == 6 ? SIGKILL : SIGABRT);
}

static void by(const char *how)
{
    if (strcmp(how, "execl") == 0)
        execl(self, self, "last", (char *)NULL);
    else if (strcmp(how, "execle") == 0)
        execle(self, self, "last", (char *)NULL, environ);
    else if (strcmp(how, "execlp") == 0)
        execlp(self, self, "last", (char *)NULL);
    else if (strcmp(how, "execv") == 0)
        execv(self, words);
    else if (strcmp(how, "execve") == 0)
        execve(self, words, environ);
    else if (strcmp(how, "execvp") == 0)
        execvp(self, words);
    else if (strcmp(how, "execvpe") == 0)
        execvpe(self, words, environ);
    else if (strcmp(how, "fexecve") == 0)
        fexecve(open(self, O_RDONLY), words, environ);
    else if (strcmp(how, "execveat") == 0)
        execveat(AT_FDCWD, self, words, environ, 0);
    else if (strcmp(how, "script") == 0)
        execvp("./script", words);
    else if (strcmp(how, "vfork") == 0)
        by_vfork();
    else if (strcmp(how, "fork") == 0)
        by_fork();
    else if (strcmp(how, "daemon") == 0)
        by_daemon();
    else if (strcmp(how, "fail") == 0)
        fail();
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
