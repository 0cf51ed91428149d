/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/load.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/load/file_set.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/unite.h"
#include "core/load/image/image.h"
#include "core/load/image/object_map.h"
#include "core/load/image/stripped.h"
#include "core/load/image/symbol_file.h"
#include "core/load/join/join.h"
#include "core/load/join/run_set_finish.h"
#include "core/load/pairs.h"
#include "core/load/path_check.h"
#include "core/load/sum.h"

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

static bool read_profile_file(const struct load_request *r, struct profile *p, const char *path,
                              const struct gmon_options *o, struct err *e)
{
    const size_t n_arcs = p->n_arcs, n_blocks = p->n_blocks;
    struct stat st;
    if (r->sum && r->n_files > 1 && strcmp(path, "-") != 0 && stat(path, &st) == 0 &&
        S_ISREG(st.st_mode)) {
        /* Read it by itself and add it to the others, if that can be done. */
        struct err why = ERR_INIT;
        struct profile *one = run_set_blank(p->image);
        bool ok = gmon_read(one, path, o, &why) && gmon_fits(p, one, &why) &&
                  sum_add(r->sum, p->image, one, &one->files[0], e);
        if (ok)
            gmon_add(p, one);
        run_set_blank_free(one);
        if (ok)
            return true;
    }
    if (e->code != ERR_NONE || !gmon_read(p, path, o, e))
        return false;
    gmon_unite_new(p, n_arcs, n_blocks);
    return !r->sum ||
           sum_add(r->sum, p->image, r->n_files == 1 ? p : NULL, &p->files[p->n_files - 1], e);
}

/* Symbols from elsewhere (-S) may be those of another program than the image. */
static bool read_files(const struct load_request *r, struct profile *p, struct err *e)
{
    struct fit_program program = {
        .image = p->image,
        .progress = r->gmon.progress,
        .has_base = r->has_base,
        .base = r->base,
        .unlike = r->symbols_file,
    };
    struct many_files many = {.whole = r->gmon.progress, .n = r->n_files};
    const struct progress progress = {.step = step_in_file, .wait = wait_for_file, .ctx = &many};
    struct gmon_options options = r->gmon;
    options.progress = &progress;
    options.program = r->gmon.strict ? NULL : &program;
    bool ok = true;
    for (; ok && many.at < many.n; many.at++) {
        const char *path = r->files[many.at];
        if (many.at > 0 && many.at % (many.n / 200 + 1) == 0)
            ok = progress_step(&progress, "profile data", 0, 0) || err_set(e, ERR_CANCELLED, path);
        if (ok && many.at >= 2)
            gmon_unite(p);
        ok = ok && read_profile_file(r, p, path, &options, e);
        if (ok && r->on_file)
            r->on_file(r->ctx, &p->files[p->n_files - 1]);
    }
    fit_close(&program);
    return ok;
}

/* Look for the program that wrote f in a folder: that of `beside`. */
static bool find_writer(const struct load_request *r, const char *beside, struct profile_file *f,
                        struct err *e)
{
    struct pairs pairs = {0};
    struct err why = ERR_INIT;
    size_t n = (size_t)(path_base(beside) - beside);
    char *folder = n ? mem_text(beside, n) : mem_text(".", 1);
    const struct pairs_request request = {folder, f->path, r->gmon.progress};
    if (!pairs_find(&request, &pairs, &why) &&
        (why.code == ERR_MEMORY || why.code == ERR_CANCELLED))
        *e = why;
    else if (pairs.fits && pairs.p[0].fit.verdict == FIT_YES) /* which sizes alone do not tell */
        f->writer = mem_text(pairs.p[0].image, strlen(pairs.p[0].image));
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
                   (find_writer(r, f->path, f, e) && (f->writer || find_writer(r, r->image, f, e)));
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

static bool read_companions(const struct load_request *r, struct profile *p, struct run_set *set,
                            struct err *e)
{
    if (r->map_file || r->symbols_file || !(r->libraries || r->paths)) {
        if (set)
            run_set_finish(set, p);
        return true;
    }
    return (r->libraries ? join_libraries(p, set, r->gmon.progress, e)
                         : join_no_libraries(p, set, r->gmon.progress, e)) &&
           path_check(p, r->gmon.progress, e);
}

struct profile *load_profile(const struct load_request *r, struct err *e)
{
    struct image *im = image_load(r->image, r->gmon.progress, e);
    if (!im)
        return NULL;
    bool restores = r->stripped && !r->symbols_file;
    if ((restores && !stripped_restore(&im, r->gmon.progress, e)) || !complete_image(r, im, e)) {
        image_free(im);
        return NULL;
    }
    struct profile *p = profile_new(im);
    struct run_set runs, *set = r->runs && r->n_files > 1 ? &runs : NULL;
    if (set)
        run_set_init(set, p);
    bool ok = set ? file_set_read(r, p, set, e) : read_files(r, p, e);
    if (ok && !set && r->sum)
        sum_end(r->sum);
    ok = ok && name_writer(r, p, e) && read_companions(r, p, set, e);
    if (set)
        run_set_release(set);
    if (ok)
        return p;
    profile_free(p);
    return NULL;
}
