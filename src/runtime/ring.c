/* SPDX-License-Identifier: MIT */
#include "runtime/ring.h"

#include <linux/perf_event.h>

#include "runtime/sys.h"

/* The kernel changes it meanwhile. Machines of 32 bits read such numbers in two halves, of which
 * the upper one changes every 100 million samples. */
static volatile struct perf_event_mmap_page *head_page(const struct ring *ring)
{
    return ring->map;
}

bool ring_open(struct ring *ring, int fd, bool has_chain, size_t page_bytes)
{

    ring->map_bytes = (RING_PAGES + 1) * page_bytes;
    ring->map = sys_map_file(fd, ring->map_bytes);
    ring->has_chain = has_chain && ring->map;
    ring->read_to = ring->end = 0;
    return ring->map;
}

unsigned ring_room(bool has_chain, size_t page_bytes)
{
    unsigned bytes = RING_SAMPLE_BYTES + (has_chain ? RING_CHAIN_BYTES : 0);
    return (unsigned)(RING_PAGES * page_bytes) / bytes;
}

bool ring_begin(struct ring *ring)
{
    /* Acquire, with the release of ring_end(): what earlier readers changed. */
    if (atomic_exchange_explicit(&ring->is_read, 1, memory_order_acquire))
        return false;
    ring->end = ring->map ? head_page(ring)->data_head : ring->read_to;
    atomic_thread_fence(memory_order_acquire); /* all before that is written */
    return true;
}

/* The 8 bytes at an offset since the beginning, which is in the ring if anywhere. */
static uint64_t word(const struct ring *ring, uint64_t at)
{
    const volatile struct perf_event_mmap_page *page = head_page(ring);
    const uint64_t *words = (const void *)((const char *)ring->map + page->data_offset);
    return words[at / 8 & (page->data_size / 8 - 1)];
}

/* The head of a record, whose size says where the next one is; 0: nobody can say. */
static struct perf_event_header head_at(const struct ring *ring, uint64_t at)
{
    union {
        uint64_t word;
        struct perf_event_header fields;
    } header = {word(ring, at)};
    return header.fields;
}

/* Addresses between marks; only those of user code are asked for. */
static void read_chain(const struct ring *ring, uint64_t at, struct ring_sample *sample)
{
    uint64_t n = word(ring, at);
    for (uint64_t i = 1; i <= n && sample->n_chain < RING_CHAIN_MOST; i++) {
        uint64_t address = word(ring, at + 8 * i);
        if (address < (uint64_t)PERF_CONTEXT_MAX)
            sample->chain[sample->n_chain++] = address;
    }
}

/* The place is the kernel's own while the thread is there. */
static void read_sample(const struct ring *ring, uint64_t at, unsigned mode,
                        struct ring_sample *sample)
{
    sample->is_kernel = mode == PERF_RECORD_MISC_KERNEL;
    sample->pc = sample->is_kernel ? 0 : (uintptr_t)word(ring, at + 8);
    sample->n_chain = 0;
    if (ring->has_chain)
        read_chain(ring, at + RING_SAMPLE_BYTES, sample);
    if (sample->is_kernel && sample->n_chain)
        sample->pc = (uintptr_t)sample->chain[0];
}

bool ring_next(struct ring *ring, struct ring_sample *sample)
{
    sample->n_missing = 0;
    while (ring->read_to < ring->end) {
        uint64_t at = ring->read_to;
        struct perf_event_header head = head_at(ring, at);
        ring->read_to = head.size ? at + head.size : ring->end;
        if (head.type == PERF_RECORD_LOST)
            sample->n_missing += word(ring, at + 16);
        if (head.type != PERF_RECORD_SAMPLE)
            continue;
        read_sample(ring, at, head.misc & PERF_RECORD_MISC_CPUMODE_MASK, sample);
        return true;
    }
    return false;
}

void ring_end(struct ring *ring)
{
    atomic_thread_fence(memory_order_release); /* all of it is read: it may be written over */
    if (ring->map)
        head_page(ring)->data_tail = ring->read_to;
    atomic_store_explicit(&ring->is_read, 0, memory_order_release);
}

void ring_close(struct ring *ring)
{
    if (ring->map)
        sys_unmap(ring->map, ring->map_bytes);
    ring->map = NULL;
    ring->has_chain = false;
}

void ring_forked(struct ring *ring)
{
    ring->map = NULL;
    ring->has_chain = false;
    atomic_store_explicit(&ring->is_read, 0, memory_order_relaxed);
}
