/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs N SEED FOLDER...: random pairs of a program and a profile of another one, FOLDER/prog and
 * FOLDER/gmon.out, which load/gmon/fit must not accept; every second profile is moved by a random
 * number of pages. Says what was accepted, then how many pairs there were of how many kinds.
 *
 * Then every program against its own profile, at every other distance too, which must fit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/load/gmon/fit.h"
#include "core/load/image/image.h"

struct program {
    const char *folder;
    struct image *image;
    struct bytes file, profile;
};

static uint64_t chance;

static uint64_t next(void)
{
    chance ^= chance << 13;
    chance ^= chance >> 7;
    chance ^= chance << 17;
    return chance;
}

static bool load(struct program *p, const char *folder)
{
    char path[4096];
    struct err e = ERR_INIT;
    p->folder = folder;
    snprintf(path, sizeof path, "%s/prog", folder);
    p->image = image_load(path, NULL, &e);
    if (!p->image || !file_read(path, &p->file, NULL, &e))
        return false;
    snprintf(path, sizeof path, "%s/gmon.out", folder);
    return file_read(path, &p->profile, NULL, &e);
}

/* Programs that differ in their debug information alone look the same. */
static bool same_code(const struct program *a, const struct program *b)
{
    bool same = a->image->n_code == b->image->n_code;
    for (uint32_t i = 0; same && i < a->image->n_code; i++) {
        const struct image_code *x = &a->image->code[i], *y = &b->image->code[i];
        same = x->addr == y->addr && x->n_bytes == y->n_bytes &&
               memcmp(a->file.p + x->offset, b->file.p + y->offset, (size_t)x->n_bytes) == 0;
    }
    return same;
}

/* What is said of a profile, moved by `distance`, and this program. */
static struct fit hold(const struct program *prog, const struct program *of, uint64_t distance)
{
    const struct gmon_shape shape = {GMON_FORMAT_AUTO, prog->image->addr_bytes,
                                     prog->image->big_endian};
    struct fit_program f = {.image = prog->image};
    struct gmon_sketch s;
    struct fit fit;
    struct err e = ERR_INIT;
    uint64_t mask = shape.addr_bytes == 8 ? UINT64_MAX : UINT32_MAX;
    gmon_sketch(of->profile.p, of->profile.n, &shape, &s);
    s.lo = (s.lo + distance) & mask;
    s.hi = (s.hi + distance) & mask;
    for (unsigned i = 0; i < s.n_callees; i++)
        s.callees[i] = (s.callees[i] + distance) & mask;
    bool ok = fit_sketch(&f, &s, &fit, &e);
    fit_close(&f);
    return ok ? fit : (struct fit){0};
}

/* A move that real loaders make: of 32-bit programs below 2 GiB, of others below 2^47. */
static uint64_t random_distance(const struct program *p)
{
    return next() % (p->image->addr_bytes == 8 ? UINT64_C(1) << 35 : UINT64_C(1) << 18) * 4096;
}

static void try_foreign(struct program *v, size_t n, size_t pairs)
{
    size_t verdicts[FIT_POINTER_SIZE + 1] = {0};
    for (size_t i = 0; i < pairs; i++) {
        const struct program *prog = &v[next() % n], *of = &v[next() % n];
        if (same_code(prog, of)) {
            i--;
            continue;
        }
        uint64_t distance = i % 2 ? random_distance(of) : 0;
        struct fit fit = hold(prog, of, distance);
        verdicts[fit.verdict]++;
        if (!fit_is_bad(&fit) || fit.distance)
            printf("accepted: %s, profile of %s moved by 0x%llx: %u of %u\n", prog->folder,
                   of->folder, (unsigned long long)distance, fit.n_in_place, fit.n_looked_at);
    }
    printf("%zu pairs: %zu other builds, %zu other programs, %zu of the other pointer size\n",
           pairs, verdicts[FIT_OTHER_BUILD], verdicts[FIT_OTHER_PROGRAM],
           verdicts[FIT_POINTER_SIZE]);
}

static void try_own(const struct program *p)
{
    for (unsigned i = 0; i < 20; i++) {
        uint64_t distance = i ? random_distance(p) : 0;
        struct fit fit = hold(p, p, distance);
        if (fit.verdict != FIT_YES || fit.distance != distance)
            printf("missed: %s moved by 0x%llx: verdict %d, 0x%llx, %u of %u\n", p->folder,
                   (unsigned long long)distance, (int)fit.verdict, (unsigned long long)fit.distance,
                   fit.n_in_place, fit.n_looked_at);
    }
}

int main(int argc, char **argv)
{
    size_t n = argc > 4 ? (size_t)argc - 3 : 0;
    struct program *v = calloc(n + 1, sizeof *v);
    if (!n || !v)
        return 2;
    chance = strtoull(argv[2], NULL, 0) * 2 + 1;
    for (size_t i = 0; i < n; i++)
        if (!load(&v[i], argv[i + 3])) {
            printf("not read: %s\n", argv[i + 3]);
            return 2;
        }
    try_foreign(v, n, strtoul(argv[1], NULL, 0));
    for (size_t i = 0; i < n; i++)
        try_own(&v[i]);
    for (size_t i = 0; i < n; i++) {
        image_free(v[i].image);
        bytes_release(&v[i].file);
        bytes_release(&v[i].profile);
    }
    free(v);
    return 0;
}
