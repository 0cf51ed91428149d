/* SPDX-License-Identifier: MIT */
#include "runtime/ring.h"

#include <linux/perf_event.h>

#include "frames.h"
#include "machine.h"
#include "runtime/sys.h"

/* The kernel changes it meanwhile. Machines of 32 bits read such numbers in two halves, of which
 * the upper one changes every 100 million samples. */
static volatile struct perf_event_mmap_page *head_page(const struct ring *ring)
{
    return ring->map;
}

/* Pages, a power of two, as many as there may be; of these a user has half a megabyte for each CPU,
 * and what RLIMIT_MEMLOCK allows (perf_event_open(2)). */
static size_t most_pages(enum ring_kind kind)
{
    return kind == RING_STACKS ? 32 : 2;
}

static size_t least_pages(enum ring_kind kind)
{
    return kind == RING_STACKS ? 8 : 2;
}

bool ring_open(struct ring *ring, int fd, enum ring_kind kind, size_t page_bytes)
{
    size_t n = most_pages(kind);
    ring->map = NULL;
    for (; !ring->map && n >= least_pages(kind); n /= 2) {
        ring->map_bytes = (n + 1) * page_bytes;
        ring->map = sys_map_file(fd, ring->map_bytes);
    }
    ring->kind = kind;
    ring->read_to = ring->end = ring->n_missing = 0;
    return ring->map;
}

unsigned ring_room(const struct ring *ring)
{
    static const unsigned record_bytes[] = {16, 40, RING_RECORD_WORDS * 8};
    const volatile struct perf_event_mmap_page *page = head_page(ring);
    return page ? (unsigned)page->data_size / record_bytes[ring->kind] : 0;
}

/* The 8 bytes at an offset since the beginning, which is in the ring if anywhere. */
static const uint64_t *word_at(const struct ring *ring, uint64_t at)
{
    const volatile struct perf_event_mmap_page *page = head_page(ring);
    const uint64_t *words = (const void *)((const char *)ring->map + page->data_offset);
    return words + (at / 8 & (page->data_size / 8 - 1));
}

/* The head of a record, whose size says where the next one is; 0: nobody can say. */
static struct perf_event_header head_at(const struct ring *ring, uint64_t at)
{
    union {
        uint64_t word;
        struct perf_event_header fields;
    } header = {*word_at(ring, at)};
    return header.fields;
}

/* Count what there is to read. What found no room came before all of it, so each sample stands for
 * as many of these as any other: the first one, which follows whatever emptied the ring, is no
 * better a witness. */
static void count(struct ring *ring)
{
    ring->n_samples = 0;
    for (uint64_t at = ring->read_to; at < ring->end;) {
        struct perf_event_header head = head_at(ring, at);
        if (head.type == PERF_RECORD_LOST)
            ring->n_missing += *word_at(ring, at + 16);
        ring->n_samples += head.type == PERF_RECORD_SAMPLE;
        at = head.size ? at + head.size : ring->end;
    }
}

static uint64_t take_share(struct ring *ring)
{
    uint64_t share = ring->n_samples > 1 ? ring->n_missing / ring->n_samples : ring->n_missing;
    ring->n_samples -= ring->n_samples > 0;
    ring->n_missing -= share;
    return share;
}

bool ring_begin(struct ring *ring)
{
    /* Acquire, with the release of ring_end(): what earlier readers changed. */
    if (atomic_exchange_explicit(&ring->is_read, 1, memory_order_acquire))
        return false;
    ring->end = ring->map ? head_page(ring)->data_head : ring->read_to;
    atomic_thread_fence(memory_order_acquire); /* all before that is written */
    count(ring);
    return true;
}

/* n words from an offset on, in one piece; NULL: no record has as many. */
static const uint64_t *record_at(struct ring *ring, uint64_t at, size_t n)
{
    const uint64_t *first = word_at(ring, at), *last = word_at(ring, at + 8 * (n - 1));
    if (last >= first)
        return first;
    if (n > RING_RECORD_WORDS)
        return NULL;
    for (size_t i = 0; i < n; i++)
        ring->record[i] = *word_at(ring, at + 8 * i);
    return ring->record;
}

/* Addresses between marks; only those of user code are asked for. Returns what comes after them. */
static const uint64_t *read_chain(const uint64_t *at, const uint64_t *end, struct walk_copy *copy)
{
    uint64_t n = *at++;
    if (n > (size_t)(end - at))
        return end;
    const uint64_t *after = at + n;
    while (at < after && *at >= (uint64_t)PERF_CONTEXT_MAX)
        at++;
    copy->chain = at;
    while (at < after && *at < (uint64_t)PERF_CONTEXT_MAX)
        at++;
    copy->n_chain = (size_t)(at - copy->chain);
    return after;
}

/* Registers, and how much of the stack could be read: as much as was asked for has room. */
static void read_stack(const uint64_t *at, const uint64_t *end, struct walk_copy *copy)
{
    enum { N_REGISTERS = __builtin_popcountll(FRAMES_RING) };
    if (end - at < 2 + N_REGISTERS || *at == PERF_SAMPLE_REGS_ABI_NONE)
        return;
    frames_of_ring(at + 1, &copy->place);
    at += 1 + N_REGISTERS;
    uint64_t n_words = *at++ / 8;
    if (n_words == 0 || n_words >= (size_t)(end - at))
        return;
    copy->stack = at;
    copy->n_stack = at[n_words] <= 8 * n_words ? (size_t)at[n_words] : 0;
}

/* The place is the kernel's own while the thread is there. */
static void read_sample(const struct ring *ring, const uint64_t *record, size_t n, unsigned mode,
                        struct ring_sample *sample)
{
    const uint64_t *at = record + 2, *end = record + n;
    struct walk_copy *copy = &sample->copy;
    sample->is_kernel = mode == PERF_RECORD_MISC_KERNEL;
    sample->pc = sample->is_kernel ? 0 : (uintptr_t)record[1];
    if (ring->kind != RING_PLACES && at < end)
        at = read_chain(at, end, copy);
    if (ring->kind == RING_STACKS)
        read_stack(at, end, copy);
    if (sample->is_kernel && copy->n_chain)
        sample->pc = (uintptr_t)copy->chain[0];
}

bool ring_next(struct ring *ring, struct ring_sample *sample)
{
    *sample = (struct ring_sample){0};
    while (ring->read_to < ring->end) {
        uint64_t at = ring->read_to;
        struct perf_event_header head = head_at(ring, at);
        size_t n = head.size / 8;
        ring->read_to = n ? at + head.size : ring->end;
        const uint64_t *record =
            n < 2 || head.type != PERF_RECORD_SAMPLE ? NULL : record_at(ring, at, n);
        if (!record)
            continue;
        read_sample(ring, record, n, head.misc & PERF_RECORD_MISC_CPUMODE_MASK, sample);
        sample->n_missing = take_share(ring);
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
