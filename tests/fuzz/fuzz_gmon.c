/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profile data: the first byte says how to read the rest, which is read as two files. What comes
 * out has bins for every histogram, and files that account for all arcs. */
#include "fuzz.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/reader.h"
#include "tests/support/require.h"

static void check(const struct profile *p)
{
    uint64_t arcs = 0, ticks = 0, sum = 0;
    for (uint32_t i = 0; i < p->n_files; i++) {
        arcs += p->files[i].n_arcs;
        ticks += p->files[i].ticks;
    }
    require(arcs == p->n_arcs);
    for (uint32_t i = 0; i < p->n_hists; i++)
        for (uint32_t k = 0; k < p->hists[i].n_bins; k++)
            sum += histogram_ticks(&p->hists[i], k);
    require(sum == ticks);
    require(p->n_hists == 0 || p->rate_hz > 0 || p->files[0].layout != GMON_MAGIC);
}

static bool read_file(struct profile *p, const uint8_t *bytes, size_t n,
                      const struct gmon_options *o)
{
    struct err e = ERR_INIT;
    uint32_t files = p->n_files;
    bool ok = gmon_read_bytes(p, "input", bytes, n, o, &e);
    require(ok == (e.code == ERR_NONE));
    require(p->n_files == files + ok);
    return ok;
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct image *im = mem_array(1, sizeof *im);
    if (!im || n == 0) {
        free(im);
        return 0;
    }
    unsigned how = p[0];
    im->addr_bytes = how & 1 ? 4 : 8;
    im->big_endian = how & 2;
    struct fit_program program = {.image = im, .has_base = true, .base = 0x7ff4c0040000};
    struct gmon_options o = {
        .strict = how & 4,
        .format = (how >> 3) % 4,
        .program = how & 64 ? &program : NULL,
    };
    struct profile *profile = profile_new(im);
    size_t half = how & 128 ? 1 + (n - 1) / 2 : n;
    if (profile && read_file(profile, p + 1, half - 1, &o) &&
        (half == n || read_file(profile, p + half, n - half, &o)))
        check(profile);
    profile_free(profile);
    return 0;
}
