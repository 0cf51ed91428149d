/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file_set.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/gmon.h"
#include "core/load/run/sum.h"
#include "core/model/runs.h"

/* What one piece of work has: a few files, of which each takes too little time to be one. */
enum { FILES_OF_PIECE = 4 };

struct file_slot {
    struct fit_program program;
    struct profile *one[FILES_OF_PIECE]; /* NULL: reading failed, as e says */
    struct err e[FILES_OF_PIECE];
};

struct file_set {
    const struct load_request *r;
    struct profile *p;
    struct sum *sum;
    struct file_slot *slots; /* PIECES_SLOTS */
    bool takes_foreign;
    uint32_t n_foreign;
    struct err first; /* why the first file that was left out was */
    struct err *e;
};

struct profile *file_blank(struct image *im)
{
    struct profile *one = profile_new(NULL);
    one->image = im;
    return one;
}

void file_blank_free(struct profile *one)
{
    if (one)
        one->image = NULL;
    profile_free(one);
}

static size_t files_of(const struct file_set *s, size_t piece)
{
    size_t lo = piece * FILES_OF_PIECE, n = s->r->n_files - lo;
    return n < FILES_OF_PIECE ? n : FILES_OF_PIECE;
}

static void make_piece(void *ctx, size_t piece, unsigned at)
{
    const struct file_set *s = ctx;
    struct file_slot *slot = &s->slots[at];
    for (size_t i = 0; i < files_of(s, piece); i++) {
        struct gmon_options o = s->r->gmon;
        bool saw_blocks = false;
        o.progress = NULL;
        o.other = &run_translator;
        o.program = o.strict ? NULL : &slot->program;
        o.saw_blocks = &saw_blocks;
        err_clear(&slot->e[i]);
        slot->one[i] = file_blank(s->p->image);
        if (gmon_read(slot->one[i], s->r->files[piece * FILES_OF_PIECE + i], &o, &slot->e[i]))
            continue;
        file_blank_free(slot->one[i]);
        slot->one[i] = NULL;
    }
}

/* Another program wrote it. */
static bool is_foreign(const struct file_set *s, const struct profile_file *f, struct err *e)
{
    if (s->takes_foreign || !fit_is_bad(&f->fit))
        return false;
    err_what(e, f->fit.verdict == FIT_OTHER_BUILD ? ERR_RUN_BUILD : ERR_RUN_PROGRAM, f->path,
             s->p->image->path, NULL);
    return true;
}

static bool leave_out(struct file_set *s, const char *path, const struct err *why)
{
    if (err_is_fatal(why)) {
        *s->e = *why;
        return false;
    }
    if (s->first.code == ERR_NONE)
        s->first = *why;
    profile_runs_leave_out(s->p->runs, path, why);
    return true;
}

/* Are the units those of the sum? The rate must be, too, for which gprof does not ask. */
static bool is_like(const struct profile *p, const struct profile *one, struct err *e)
{
    if (one->n_hists && p->n_hists && one->rate_hz != p->rate_hz) {
        err_set(e, ERR_RUN_RATE, NULL);
        e->n = one->rate_hz;
        e->m = p->rate_hz;
        return false;
    }
    return gmon_fits(p, one, e);
}

/* Add a file by itself to the others, and its run. */
static bool add_one(struct file_set *s, struct profile *one, struct err *e)
{
    struct profile *p = s->p;
    const size_t n_arcs = p->n_arcs, n_blocks = p->n_blocks;
    bool ok = is_like(p, one, e) && sum_add(s->sum, p->image, one, &one->files[0], e);
    if (ok) {
        gmon_add(p, one);
        gmon_unite_new(p, n_arcs, n_blocks);
        gmon_unite(p);
    }
    return ok;
}

/* Add file number `at`, which was read into `one`; NULL: it was not, see why. */
static bool take_one(struct file_set *s, size_t at, struct profile *one, struct err *why)
{
    const struct load_request *r = s->r;
    if (one && is_foreign(s, &one->files[0], why))
        s->n_foreign++;
    else if (one && add_one(s, one, why) && r->on_file)
        r->on_file(r->ctx, &s->p->files[s->p->n_files - 1]);
    return why->code == ERR_NONE || leave_out(s, r->files[at], why);
}

static bool take_piece(void *ctx, size_t piece, unsigned at)
{
    struct file_set *s = ctx;
    struct file_slot *slot = &s->slots[at];
    const struct load_request *r = s->r;
    size_t first = piece * FILES_OF_PIECE;
    bool ok = progress_step(r->gmon.progress, "profile data", first, r->n_files) ||
              err_set(s->e, ERR_CANCELLED, r->files[first]);
    for (size_t i = 0; i < files_of(s, piece); i++) {
        ok = ok && take_one(s, first + i, slot->one[i], &slot->e[i]);
        file_blank_free(slot->one[i]);
        slot->one[i] = NULL;
    }
    return ok;
}

static bool read_pieces(struct file_set *s)
{
    const struct pieces pieces = {.n = (s->r->n_files + FILES_OF_PIECE - 1) / FILES_OF_PIECE,
                                  .make = make_piece,
                                  .take = take_piece,
                                  .ctx = s};
    unsigned helpers = task_processors() - 1;
    const struct load_request *r = s->r;
    for (unsigned i = 0; i < PIECES_SLOTS; i++)
        s->slots[i].program = (struct fit_program){.image = s->p->image,
                                                   .has_base = r->has_base,
                                                   .base = r->base,
                                                   .unlike = r->symbols_file};
    bool ok = pieces_run(&pieces, helpers < PIECES_HELPERS_MOST ? helpers : PIECES_HELPERS_MOST);
    /* What was made and not taken, too. */
    for (unsigned i = 0; i < PIECES_SLOTS; i++) {
        fit_close(&s->slots[i].program);
        for (size_t k = 0; k < FILES_OF_PIECE; k++)
            file_blank_free(s->slots[i].one[k]);
    }
    return ok;
}

bool file_set_read(const struct load_request *r, struct profile *p, struct sum *sum, struct err *e)
{
    struct file_set s = {.r = r,
                         .p = p,
                         .sum = sum,
                         .slots = mem_array(PIECES_SLOTS, sizeof *s.slots),
                         .first = ERR_INIT,
                         .e = e};
    p->runs = arena_object(sizeof *p->runs);
    bool ok = read_pieces(&s);
    if (ok && p->n_files == 0 && s.n_foreign > 0) {
        p->runs->n_left_out = 0;
        s.takes_foreign = true;
        err_clear(&s.first);
        ok = read_pieces(&s);
    }
    if (ok && p->n_files == 0) {
        *e = s.first;
        ok = false;
    }
    for (uint32_t i = 0; ok && i < p->n_files && r->gmon.saw_blocks; i++)
        *r->gmon.saw_blocks |= p->files[i].n_block_records > 0;
    free(s.slots);
    return ok;
}
