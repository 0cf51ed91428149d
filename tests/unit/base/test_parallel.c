/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work in pieces: each is made once and taken once, in order, whoever makes it, and a stop is a
 * stop. */
#include <pthread.h>

#include "core/base/task.h"

#include "tests/support/unit.h"

enum { MOST = 1000 };

struct job {
    size_t slot[PIECES_SLOTS]; /* what was made there: piece + 1, 0 for nothing */
    unsigned times[MOST];      /* made */
    size_t n_taken, stop_at;
    pthread_t owner;
    bool in_order, alone, slots_free;
};

/* Work that takes longer for some pieces than for others. */
static size_t work(size_t i)
{
    volatile size_t sum = 0;
    for (size_t k = 0; k < i * 7919 % 97 * 100; k++)
        sum += k;
    return sum;
}

static void make(void *ctx, size_t i, unsigned slot)
{
    struct job *j = ctx;
    work(i);
    if (j->slot[slot])
        j->slots_free = false; /* only this thread has the slot */
    j->slot[slot] = i + 1;
    j->times[i]++;
}

static bool take(void *ctx, size_t i, unsigned slot)
{
    struct job *j = ctx;
    j->in_order &= i == j->n_taken && j->slot[slot] == i + 1;
    j->alone &= (bool)pthread_equal(pthread_self(), j->owner);
    j->slot[slot] = 0;
    j->n_taken++;
    return i != j->stop_at;
}

static bool run(struct job *j, size_t n, unsigned helpers, size_t stop_at)
{
    const struct pieces p = {n, make, take, j};
    *j = (struct job){.stop_at = stop_at,
                      .owner = pthread_self(),
                      .in_order = true,
                      .alone = true,
                      .slots_free = true};
    return pieces_run(&p, helpers);
}

TEST(test_all)
{
    static const size_t counts[] = {0, 1, 2, 7, 8, 9, MOST};
    static struct job j;
    for (unsigned helpers = 0; helpers <= PIECES_HELPERS_MOST + 1; helpers++)
        for (size_t k = 0; k < ARRAY_LEN(counts); k++) {
            assert_true(run(&j, counts[k], helpers, SIZE_MAX));
            assert_int_equal(j.n_taken, counts[k]);
            assert_true(j.in_order && j.alone && j.slots_free);
            for (size_t i = 0; i < MOST; i++)
                assert_int_equal(j.times[i], i < counts[k]);
        }
}

TEST(test_stop)
{
    static const size_t at[] = {0, 1, 20, MOST - 1};
    static struct job j;
    for (unsigned helpers = 0; helpers <= PIECES_HELPERS_MOST; helpers++)
        for (size_t k = 0; k < ARRAY_LEN(at); k++) {
            assert_false(run(&j, MOST, helpers, at[k]));
            assert_int_equal(j.n_taken, at[k] + 1);
            assert_true(j.in_order && j.alone && j.slots_free);
            for (size_t i = 0; i < MOST; i++)
                assert_true(j.times[i] <= 1 && (i > at[k] || j.times[i] == 1));
        }
}

static void make_only(void *ctx, size_t i, unsigned slot)
{
    ((unsigned *)ctx)[i]++;
}

TEST(test_nothing_to_take)
{
    unsigned times[MOST] = {0};
    const struct pieces p = {.n = MOST, .make = make_only, .ctx = times};
    for (unsigned helpers = 0; helpers <= PIECES_HELPERS_MOST; helpers++) {
        assert_true(pieces_run(&p, helpers));
        for (size_t i = 0; i < MOST; i++)
            assert_int_equal(times[i], helpers + 1);
    }
}

static void make_mark(void *ctx, size_t i, unsigned slot)
{
    ((bool *)ctx)[slot] = true;
}

/* Without help nothing is made ahead, and one slot will do. */
TEST(test_alone)
{
    bool used[PIECES_SLOTS] = {false};
    const struct pieces p = {.n = MOST, .make = make_mark, .ctx = used};
    assert_true(pieces_run(&p, 0));
    assert_true(used[0]);
    for (unsigned i = 1; i < PIECES_SLOTS; i++)
        assert_false(used[i]);
}
