/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept HOW: calls leaf 1000 times, and does one of these before it ends in peace:
 * children N: forks N children which give up descriptors, root folder and user, call leaf 100 times
 * each, fork one that does so, too, and end by SIGKILL. clone, _Fork, fork (the system call),
 * vfork: a child made so calls leaf 7 times, and ends. threads N: two threads count their calls of
 * leaf in memory of their own, and the process is killed when there have been N; it says how many
 * there were.
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void leaf(void)
{
    __asm__ volatile("");
}

__attribute__((no_instrument_function)) static void call_leaf(int n)
{
    while (n-- > 0)
        leaf();
}

__attribute__((no_instrument_function)) static void give_up(void)
{
    for (int fd = 0; fd < 100; fd++)
        close(fd);
    if (geteuid() == 0 && (chroot("/proc/self/fdinfo") != 0 || chdir("/") != 0 ||
                           setgid(65534) != 0 || setuid(65534) != 0))
        abort();
}

__attribute__((no_instrument_function)) static void end_child(int more)
{
    give_up();
    call_leaf(100);
    if (more && fork() == 0)
        end_child(0);
    while (wait(NULL) > 0)
        ;
    kill(getpid(), SIGKILL);
}

__attribute__((no_instrument_function)) static void have_children(int n)
{
    for (int i = 0; i < n; i++)
        if (fork() == 0)
            end_child(1);
    while (wait(NULL) > 0)
        ;
}

__attribute__((no_instrument_function)) static int counts(void *unused)
{
    (void)unused;
    call_leaf(7);
    syscall(SYS_exit_group, 0);
    return 0;
}

__attribute__((no_instrument_function)) static void have_strange(const char *how)
{
    static char stack[65536] __attribute__((aligned(64)));
    pid_t pid = 0;
    if (strcmp(how, "clone") == 0)
        pid = clone(counts, stack + sizeof stack, SIGCHLD, NULL);
    else if (strcmp(how, "vfork") == 0)
        pid = clone(counts, stack + sizeof stack, SIGCHLD | CLONE_VM | CLONE_VFORK, NULL);
    else
        pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
    if (pid == 0)
        counts(NULL);
    waitpid(pid, NULL, 0);
}

static volatile unsigned long *counted;

__attribute__((no_instrument_function)) static void *count(void *own)
{
    for (volatile unsigned long *n = own;; ++*n)
        leaf();
    return NULL;
}

__attribute__((no_instrument_function)) static void be_killed(unsigned long n)
{
    counted = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t pid = fork();
    if (pid == 0) {
        pthread_t thread;
        pthread_create(&thread, NULL, count, (void *)&counted[0]);
        count((void *)&counted[64]);
    }
    while (counted[0] + counted[64] < n)
        ;
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    printf("%lu\n", counted[0] + counted[64]);
}

__attribute__((no_instrument_function)) int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    call_leaf(1000);
    if (strcmp(how, "children") == 0)
        have_children(atoi(argv[2]));
    else if (strcmp(how, "threads") == 0)
        be_killed(strtoul(argv[2], NULL, 10));
    else if (*how)
        have_strange(how);
    return 0;
}
