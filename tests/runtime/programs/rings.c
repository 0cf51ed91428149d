/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What samples of a ring stand for, once some found no room: each for as many. The kernel's part is
 * played here. Prints what each sample that is read stands for besides itself, a line for each time
 * that the ring is read. */
#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#include "runtime/ring.h"

enum { DATA_BYTES = 4096 };

static _Alignas(4096) struct {
    union {
        struct perf_event_mmap_page fields;
        char bytes[4096];
    } head;
    uint64_t data[DATA_BYTES / 8];
} map;

static void write_word(uint64_t word)
{
    map.data[map.head.fields.data_head / 8 % (DATA_BYTES / 8)] = word;
    map.head.fields.data_head += 8;
}

static void write_head(unsigned type, unsigned n_words)
{
    struct perf_event_header head = {
        .type = type, .misc = PERF_RECORD_MISC_USER, .size = (unsigned short)(8 * n_words)};
    uint64_t word;
    memcpy(&word, &head, sizeof word);
    write_word(word);
}

static void lose(uint64_t n)
{
    write_head(PERF_RECORD_LOST, 3);
    write_word(1);
    write_word(n);
}

static void sample(int n)
{
    for (int i = 0; i < n; i++) {
        write_head(PERF_RECORD_SAMPLE, 2);
        write_word(0x1000);
    }
}

static void read_all(struct ring *ring)
{
    struct ring_sample found;
    if (!ring_begin(ring))
        return;
    while (ring_next(ring, &found))
        printf("%llu ", (unsigned long long)found.n_missing);
    printf("\n");
    ring_end(ring);
}

int main(void)
{
    static struct ring ring = {.map = &map, .kind = RING_PLACES};
    map.head.fields.data_offset = 4096;
    map.head.fields.data_size = DATA_BYTES;
    sample(2);
    read_all(&ring);
    lose(7);
    sample(3);
    read_all(&ring);
    lose(1);
    read_all(&ring); /* who lost them is not known yet */
    sample(2);
    lose(5);
    sample(2);
    read_all(&ring);
    read_all(&ring);
    return 0;
}
