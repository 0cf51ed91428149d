/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mkpaths NODES LO BYTES <PATHS >PATHS: a file of call paths (gmon.out(5)) with the head of another
 * one and random nodes, whose addresses are in BYTES bytes of the program from LO on. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 1;

static uint64_t chance(uint64_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % n;
}

static void put(uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        putchar((int)(number & 0x7f) | 0x80);
    putchar((int)number);
}

static void copy_head(long n)
{
    char line[8192];
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "nodes ", 6) == 0)
            printf("nodes %ld\n", n);
        else
            fputs(line, stdout);
        if (strcmp(line, "end\n") == 0)
            return;
    }
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return 2;
    long n = atol(argv[1]);
    uint64_t lo = strtoull(argv[2], NULL, 16), bytes = strtoull(argv[3], NULL, 0), last = 0;
    unsigned depth = 0;
    copy_head(n);
    for (long i = 0; i < n; i++) {
        unsigned up = i == 0 ? 0 : depth >= 40 ? (unsigned)chance(depth) + 1 : (unsigned)chance(3);
        up = up < depth ? up : depth;
        depth = depth - up + 1;
        uint64_t address = lo + chance(bytes);
        int64_t distance = (int64_t)(address - last);
        last = address;
        put(up);
        put(1);
        put((uint64_t)distance << 1 ^ (distance < 0 ? UINT64_MAX : 0));
        put((chance(3) + 1) << 1);
    }
    return 0;
}
