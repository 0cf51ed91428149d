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

bool ring_open(struct ring *ring, int fd, size_t page_bytes)
{
    ring->map_bytes = (RING_PAGES + 1) * page_bytes;
    ring->map = sys_map_file(fd, ring->map_bytes);
    ring->read_to = ring->end = 0;
    return ring->map;
}

unsigned ring_room(size_t page_bytes)
{
    return (unsigned)(RING_PAGES * page_bytes / RING_SAMPLE_BYTES);
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

/* What a record is, and where the next one is. */
static unsigned record_type(const struct ring *ring, uint64_t at, uint64_t *next)
{
    union {
        uint64_t word;
        struct perf_event_header fields;
    } header = {word(ring, at)};
    *next = header.fields.size ? at + header.fields.size : ring->end;
    return header.fields.type;
}

uint64_t ring_latest_ns(const struct ring *ring)
{
    uint64_t latest_ns = 0;
    for (uint64_t at = ring->read_to, next; at < ring->end; at = next)
        if (record_type(ring, at, &next) == PERF_RECORD_SAMPLE)
            latest_ns = word(ring, at + 16);
    return latest_ns;
}

bool ring_next(struct ring *ring, struct ring_sample *sample, uint64_t *lost)
{
    while (ring->read_to < ring->end) {
        uint64_t at = ring->read_to;
        unsigned type = record_type(ring, at, &ring->read_to);
        if (type == PERF_RECORD_LOST)
            *lost += word(ring, at + 16);
        if (type != PERF_RECORD_SAMPLE)
            continue;
        *sample = (struct ring_sample){(uintptr_t)word(ring, at + 8), word(ring, at + 16)};
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
}

void ring_forked(struct ring *ring)
{
    ring->map = NULL;
    atomic_store_explicit(&ring->is_read, 0, memory_order_relaxed);
}
