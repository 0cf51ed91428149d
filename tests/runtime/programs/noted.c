/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noted SEED: functions that call each other by chance, themselves, too, in threads, in handlers,
 * and where the stack begins with them. Each notes where it is as it is called, and the samples
 * that it takes there (sample.h): prints "main;first;second 3" for each way. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "sample.h"

#define APART static __attribute__((noinline))

enum { MOST_BYTES = 400, MOST_WAYS = 5000 };

static struct way {
    char names[MOST_BYTES];
    unsigned samples;
} ways[MOST_WAYS];
static _Thread_local char here[MOST_BYTES];
static unsigned chance;

APART unsigned below(unsigned n)
{
    return (chance = chance * 1103515245 + 12345) / 65536 % n;
}

/* Direct recursion is one row of a tree. */
APART size_t enter(const char *name)
{
    const size_t n = strlen(here);
    const char *last = strrchr(here, ';');
    if (strcmp(last ? last + 1 : here, name) != 0)
        snprintf(here + n, sizeof here - n, "%s%s", n ? ";" : "", name);
    return n;
}

APART unsigned note(void)
{
    struct way *w = ways;
    const unsigned n = below(3);
    while (*w->names && strcmp(w->names, here) != 0)
        w++;
    memcpy(w->names, here, sizeof here);
    w->samples += n;
    return n;
}

static void (*const callee[6])(int depth);

/* A part of the function that it stands in, which samples hit. */
IN_LINE void go(int depth)
{
    for (unsigned n = note(); n > 0; n--)
        gptui_rt_sample();
    for (unsigned n = depth ? below(4) : 0; n > 0; n--)
        callee[below(6)](depth - 1);
}

#define FUNCTION(name, body)                                                                       \
    APART void name(int depth)                                                                     \
    {                                                                                              \
        const size_t n = enter(#name);                                                             \
        body;                                                                                      \
        here[n] = '\0';                                                                            \
    }

FUNCTION(first, go(depth))
FUNCTION(second, go(depth))
FUNCTION(third, go(depth))
FUNCTION(fourth, go(depth); go(depth / 2))
FUNCTION(handler, go(2 + 0 * depth))
FUNCTION(raiser, raise(SIGUSR1); go(depth))
FUNCTION(alone, go(depth))
FUNCTION(thread, go(depth))

static void (*const callee[])(int depth) = {first, second, third, fourth, fourth, raiser};

int main(int argc, char **argv)
{
    static char stack[1 << 16];
    ucontext_t before, other;
    chance = (unsigned)atoi(argv[argc - 1]);
    signal(SIGUSR1, handler);
    getcontext(&other);
    other.uc_stack = (stack_t){.ss_sp = stack, .ss_size = sizeof stack};
    other.uc_link = &before;
    makecontext(&other, (void (*)(void))alone, 1, 4);
    swapcontext(&before, &other);
    enter("main");
    for (int i = 0; i < 4; i++) {
        pthread_t t;
        go(7);
        if (pthread_create(&t, NULL, (void *(*)(void *))thread, (void *)6) == 0)
            pthread_join(t, NULL);
    }
    for (const struct way *w = ways; *w->names; w++)
        printf("%s %u\n", w->names, w->samples);
    return 0;
}
