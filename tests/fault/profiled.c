/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profiled: a program with a thread and a child, and a status and output of its own. */
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile unsigned long sum;

__attribute__((noinline)) static void leaf(unsigned long n)
{
    for (unsigned long i = 0; i < n; i++)
        sum += i * i;
}

static void *work(void *ctx)
{
    for (int i = 0; i < 100; i++)
        leaf(5000);
    return ctx;
}

int main(void)
{
    int status = 0;
    pthread_t thread;
    if (pthread_create(&thread, NULL, work, NULL) != 0)
        return 1;
    work(NULL);
    pthread_join(thread, NULL);
    pid_t child = fork();
    if (child == 0) {
        work(NULL);
        return 5;
    }
    if (child < 0 || waitpid(child, &status, 0) != child || wait(NULL) != -1)
        return 2;
    printf("the child ended with %d\n", WEXITSTATUS(status));
    return 3;
}
