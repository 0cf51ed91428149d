/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/tables.h"

#include "runtime/arcs.h"
#include "runtime/dump.h"
#include "runtime/gmon_file.h"
#include "runtime/mpi/functions.h"
#include "runtime/mpi/memory.h"
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "unite/build.h"

/* What one process counted, being put together. */
struct job_taking {
    struct unite_build build;
    const struct rt_image **images; /* by number, from 1 on */
    struct functions *functions;    /* likewise */
    size_t n_images;
    struct rt_arc *arcs;
    size_t n_arcs;
    char host[HOST_BYTES];
};

static struct unite_text text_of(const char *s)
{
    return (struct unite_text){s, text_length(s)};
}

/* ---- images ---- */

static const struct rt_image *first_library(void)
{
    return atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
}

static size_t count_images(void)
{
    size_t n = 1;
    for (const struct rt_image *image = first_library(); image; image = image->next)
        n++;
    return n;
}

/* Images get a number when they are first needed. */
static unsigned number_of(struct job_taking *t, const struct rt_image *image)
{
    const uint64_t tick_ns = 1000000000 / rt.options.rate_hz;
    for (size_t i = 1; i <= t->n_images; i++)
        if (t->images[i] == image)
            return (unsigned)i;
    t->images[++t->n_images] = image;
    functions_find(&t->functions[t->n_images], image);
    unite_build_image(&t->build, &(struct unite_image){
                                     .path = text_of(image->path),
                                     .id = {(const char *)image->build_id, image->n_build_id},
                                     .entry = image->entry ? image->entry - image->base : 0,
                                     .ticks = image_ticks(image),
                                     .waits = counter_read(&image->n_wait_ns) / tick_ns,
                                 });
    return (unsigned)t->n_images;
}

/* The number of the image that holds an address; 0: none. Arcs and paths stay near where they
 * were: `near` is tried first. */
static unsigned image_at(struct job_taking *t, uintptr_t address, unsigned near)
{
    if (near && image_holds(t->images[near], address))
        return near;
    if (image_holds(&rt.images.program, address))
        return number_of(t, &rt.images.program);
    for (const struct rt_image *image = first_library(); image; image = image->next)
        if (image_holds(image, address))
            return number_of(t, image);
    return 0;
}

static uint64_t entry_of(void *ctx, unsigned image, uint64_t addr)
{
    const struct job_taking *t = ctx;
    return image ? functions_entry(&t->functions[image], addr) : 0;
}

/* ---- samples ---- */

static uint64_t base_of(const struct job_taking *t, unsigned number)
{
    return number ? t->images[number]->base : 0;
}

static void take_bins(struct job_taking *t, unsigned number)
{
    const struct rt_image *image = t->images[number];
    struct unite_range range = {.measure = UNITE_TICKS,
                                .image = number,
                                .rate_hz = dump_unit().rate_hz,
                                .lo = image->lo - image->base,
                                .hi = image->hi - image->base,
                                .n_bins = image->n_bins};
    unite_build_range(&t->build, &range);
    if (!image->bins || !image_ticks(image))
        return;
    for (size_t i = 0; (i = image_next_bin(image, i)) < image->n_bins; i++)
        unite_build_bin(&t->build, i, counter_read(&image->bins[i]));
}

static void take_wait_part(void *ctx, const struct gmon_part *part)
{
    struct job_taking *t = ctx;
    unsigned number = number_of(t, part->image);
    uint64_t lo = part->image->lo - part->image->base;
    struct unite_range range = {.measure = UNITE_WAITS,
                                .image = number,
                                .rate_hz = rt.options.rate_hz,
                                .lo = lo + ((uint64_t)part->first << part->image->bin_shift),
                                .n_bins = part->n};
    range.hi = range.lo + ((uint64_t)part->n << part->image->bin_shift);
    unite_build_range(&t->build, &range);
    for (size_t i = 0; i < part->n; i++)
        unite_build_bin(&t->build, i, part->ticks[i]);
}

/* ---- calls ---- */

static void take_arc(struct job_taking *t, const struct rt_arc *arc, unsigned *from, unsigned *self)
{
    *self = image_at(t, arc->self, *self);
    if (!*self)
        return;
    if (arc->from == ARC_BLOCK) {
        unite_build_block(
            &t->build, &(struct unite_block){*self, arc->self - base_of(t, *self) - 1, arc->count});
        return;
    }
    *from = image_at(t, arc->from, *from);
    unite_build_arc(&t->build,
                    &(struct unite_arc){.from_image = *from,
                                        .from = *from ? arc->from - base_of(t, *from) : 0,
                                        .self_image = *self,
                                        .self = arc->self - base_of(t, *self),
                                        .count = arc->count});
}

static void take_arcs(struct job_taking *t)
{
    unsigned from = 0, self = 0;
    for (size_t i = 0; i < t->n_arcs; i++)
        take_arc(t, &t->arcs[i], &from, &self);
}

/* Those of libraries that were closed have addresses of the file already. */
static void take_old_arcs(struct job_taking *t, unsigned number)
{
    size_t n;
    const struct rt_arc *old = image_old_arcs(&rt.images, t->images[number], &n);
    for (size_t i = 0; i < n; i++)
        if (old[i].from == ARC_BLOCK)
            unite_build_block(&t->build,
                              &(struct unite_block){number, old[i].self - 1, old[i].count});
        else if (old[i].from)
            unite_build_arc(&t->build, &(struct unite_arc){number, old[i].from, number, old[i].self,
                                                           old[i].count});
}

/* ---- paths ---- */

static size_t take_node(void *ctx, size_t parent, const struct path_at *at)
{
    struct job_taking *t = ctx;
    unsigned number = at->address > PATH_ALONE ? image_at(t, at->address, 0) : 0;
    const struct unite_node node = {.image = number,
                                    .addr = at->address - base_of(t, number),
                                    .ticks = at->ticks,
                                    .waits = at->waits};
    return unite_build_node(&t->build, parent, &node);
}

/* ---- the whole ---- */

static void take_fact(void *ctx, const char *name, enum info_kind kind, uint64_t value)
{
    struct job_taking *t = ctx;
    unite_build_fact(&t->build, &(struct unite_fact){kind == INFO_SAME ? UNITE_MOST : UNITE_SUM,
                                                     text_of(name), value});
}

/* Files of other images are not written. */
static void take_image(struct job_taking *t, const struct rt_image *image)
{
    struct gmon_arcs arcs = {t->arcs, NULL, t->n_arcs, 0};
    bool is_program = image == &rt.images.program;
    arcs.old = image_old_arcs(&rt.images, image, &arcs.n_old);
    if (!is_program && !gmon_file_says(image, &arcs))
        return;
    unsigned number = number_of(t, image);
    if (!is_program && !dump_is_library(image))
        return;
    take_bins(t, number);
    take_old_arcs(t, number);
    gmon_each_wait(image, rt.options.rate_hz, take_wait_part, t);
}

static void take_all(struct job_taking *t)
{
    t->build.entry = entry_of;
    t->build.ctx = t;
    info_each(t->arcs, t->n_arcs, take_fact, t);
    take_image(t, &rt.images.program);
    for (const struct rt_image *image = first_library(); image; image = image->next)
        take_image(t, image);
    take_arcs(t);
    paths_each(take_node, t);
}

static bool write_message(struct job_taking *t, struct unite_message *m)
{
    unsigned rank = 0;
    struct unite_run run = {
        .rank = text_to_number(rt.place.rank, 0, INT32_MAX, &rank) ? rank : UNITE_NO_RANK,
        .pid = (uint64_t)sys_pid(),
        .start_sec = rt.run.start_sec,
        .wall_ms = info_wall_ns() / 1000000,
        .cpu_ms = info_cpu_ns() / 1000000};
    if (sys_host(t->host, sizeof t->host))
        run.host = text_of(t->host);
    return unite_build_end(&t->build, &run, UNITE_WITH_ALL, m) == UNITE_OK;
}

bool tables_take(struct unite_message *m, uint64_t n_ranks)
{
    struct job_taking t = {.n_images = 0};
    size_t n = count_images() + 1, arc_bytes;
    t.arcs = arcs_take(&t.n_arcs, &arc_bytes);
    t.images = sys_map(n * sizeof *t.images);
    t.functions = sys_map(n * sizeof *t.functions);
    unite_build_init(&t.build, &job_memory);
    t.build.n_runs = n_ranks;
    bool ok = t.images && t.functions;
    if (ok) {
        take_all(&t);
        ok = write_message(&t, m);
    }
    unite_build_release(&t.build);
    if (t.images)
        sys_unmap(t.images, n * sizeof *t.images);
    for (size_t i = 1; i <= t.n_images; i++)
        functions_release(&t.functions[i]);
    if (t.functions)
        sys_unmap(t.functions, n * sizeof *t.functions);
    arcs_free(t.arcs, arc_bytes);
    return ok;
}
