/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mkpaths NODES LO BYTES <RUN >RUN: a run file (gmon.out(5)) as another one, but with random nodes
 * of call paths, whose addresses are in BYTES bytes of the program from LO on. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint64_t state = 1;

static uint64_t chance(uint64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

/* Bytes of a run file: the one that is read, or the new nodes. */
struct bytes {
    unsigned char v[1 << 24];
    size_t n;
};

static struct bytes run, nodes;

static void put(struct bytes *b, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        b->v[b->n++] = (unsigned char)(number & 0x7f) | 0x80;
    b->v[b->n++] = (unsigned char)number;
}

static uint64_t take(size_t *at)
{
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
        number |= (uint64_t)(run.v[*at] & 0x7f) << shift;
        if (run.v[(*at)++] < 0x80)
            return number;
    }
}

/* All groups but those of nodes and of the end, which come last. */
static void copy_groups(void)
{
    enum { NODES = 13 };
    size_t at = sizeof "gptui-runs 4\n" - 1;
    while (run.v[at] > 0 && run.v[at] < NODES) {
        at++;
        const uint64_t bytes = take(&at);
        at += (size_t)bytes + 1;
    }
    fwrite(run.v, 1, at, stdout);
    putchar(NODES);
}

static void make_nodes(long n, uint64_t lo, uint64_t bytes)
{
    uint64_t last = 0;
    unsigned depth = 0;
    for (long i = 0; i < n; i++) {
        unsigned up = i == 0 ? 0 : depth >= 40 ? (unsigned)chance(depth) + 1 : (unsigned)chance(3);
        up = up < depth ? up : depth;
        depth = depth - up + 1;
        const uint64_t address = lo + chance(bytes), distance = address - last;
        last = address;
        put(&nodes, depth);
        put(&nodes, 1);
        put(&nodes, distance << 1 ^ (distance >> 63 ? UINT64_MAX : 0));
        put(&nodes, (chance(3) + 1) << 1);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    run.n = fread(run.v, 1, sizeof run.v, stdin);
    copy_groups();
    make_nodes(atol(argv[1]), strtoull(argv[2], NULL, 16), strtoull(argv[3], NULL, 0));
    run.n = 0;
    put(&run, nodes.n);
    fwrite(run.v, 1, run.n, stdout);
    fwrite(nodes.v, 1, nodes.n, stdout);
    putchar(0);
    putchar(0);
    return 0;
}
