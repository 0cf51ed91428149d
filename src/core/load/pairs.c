/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/pairs.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/path.h"
#include "core/load/file/image_file.h"
#include "core/load/gmon/fit.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/sketch.h"
#include "core/load/image/image.h"
#include "core/load/image/stripped.h"
#include "core/load/run/run.h"

enum {
    MOST = 256,                   /* programs; profiles */
    PROFILE_BYTES_MOST = 1 << 26, /* of a profile that nobody named */
};

struct pair_candidate {
    const char *path; /* in the arena of the result */
    dev_t device;
    ino_t inode;
    int64_t mtime_sec;
    uid_t owner;
};

struct candidates {
    struct pair_candidate at[MOST];
    size_t n;
};

struct hunt {
    const struct pairs_request *r;
    struct pairs *out;
    struct candidates programs, profiles;
};

/* ---- what there is ---- */

/* Links to one file count once. */
static void add_candidate(struct hunt *h, struct candidates *c, const char *path)
{
    struct stat st;
    if (c->n == MOST || stat(path, &st) != 0 || !S_ISREG(st.st_mode))
        return;
    for (size_t i = 0; i < c->n; i++)
        if (c->at[i].device == st.st_dev && c->at[i].inode == st.st_ino)
            return;
    const char *copy = arena_text(&h->out->memory, path, strlen(path));
    c->at[c->n++] = (struct pair_candidate){.path = copy,
                                            .device = st.st_dev,
                                            .inode = st.st_ino,
                                            .mtime_sec = (int64_t)st.st_mtime,
                                            .owner = st.st_uid};
}

/* Look at one file of the folder. The companions of a library's profile end like a shared library,
 * which is no program either. */
static void sort_in(struct hunt *h, const char *path)
{
    struct source s;
    struct err why = ERR_INIT;
    uint8_t first[4] = {0};
    const char *so = strstr(path_base(path), ".so");
    if ((so && (so[3] == '\0' || so[3] == '.')) || !source_open(&s, path, &why))
        return;
    bool there = source_get(&s, 0, first, sizeof first) == sizeof first;
    source_close(&s);
    if (there && (memcmp(first, "\177ELF", 4) == 0 || memcmp(first, "MZ", 2) == 0)) {
        add_candidate(h, &h->programs, path);
        return;
    }
    bool profile = gmon_is_file_name(path_base(path)) || memcmp(first, "gmon", 4) == 0;
    if (!h->r->profile && there && profile)
        add_candidate(h, &h->profiles, path);
}

static bool look_through(struct hunt *h, struct err *e)
{
    bool ok = true;
    size_t n = 0;
    const char *folder = h->r->folder;
    struct text path = {0};
    DIR *d = opendir(folder);
    if (!d)
        return err_sys(e, ERR_OPEN, folder, errno);
    if (strcmp(folder, ".") != 0) {
        text_str(&path, folder);
        text_str(&path, folder[strlen(folder) - 1] == '/' ? "" : "/");
    }
    const size_t n_folder = path.n;
    while (ok) {
        errno = 0;
        struct dirent *entry = readdir(d);
        if (!entry) {
            ok = errno == 0 || err_sys(e, ERR_READ, h->r->folder, errno);
            break;
        }
        if (!progress_step(h->r->progress, "files", n++, 0))
            ok = err_set(e, ERR_CANCELLED, h->r->folder);
        else if (entry->d_name[0] != '.') {
            path.n = n_folder;
            text_str(&path, entry->d_name);
            sort_in(h, text_z(&path));
        }
    }
    text_release(&path);
    closedir(d);
    return ok;
}

/* ---- what belongs together ---- */

static void add_pair(struct hunt *h, struct pair pair)
{
    mem_append(&h->out->p, &h->out->n, &pair, sizeof pair);
}

/* Read the bytes of a profile. False: they cannot be read. */
static bool read_profile(const struct hunt *h, const struct pair_candidate *c, struct bytes *out)
{
    struct source s;
    struct err why = ERR_INIT;
    if (!source_open(&s, c->path, &why))
        return false;
    bool wanted = s.n_bytes <= PROFILE_BYTES_MOST &&
                  (h->r->profile || source_trusted(&s, SOURCE_NO_OWNER, &why));
    bool ok = wanted && source_append(&s, out, s.n_bytes, &why);
    source_close(&s);
    err_need_memory(&why);
    return ok;
}

/* Has the program written the profile, as far as is known, and can it be shown by its names? */
static bool is_fit(const struct pair *p)
{
    return !p->is_stripped && (p->fit.verdict == FIT_YES || p->fit.verdict == FIT_SIZE);
}

/* How near a program is to having written a profile: less is nearer. */
static int distance_of(const struct pair *p)
{
    static const int distances[] = {
        [FIT_YES] = 0,           [FIT_SIZE] = 1,         [FIT_OTHER_BUILD] = 2, [FIT_UNKNOWN] = 3,
        [FIT_OTHER_PROGRAM] = 4, [FIT_NOT_PROFILED] = 5, [FIT_POINTER_SIZE] = 6};
    return distances[p->fit.verdict] + (p->is_stripped ? (int)ARRAY_LEN(distances) : 0);
}

/* The nearer pair first, then the newer profile. */
static int compare_fits(const struct pair *x, const struct pair *y)
{
    uint64_t in_x = (uint64_t)x->fit.n_in_place * y->fit.n_looked_at,
             in_y = (uint64_t)y->fit.n_in_place * x->fit.n_looked_at;
    if (distance_of(x) != distance_of(y))
        return distance_of(x) < distance_of(y) ? -1 : 1;
    if (x->fit.verdict == FIT_OTHER_BUILD && in_x != in_y)
        return in_x > in_y ? -1 : 1;
    return x->mtime_sec != y->mtime_sec ? (x->mtime_sec > y->mtime_sec ? -1 : 1) : 0;
}

/* A program that profiles are held against. */
struct held {
    struct fit_program program;
    bool is_stripped;    /* nothing names its functions */
    struct pair nearest; /* of those that it did not write; profile NULL: there is none */
};

static bool hold(struct hunt *h, struct held *x, const struct pair_candidate *c, struct err *e)
{
    const struct image *im = x->program.image;
    const struct gmon_shape shape = {GMON_FORMAT_AUTO, im->addr_bytes, im->big_endian};
    struct pair pair = {.image = im->path,
                        .profile = c->path,
                        .mtime_sec = c->mtime_sec,
                        .addr_bytes = im->addr_bytes,
                        .is_stripped = x->is_stripped};
    struct gmon_sketch sketch;
    struct bytes b = {0};
    bool ok = true;
    if (read_profile(h, c, &b)) {
        pair.n_bytes = b.n;
        gmon_sketch(b.p, b.n, &shape, &sketch);
        ok = fit_sketch(&x->program, &sketch, &pair.fit, e);
        if (ok && is_fit(&pair)) {
            add_pair(h, pair);
        } else if (sketch.kind != SKETCH_NONE &&
                   (!x->nearest.profile || compare_fits(&pair, &x->nearest) < 0))
            x->nearest = pair;
    }
    bytes_release(&b);
    return ok;
}

/* Hold all profiles against one program, which is read once. What nothing can run, as object files,
 * is no program. */
static bool hold_all(struct hunt *h, const struct pair_candidate *c, struct err *e)
{
    struct err why = ERR_INIT;
    struct image *im = image_load(c->path, h->r->progress, &why);
    if (!im && err_is_fatal(&why))
        *e = why;
    if (!im)
        return !err_is_fatal(&why);
    struct held x = {.program = {.image = im, .progress = h->r->progress},
                     .is_stripped = !im->n_symbols && !stripped_is_readable(c->path)};
    size_t first = h->out->n;
    bool ok = true;
    for (size_t i = 0; ok && i < h->profiles.n; i++)
        ok = hold(h, &x, &h->profiles.at[i], e);
    h->out->fits |= h->out->n > first;
    if (ok && h->out->n == first && x.nearest.profile && im->bounds.page_bytes)
        add_pair(h, x.nearest);
    for (size_t i = first; i < h->out->n; i++)
        h->out->p[i].image = c->path;
    fit_close(&x.program);
    image_free(im);
    return ok;
}

static int compare_pairs(const void *a, const void *b)
{
    const struct pair *x = a, *y = b;
    int order = compare_fits(x, y);
    order = order ? order : strcmp(x->profile, y->profile);
    return order ? order : strcmp(x->image, y->image);
}

bool pairs_find(const struct pairs_request *r, struct pairs *out, struct err *e)
{
    struct hunt *h = mem_array(1, sizeof *h);
    *out = (struct pairs){0};
    h->r = r;
    h->out = out;
    if (r->profile)
        add_candidate(h, &h->profiles, r->profile);
    bool ok = look_through(h, e);
    for (size_t i = 0; i < h->profiles.n; i++) {
        /* The program that the run itself noted. */
        const struct pair_candidate *profile = &h->profiles.at[i];
        struct run run;
        struct err why = ERR_INIT;
        if (run_read(profile->path, profile->owner, &run, &why))
            add_candidate(h, &h->programs, run.images[0].path);
        run_release(&run);
        err_need_memory(&why);
    }
    for (size_t i = 0; ok && i < h->programs.n; i++)
        ok = (progress_step(r->progress, "programs", i, h->programs.n) ||
              err_set(e, ERR_CANCELLED, h->programs.at[i].path)) &&
             (h->profiles.n == 0 || hold_all(h, &h->programs.at[i], e));
    if (ok && out->n)
        qsort(out->p, out->n, sizeof *out->p, compare_pairs);
    while (ok && out->fits && out->n && !is_fit(&out->p[out->n - 1]))
        out->n--;
    free(h);
    return ok;
}

void pairs_release(struct pairs *p)
{
    free(p->p);
    arena_release(&p->memory);
    *p = (struct pairs){0};
}
