/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work in another thread, and work that stays in this one. */
#define _GNU_SOURCE /* sched_setaffinity */
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include "core/base/task.h"

#include "tests/support/unit.h"

struct seen {
    pthread_t thread;
    bool ran, takes_signals;
};

static void look(void *ctx)
{
    struct seen *s = ctx;
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    *s = (struct seen){
        .thread = pthread_self(), .ran = true, .takes_signals = !sigismember(&blocked, SIGINT)};
}

TEST(test_apart)
{
    struct seen seen = {.ran = false}, both[2] = {{.ran = false}};
    struct task t;
    task_start(&t, look, &seen);
    task_finish(&t);
    assert_true(seen.ran);
    assert_false(pthread_equal(seen.thread, pthread_self()));
    assert_false(seen.takes_signals);
    task_both(look, &both[0], &both[1]);
    assert_true(both[0].ran && both[1].ran && both[0].takes_signals);
}

TEST(test_signals_arrive_again)
{
    struct seen seen;
    struct task t;
    task_start(&t, look, &seen);
    task_finish(&t);
    sigset_t blocked;
    pthread_sigmask(SIG_SETMASK, NULL, &blocked);
    assert_false(sigismember(&blocked, SIGINT));
}

TEST(test_processors)
{
    assert_true(task_processors() >= 1);
#ifdef CPU_COUNT
    cpu_set_t before, one;
    int first = 0;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(task_processors(), 1);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_int_equal(task_processors(), CPU_COUNT(&before));
#endif
}
