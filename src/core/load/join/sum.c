/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/base/text.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/unite.h"
#include "core/load/gmon/write.h"
#include "core/load/join/info_words.h"
#include "core/load/join/path_file.h"
#include "core/load/join/run_data.h"
#include "core/load/join/run_info.h"
#include "core/load/join/waits.h"

/* An image of the runs; the program is the first. */
struct summed {
    char *path, *build_id; /* build_id NULL: unknown */
    uint64_t ticks, entry;
    bool has_entry;
    bool is_lost;        /* its profile cannot be read in full */
    struct profile *own; /* the sum of its profiles; NULL: it has none */
    char *file;          /* "profile.NAME", NULL: none */
    struct waits waits;
};

/* While images are sorted. */
struct numbered {
    struct summed image;
    size_t number; /* it had so far */
};

struct summing {
    const struct sum_request *r;
    struct summed *images;
    size_t n_images, cap;
    struct run_facts facts;
    struct run_arc *arcs;
    size_t n_arcs, arc_cap;
    uint32_t wait_hz;       /* of all waits */
    struct path_tree paths; /* their images are counted from 1 */
    uint64_t lost_path_ticks;
    size_t n_path_runs; /* that have call paths */
    size_t n_runs;      /* of which something is known */
    struct err *e;
};

/* ---- images ---- */

static struct summed *new_image(struct summing *s, const struct run_image *image)
{
    struct summed m = {.entry = image->entry, .has_entry = image->has_entry};
    m.path = mem_text(image->path, strlen(image->path));
    m.build_id = image->build_id ? mem_text(image->build_id, strlen(image->build_id)) : NULL;
    if (m.path && (m.build_id || !image->build_id) &&
        mem_grow(&s->images, &s->cap, s->n_images + 1, sizeof m)) {
        s->images[s->n_images++] = m;
        return &s->images[s->n_images - 1];
    }
    free(m.path);
    free(m.build_id);
    err_memory(s->e, 0);
    return NULL;
}

/* The program is the same whatever its path. NULL: memory ran out. */
static struct summed *find_image(struct summing *s, const struct run_image *image, bool is_program)
{
    for (size_t i = 0; i < s->n_images; i++)
        if (is_program || (i > 0 && text_same(s->images[i].path, image->path) &&
                           text_same(s->images[i].build_id, image->build_id)))
            return &s->images[i];
    return new_image(s, image);
}

/* Add one profile of a library; one that cannot be read spoils what was read before. */
static bool add_profile(struct summing *s, struct summed *m, const struct run_info *info,
                        size_t image, uid_t owner)
{
    const struct gmon_options o = {.progress = s->r->progress, .found = true, .owner = owner};
    struct err why = ERR_INIT;
    if (!m->own && !(m->own = waits_blank(s->r->profile->image, m->path)))
        return err_memory(s->e, 0);
    size_t n_arcs = m->own->n_arcs, n_blocks = m->own->n_blocks;
    if (run_data_read(info, image, KEPT_TICKS, m->own, &o, &why)) {
        gmon_unite_new(m->own, n_arcs, n_blocks);
        return gmon_unite(m->own, s->e);
    }
    m->is_lost = true;
    if (why.code == ERR_MEMORY || why.code == ERR_CANCELLED)
        *s->e = why;
    return s->e->code == ERR_NONE;
}

static bool add_image(struct summing *s, const struct run_info *info, size_t i, uid_t owner)
{
    const struct run_image *image = &info->images[i];
    struct summed *m = find_image(s, image, i == 0);
    if (!m)
        return false;
    if (i > 0)
        m->ticks += image->ticks;
    if (i == 0 && image->has_entry) {
        m->entry = image->entry;
        m->has_entry = true;
    }
    if (!m->build_id && image->build_id)
        m->build_id = mem_text(image->build_id, strlen(image->build_id));
    const struct waits_source waits = {.info = info,
                                       .image = i,
                                       .of = s->r->profile->image,
                                       .owner = owner,
                                       .rate_hz = &s->wait_hz,
                                       .progress = s->r->progress};
    if (!waits_add(&m->waits, &waits, s->e))
        return false;
    return i == 0 || m->is_lost || !image->file || add_profile(s, m, info, i, owner);
}

/* ---- arcs ---- */

static bool add_arcs(struct summing *s, const struct run_info *info, const size_t *number)
{
    for (size_t i = 0; i < info->n_arcs; i++) {
        struct run_arc a = info->arcs[i];
        if (a.from_image >= info->n_images || a.to_image >= info->n_images)
            continue; /* an address that meant something in that run alone */
        if (!mem_grow(&s->arcs, &s->arc_cap, s->n_arcs + 1, sizeof a))
            return err_memory(s->e, 0);
        a.from_image = number[a.from_image];
        a.to_image = number[a.to_image];
        s->arcs[s->n_arcs++] = a;
    }
    return true;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_arcs(const void *x, const void *y)
{
    const struct run_arc *a = x, *b = y;
    int order = compare_numbers(a->from_image, b->from_image);
    order = order ? order : compare_numbers(a->from, b->from);
    order = order ? order : compare_numbers(a->to_image, b->to_image);
    return order ? order : compare_numbers(a->to, b->to);
}

static void unite_arcs(struct summing *s)
{
    size_t n = 0;
    if (s->n_arcs)
        qsort(s->arcs, s->n_arcs, sizeof *s->arcs, compare_arcs);
    for (size_t i = 0; i < s->n_arcs; i++)
        if (n > 0 && compare_arcs(&s->arcs[n - 1], &s->arcs[i]) == 0)
            s->arcs[n - 1].count += s->arcs[i].count;
        else
            s->arcs[n++] = s->arcs[i];
    s->n_arcs = n;
}

/* ---- call paths ---- */

static bool add_path_nodes(struct summing *s, const struct path_file *f,
                           const struct run_info *info, const size_t *number, struct err *e)
{
    struct path_target *targets = mem_array(f->n_images, sizeof *targets);
    bool ok = targets || err_memory(e, 0);
    for (size_t i = 0; ok && i < f->n_images; i++) {
        size_t image = path_file_image(f, i, info);
        if (image < info->n_images)
            targets[i].image = (uint32_t)number[image] + 1;
    }
    ok = ok && path_file_add(f, targets, &s->paths, s->r->progress, e);
    free(targets);
    return ok;
}

/* A file that cannot be read, or is of another run, is as if it were not there. */
static bool add_paths(struct summing *s, const struct run_info *info, const size_t *number,
                      uid_t owner)
{
    struct path_file f = {0};
    struct err why = ERR_INIT;
    if (info->n_paths == 0)
        return true;
    bool is_there = path_file_read(info, owner, &f, &why) && f.n_nodes == info->n_paths;
    bool ok = !is_there || add_path_nodes(s, &f, info, number, &why);
    s->n_path_runs += is_there && ok;
    s->lost_path_ticks += f.lost_ticks;
    path_file_release(&f);
    if (why.code != ERR_MEMORY && why.code != ERR_CANCELLED)
        return true;
    *s->e = why;
    return false;
}

/* ---- runs ---- */

static bool has_paths(const struct summing *s)
{
    return s->paths.n > 0 && s->n_path_runs == s->r->profile->n_files;
}

static bool add_run(struct summing *s, const struct run_info *info, uid_t owner)
{
    size_t *number = mem_array(info->n_images, sizeof *number);
    bool ok = number || err_memory(s->e, 0);
    for (size_t i = 0; ok && i < info->n_images; i++) {
        ok = add_image(s, info, i, owner);
        const struct summed *m = ok ? find_image(s, &info->images[i], i == 0) : NULL;
        number[i] = m ? (size_t)(m - s->images) : 0;
    }
    ok = ok && add_arcs(s, info, number) && add_paths(s, info, number, owner);
    free(number);
    s->n_runs += info->n_runs ? info->n_runs : 1;
    struct run_facts *sum = &s->facts;
    const struct run_facts *f = &info->facts;
    sum->ticks += f->ticks;
    sum->unknown_ticks += f->unknown_ticks;
    sum->counting_ticks += f->counting_ticks;
    sum->kernel_ticks += f->kernel_ticks;
    sum->n_missing_samples += f->n_missing_samples;
    sum->n_calls += f->n_calls;
    sum->n_lost_calls += f->n_lost_calls;
    sum->n_lost_samples += f->n_lost_samples;
    sum->n_kept += f->n_kept;
    for (int i = 0; i < N_RUN_WAITS; i++)
        sum->wait_ms[i] += f->wait_ms[i];
    sum->asked_hz = f->asked_hz > sum->asked_hz ? f->asked_hz : sum->asked_hz;
    sum->tick_hz = f->tick_hz > sum->tick_hz ? f->tick_hz : sum->tick_hz;
    sum->cpu_ms += f->cpu_ms;
    sum->wall_ms += f->wall_ms;
    return ok;
}

/* The program has at least the ticks of its profile, so that the text belongs to that: some are
 * counted late, and of unknown runs nothing else is known. */
static void add_program_ticks(struct summing *s, const struct run_info *info,
                              const struct profile_file *f)
{
    const uint64_t ticks = info ? info->images[0].ticks : 0;
    s->images[0].ticks += ticks > f->ticks ? ticks : f->ticks;
}

static bool add_file(struct summing *s, const struct profile_file *f)
{
    struct run_info info = {0};
    struct err why = ERR_INIT;
    bool is_file = strcmp(f->path, "-") != 0;
    bool ok = is_file && run_info_read(f->path, f->owner, &info, &why);
    bool is_known = ok && run_info_belongs(&info, f);
    if (is_known)
        ok = add_run(s, &info, f->owner);
    else if (why.code == ERR_MEMORY)
        *s->e = why;
    else
        ok = true;
    s->facts.ticks += is_known ? 0 : f->ticks;
    add_program_ticks(s, is_known ? &info : NULL, f);
    run_info_release(&info);
    return ok;
}

static bool add_files(struct summing *s)
{
    const struct profile *p = s->r->profile;
    struct run_image program = {.path = p->image->path};
    if (!new_image(s, &program))
        return false;
    for (uint32_t i = 0; i < p->n_files; i++) {
        if (!progress_step(s->r->progress, "libraries", i, p->n_files))
            return err_set(s->e, ERR_CANCELLED, p->files[i].path);
        if (!add_file(s, &p->files[i]))
            return false;
    }
    return true;
}

/* ---- order ---- */

static int compare_words(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) : (a != NULL) - (b != NULL);
}

/* Libraries by path and build id. */
static int compare_images(const void *x, const void *y)
{
    const struct numbered *a = x, *b = y;
    int order = compare_words(a->image.path, b->image.path);
    return order ? order : compare_words(a->image.build_id, b->image.build_id);
}

/* Libraries get an order that does not depend on that of the files. */
static bool sort_images(struct summing *s)
{
    struct numbered *v = mem_array(s->n_images, sizeof *v);
    size_t *number = mem_array(s->n_images, sizeof *number);
    bool ok = v && number;
    for (size_t i = 0; ok && i < s->n_images; i++)
        v[i] = (struct numbered){s->images[i], i};
    if (ok)
        qsort(v + 1, s->n_images - 1, sizeof *v, compare_images);
    for (size_t i = 0; ok && i < s->n_images; i++) {
        s->images[i] = v[i].image;
        number[v[i].number] = i;
    }
    for (size_t i = 0; ok && i < s->n_arcs; i++) {
        s->arcs[i].from_image = number[s->arcs[i].from_image];
        s->arcs[i].to_image = number[s->arcs[i].to_image];
    }
    for (size_t i = 0; ok && i < s->paths.n; i++)
        if (s->paths.v[i].place.image > 0)
            s->paths.v[i].place.image = (uint32_t)number[s->paths.v[i].place.image - 1] + 1;
    free(v);
    free(number);
    return ok || err_memory(s->e, 0);
}

/* ---- writing ---- */

/* "profile.NAME", "profile.NAME.2" and so on, as the runtime names them. */
static char *name_file(const struct summing *s, size_t i, struct err *e)
{
    const char *name = path_base(s->images[i].path);
    struct text t = {0};
    unsigned n = 1;
    for (size_t k = 1; k < i; k++)
        n += s->images[k].file && strcmp(path_base(s->images[k].path), name) == 0;
    text_printf(&t, n > 1 ? "profile.%s.%u" : "profile.%s", name, n);
    text_z(&t);
    if (!t.failed)
        return t.p;
    text_release(&t);
    err_memory(e, 0);
    return NULL;
}

static bool write_profile(const char *path, struct profile *p, struct err *e)
{
    gmon_sort(p);
    const struct gmon_content c = {
        .layout = GMON_MAGIC,
        .big_endian = p->image->big_endian,
        .addr_bytes = p->image->addr_bytes,
        .long_bytes = p->image->addr_bytes,
        .hists = p->hists,
        .n_hists = p->n_hists,
        .rate_hz = p->rate_hz,
        .dimension = p->dimension,
        .abbrev = p->abbrev,
        .arcs = p->arcs,
        .n_arcs = p->n_arcs,
        .has_blocks = p->has_blocks,
        .blocks = p->blocks,
        .n_blocks = p->n_blocks,
    };
    return gmon_write(&c, path, e);
}

/* FOLDER/NAME.wait, if there are any. */
static bool write_waits(struct summing *s, const char *folder, const char *name,
                        const struct waits *waits)
{
    struct text path = {0};
    if (!waits->sum || waits->sum->n_hists == 0)
        return true;
    text_printf(&path, "%s/%s.wait", folder, name);
    const char *z = text_z(&path);
    bool ok = path.failed ? err_memory(s->e, 0) : write_profile(z, waits->sum, s->e);
    text_release(&path);
    return ok;
}

static bool write_libraries(struct summing *s, const char *folder)
{
    bool ok = true;
    for (size_t i = 1; ok && i < s->n_images; i++) {
        struct summed *m = &s->images[i];
        struct text path = {0};
        if (!m->own || m->is_lost || m->own->n_files == 0)
            continue;
        m->file = name_file(s, i, s->e);
        text_printf(&path, "%s/%s", folder, m->file ? m->file : "");
        const char *z = text_z(&path);
        ok = m->file && (!path.failed || err_memory(s->e, 0)) && write_profile(z, m->own, s->e) &&
             write_waits(s, folder, m->file, &m->waits);
        text_release(&path);
    }
    return ok;
}

static void add_image_line(struct text *t, const struct summed *m, size_t number)
{
    text_printf(t, "image %zu base 0x0 ticks %llu build-id %s", number,
                (unsigned long long)m->ticks, m->build_id ? m->build_id : "-");
    if (m->waits.sum && profile_ticks(m->waits.sum))
        text_printf(t, " waits %llu", (unsigned long long)profile_ticks(m->waits.sum));
    if (m->has_entry)
        text_printf(t, " entry 0x%llx", (unsigned long long)m->entry);
    if (number == 0 || m->file) {
        text_str(t, " file ");
        info_encode(t, m->file ? m->file : "profile");
    }
    text_str(t, " path ");
    info_encode(t, m->path);
    text_char(t, '\n');
}

static void add_number(struct text *t, const char *name, uint64_t n)
{
    text_printf(t, "%s %llu\n", name, (unsigned long long)n);
}

/* As the runtime writes times. */
static void add_time(struct text *t, const char *name, uint64_t ms)
{
    text_printf(t, "%s %llu.%03u\n", name, (unsigned long long)(ms / 1000), (unsigned)(ms % 1000));
}

static void add_waits(struct text *t, const struct run_facts *f)
{
    for (int i = 0; i < N_RUN_WAITS; i++) {
        text_str(t, f->wait_ms[i] ? "wait-" : "");
        if (f->wait_ms[i])
            add_time(t, run_wait_name((enum run_wait)i), f->wait_ms[i]);
    }
}

static void make_text(const struct summing *s, struct text *t)
{
    const struct run_facts *f = &s->facts;
    add_number(t, "gptui-runtime", 1);
    add_number(t, "runs", s->n_runs);
    if (f->n_kept)
        add_number(t, "kept", f->n_kept);
    add_time(t, "wall", f->wall_ms);
    add_time(t, "cpu", f->cpu_ms);
    add_number(t, "calls", f->n_calls);
    add_number(t, "lost-calls", f->n_lost_calls);
    add_number(t, "rate-asked", f->asked_hz);
    if (f->tick_hz)
        add_number(t, "rate-tick", f->tick_hz);
    add_number(t, "lost-samples", f->n_lost_samples);
    add_number(t, "missing-samples", f->n_missing_samples);
    add_number(t, "ticks", f->ticks);
    add_number(t, "ticks-unknown", f->unknown_ticks);
    add_number(t, "kernel-ticks", f->kernel_ticks);
    add_number(t, "ticks-counting", f->counting_ticks);
    add_waits(t, f);
    if (has_paths(s))
        add_number(t, "paths", s->paths.n);
    for (size_t i = 0; i < s->n_images; i++)
        add_image_line(t, &s->images[i], i);
    for (const struct run_arc *a = s->arcs; a < s->arcs + s->n_arcs; a++)
        text_printf(t, "arc %zu:0x%llx %zu:0x%llx %llu\n", a->from_image,
                    (unsigned long long)a->from, a->to_image, (unsigned long long)a->to,
                    (unsigned long long)a->count);
}

static bool write_text(const char *path, const struct text *t, struct err *e)
{
    struct file_writer w;
    if (!file_create(&w, path, FILE_REPLACE, e))
        return false;
    if (file_write(&w, t->p, t->n, e))
        return file_commit(&w, e);
    file_abort(&w);
    return false;
}

static bool write_info(const struct summing *s, const char *folder)
{
    struct text path = {0}, t = {0};
    text_printf(&path, "%s/profile.info", folder);
    make_text(s, &t);
    const char *z = text_z(&path);
    bool ok = !path.failed && !t.failed ? write_text(z, &t, s->e) : err_memory(s->e, 0);
    text_release(&path);
    text_release(&t);
    return ok;
}

/* What paths there are of an older sum does not belong to the text of this one. */
static bool write_paths(const struct summing *s, const char *folder)
{
    struct text path = {0}, t = {0};
    struct path_image *images = mem_array(s->n_images, sizeof *images);
    struct path_text all = {.tree = &s->paths,
                            .images = images,
                            .n_images = s->n_images,
                            .rate_hz = s->facts.asked_hz,
                            .lost_ticks = s->lost_path_ticks};
    if (!has_paths(s)) {
        free(images);
        return true;
    }
    for (size_t i = 0; images && i < s->n_images; i++)
        images[i] = (struct path_image){s->images[i].path, s->images[i].build_id};
    text_printf(&path, "%s/profile.paths", folder);
    const char *z = text_z(&path);
    bool ok = (images && !path.failed) || err_memory(s->e, 0);
    ok = ok && path_text_write(&all, &t, s->e) && write_text(z, &t, s->e);
    text_release(&path);
    text_release(&t);
    free(images);
    return ok;
}

/* The mark lets `gptui record` empty it. */
static bool make_folder(const char *folder, struct err *e)
{
    static const char mark[] = "gptui-run 1\nrun sum\n";
    const struct text t = {.p = (char *)mark, .n = sizeof mark - 1, .borrowed = true};
    struct text path = {0};
    if (mkdir(folder, 0777) != 0)
        return errno == EEXIST || err_sys(e, ERR_WRITE, folder, errno);
    text_printf(&path, "%s/gptui-run", folder);
    const char *z = text_z(&path);
    bool ok = path.failed ? err_memory(e, 0) : write_text(z, &t, e);
    text_release(&path);
    return ok;
}

static bool remove_old(const char *folder, struct err *e)
{
    struct text path = {0};
    text_printf(&path, "%s/profile.info", folder);
    const char *z = text_z(&path);
    bool ok = path.failed ? err_memory(e, 0)
                          : unlink(z) == 0 || errno == ENOENT || errno == ENOTDIR ||
                                err_sys(e, ERR_WRITE, z, errno);
    text_release(&path);
    return ok;
}

static bool write_all(struct summing *s)
{
    struct text folder = {0};
    text_printf(&folder, "%s.d", s->r->path);
    const char *z = text_z(&folder);
    bool ok = !folder.failed || err_memory(s->e, 0);
    ok = ok && make_folder(z, s->e);
    if (ok && s->n_runs == 0) {
        ok = remove_old(z, s->e);
    } else if (ok) {
        unite_arcs(s);
        ok = write_waits(s, z, "profile", &s->images[0].waits) && write_libraries(s, z) &&
             write_paths(s, z) && write_info(s, z);
    }
    text_release(&folder);
    return ok;
}

bool sum_companions(const struct sum_request *r, struct sum_rest *rest, struct err *e)
{
    struct summing s = {.r = r, .e = e};
    bool ok = add_files(&s) && sort_images(&s) && write_all(&s);
    if (ok) {
        /* What is in neither the program's sum nor a library's. The runtime itself has no profile,
         * nor has what is in memory alone. */
        rest->n_all = s.facts.ticks;
        rest->n_lost = 0;
        for (size_t i = 1; i < s.n_images; i++)
            if (!s.images[i].file && run_info_finding(s.images[i].path) == LIBRARY_NO_PROFILE)
                rest->n_lost += s.images[i].ticks;
    }
    for (size_t i = 0; i < s.n_images; i++) {
        free(s.images[i].path);
        free(s.images[i].build_id);
        free(s.images[i].file);
        profile_free(s.images[i].own);
        waits_release(&s.images[i].waits);
    }
    free(s.images);
    free(s.arcs);
    path_tree_release(&s.paths);
    return ok;
}

static bool add_rest(const struct profile_file *f, struct sum_rest *rest, struct err *e)
{
    struct run_info info = {0};
    struct err why = ERR_INIT;
    bool is_file = strcmp(f->path, "-") != 0;
    if (is_file && run_info_read(f->path, f->owner, &info, &why) && run_info_belongs(&info, f)) {
        rest->n_all += info.facts.ticks;
        if (info.facts.ticks > info.images[0].ticks)
            rest->n_lost += info.facts.ticks - info.images[0].ticks;
    } else {
        rest->n_all += f->ticks;
    }
    run_info_release(&info);
    return why.code != ERR_MEMORY || err_memory(e, 0);
}

bool sum_without_companions(const struct profile *p, struct sum_rest *rest, struct err *e)
{
    bool ok = true;
    *rest = (struct sum_rest){0};
    for (uint32_t i = 0; ok && i < p->n_files; i++)
        ok = add_rest(&p->files[i], rest, e);
    return ok;
}
