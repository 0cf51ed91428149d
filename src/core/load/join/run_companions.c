/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/run_companions.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/unite.h"
#include "core/load/join/paths.h"
#include "core/load/join/run_data.h"
#include "core/load/join/run_set.h"
#include "core/load/join/waits.h"
#include "core/model/runs.h"

struct companions {
    struct profile *p;
    const struct gmon_options *gmon;
    struct waits *waits; /* of the program, and of each joined library */
    uint32_t wait_hz;    /* of all of them */
    struct join_paths paths;
    size_t block_cap;
    bool library_blocks; /* libraries have some */
};

/* ---- basic blocks ---- */

static bool add_blocks(struct companions *c, const struct profile *one, uint64_t shift,
                       struct err *e)
{
    struct profile *p = c->p;
    const size_t n = p->n_blocks;
    if (!mem_grow(&p->blocks, &c->block_cap, n + one->n_blocks, sizeof *p->blocks))
        return err_memory(e, 0);
    for (size_t i = 0; i < one->n_blocks; i++)
        p->blocks[p->n_blocks++] =
            (struct raw_block){one->blocks[i].addr + shift, one->blocks[i].count};
    p->has_blocks |= one->has_blocks;
    gmon_unite_new(p, p->n_arcs, n);
    return true;
}

/* Those of an image that was read, or was not; moved by `shift`. */
static bool take_blocks(struct companions *c, struct profile *one, bool is_read,
                        const struct err *why, uint64_t shift, struct err *e)
{
    c->p->lost_blocks |= !is_read;
    if (is_read)
        return add_blocks(c, one, shift, e);
    if (why->code == ERR_MEMORY || why->code == ERR_CANCELLED)
        *e = *why;
    return e->code == ERR_NONE;
}

static bool read_program_blocks(struct companions *c, const struct profile_file *f, struct err *e)
{
    struct fit_program program = {
        .image = c->p->image, .has_base = true, .base = f->fit.distance, .unlike = true};
    struct gmon_options o = *c->gmon;
    if (f->n_block_records == 0)
        return true;
    struct err why = ERR_INIT;
    struct profile *one = run_set_blank(c->p->image);
    o.program = o.strict ? NULL : &program;
    bool ok =
        one ? take_blocks(c, one, gmon_read(one, f->path, &o, &why), &why, 0, e) : err_memory(e, 0);
    run_set_blank_free(one);
    fit_close(&program);
    return ok;
}

static bool read_library_blocks(struct companions *c, const struct run_info *info, size_t image,
                                const struct gmon_options *o, uint64_t shift, struct err *e)
{
    struct err why = ERR_INIT;
    struct profile *one = run_set_blank(c->p->image);
    bool ok = one ? take_blocks(c, one, run_data_read(info, image, KEPT_TICKS, one, o, &why), &why,
                                shift, e)
                  : err_memory(e, 0);
    run_set_blank_free(one);
    return ok;
}

static bool has_library_blocks(const struct profile *whole)
{
    for (size_t i = 0; i < whole->n_blocks; i++)
        if (profile_library(whole, whole->blocks[i].addr))
            return true;
    return false;
}

/* ---- one image of a run ---- */

static bool read_waits(struct companions *c, const struct profile_file *f,
                       const struct run_info *info, size_t image, const struct library *l,
                       struct err *e)
{
    const struct waits_source from = {.info = info,
                                      .image = image,
                                      .of = c->p->image,
                                      .owner = f->owner,
                                      .rate_hz = &c->wait_hz,
                                      .progress = c->gmon->progress};
    struct waits *w = &c->waits[profile_library_number(c->p, l)];
    bool ok = waits_add(w, &from, e);
    c->p->lost_waits |= w->is_lost && !f->lost_waits;
    return ok;
}

static bool read_library(struct companions *c, const struct profile_file *f,
                         const struct run_info *info, size_t image, struct err *e)
{
    const struct run_image *about = &info->images[image];
    const struct library *l = profile_find_library(c->p, about->path, about->build_id);
    const struct gmon_options o = {.progress = c->gmon->progress, .found = true, .owner = f->owner};
    if (!l || !about->file || run_info_repeats_file(info, image))
        return true;
    return read_waits(c, f, info, image, l, e) &&
           (!c->library_blocks || read_library_blocks(c, info, image, &o, l->shift, e));
}

static bool move_waits(struct companions *c)
{
    for (size_t i = 0; i <= c->p->n_joined; i++)
        if (!waits_move(&c->waits[i], c->p, i ? c->p->libraries[i - 1].shift : 0))
            return false;
    return true;
}

/* ---- files ---- */

/* Is the text still there? */
static bool read_text(const struct profile_file *f, struct run_info *info, struct err *e)
{
    struct err why = ERR_INIT;
    if (run_info_read(f->path, f->owner, info, &why) && run_info_belongs(info, f))
        return true;
    run_info_release(info);
    if (why.code == ERR_MEMORY)
        err_memory(e, 0);
    return false;
}

static void note_loss(struct companions *c, const struct profile_file *f)
{
    struct profile *p = c->p;
    c->paths.is_partial = true;
    p->lost_paths |= f->has_paths;
    p->lost_waits |= p->whole->n_waits > 0;
    p->lost_blocks |= c->library_blocks;
}

static bool read_known(struct companions *c, const struct profile_file *f,
                       const struct run_info *info, struct err *e)
{
    const struct join_paths_file from = {
        .p = c->p, .file = f, .info = info, .progress = c->gmon->progress};
    bool has_paths = false;
    bool ok = join_paths_add(&c->paths, &from, &has_paths, e) && read_waits(c, f, info, 0, NULL, e);
    c->p->lost_paths |= f->has_paths && !has_paths;
    for (size_t i = 1; ok && i < info->n_images; i++)
        ok = read_library(c, f, info, i, e);
    return ok;
}

static bool read_file(struct companions *c, const struct profile_file *f, struct err *e)
{
    struct run_info info = {0};
    bool ok = read_program_blocks(c, f, e);
    if (!ok)
        return false;
    if (f->run_finding != RUN_KNOWN) {
        c->paths.is_partial = true;
        return true;
    }
    if (!read_text(f, &info, e)) {
        note_loss(c, f);
        return e->code == ERR_NONE;
    }
    ok = read_known(c, f, &info, e);
    run_info_release(&info);
    return ok;
}

static bool read_runs(struct companions *c, struct err *e)
{
    const struct profile *p = c->p;
    const struct profile_runs *r = p->runs;
    for (uint32_t i = 0; i < r->n; i++) {
        if (p->shown_runs[i] && !progress_step(c->gmon->progress, "runs", i, r->n))
            return err_set(e, ERR_CANCELLED, NULL);
        for (uint32_t k = 0; p->shown_runs[i] && k < r->v[i].n_files; k++)
            if (!read_file(c, &p->files[r->v[i].files[k]], e))
                return false;
    }
    return true;
}

bool run_companions_read(struct profile *p, const struct gmon_options *gmon, struct err *e)
{
    struct companions c = {.p = p, .gmon = gmon, .library_blocks = has_library_blocks(p->whole)};
    c.waits = mem_array(p->n_joined + 1, sizeof *c.waits);
    bool ok = c.waits || err_memory(e, 0);
    ok = ok && read_runs(&c, e);
    ok = ok && (move_waits(&c) || err_memory(e, 0));
    ok = ok && join_paths_end(&c.paths, p, e);
    path_tree_release(&c.paths.tree);
    for (size_t i = 0; c.waits && i <= p->n_joined; i++)
        waits_release(&c.waits[i]);
    free(c.waits);
    return ok;
}
