/* SPDX-License-Identifier: GPL-3.0-or-later */
/* frames_at FILE OFFSET ADDRESS BYTES: for code of a program, which begins there in its file and
 * in memory (in base 16), reads lines "ADDRESS WHERE NAME", WHERE being what tables for exceptions
 * say of that instruction: 0, 8 (4): so far above the stack pointer is the return address; -1: the
 * frame pointer leads to it. Prints for each that the walk of call paths takes for something else
 * its line and what it takes it for, and at last how many of each it got right and wrong. */
#include <stdio.h>
#include <stdlib.h>

#include "frames.h"

static uint8_t *read_code(const char *path, long offset, size_t n)
{
    FILE *f = fopen(path, "rb");
    uint8_t *code = calloc(1, n);
    if (!f || !code || fseek(f, offset, SEEK_SET) != 0 || fread(code, 1, n, f) != n)
        exit(1);
    fclose(f);
    return code;
}

int main(int argc, char **argv)
{
    unsigned long right[2] = {0}, wrong[2] = {0}, address;
    long want;
    char name[256];
    if (argc < 5)
        return 1;
    unsigned long lo = strtoul(argv[3], NULL, 16), n = strtoul(argv[4], NULL, 16);
    uintptr_t code = (uintptr_t)read_code(argv[1], (long)strtoul(argv[2], NULL, 16), n);
    const struct walk_code all = {code, code + n};
    while (scanf("%lx %ld %255s", &address, &want, name) == 3) {
        struct walk_place place = {.pc = code + (address - lo)};
        if (!walk_code_has(&all, place.pc))
            continue;
        size_t missing = frames_missing(&place, &all);
        long is = missing == FRAMES_WHOLE ? -1 : (long)missing;
        if (is == want) {
            right[want < 0]++;
            continue;
        }
        wrong[want < 0]++;
        printf("%lx %ld %s: %ld\n", address, want, name, is);
    }
    printf("without %lu wrong %lu with %lu wrong %lu\n", right[0], wrong[0], right[1], wrong[1]);
    return 0;
}
