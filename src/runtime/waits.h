/* SPDX-License-Identifier: MIT */
/* waits: how long threads wait, where, and what for (clock=wall), without a signal to any of them.
 *
 * 1. A thread of ours visits the others, up to a hundred times a second. Only the kernel knows it,
 * and libc does not, so that the program ends when its own last thread does, and it has a table of
 * descriptors of its own, so that none of the program's is ever in its way.
 * 2. Between two visits to a thread, the first half of the time belongs to what was found at the
 *    one, the second half to what was found at the other. A thread whose CPU clock stands still
 *    has been where it was: it costs a question for that clock, and no look.
 * 3. All of this takes at most 1 % of one processor. What is not visited in one round is
 *    visited in a later one, in an order that changes at random, and its time then counts as a
 *    whole.
 * 4. Handlers and dumps add what has passed since the last visits, by clocks alone. */
#ifndef GPTUI_RUNTIME_WAITS_H
#define GPTUI_RUNTIME_WAITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/counter.h"
#include "runtime/look.h"

struct waiter;

enum { WAITS_COPY_WORDS = 2048 }; /* of a stack */

struct rt_waits {
    _Atomic int is_on;          /* there is such a thread */
    _Atomic int owner;          /* thread id of who changes what follows; 0: nobody */
    struct waiter *slots, *old; /* by thread id, open addressing; and the table before */
    size_t n_slots, n_old_slots, n_threads;
    size_t at, stride, n_left;      /* of slots, that are still to be visited this time round */
    uint32_t random;                /* state of the generator */
    uint64_t listed_ns, listing_ns; /* when, and how long it took */
    int64_t credit_ns;              /* CPU time that it may use now */
    bool is_main_gone;              /* the main thread has ended */
    int me;                         /* our thread's id */
    char *stack;                    /* and its stack */
    struct counter n_looks;
    struct counter cpu_ns;            /* that it used */
    char entries[4096];               /* of the list of threads */
    uintptr_t copy[WAITS_COPY_WORDS]; /* of the stack of one of them */
};

/* Starts the thread. Not for handlers. */
void waits_init(void);

/* In the child after fork, which has no such thread yet. */
void waits_forked(void);

/* What threads waited up to now is counted, if counting is on. Before that changes, and before what
 * was counted is written or forgotten. Safe in handlers. */
void waits_catch_up(void);

/* Forgets all waits. Safe in handlers. */
void waits_reset(void);

#ifdef GPTUI_RT_TESTS
/* For programs: nanoseconds of waits of that kind that were counted up to now. */
__attribute__((visibility("default"))) unsigned long long gptui_rt_waited(enum wait_kind kind);
#endif

#endif
