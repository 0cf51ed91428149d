/* SPDX-License-Identifier: GPL-3.0-or-later */
/* killed HOW: calls leaf 1000 times, and in each of two threads 100 times; then ends by SIGKILL
 * (kill), out of stack (stack), or in peace (end). fork: has a child before that, which calls leaf
 * 500 times. */
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__((noinline)) void leaf(void)
{
    __asm__ volatile("");
}

static void call_leaf(int n)
{
    while (n-- > 0)
        leaf();
}

static void *in_thread(void *unused)
{
    (void)unused;
    call_leaf(100);
    return NULL;
}

__attribute__((noinline)) static int deep(volatile int *above)
{
    volatile int here[1000] = {*above};
    return deep(here) + here[0];
}

static void have_child(void)
{
    if (fork() == 0) {
        call_leaf(500);
        _exit(0);
    }
    wait(NULL);
}

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "end";
    pthread_t thread[2];
    volatile int zero = 0;
    call_leaf(1000);
    for (int i = 0; i < 2; i++)
        pthread_create(&thread[i], NULL, in_thread, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    if (strcmp(how, "fork") == 0)
        have_child();
    if (strcmp(how, "stack") == 0)
        return deep(&zero);
    if (strcmp(how, "end") != 0)
        kill(getpid(), SIGKILL);
    return 0;
}
