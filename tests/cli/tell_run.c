/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tell_run PROFILE [profile]: the text that make_run makes PROFILE.run of again, as far as it is
 * about the program and its call paths; with `profile` that of which mkgmon makes PROFILE. */
#include <inttypes.h>
#include <stdio.h>

#include "core/load/file/image_file.h"
#include "core/load/gmon/gmon.h"
#include "core/load/run/run.h"
#include "tests/support/profile_builder.h"
#include "tests/support/require.h"

static void tell_profile(const char *path)
{
    const struct gmon_options o = {.progress = NULL};
    struct err e = ERR_INIT;
    struct profile *p = made_blank(8, false);
    require(gmon_read(p, path, &o, &e));
    printf("rate %" PRIu32 "\n", p->rate_hz);
    for (uint32_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        printf("hist 0x%" PRIx64 " 0x%" PRIx64 " %" PRIu32 "\n", h->lo, h->hi, h->n_bins);
        for (uint32_t k = histogram_next(h, 0); k < h->n_bins; k = histogram_next(h, k + 1))
            printf("bin %" PRIu32 " %" PRIu64 "\n", k, histogram_ticks(h, k));
    }
    for (size_t i = 0; i < p->n_arcs; i++)
        printf("arc 0x%" PRIx64 " 0x%" PRIx64 " %" PRIu64 "\n", p->arcs[i].from, p->arcs[i].to,
               p->arcs[i].count);
    profile_free(p);
}

static void tell_nodes(const struct unite_message *message)
{
    static struct unite_reader reader;
    const struct unite_source source = unite_source_of(message);
    struct unite_record r;
    enum unite_result result = unite_reader_begin(&reader, &source);
    while (result == UNITE_OK && (result = unite_read(&reader, &r)) == UNITE_OK) {
        if (r.kind == UNITE_END)
            return;
        if (r.kind != UNITE_NODE)
            continue;
        const struct unite_node *n = &r.node;
        printf("node %" PRIu64 " ", n->depth);
        n->image ? printf("%" PRIu64, n->image - 1) : printf("-");
        printf(":0x%" PRIx64 " %" PRIu64 " %" PRIu64 "\n", n->addr, n->ticks, n->waits);
    }
    require(false);
}

int main(int argc, char **argv)
{
    struct err e = ERR_INIT;
    struct run run;
    require(argc >= 2);
    if (argc > 2) {
        tell_profile(argv[1]);
        return 0;
    }
    require(run_read(argv[1], SOURCE_NO_OWNER, &run, &e) && run.n_images);
    const struct run_image *program = &run.images[0];
    printf("command %s\nrate-asked %" PRIu64 "\nticks %" PRIu64 "\n", run.command,
           run.facts.asked_hz, program->ticks);
    printf("image 0 ticks %" PRIu64 " build-id - entry 0x%" PRIx64
           " path %s\nlost-path-ticks %" PRIu64 "\n",
           program->ticks, program->entry, run.command, run.facts.lost_path_ticks);
    tell_nodes(&run.message);
    run_release(&run);
    return 0;
}
