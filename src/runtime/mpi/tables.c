/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/tables.h"

#include <errno.h>

#include "runtime/arcs.h"
#include "runtime/dump.h"
#include "runtime/gmon_file.h"
#include "runtime/mpi/functions.h"
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "unite/build.h"
#include "unite/files.h"

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    (void)ctx;
    if (new_bytes == 0) {
        sys_unmap(p, old_bytes);
        return NULL;
    }
    return p ? sys_resize(p, old_bytes, new_bytes) : sys_map(new_bytes);
}

const struct unite_memory job_memory = {resize, NULL};

/* What one process counted, being put together. */
struct job_taking {
    struct unite_build build;
    const struct rt_image **images;  /* by number, from 1 on */
    struct unite_entries *functions; /* likewise */
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
    for (size_t i = 1; i <= t->n_images; i++)
        if (t->images[i] == image)
            return (unsigned)i;
    t->images[++t->n_images] = image;
    t->functions[t->n_images].memory = &job_memory;
    functions_find(&t->functions[t->n_images], image);
    const struct unite_image about = info_image(image);
    unite_build_image(&t->build, &about);
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
    return image ? unite_entries_find(&t->functions[image], addr) : 0;
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

static void take_fact(void *ctx, enum unite_fact_kind kind, uint64_t value)
{
    struct job_taking *t = ctx;
    const struct unite_fact_name *fact = unite_fact_name(kind);
    unite_build_fact(&t->build, &(struct unite_fact){fact->rule, text_of(fact->name), value});
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

bool tables_take(struct unite_message *m)
{
    struct job_taking t = {.n_images = 0};
    size_t n = count_images() + 1, arc_bytes;
    t.arcs = arcs_take(&t.n_arcs, &arc_bytes);
    t.images = sys_map(n * sizeof *t.images);
    t.functions = sys_map(n * sizeof *t.functions);
    unite_build_init(&t.build, &job_memory);
    bool ok = t.images && t.functions;
    if (ok) {
        take_all(&t);
        ok = write_message(&t, m);
    }
    unite_build_release(&t.build);
    if (t.images)
        sys_unmap(t.images, n * sizeof *t.images);
    for (size_t i = 1; i <= t.n_images; i++)
        unite_entries_release(&t.functions[i]);
    if (t.functions)
        sys_unmap(t.functions, n * sizeof *t.functions);
    arcs_free(t.arcs, arc_bytes);
    return ok;
}

/* ---- the files ---- */

/* The statistics are FILE.d/runs; STEM.runs where the folder is another process's. */
static struct unite_sink *open_file(void *ctx, const char *name)
{
    const size_t n_stem = text_length(rt.output.stem) - text_length(text_base(rt.output.stem));
    const bool is_apart = rt.output.in_run || rt.output.is_apart;
    (void)ctx;
    rt.path[0] = 0;
    text_add(rt.path, name[0] == '.' || is_apart ? sizeof rt.path : n_stem + 1, rt.output.stem);
    text_add(rt.path, sizeof rt.path, name[0] == '.' || !is_apart ? "" : ".");
    text_add(rt.path, sizeof rt.path, name);
    writer_open(&rt.writer, name[0] ? rt.path : rt.output.path, rt.user.is_other);
    return &rt.writer.sink;
}

static bool close_file(void *ctx)
{
    int *error = ctx;
    if (!writer_close(&rt.writer, rt.writer.path == rt.output.path ? &rt.output : NULL))
        *error = dump_lose(rt.writer.path, rt.writer.error);
    return *error == 0;
}

static void put_head(void *ctx, struct unite_sink *s)
{
    (void)ctx;
    info_put_head(s, true);
}

static void make_folder(void)
{
    output_make_folder(&rt.output, rt.user.is_other, rt.path, sizeof rt.path);
}

static bool write_all(struct unite_files *f)
{
    if (rt.output.is_apart)
        make_folder();
    if (unite_files_begin(f) != UNITE_OK || unite_files_program(f) != UNITE_OK)
        return false;
    if (rt.writer.in_place)
        return true;
    make_folder();
    return unite_files_rest(f) == UNITE_OK && unite_files_runs(f) == UNITE_OK;
}

int tables_write(const struct unite_message *m)
{
    static const struct unite_files_ops ops = {open_file, close_file, put_head};
    struct guard guard;
    int error = guard_begin(&guard, &rt.user);
    struct unite_files f = {.message = m,
                            .ops = &ops,
                            .ctx = &error,
                            .stem = text_base(rt.output.stem),
                            .gmon = gmon_layout(NULL),
                            .unit = dump_unit()};
    f.unit.rate_hz = rt.options.rate_hz;
    if (error)
        error = dump_lose(rt.output.path, error);
    else if (!write_all(&f))
        error = error ? error : ENOMEM;
    unite_files_end(&f);
    guard_end(&guard);
    return error;
}
