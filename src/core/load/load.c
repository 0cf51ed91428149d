/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/load.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/load/gmon/add.h"
#include "core/load/gmon/fit.h"
#include "core/load/image/image.h"
#include "core/load/image/object_map.h"
#include "core/load/image/stripped.h"
#include "core/load/image/symbol_file.h"
#include "core/load/pairs.h"
#include "core/load/path_check.h"
#include "core/load/run/join.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "core/load/run/runs.h"
#include "core/load/run/sum.h"
#include "core/model/runs.h"

/* ---- one file ---- */

/* What processes that go on have counted is read once: *sum, if any, gets what else is known. */
static bool read_kept(const struct load_request *r, struct sum *sum, struct profile *p,
                      const char *path, const struct gmon_options *o, struct err *e)
{
    struct run run;
    struct bytes b = {0};
    const bool ok = kept_run(path, r->held, r->n_files == 1 ? &p->processes : NULL, &run, e) &&
                    run_profile(&run, 0, UNITE_TICKS, p->image, &b, e) &&
                    gmon_read_bytes(p, path, b.p, b.n, o, e);
    if (ok && sum)
        sum_give(sum, &run);
    run_release(&run);
    bytes_release(&b);
    return ok;
}

static bool read_profile(const struct load_request *r, struct sum *sum, struct profile *p,
                         const char *path, const struct gmon_options *o, struct err *e)
{
    return o->format == GMON_FORMAT_AUTO && !o->strict && kept_is_at(path, r->held)
               ? read_kept(r, sum, p, path, o, e)
               : gmon_read(p, path, o, e);
}

/* ---- files as a set of runs ---- */

struct file_set {
    const struct load_request *r;
    struct profile *p;
    struct sum *sum;
    struct fit_program program;
    bool takes_foreign;
    uint32_t n_foreign;
    struct err first; /* why the first file that was left out was */
    struct err *e;
};

/* A profile to read a file of an image into, that the image outlives. */
static struct profile *file_blank(struct image *im)
{
    struct profile *one = profile_new(NULL);
    one->image = im;
    return one;
}

static void file_blank_free(struct profile *one)
{
    one->image = NULL;
    profile_free(one);
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
static bool is_like(struct profile *p, const struct profile *one, struct err *e)
{
    if (one->n_hists && p->n_hists && one->rate_hz != p->rate_hz)
        return err_at(e, ERR_RUN_RATE, NULL, ERR_NO_OFFSET, one->rate_hz, p->rate_hz);
    return gmon_fits(p, one, e);
}

/* Add a file by itself to the others, and its run. */
static bool add_one(struct file_set *s, struct profile *one, struct err *e)
{
    struct profile *p = s->p;
    bool ok = is_like(p, one, e) && sum_add(s->sum, p->image, one, &one->files[0], e);
    if (ok) {
        gmon_add(p, one);
        gmon_unite(p);
    }
    return ok;
}

/* Read file number `at`, and add it. */
static bool take_file(struct file_set *s, size_t at)
{
    const struct load_request *r = s->r;
    struct gmon_options o = r->gmon;
    struct err why = ERR_INIT;
    struct profile *one = file_blank(s->p->image);
    bool saw_blocks = false;
    o.progress = NULL;
    o.other = &run_translator;
    o.program = o.strict ? NULL : &s->program;
    o.saw_blocks = &saw_blocks;
    if (read_profile(r, s->sum, one, r->files[at], &o, &why)) {
        if (is_foreign(s, &one->files[0], &why))
            s->n_foreign++;
        else if (add_one(s, one, &why) && r->on_file)
            r->on_file(r->ctx, &s->p->files[s->p->n_files - 1]);
    }
    file_blank_free(one);
    return why.code == ERR_NONE || leave_out(s, r->files[at], &why);
}

static bool take_files(struct file_set *s)
{
    const struct load_request *r = s->r;
    bool ok = true;
    s->program = (struct fit_program){
        .image = s->p->image, .has_base = r->has_base, .base = r->base, .unlike = r->symbols_file};
    for (size_t i = 0; ok && i < r->n_files; i++)
        ok = (progress_step(r->gmon.progress, "profile data", i, r->n_files) ||
              err_set(s->e, ERR_CANCELLED, r->files[i])) &&
             take_file(s, i);
    fit_close(&s->program);
    return ok;
}

/* Read r's files into p, each as a whole or not at all: damaged ones, those of other programs and
 * those with other units are left out, which p->runs says, unless nothing is left then. Their runs
 * are added to `sum`. If nothing but files of other programs is there, these are read. Fails as
 * gmon_read does at the first file if all are bad, with ERR_MEMORY and ERR_CANCELLED. */
static bool file_set_read(const struct load_request *r, struct profile *p, struct sum *sum,
                          struct err *e)
{
    struct file_set s = {.r = r, .p = p, .sum = sum, .first = ERR_INIT, .e = e};
    p->runs = arena_object(sizeof *p->runs);
    bool ok = take_files(&s);
    if (ok && p->n_files == 0 && s.n_foreign > 0) {
        p->runs->n_left_out = 0;
        s.takes_foreign = true;
        err_clear(&s.first);
        ok = take_files(&s);
    }
    if (ok && p->n_files == 0) {
        *e = s.first;
        ok = false;
    }
    for (uint32_t i = 0; ok && i < p->n_files && r->gmon.saw_blocks; i++)
        *r->gmon.saw_blocks |= p->files[i].n_block_records > 0;
    return ok;
}

/* ---- files as one ---- */

/* Progress in one of many files, reported as progress in all of them. */
struct many_files {
    const struct progress *whole; /* may be NULL */
    size_t at, n;
};

static bool step_in_file(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    const struct many_files *m = ctx;
    uint64_t permille = total ? (uint64_t)((double)done * 1000.0 / (double)total) : 0;
    return progress_step(m->whole, phase, m->at * 1000 + permille, m->n * 1000);
}

static bool wait_for_file(void *ctx, const char *what, const char *whom)
{
    return progress_wait(((const struct many_files *)ctx)->whole, what, whom);
}

/* Read a file by itself and add it to the others. False: it is not read, or e says why. */
static bool read_apart(const struct load_request *r, struct sum *sum, struct profile *p,
                       const char *path, const struct gmon_options *o, struct err *e)
{
    struct err why = ERR_INIT;
    struct profile *one = file_blank(p->image);
    bool ok = read_profile(r, sum, one, path, o, &why) && gmon_fits(p, one, &why) &&
              sum_add(sum, p->image, one, &one->files[0], e);
    if (ok)
        gmon_add(p, one);
    file_blank_free(one);
    return ok;
}

/* sum: NULL if nobody wants it. */
static bool read_file(const struct load_request *r, struct sum *sum, struct profile *p,
                      const char *path, const struct gmon_options *o, struct err *e)
{
    const size_t n_arcs = p->n_arcs, n_blocks = p->n_blocks;
    if (r->sum && r->n_files > 1 && strcmp(path, "-") != 0 && path_is_regular(path) &&
        read_apart(r, sum, p, path, o, e))
        return true;
    if (e->code != ERR_NONE || !read_profile(r, sum, p, path, o, e))
        return false;
    gmon_unite_new(p, n_arcs, n_blocks);
    return !sum || sum_add(sum, p->image, r->n_files == 1 ? p : NULL, &p->files[p->n_files - 1], e);
}

static bool read_files(const struct load_request *r, struct sum *sum, struct profile *p,
                       struct err *e)
{
    struct fit_program program = {
        .image = p->image,
        .progress = r->gmon.progress,
        .has_base = r->has_base,
        .base = r->base,
        .unlike = r->symbols_file, /* may be those of another program than the image */
    };
    bool ok = true;
    struct many_files many = {.whole = r->gmon.progress, .n = r->n_files};
    const struct progress progress = {.step = step_in_file, .wait = wait_for_file, .ctx = &many};
    struct gmon_options options = r->gmon;
    options.progress = &progress;
    options.other = &run_translator;
    options.program = r->gmon.strict ? NULL : &program;
    for (; ok && many.at < many.n; many.at++) {
        if (many.at > 0 && many.at % (many.n / 200 + 1) == 0 &&
            !progress_step(&progress, "profile data", 0, 0)) {
            ok = err_set(e, ERR_CANCELLED, r->files[many.at]);
            break;
        }
        if (many.at >= 2)
            gmon_unite(p);
        ok = read_file(r, sum, p, r->files[many.at], &options, e);
        if (ok && r->on_file)
            r->on_file(r->ctx, &p->files[p->n_files - 1]);
    }
    fit_close(&program);
    return ok;
}

/* ---- the whole ---- */

/* Look for the program that wrote f in a folder: that of `beside`. */
static bool find_writer(const struct load_request *r, const char *beside, struct arena *memory,
                        struct profile_file *f, struct err *e)
{
    struct pairs pairs = {0};
    struct err why = ERR_INIT;
    size_t n = (size_t)(path_base(beside) - beside);
    char *folder = n ? mem_text(beside, n) : mem_text(".", 1);
    const struct pairs_request request = {folder, f->path, r->gmon.progress};
    if (!pairs_find(&request, &pairs, &why) && err_is_fatal(&why))
        *e = why;
    else if (pairs.fits && pairs.p[0].fit.verdict == FIT_YES) /* which sizes alone do not tell */
        f->writer = arena_text(memory, pairs.p[0].image, strlen(pairs.p[0].image));
    pairs_release(&pairs);
    free(folder);
    return e->code == ERR_NONE;
}

/* Name the writer of the first file that another program wrote; it mostly wrote the others, too. */
static bool name_writer(const struct load_request *r, struct profile *p, struct err *e)
{
    for (uint32_t i = 0; i < p->n_files; i++) {
        struct profile_file *f = &p->files[i];
        if (fit_is_bad(&f->fit))
            return r->has_base || strcmp(f->path, "-") == 0 ||
                   (find_writer(r, f->path, &p->memory, f, e) &&
                    (f->writer || find_writer(r, r->image, &p->memory, f, e)));
    }
    return true;
}

/* What other files say about the symbols; the map is opened first, as in gprof. */
static bool complete_image(const struct load_request *r, struct image *im, struct err *e)
{
    struct object_map *map = r->map_file ? object_map_read(r->map_file, r->gmon.progress, e) : NULL;
    bool ok = (map || !r->map_file) &&
              (!r->symbols_file ||
               symbol_file_read(im, r->symbols_file, r->gmon.strict, r->gmon.progress, e));
    if (ok && map)
        object_map_apply(map, im);
    object_map_free(map);
    if (ok && !r->gmon.strict)
        image_mend_windows(im);
    return ok && (!r->check_image || r->check_image(r->ctx, im, e));
}

struct profile *load_profile(const struct load_request *r, struct err *e)
{
    const struct progress *progress = r->gmon.progress;
    struct image *im = image_load(r->image, progress, e);
    if (!im)
        return NULL;
    bool restores = r->stripped && !r->symbols_file;
    if ((restores && !stripped_restore(&im, progress, e)) || !complete_image(r, im, e)) {
        image_free(im);
        return NULL;
    }
    const bool is_set = r->runs && r->n_files > 1;
    const bool tells = (r->libraries || r->paths) && !r->map_file && !r->symbols_file;
    const struct sum_use use = {
        .is_set = is_set, .tells = tells, .libraries = tells && r->libraries};
    struct sum *own = !r->sum && (is_set || tells) ? sum_new(&r->gmon, false) : NULL;
    struct sum *sum = r->sum ? r->sum : own;
    if (sum)
        sum_begin(sum, &use);
    struct profile *p = profile_new(im);
    /* The files, and what goes with them. */
    bool ok = (is_set ? file_set_read(r, p, sum, e) : read_files(r, sum, p, e)) &&
              (!sum || sum_end(sum, e)) && name_writer(r, p, e) &&
              (!tells || (join_run(p, sum_run(sum), use.libraries, progress, e) &&
                          path_check(p, progress, e)));
    if (ok && (is_set || (tells && p->n_files == 1)))
        runs_read(sum_run(sum), is_set ? sum_keys(sum) : NULL, p);
    sum_free(own);
    if (ok)
        return p;
    profile_free(p);
    return NULL;
}

/* ---- what is read later ---- */

void lookup_open(struct lookup *l, const struct profile *p, bool strict, bool split)
{
    const struct image *im = p->image;
    *l = (struct lookup){.lines = lines_new(im->symbols_path ? NULL : im->path),
                         .code = code_new(im->path)};
    if (split)
        lines_read_split(l->lines);
    lines_join(l->lines, p);
    code_join(l->code, p);
    if (im->windows && !strict)
        lines_tidy_windows(l->lines);
}

void lookup_close(struct lookup *l)
{
    lines_free(l->lines);
    code_free(l->code);
    *l = (struct lookup){0};
}
