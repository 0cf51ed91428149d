/* SPDX-License-Identifier: MIT */
/* arcs: who called whom how often, exactly, without locks.
 *
 * Every thread counts in a table of its own: slots with open addressing, at most half full, the
 * next slot tried when one is taken. The fast path is assembly where a machine's entry.S has it,
 * and arcs_call() elsewhere; here is the rest of it: finding out that an arc is new, growing, and
 * reading all tables for a dump.
 *
 * 1. Only the owner of a table, and handlers that interrupt it, write its slots; anybody reads
 * them. So relaxed order is enough between threads for counts: a dump may miss what happens
 * meanwhile.
 * 2. A slot is claimed by changing from 0 to from; then self is stored, then count goes up. A
 * handler that comes in between sees from without self, goes on to the next slots and may enter the
 * same arc there: arcs may be in a table twice, and readers add them up.
 * 3. Growth: a new, empty table becomes the current one, slots first, then mask; code that read an
 * old mask therefore stays inside. The old table is neither moved nor freed: code interrupted
 * between finding a slot and counting in it still counts. Readers add up all tables.
 * 4. The last slot of a table is never claimed, so a search that does not wrap around always ends.
 * 5. A table whose owner the kernel no longer knows is adopted by the next new thread; its counts
 *    simply go on. */
#ifndef GPTUI_RUNTIME_ARCS_H
#define GPTUI_RUNTIME_ARCS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/counter.h"

/* The home of an arc is at ((from * ARC_HASH_FROM + self) * ARC_HASH_BOTH >> ARC_HASH_SHIFT) &
 * mask, in bytes. Callees often lie 16 bytes apart: the shift is small enough that these differ.
 * Where addresses have 32 bits, so have the products, and instead of the shift the last one is
 * rotated to the left by ARC_HASH_ROTATE. */
#define ARC_HASH_FROM   0x5851f42d
#define ARC_HASH_BOTH   0x2545f491
#define ARC_HASH_SHIFT  20
#define ARC_HASH_ROTATE 23

/* Runs of a basic block are counted as calls from here: no code is at this address. */
enum { ARC_BLOCK = 2 };

enum { ARC_SLOT_BYTES = 32 };

struct arc_slot {
    /* Return address in the caller, or ARC_BLOCK; 0: free; 1 stands for the address 0. */
    _Alignas(ARC_SLOT_BYTES) _Atomic uintptr_t from;
    _Atomic uintptr_t self; /* in the callee, after its call of us; 0: not entered yet */
    struct counter count;
    struct counter base; /* of count, at the last reset */
};

struct arc_table {
    struct arc_table *next; /* all tables there ever were; set before the table is published */
    _Atomic int owner;      /* thread id; 0: free */
    size_t n_slots;
    _Atomic size_t n_used; /* no fewer than slots with an arc */
    struct arc_slot *slots;
};

/* What a thread knows of its table; the assembly reads the first two. */
struct arc_thread {
    struct arc_slot *_Atomic slots;
    _Atomic uintptr_t mask;  /* of an offset in bytes */
    struct arc_table *table; /* NULL: this thread has none yet */
    bool is_known;           /* it is one of rt.n_threads, also in a child of fork */
};

extern _Thread_local struct arc_thread arc_thread;

/* For functions that are all there is to a call that was seen before: samples in there tell what
 * counting costs. */
#define ARC_ENTRY __attribute__((section("gptui_rt_entry")))

/* One call, if calls are counted, or from now on can be; what the assembly calls when it found no
 * slot. Safe in signal handlers. Calls that find no memory are counted as lost. */
void arcs_count(uintptr_t from, uintptr_t self);

/* One call of an arc that this thread has in its table; false: it may be new, nothing is counted.
 */
bool arcs_count_known(uintptr_t from, uintptr_t self);

/* Counts one call of an arc, on machines whose entry code does not look for the slot itself. */
void arcs_call(uintptr_t from, uintptr_t self);

/* What the calling thread has counted, and counts from now on, is kept (runtime/keep.h). Before
 * there are other threads. */
void arcs_keep(void);

/* All counts start at 0 again. Safe in handlers. */
void arcs_reset(void);

/* In the child after fork: it has no table, and counts from 0. */
void arcs_forked(void);

struct rt_arc {
    uintptr_t from, self;
    uint64_t count; /* at least 1 */
};

/* All calls and blocks since the last reset. */
uint64_t arcs_sum(void);

/* Arcs whose callee is in [lo, hi), in no order; an arc of several threads is there for each. At
 * most `room` of them are moved to `to`: their counts start at 0 again, and a call that comes
 * meanwhile is counted either here or later. NULL: they are only counted. */
size_t arcs_move(uintptr_t lo, uintptr_t hi, struct rt_arc *to, size_t room);

/* Threads that called, and bytes of all tables; all ever. */
struct arc_use {
    size_t n_threads, n_bytes;
};
struct arc_use arcs_use(void);

#endif
