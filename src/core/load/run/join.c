/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/join.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/gmon/format.h"
#include "core/load/run/join_internal.h"
#include "core/load/run/library.h"
#include "core/load/run/paths.h"
#include "core/load/run/place.h"

enum {
    IMAGES_MOST = 4096, /* of a run; more are not looked at */
};

/* What a library is used for. */
enum use {
    USE_NONE,
    USE_TICKS,  /* it has samples, but no profile */
    USE_JOINED, /* it has a profile, or calls what has one */
};

/* ---- waits ---- */

/* Where waits of one image are. */
struct waits_source {
    const struct run *run;
    size_t image;           /* of it; the program is 0 */
    const struct image *of; /* has the byte order and the width of its addresses */
    uint32_t *rate_hz;      /* of all waits there are; 0: none were read yet */
    const struct progress *progress;
};

/* A profile without data for an image of which nothing is known but its path, and that it is for
 * the machine of `like`. */
static struct profile *waits_blank(const struct image *like, const char *path)
{
    struct image *im = mem_array(1, sizeof *im);
    im->addr_bytes = like->addr_bytes;
    im->big_endian = like->big_endian;
    im->machine = like->machine;
    im->path = mem_text(path, strlen(path));
    im->names = mem_text("", 0);
    im->n_name_bytes = 1;
    return profile_new(im);
}

/* Is what was read last of the same kind as all before? */
static bool are_waits(const struct profile *p, uint32_t *rate_hz)
{
    uint32_t rate = p->files[p->n_files - 1].rate_hz;
    if (rate == 0 || (*rate_hz && *rate_hz != rate) || strcmp(p->dimension, GMON_WAIT) != 0 ||
        p->n_arcs > 0 || p->n_blocks > 0)
        return false;
    *rate_hz = rate;
    return true;
}

/* Add what a run has of an image to p: the samples and calls, or the waits. Fails as gmon_read and
 * run_profile do. */
static bool run_data_read(const struct run *run, size_t image, enum unite_measure what,
                          struct profile *p, const struct gmon_options *o, struct err *e)
{
    struct bytes b;
    if (!run_profile(run, image, what, p->image, &b, e))
        return false;
    bool ok = gmon_read_bytes(p, run->path, b.p, b.n, o, e);
    bytes_release(&b);
    return ok;
}

static void waits_release(struct waits *w)
{
    profile_free(w->sum);
    w->sum = NULL;
}

static bool read_waits_of(struct waits *w, const struct waits_source *from, struct err *e)
{
    const struct gmon_options o = {.progress = from->progress};
    struct err why = ERR_INIT;
    if (!w->sum)
        w->sum = waits_blank(from->of, from->run->images[from->image].path);
    if (run_data_read(from->run, from->image, UNITE_WAITS, w->sum, &o, &why) &&
        are_waits(w->sum, from->rate_hz))
        return true;
    if (err_is_fatal(&why)) {
        *e = why;
        return false;
    }
    waits_release(w);
    w->is_lost = true;
    return true;
}

/* Add those of the runs, if they have any. What cannot be read or is of another rate makes them
 * lost, which is no failure. */
static bool waits_add(struct waits *w, const struct waits_source *from, struct err *e)
{
    const struct run_image *image = &from->run->images[from->image];
    bool is_whole = from->image == 0 || image->has_profile;
    return w->is_lost || !image->has_waits || !is_whole || read_waits_of(w, from, e);
}

/* ---- which libraries ---- */

static struct member *new_member(struct join *j, const struct run_image *image)
{
    struct member m = {.about.path = mem_text(image->path, strlen(image->path))};
    if (image->build_id)
        m.build_id = mem_text(image->build_id, strlen(image->build_id));
    mem_grow(&j->members, &j->cap, j->n_members + 1, sizeof m);
    j->members[j->n_members] = m;
    return &j->members[j->n_members++];
}

/* Find the image of a new member, unless only its ticks are known. */
static bool add_member(struct join *j, const struct run_image *image, enum use use, struct err *e)
{
    const struct library_wanted w = {.path = image->path,
                                     .build_id = image->build_id,
                                     .profile = j->p->files[0].path,
                                     .program = j->p->image,
                                     .progress = j->progress};
    struct member *m = new_member(j, image);
    m->about.finding = run_library_finding(image->path);
    if (use == USE_TICKS)
        return true;
    struct image *im = library_image_find(&w, &m->about.finding, e);
    if (!im)
        return e->code == ERR_NONE;
    m->own = profile_new(im);
    return true;
}

static bool read_waits(struct join *j, struct waits *w, size_t image, struct err *e)
{
    const struct waits_source from = {.run = j->run,
                                      .image = image,
                                      .of = j->p->image,
                                      .rate_hz = &j->wait_hz,
                                      .progress = j->progress};
    bool ok = waits_add(w, &from, e);
    for (uint32_t i = 0; w->is_lost && i < j->p->n_files; i++)
        j->p->files[i].lost_waits = true;
    return ok;
}

/* Read the samples and arcs of a member. */
static bool read_data(struct join *j, struct member *m, size_t image, struct err *e)
{
    const struct gmon_options options = {.progress = j->progress};
    struct err why = ERR_INIT;
    m->about.profile = mem_text(j->run->path, strlen(j->run->path));
    if (run_data_read(j->run, image, UNITE_TICKS, m->own, &options, &why))
        return true;
    if (err_is_fatal(&why)) {
        *e = why;
        return false;
    }
    m->about.finding = LIBRARY_NO_PROFILE;
    return true;
}

static bool take_image(struct join *j, size_t i, enum use use, struct err *e)
{
    const struct run_image *image = &j->run->images[i];
    if (!add_member(j, image, use, e))
        return false;
    j->member[i] = j->n_members - 1;
    struct member *m = &j->members[j->member[i]];
    m->about.ticks = image->ticks;
    if (!image->has_profile || m->about.finding != LIBRARY_JOINED)
        return true;
    return read_data(j, m, i, e) && read_waits(j, &m->waits, i, e);
}

/* What each image of a run is used for, as an array that the caller frees. */
static enum use *find_uses(const struct run *run)
{
    enum use *use = mem_array(run->n_images, sizeof *use);
    for (size_t i = 1; i < run->n_images; i++)
        use[i] = run->images[i].has_profile ? USE_JOINED
                 : run->images[i].ticks     ? USE_TICKS
                                            : USE_NONE;
    for (size_t i = 0; i < run->n_arcs; i++) {
        const struct run_arc *a = &run->arcs[i];
        if (a->from_image < run->n_images && a->to_image < run->n_images &&
            (a->to_image == 0 || run->images[a->to_image].has_profile))
            use[a->from_image] = USE_JOINED;
    }
    return use;
}

static bool take_images(struct join *j, struct err *e)
{
    size_t n = j->run->n_images;
    enum use *use = find_uses(j->run);
    bool ok = true;
    for (size_t i = 1; ok && i < n; i++) {
        if (!progress_step(j->progress, "libraries", i, n))
            ok = err_set(e, ERR_CANCELLED, NULL);
        else if (i < IMAGES_MOST && use[i] != USE_NONE)
            ok = take_image(j, i, use[i], e);
    }
    free(use);
    return ok;
}

/* ---- the whole ---- */

static void release_member(struct member *m)
{
    free(m->about.path);
    free(m->about.loaded);
    free(m->about.build_id);
    free(m->about.profile);
    free(m->build_id);
    profile_free(m->own);
    waits_release(&m->waits);
}

/* Nearly every program is called by libc: that alone is not worth showing. */
static void drop_idle(struct join *j)
{
    size_t n = 0;
    for (size_t i = 0; i < j->n_members; i++)
        if (j->members[i].about.finding == LIBRARY_JOINED && j->members[i].own->n_files > 0)
            return;
    for (size_t i = 0; i < j->n_members; i++) {
        struct member *m = &j->members[i];
        if (m->about.finding == LIBRARY_JOINED)
            release_member(m);
        else
            j->members[n++] = *m;
    }
    j->n_members = n;
}

bool join_run(struct profile *p, const struct run *run, bool with_libraries,
              const struct progress *progress, struct err *e)
{
    struct join j = {.p = p, .run = run, .progress = progress};
    if (run->n_images == 0)
        return true;
    j.member = mem_array_raw(run->n_images, sizeof *j.member);
    for (size_t i = 0; i < run->n_images; i++)
        j.member[i] = NO_MEMBER;
    bool ok = read_waits(&j, &j.waits, 0, e) && (!with_libraries || take_images(&j, e));
    if (ok) {
        drop_idle(&j);
        waits_move(&j.waits, p, 0);
        if (j.n_members > 0)
            join_place(&j);
        if (p->n_joined > 0)
            join_arcs(&j);
        ok = join_paths(&j, e);
    }
    for (size_t i = 0; i < j.n_members; i++)
        release_member(&j.members[i]);
    free(j.members);
    free(j.member);
    waits_release(&j.waits);
    return ok;
}
