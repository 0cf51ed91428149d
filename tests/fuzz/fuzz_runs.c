/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The statistics over runs. Whatever bytes say, what is read of them names runs that are there and
 * functions in order, those of a library within its bounds or not at all, and united with others
 * they give a message that can be read, the same in either order. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/load/run/run.h"
#include "core/load/run/runs.h"
#include "tests/support/require.h"
#include "unite/build.h"
#include "unite/unite.h"

static void check_sums(const struct profile_runs *s)
{
    for (size_t i = 0; i < s->n_functions; i++) {
        const struct run_function *f = &s->functions[i];
        require(f->image < s->n_images);
        require(f->most <= f->sum && f->most_run < s->n);
        require(i == 0 || s->functions[i - 1].image < f->image ||
                (s->functions[i - 1].image == f->image && s->functions[i - 1].addr < f->addr));
    }
}

/* A library that has the ticks that the statistics say, whatever these are. */
static void place(struct profile_runs *s)
{
    char path[] = "library";
    struct library library = {
        .loaded = path, .lo = 0x10000000, .hi = 0x10100000, .shift = 0x10000000};
    struct profile p = {.libraries = &library, .n_libraries = 1, .n_joined = 1};
    size_t n_of_library = 0;
    for (size_t i = 0; i < s->n_functions; i++)
        if (s->functions[i].image == 1)
            library.ticks += s->functions[i].sum;
    runs_place(s, &p);
    for (size_t i = 0; i < s->n_functions; i++) {
        const struct run_function *f = &s->functions[i];
        require(i == 0 || s->functions[i - 1].addr <= f->addr);
        require(f->image == 0 || (f->addr >= library.lo && f->addr < library.hi));
        n_of_library += f->image != 0;
    }
    require(library.has_spread == (n_of_library > 0));
}

static void decode(const struct unite_source *bytes, size_t n)
{
    struct profile_runs *s = arena_object(sizeof *s);
    runs_decode(bytes, n, s);
    if (s->n_all > 1) {
        check_sums(s);
        place(s);
    }
    profile_runs_free(s);
}

/* A run of two functions, and one of a library. */
static struct unite_message good_run(void)
{
    struct unite_message m = {.memory = &runs_memory};
    struct unite_build b;
    const struct unite_run run = {.rank = 3, .name = {"gmon.out", 8}, .host = {"a", 1}};
    unite_build_init(&b, &runs_memory);
    unite_build_add(&b, UNITE_IMAGE, &(struct unite_image){.path = {"prog", 4}, .ticks = 12});
    unite_build_add(&b, UNITE_IMAGE, &(struct unite_image){.path = {"library", 7}, .ticks = 30});
    unite_build_self(&b, 1, 0x1000, 12);
    unite_build_self(&b, 1, 0x1040, 5);
    unite_build_self(&b, 2, 0x40, 30);
    require(unite_build_end(&b, &run, &m) == UNITE_OK);
    unite_build_release(&b);
    return m;
}

/* Nodes below one node may be there in any order, and more than once: not kept apart here. */
static bool has_nodes(const struct unite_source *from)
{
    struct unite_reader *r = malloc(sizeof *r);
    struct unite_record now = {.kind = UNITE_END};
    bool found = false;
    require(r != NULL);
    if (unite_reader_begin(r, from) == UNITE_OK)
        while (unite_next(r, &now))
            found |= now.kind == UNITE_NODE;
    free(r);
    return found;
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct unite_message good = good_run(), both = {.memory = &runs_memory},
                         turned = {.memory = &runs_memory};
    const struct unite_source bytes = {.p = p, .n = n}, other = unite_source_of(&good);
    decode(&bytes, n);
    const enum unite_result result = unite(&bytes, &other, &both);
    require(unite(&other, &bytes, &turned) == result);
    if (result == UNITE_OK) {
        const struct unite_source united = unite_source_of(&both);
        struct unite_message again = {.memory = &runs_memory};
        require(both.n == turned.n);
        require(has_nodes(&bytes) || memcmp(both.p, turned.p, both.n) == 0);
        decode(&united, both.n);
        require(unite(&united, &bytes, &again) == UNITE_OK);
        unite_message_release(&again);
    }
    unite_message_release(&good);
    unite_message_release(&both);
    unite_message_release(&turned);
    return 0;
}
