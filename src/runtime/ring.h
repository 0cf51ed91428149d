/* SPDX-License-Identifier: MIT */
/* ring: samples that the kernel writes down by itself, of one thread, until somebody reads them:
 * perf_event_open's ring buffer. Many samples cost one signal, or none.
 *
 * 1. The mapping keeps the counter alive: no descriptor stays open, and what a thread left behind
 *    when it ended can still be read. A child after fork does not have the mapping.
 * 2. There is one reader at a time; whoever finds another one at work leaves the ring to it and
 * never waits. So readers may be handlers that interrupted a reader.
 * 3. Samples that find no room are only counted; those that are read next stand for them, too.
 */
#ifndef GPTUI_RUNTIME_RING_H
#define GPTUI_RUNTIME_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/walk_place.h"

/* What samples in a ring have besides the place in user code. Chains are those of the innermost
 * callers in user code, the place itself first; the kernel puts a mark before it. */
enum ring_kind {
    RING_PLACES,
    RING_KERNEL, /* also those in the kernel, and chains that say where that was called from */
    RING_STACKS, /* registers, a copy of the stack's end, and chains; those in the kernel or not */
};

enum {
    RING_CHAIN_MOST = 127,
    RING_STACK_BYTES = 4096,
    RING_REGISTERS_MOST = 8,
    RING_RECORD_WORDS = (RING_STACK_BYTES / 8) + RING_CHAIN_MOST + RING_REGISTERS_MOST + 16,
};

struct ring {
    void *map; /* NULL: there is none */
    enum ring_kind kind;
    size_t map_bytes;
    _Atomic int is_read;           /* a reader is at work */
    uint64_t read_to;              /* bytes since the beginning */
    uint64_t end;                  /* of what was there when reading began */
    uint64_t n_samples, n_missing; /* before end, to be read; and those that they stand for besides
                                    */
    uint64_t record[RING_RECORD_WORDS]; /* one that begins at the end of the ring */
};

struct ring_sample {
    uintptr_t pc;          /* in user code; 0: unknown */
    bool is_kernel;        /* the thread was in the kernel, which user code had called from pc */
    uint64_t n_missing;    /* samples that found no room, for which it stands besides */
    struct walk_copy copy; /* n_chain and n_stack 0: not known. Good until the next sample */
};

/* The ring of a counter whose samples are written (perf_open). The descriptor may be closed then.
 * False: the kernel allows none. Between begin and end. */
bool ring_open(struct ring *ring, int fd, enum ring_kind kind, size_t page_bytes);

/* How many samples there is room for, at least. */
unsigned ring_room(const struct ring *ring);

/* Reading: begin; if that is true, next until there is none, and end. */
bool ring_begin(struct ring *ring);
bool ring_next(struct ring *ring, struct ring_sample *sample);
void ring_end(struct ring *ring);

/* Between begin and end, which is still to come: there is no ring any more. */
void ring_close(struct ring *ring);

/* In the child after fork: forgets the ring, which the child does not have. */
void ring_forked(struct ring *ring);

#endif
