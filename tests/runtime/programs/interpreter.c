/* SPDX-License-Identifier: GPL-3.0-or-later */
/* interpreter N: runs a program of its own N times: a tree of statements and expressions, of which
 * some call functions of the program, some libc, and some are walked by a stack of values. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum op { NUMBER, ADD, MULTIPLY, LESS, CHOOSE, CALL, SHOW, NAME };

struct tree {
    enum op op;
    long number;
    const struct tree *a, *b, *c;
};

struct machine {
    long stack[256];
    size_t n;
    uint64_t hash;
    char shown[256];
};

typedef long action(struct machine *m, const struct tree *t);
static long run(struct machine *m, const struct tree *t);

static void push(struct machine *m, long value)
{
    if (m->n == sizeof m->stack / sizeof m->stack[0])
        exit(1);
    m->stack[m->n++] = value;
}

static long pop(struct machine *m)
{
    return m->stack[--m->n];
}

static uint64_t mix(uint64_t hash, const char *word)
{
    for (; *word; word++)
        hash = (hash ^ (unsigned char)*word) * 1099511628211u;
    return hash;
}

static long number(struct machine *m, const struct tree *t)
{
    (void)m;
    return t->number;
}

static long add(struct machine *m, const struct tree *t)
{
    push(m, run(m, t->a));
    long b = run(m, t->b);
    return pop(m) + b;
}

static long multiply(struct machine *m, const struct tree *t)
{
    push(m, run(m, t->a));
    long b = run(m, t->b);
    return pop(m) * b % 1000003;
}

static long less(struct machine *m, const struct tree *t)
{
    return run(m, t->a) < run(m, t->b);
}

static long choose(struct machine *m, const struct tree *t)
{
    return run(m, t->a) ? run(m, t->b) : run(m, t->c);
}

static long call(struct machine *m, const struct tree *t)
{
    if (t->number == 0)
        return run(m, t->a);
    struct tree next = *t;
    next.number--;
    return 1 + run(m, &next);
}

static long show(struct machine *m, const struct tree *t)
{
    long value = run(m, t->a);
    snprintf(m->shown, sizeof m->shown, "%ld %s %.3f", value, "shown", (double)value / 3);
    m->hash = mix(m->hash, m->shown);
    return (long)strlen(m->shown);
}

static int by_value(const void *a, const void *b)
{
    long x = *(const long *)a, y = *(const long *)b;
    return x < y ? -1 : x > y;
}

static long name(struct machine *m, const struct tree *t)
{
    long values[64];
    for (int i = 0; i < 64; i++)
        values[i] = (run(m, t->a) * (i + 7) * 7919) % 1009;
    qsort(values, 64, sizeof values[0], by_value);
    return values[t->number % 64];
}

static long run(struct machine *m, const struct tree *t)
{
    static action *const actions[] = {
        [NUMBER] = number, [ADD] = add,   [MULTIPLY] = multiply, [LESS] = less,
        [CHOOSE] = choose, [CALL] = call, [SHOW] = show,         [NAME] = name};
    return actions[t->op](m, t);
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 1, sum = 0;
    struct machine m = {.hash = 1469598103934665603u};
    const struct tree one = {.op = NUMBER, .number = 1}, many = {.op = NUMBER, .number = 37};
    const struct tree sums = {.op = ADD, .a = &one, .b = &many};
    const struct tree deep = {.op = CALL, .number = 17, .a = &sums};
    const struct tree product = {.op = MULTIPLY, .a = &deep, .b = &many};
    const struct tree shown = {.op = SHOW, .a = &product};
    const struct tree named = {.op = NAME, .number = 9, .a = &sums};
    const struct tree is_less = {.op = LESS, .a = &deep, .b = &product};
    const struct tree choice = {.op = CHOOSE, .a = &is_less, .b = &shown, .c = &named};
    const struct tree whole = {.op = ADD, .a = &choice, .b = &named};
    for (long i = 0; i < n; i++)
        sum += run(&m, &whole);
    printf("%ld %llx\n", sum, (unsigned long long)m.hash);
    return 0;
}
