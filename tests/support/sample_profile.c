/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/sample_profile.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

/* Memory runs out: no test can go on. */
static void require(bool holds)
{
    if (!holds)
        abort();
}

enum { FUNCTIONS = 60, SIZE = 16, BASE = 0x1000 };

static void name_of(unsigned i, char *out, size_t room)
{
    static const char *const special[] = {"main",
                                          "_ZN3foo3barESt6vectorIiSaIiEE",
                                          "_ZN3foo3barESt6vectorIlSaIlEE",
                                          "with.dot",
                                          "ping",
                                          "pong",
                                          "odd/slash",
                                          "bad\xff\x1b[2Jbytes"};
    if (i < sizeof special / sizeof *special)
        snprintf(out, room, "%s", special[i]);
    else
        snprintf(out, room, "function_%u", i);
}

static struct image *make_image(void)
{
    struct image *im = mem_array(1, sizeof *im);
    struct text names = {0};
    require(im != NULL);
    im->path = mem_text("program", 7);
    im->addr_bytes = 8;
    im->symbols = mem_array(FUNCTIONS, sizeof *im->symbols);
    require(im->symbols != NULL);
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        char name[64];
        name_of(i, name, sizeof name);
        im->symbols[i] = (struct raw_symbol){.addr = BASE + i * SIZE,
                                             .name = (uint32_t)names.n,
                                             .flags = SYM_FUNC | (i % 7 == 6 ? SYM_STATIC : 0)};
        text_add(&names, name, strlen(name) + 1);
    }
    im->n_symbols = FUNCTIONS;
    im->text_lo = BASE;
    im->text_hi = BASE + FUNCTIONS * SIZE;
    im->names = names.p;
    im->n_name_bytes = names.n;
    return im;
}

static void add_arc(struct profile *p, unsigned from, unsigned to, uint64_t count)
{
    p->arcs[p->n_arcs++] = (struct raw_arc){BASE + from * SIZE + 4, BASE + to * SIZE, count};
}

struct profile *invented_profile(void)
{
    struct profile *p = profile_new(make_image());
    require(p != NULL);
    p->hists = mem_array(1, sizeof *p->hists);
    p->arcs = mem_array(4 * FUNCTIONS, sizeof *p->arcs);
    p->files = mem_array(1, sizeof *p->files);
    require(p->hists && p->arcs && p->files);
    p->hists[0] = (struct histogram){.lo = BASE, .hi = BASE + FUNCTIONS * SIZE};
    p->hists[0].n_bins = FUNCTIONS * SIZE / 2;
    p->hists[0].bins = mem_array(p->hists[0].n_bins, sizeof(uint64_t));
    require(p->hists[0].bins != NULL);
    p->n_hists = 1;
    p->scale = 1;
    p->rate_hz = 100;
    p->files[0] = (struct profile_file){.path = mem_text("gmon.out", 8), .rate_hz = 100};
    p->n_files = 1;
    p->has_histogram = p->has_arcs = true;
    for (unsigned i = 0; i < FUNCTIONS - 5; i++) {
        p->hists[0].bins[i * SIZE / 2] = i * 37 % 23;
        p->files[0].ticks += i * 37 % 23;
        if (i)
            add_arc(p, i % 3 ? 0 : i / 2, i, i * 11 % 17 + 1);
    }
    add_arc(p, 4, 5, 10);
    add_arc(p, 5, 4, 9);
    add_arc(p, 9, 9, 3);
    return p;
}
