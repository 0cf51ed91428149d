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
#include "unite/entries.h"
#include "unite/gmon.h"

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

static int write_both(const struct unite_message *m)
{
    struct writer *w = dump_open_profile();
    const struct unite_gmon_request program = {.message = m,
                                               .image = 1,
                                               .what = UNITE_TICKS,
                                               .layout = gmon_layout(&w->sink),
                                               .unit = dump_unit()};
    if (unite_put_profile(&program) != UNITE_OK && !w->error)
        w->error = ENOMEM;
    const int error = dump_close_profile();
    const struct unite_profile all = w->all;
    return error || w->in_place ? error : dump_put_run(m, &all);
}

int tables_write(const struct unite_message *m)
{
    struct guard guard;
    int error = guard_begin(&guard, &rt.user);
    error = error ? dump_lose(rt.output.path, error) : write_both(m);
    guard_end(&guard);
    return error;
}
