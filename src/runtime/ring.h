/* SPDX-License-Identifier: MIT */
/* ring: samples that the kernel writes down by itself, of one thread, until somebody reads them:
 * perf_event_open's ring buffer. Many samples cost one signal, or none.
 *
 * 1. The mapping keeps the counter alive: no descriptor stays open, and what a thread left behind
 *    when it ended can still be read. A child after fork does not have the mapping.
 * 2. One reader at a time; who finds one at it leaves the ring to him, and never waits. So readers
 *    may be handlers that interrupted a reader.
 * 3. Samples that find no room are only counted; the next one that does stands for them, too.
 */
#ifndef GPTUI_RUNTIME_RING_H
#define GPTUI_RUNTIME_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a ring holds; RING_PAGES is a power of two. A chain is that of the innermost callers in user
 * code, the place itself first; the kernel puts a mark before it. */
enum {
    RING_PAGES = 2,
    RING_CHAIN_MOST = 1,
    RING_SAMPLE_BYTES = 16,
    RING_CHAIN_BYTES = 8 + 8 * (1 + RING_CHAIN_MOST),
};

struct ring {
    void *map;      /* NULL: there is none */
    bool has_chain; /* samples have one */
    size_t map_bytes;
    _Atomic int is_read; /* somebody is at it */
    uint64_t read_to;    /* bytes since the beginning */
    uint64_t end;        /* of what was there when reading began */
};

struct ring_sample {
    uintptr_t pc;       /* in user code; 0: unknown */
    bool is_kernel;     /* the thread was in the kernel, which user code had called from pc */
    uint64_t n_missing; /* samples just before that found no room */
    unsigned n_chain;
    uint64_t chain[RING_CHAIN_MOST]; /* pc and its callers; n_chain 0: not known */
};

/* The ring of a counter whose samples are written (perf_open), with chains if it looks at the
 * kernel. The descriptor may be closed then. False: the kernel allows none. Between begin and end.
 */
bool ring_open(struct ring *ring, int fd, bool has_chain, size_t page_bytes);

/* How many samples there is room for. */
unsigned ring_room(bool has_chain, size_t page_bytes);

/* Reading: begin; if that is true, next until there is none, and end. */
bool ring_begin(struct ring *ring);
bool ring_next(struct ring *ring, struct ring_sample *sample);
void ring_end(struct ring *ring);

/* Between begin and end, which is still to come: there is no ring any more. */
void ring_close(struct ring *ring);

/* In the child after fork: there never was one. */
void ring_forked(struct ring *ring);

#endif
