/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/join.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/text.h"
#include "core/load/gmon/gmon.h"
#include "core/load/join/arcs.h"
#include "core/load/join/join_internal.h"
#include "core/load/join/library_image.h"
#include "core/load/join/paths.h"
#include "core/load/join/place.h"
#include "core/load/join/run_data.h"
#include "core/load/join/run_set_finish.h"
#include "core/load/run/runs_memory.h"
#include "core/load/run/sums.h"

enum {
    IMAGES_MOST = 4096, /* of a run; more are not looked at */
};

/* What a library is used for. */
enum use {
    USE_NONE,
    USE_TICKS,  /* it has samples, but no profile */
    USE_JOINED, /* it has a profile, or calls what has one */
};

/* ---- which libraries ---- */

static size_t find_member(const struct join *j, const struct run_image *image)
{
    for (size_t i = 0; i < j->n_members; i++)
        if (text_same(j->members[i].about.path, image->path) &&
            text_same(j->members[i].build_id, image->build_id))
            return i;
    return NO_MEMBER;
}

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
static bool add_member(struct join *j, const struct run_image *image, enum use use,
                       const char *profile, struct err *e)
{
    const struct library_wanted w = {.path = image->path,
                                     .build_id = image->build_id,
                                     .profile = profile,
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
    if (j->set)
        m->in_set = run_set_image(j->set, m->own);
    return true;
}

static bool read_waits(struct join *j, struct waits *w, const struct join_run *run, size_t image,
                       struct err *e)
{
    const struct waits_source from = {.run = &run->info,
                                      .image = image,
                                      .of = j->p->image,
                                      .rate_hz = &j->wait_hz,
                                      .progress = j->progress};
    bool ok = waits_add(w, &from, e);
    run->file->lost_waits |= w->is_lost;
    return ok;
}

/* Add what a run has to a member's. A bad one leaves all as it was. */
static bool add_to_set(struct join *j, struct member *m, const struct join_run *run, size_t image,
                       const struct gmon_options *o, struct err *e)
{
    struct err why = ERR_INIT;
    struct profile *one = run_set_blank(m->own->image);
    bool ok = run_data_read(&run->info, image, UNITE_TICKS, one, o, &why) &&
              run_set_add(j->set, m->in_set, one, (size_t)(run - j->runs), &why);
    run_set_blank_free(one);
    if (!ok && (why.code == ERR_MEMORY || why.code == ERR_CANCELLED))
        *e = why;
    else if (!ok)
        run_set_leave_out(j->set, run->info.path, &why);
    return e->code == ERR_NONE;
}

/* Add the samples and arcs of one run to those of a member. */
static bool read_data(struct join *j, struct member *m, const struct join_run *run, size_t image,
                      struct err *e)
{
    const struct gmon_options options = {.progress = j->progress};
    struct err why = ERR_INIT;
    if (!m->about.profile)
        m->about.profile = mem_text(run->info.path, strlen(run->info.path));
    if (j->set ? add_to_set(j, m, run, image, &options, &why)
               : run_data_read(&run->info, image, UNITE_TICKS, m->own, &options, &why))
        return true;
    if (why.code == ERR_MEMORY || why.code == ERR_CANCELLED) {
        *e = why;
        return false;
    }
    m->about.finding = LIBRARY_NO_PROFILE;
    return true;
}

static bool take_image(struct join *j, struct join_run *run, size_t i, enum use use, struct err *e)
{
    const struct run_image *image = &run->info.images[i];
    run->member[i] = find_member(j, image);
    if (run->member[i] == NO_MEMBER) {
        if (!add_member(j, image, use, run->file->path, e))
            return false;
        run->member[i] = j->n_members - 1;
    }
    struct member *m = &j->members[run->member[i]];
    m->about.ticks += image->ticks;
    if (!image->has_profile || m->about.finding != LIBRARY_JOINED)
        return true;
    return read_data(j, m, run, i, e) && read_waits(j, &m->waits, run, i, e);
}

/* What each image of a run is used for, as an array that the caller frees. */
static enum use *find_uses(const struct run *info)
{
    enum use *use = mem_array(info->n_images, sizeof *use);
    for (size_t i = 1; i < info->n_images; i++)
        use[i] = info->images[i].has_profile ? USE_JOINED
                 : info->images[i].ticks     ? USE_TICKS
                                             : USE_NONE;
    for (size_t i = 0; i < info->n_arcs; i++) {
        const struct run_arc *a = &info->arcs[i];
        if (a->from_image < info->n_images && a->to_image < info->n_images &&
            (a->to_image == 0 || info->images[a->to_image].has_profile))
            use[a->from_image] = USE_JOINED;
    }
    return use;
}

static bool take_images(struct join *j, struct join_run *run, struct err *e)
{
    size_t n = run->info.n_images;
    enum use *use = find_uses(&run->info);
    run->member = mem_array_raw(n, sizeof *run->member);
    bool ok = true;
    for (size_t i = 0; ok && i < n; i++) {
        run->member[i] = NO_MEMBER;
        if (!progress_step(j->progress, "libraries", i, n))
            ok = err_set(e, ERR_CANCELLED, NULL);
        else if (i > 0 && i < IMAGES_MOST && use[i] != USE_NONE)
            ok = take_image(j, run, i, use[i], e);
    }
    free(use);
    return ok;
}

static uint64_t ticks_of_libraries(const struct run *info)
{
    uint64_t ticks = 0;
    for (size_t i = 1; i < info->n_images; i++)
        if (info->images[i].has_profile && info->images[i].ticks <= UINT64_MAX - ticks)
            ticks += info->images[i].ticks;
    return ticks;
}

/* ---- which runs ---- */

/* Did an older runtime write what goes with the profile? */
static bool is_older(const char *profile)
{
    struct text path = {0};
    text_printf(&path, "%s.d/profile.info", profile);
    bool is = access(text_z(&path), F_OK) == 0;
    text_release(&path);
    return is;
}

static enum run_finding finding_of(const char *profile, const struct err *why)
{
    switch (why->code) {
    case ERR_OWNER:
        return RUN_OTHER_OWNER;
    case ERR_NOT_REGULAR:
        return RUN_NO_FILE;
    case ERR_RUN_VERSION:
        return RUN_OTHER_VERSION;
    default:
        return why->sys != ENOENT && why->sys != ENAMETOOLONG ? RUN_UNREADABLE
               : is_older(profile)                            ? RUN_OLDER
                                                              : RUN_UNKNOWN;
    }
}

/* Take over what a run says that goes with its profile. */
static bool take_known(struct join *j, struct join_run *run, struct err *e)
{
    struct profile_file *f = run->file;
    const uint32_t i = (uint32_t)(run - j->runs);
    if (run->info.n_runs == 0 || run->info.facts.asked_hz > 0) { /* else of libc's runtime alone */
        f->run_finding = RUN_KNOWN;
        f->run = run->info.facts;
    }
    f->phases = run->info.phases;
    f->n_phases = run->info.n_phases;
    f->library_ticks = j->with_libraries ? 0 : ticks_of_libraries(&run->info);
    run->info.phases = NULL;
    if (j->set)
        run_set_describe(j->set, i, &run->info);
    if (!read_waits(j, &j->waits, run, 0, e) || (j->with_libraries && !take_images(j, run, e)) ||
        !join_paths_add(j, run, e))
        return false;
    if (j->p->n_files > 1) /* there may be ten thousand */
        unite_message_release(&run->info.message);
    return true;
}

static bool take_run(struct join *j, uint32_t i, struct err *e)
{
    struct profile_file *f = &j->p->files[i];
    struct join_run *run = &j->runs[i];
    struct err why = ERR_INIT;
    run->file = f;
    if (strcmp(f->path, "-") == 0)
        return true;
    if (!run_read(f->path, f->owner, &run->info, &why)) {
        f->run_finding = finding_of(f->path, &why);
        return why.code != ERR_MEMORY || err_memory(e, 0);
    }
    if (run_belongs(&run->info, f))
        return take_known(j, run, e);
    f->run_finding = RUN_OTHER_PROFILE;
    run_release(&run->info);
    return true;
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

static bool has_data(const struct member *m)
{
    return m->about.finding == LIBRARY_JOINED && m->own->n_files > 0;
}

/* Nearly every program is called by libc: that alone is not worth showing. */
static void drop_idle(struct join *j)
{
    size_t n = 0;
    for (size_t i = 0; i < j->n_members; i++)
        if (has_data(&j->members[i]))
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

/* All runs are read. */
static void finish(struct join *j)
{
    drop_idle(j);
    waits_move(&j->waits, j->p, 0);
    if (j->n_members > 0)
        join_place(j);
    if (j->set)
        run_set_copy_arcs(j->set, j->p);
    if (j->p->n_joined > 0)
        join_arcs(j);
    if (j->set)
        run_set_finish(j->set, j->p);
    join_paths_end(j);
}

static bool join(struct profile *p, struct run_set *set, bool with_libraries,
                 const struct progress *progress, struct err *e)
{
    struct join j = {.p = p,
                     .set = set,
                     .progress = progress,
                     .with_libraries = with_libraries,
                     .paths.tree.memory = &runs_memory};
    j.runs = mem_array(p->n_files, sizeof *j.runs);
    bool ok = true;
    for (uint32_t i = 0; ok && i < p->n_files; i++) {
        ok = progress_step(progress, "libraries", i, p->n_files) ||
             err_set(e, ERR_CANCELLED, p->files[i].path);
        ok = ok && take_run(&j, i, e);
    }
    if (ok)
        finish(&j);
    if (ok && p->n_files == 1)
        run_sums_read(&j.runs[0].info, p);
    for (size_t i = 0; i < j.n_members; i++)
        release_member(&j.members[i]);
    for (uint32_t i = 0; i < j.p->n_files; i++) {
        run_release(&j.runs[i].info);
        free(j.runs[i].member);
    }
    free(j.members);
    free(j.runs);
    waits_release(&j.waits);
    unite_tree_release(&j.paths.tree);
    return ok;
}

bool join_libraries(struct profile *p, struct run_set *set, const struct progress *progress,
                    struct err *e)
{
    return join(p, set, true, progress, e);
}

bool join_no_libraries(struct profile *p, struct run_set *set, const struct progress *progress,
                       struct err *e)
{
    return join(p, set, false, progress, e);
}
