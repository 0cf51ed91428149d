/* SPDX-License-Identifier: MIT */
/* paths: how many ticks each call path took, as a tree of return addresses, without locks.
 *
 * 1. A node is a slot of a hash table, found by its parent's number and its address. Tables double:
 *    the first has 2^12 slots, and when one is half full, nodes go into the next. Each is made when
 *    the first node goes there; where none can be made the one before is filled further.
 * 2. A slot is claimed by changing its address from 0, then its parent is stored. A handler that
 * comes in between goes on to the next slot and may enter the same node there: nodes may be there
 *    twice, and readers add them up.
 * 3. Nodes are never taken away; a reset sets their ticks to 0.
 * 4. There are at most 2^20. When fewer than an eighth is left, of longer paths only the innermost
 *    frames are kept, and when none is left, the tick is only counted. */
#ifndef GPTUI_RUNTIME_PATHS_H
#define GPTUI_RUNTIME_PATHS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/counter.h"
#include "runtime/walk.h"

enum {
    PATH_FIRST_BITS = 12,
    PATH_LAST_BITS = 20, /* of the last table */
    PATH_SLOTS = (1 << (PATH_LAST_BITS + 1)) - (1 << PATH_FIRST_BITS),
    PATH_TABLES = PATH_LAST_BITS - PATH_FIRST_BITS + 1,
};

/* Addresses of first nodes that stand for frames further out: there is no code. */
enum path_root {
    PATH_WHOLE = 0,
    PATH_CUT = 1,   /* which are not known */
    PATH_ALONE = 2, /* of which nothing is known: the stack was not the thread's own */
};

/* In memory that is kept (unite/kept.h). */
struct path_node {
    _Alignas(32) _Atomic uintptr_t address; /* 0: free */
    _Atomic uint32_t parent; /* 1 + its slot; PATH_SLOTS + 1: none; 0: not stored yet */
    struct counter ticks;    /* that hit this very path */
    struct counter waits;    /* nanoseconds that threads waited there */
};

struct paths {
    bool is_on;                                    /* paths are wanted, and there is memory */
    struct path_node *_Atomic tables[PATH_TABLES]; /* NULL: not there yet, nor any after it */
    _Atomic uint32_t n_used[PATH_TABLES];
    _Atomic int is_growing; /* somebody makes a table */
};

/* After images_init(), before clock_init() and there are other threads. */
void paths_init(void);

/* A sample was taken, by the context of the handler. Safe in handlers. */
void paths_hit(const void *context, uint64_t ticks);

/* The node of a thread that waits, by a copy of its stack: its waits count nanoseconds. NULL: paths
 * are not wanted, or there is no room. */
struct path_node *paths_waiting(const struct walk_copy *copy);

/* In the child after fork. */
void paths_forked(void);

/* All ticks are forgotten. Any thread, also in handlers. */
void paths_reset(void);

#endif
