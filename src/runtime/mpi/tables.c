/* SPDX-License-Identifier: MIT */
#include "runtime/mpi/tables.h"

#include <errno.h>

#include "runtime/arcs.h"
#include "runtime/dump.h"
#include "runtime/gmon_file.h"
#include "runtime/mpi/functions.h"
#include "runtime/rt.h"
#include "runtime/run.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "unite/files.h"

/* The functions of images, each found when it is asked for. */
struct job_functions {
    struct functions_of {
        const struct rt_image *image; /* NULL: this and the next ones are free */
        struct unite_entries entries;
    } * images;
    size_t n, last;
};

static uint64_t entry_of(void *ctx, const struct rt_image *image, uint64_t addr)
{
    struct job_functions *f = ctx;
    struct functions_of *of = &f->images[f->last];
    if (of->image != image) {
        size_t i = 0;
        while (i < f->n && f->images[i].image && f->images[i].image != image)
            i++;
        if (i == f->n) /* it came after they were counted */
            return 0;
        of = &f->images[f->last = i];
    }
    if (!of->image) {
        of->image = image;
        of->entries.memory = &run_memory;
        functions_find(&of->entries, image);
    }
    return unite_entries_find(&of->entries, addr);
}

static size_t count_images(void)
{
    size_t n = 1;
    const struct rt_image *image = atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
    for (; image; image = image->next)
        n++;
    return n;
}

bool tables_take(struct unite_message *m)
{
    size_t n_arcs, arc_bytes, bytes;
    struct rt_arc *arcs = arcs_take(&n_arcs, &arc_bytes);
    struct job_functions f = {.n = count_images()};
    const struct run_wish wish = {arcs, n_arcs, entry_of, &f};
    bytes = f.n * sizeof *f.images;
    f.images = sys_map(bytes);
    const bool ok = f.images && run_take(&wish, m);
    for (size_t i = 0; f.images && i < f.n && f.images[i].image; i++)
        unite_entries_release(&f.images[i].entries);
    if (f.images)
        sys_unmap(f.images, bytes);
    arcs_free(arcs, arc_bytes);
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
    if (dump_put_run(f->message, &(struct unite_profile){rt.writer.all.bytes, rt.writer.all.check}))
        return false;
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
