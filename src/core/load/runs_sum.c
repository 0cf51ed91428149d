/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/runs_sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/gmon/fit.h"
#include "core/load/join/info_words.h"
#include "core/load/join/run_data.h"
#include "core/load/join/run_info.h"
#include "core/load/join/waits.h"
#include "core/load/runs_entries.h"
#include "core/load/runs_file.h"
#include "unite/build.h"
#include "unite/unite.h"

struct summing_runs {
    const struct runs_sum *r;
    struct runs_entries entries;
    struct unite_pile pile;
    uint64_t n_runs;    /* that there will be at least, or 0: nobody knows */
    bool is_impossible; /* there can be no statistics */
    struct err *e;
};

/* False: e says why, or it is impossible. */
static bool check(struct summing_runs *s, enum unite_result result)
{
    if (result == UNITE_NO_MEMORY)
        return err_memory(s->e, 0);
    s->is_impossible |= result != UNITE_OK;
    return result == UNITE_OK;
}

/* ---- one run ---- */

/* An image of a run, by its number in the message less 1. */
struct image_of_run {
    const struct unite_entries *entries;
    char id[UNITE_WORD_BYTES];
};

struct run_making {
    struct summing_runs *s;
    const struct profile_file *f; /* of the program */
    const struct run_info *info;
    uint32_t wait_hz; /* of all waits */
    struct unite_build build;
    struct image_of_run *images; /* room for those of info */
    unsigned n_images;           /* that the build has */
};

static uint64_t entry_of(void *ctx, unsigned image, uint64_t addr)
{
    const struct run_making *m = ctx;
    return unite_entries_find(m->images[image - 1].entries, addr);
}

/* What is added from here on belongs to the last image. */
static void add_histogram(struct run_making *m, const struct profile *p, const struct histogram *h,
                          enum unite_measure measure)
{
    struct unite_build *b = &m->build;
    if (h->lo > h->hi)
        return;
    unite_build_range(b, &(struct unite_range){.measure = measure,
                                               .image = m->n_images,
                                               .rate_hz = p->rate_hz,
                                               .lo = h->lo,
                                               .hi = h->hi,
                                               .n_bins = h->n_bins});
    for (uint32_t i = histogram_next(h, 0); i < h->n_bins; i = histogram_next(h, i + 1))
        unite_build_bin(b, i, histogram_ticks(h, i));
}

static void add_profile(struct run_making *m, const struct profile *p)
{
    for (uint32_t i = 0; i < p->n_hists; i++)
        add_histogram(m, p, &p->hists[i], UNITE_TICKS);
    for (size_t i = 0; i < p->n_arcs; i++)
        unite_build_arc(&m->build, &(struct unite_arc){.from_image = m->n_images,
                                                       .from = p->arcs[i].from,
                                                       .self_image = m->n_images,
                                                       .self = p->arcs[i].to,
                                                       .count = p->arcs[i].count});
}

static struct unite_text text_of(const char *z)
{
    return (struct unite_text){z, z ? strlen(z) : 0};
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The bytes of a build id in hexadecimal, as far as it is that. */
static struct unite_text bytes_of(const char *id, char bytes[UNITE_WORD_BYTES])
{
    size_t n = 0;
    for (; id && n < UNITE_WORD_BYTES && digit(id[0]) >= 0 && digit(id[1]) >= 0; id += 2)
        bytes[n++] = (char)(digit(id[0]) << 4 | digit(id[1]));
    return (struct unite_text){bytes, n};
}

static uint64_t rank_of(const char *word)
{
    uint64_t rank = UNITE_NO_RANK;
    if (word)
        (void)info_number(word, 10, &rank);
    return rank;
}

/* Those of image number i of the text. */
static bool add_waits(struct run_making *m, size_t i)
{
    struct waits waits = {0};
    const struct waits_source from = {.info = m->info,
                                      .image = i,
                                      .of = m->s->r->profile->image,
                                      .owner = m->f->owner,
                                      .rate_hz = &m->wait_hz,
                                      .progress = m->s->r->gmon->progress};
    bool ok = waits_add(&waits, &from, m->s->e);
    for (uint32_t k = 0; ok && waits.sum && k < waits.sum->n_hists; k++)
        add_histogram(m, waits.sum, &waits.sum->hists[k], UNITE_WAITS);
    waits_release(&waits);
    return ok;
}

/* about: NULL if nothing is known of the image. */
static bool add_image(struct run_making *m, const struct run_image *about, const struct profile *p,
                      const struct unite_entries *entries)
{
    struct image_of_run *image = &m->images[m->n_images++];
    struct unite_image to = {.ticks = profile_ticks(p)};
    image->entries = entries;
    if (about) {
        to.path = text_of(about->path);
        to.id = bytes_of(about->build_id, image->id);
        to.waits = about->waits;
        to.entry = about->entry;
    }
    unite_build_image(&m->build, &to);
    add_profile(m, p);
    return !about || add_waits(m, (size_t)(about - m->info->images));
}

/* The profile of a library; NULL: it cannot be read, or e says why. */
static struct profile *read_library(struct run_making *m, size_t i)
{
    const struct gmon_options o = {
        .progress = m->s->r->gmon->progress, .found = true, .owner = m->f->owner};
    struct err why = ERR_INIT;
    struct profile *p = waits_blank(m->s->r->profile->image, m->info->images[i].path);
    if (!p)
        err_memory(m->s->e, 0);
    else if (!run_data_read(m->info, i, KEPT_TICKS, p, &o, &why)) {
        profile_free(p);
        p = NULL;
    }
    if (why.code == ERR_MEMORY || why.code == ERR_CANCELLED)
        *m->s->e = why;
    return p;
}

/* What cannot be read, and what nobody knows the functions of, is left out. */
static bool add_library(struct run_making *m, size_t i)
{
    const struct run_image *about = &m->info->images[i];
    const struct unite_entries *entries;
    if (!about->file || run_info_repeats_file(m->info, i))
        return true;
    if (!runs_entries_of(&m->s->entries, about, &entries, m->s->e))
        return false;
    struct profile *p = entries ? read_library(m, i) : NULL;
    bool ok = p ? add_image(m, about, p, entries) : m->s->e->code == ERR_NONE;
    profile_free(p);
    return ok;
}

static struct unite_run about_run(const struct run_making *m)
{
    const struct run_info *info = m->info;
    struct unite_run run = {.rank = UNITE_NO_RANK};
    if (info->n_images > 0) {
        run.rank = rank_of(info->rank);
        run.host = text_of(info->host);
        run.pid = info->pid;
        run.start_sec = info->start_sec;
        run.wall_ms = info->facts.wall_ms;
        run.cpu_ms = info->facts.cpu_ms;
    }
    if (run.rank == UNITE_NO_RANK) /* a rank is called by its number */
        run.name = text_of(m->f->path);
    return run;
}

/* What one file, which p was read of and nothing else, says of its run. */
static bool make_run(struct summing_runs *s, const struct profile *p, const struct profile_file *f,
                     const struct run_info *info, struct unite_message *out)
{
    const bool is_known = info->n_images > 0;
    struct run_making m = {.s = s, .f = f, .info = info};
    m.images = mem_array_raw(info->n_images + 1, sizeof *m.images);
    unite_build_init(&m.build, &runs_memory);
    m.build.entry = entry_of;
    m.build.ctx = &m;
    m.build.n_runs = s->n_runs;
    bool ok = m.images || err_memory(s->e, 0);
    ok = ok && add_image(&m, is_known ? &info->images[0] : NULL, p, &s->entries.of_program);
    for (size_t i = 1; ok && i < info->n_images; i++)
        ok = add_library(&m, i);
    if (ok) {
        const struct unite_run run = about_run(&m);
        ok = check(s, unite_build_end(&m.build, &run, UNITE_WITH_RUNS, out));
    }
    unite_build_release(&m.build);
    free(m.images);
    return ok;
}

/* Read a file again, by itself. NULL: that fails, as e says, or is impossible. */
static struct profile *read_again(struct summing_runs *s, const struct profile_file *f)
{
    const struct profile *all = s->r->profile;
    struct fit_program program = {
        .image = all->image, .has_base = true, .base = f->fit.distance, .unlike = true};
    struct gmon_options options = *s->r->gmon;
    struct stat st;
    if (strcmp(f->path, "-") == 0 || stat(f->path, &st) != 0 || !S_ISREG(st.st_mode)) {
        s->is_impossible = true;
        return NULL;
    }
    options.program = &program;
    struct profile *p = waits_blank(all->image, f->path);
    if (!p)
        err_memory(s->e, 0);
    else if (!gmon_read(p, f->path, &options, s->e)) {
        profile_free(p);
        p = NULL;
    }
    fit_close(&program);
    return p;
}

static bool read_run(struct summing_runs *s, const struct profile_file *f,
                     struct unite_message *out)
{
    struct run_info info = {0};
    struct err why = ERR_INIT;
    const bool is_alone = s->r->profile->n_files == 1;
    struct profile *again = is_alone ? NULL : read_again(s, f);
    if (!is_alone && !again)
        return false;
    bool is_file = strcmp(f->path, "-") != 0;
    if (is_file && run_info_read(f->path, f->owner, &info, &why) && !run_info_belongs(&info, f))
        run_info_release(&info);
    bool ok = why.code == ERR_MEMORY ? err_memory(s->e, 0)
                                     : make_run(s, is_alone ? s->r->profile : again, f, &info, out);
    run_info_release(&info);
    profile_free(again);
    return ok;
}

static bool add_file(struct summing_runs *s, const struct profile_file *f)
{
    struct unite_message m;
    bool ok = runs_file_bytes(f, &m, s->e) && (m.n > 0 || read_run(s, f, &m)) &&
              check(s, unite_pile_add(&s->pile, &m));
    unite_message_release(&m);
    return ok;
}

/* ---- the file ---- */

static bool write_message(const struct unite_message *m, const char *path, struct err *e)
{
    struct file_writer w;
    if (!file_create(&w, path, FILE_REPLACE, e))
        return false;
    if (file_write(&w, m->p, m->n, e))
        return file_commit(&w, e);
    file_abort(&w);
    return false;
}

bool runs_sum_write(const char *path, const struct unite_message *m, struct err *e)
{
    struct text name = {0};
    text_printf(&name, "%s.d/runs", path);
    const char *z = text_z(&name);
    bool ok = !name.failed || err_memory(e, 0);
    if (ok && m->n > 0)
        ok = write_message(m, z, e);
    else if (ok)
        ok = unlink(z) == 0 || errno == ENOENT || errno == ENOTDIR ||
             err_sys(e, ERR_WRITE, z, errno);
    text_release(&name);
    return ok;
}

static bool unite_files(struct summing_runs *s, struct unite_message *out)
{
    const struct profile *p = s->r->profile;
    bool ok = true;
    for (uint32_t i = 0; ok && i < p->n_files; i++)
        ok = (progress_step(s->r->gmon->progress, "runs", i, p->n_files) ||
              err_set(s->e, ERR_CANCELLED, p->files[i].path)) &&
             add_file(s, &p->files[i]);
    ok = ok && check(s, unite_pile_end(&s->pile, out));
    unite_pile_release(&s->pile);
    return ok;
}

/* Different runs, of which there are few: they come first. */
static uint64_t count_runs(const struct unite_message *m)
{
    const struct unite_source source = unite_source_of(m);
    struct unite_reader *r = mem_array(1, sizeof *r);
    struct unite_record now;
    uint64_t n = 0;
    if (r && unite_reader_begin(r, &source) == UNITE_OK)
        while (unite_read(r, &now) == UNITE_OK && now.kind == UNITE_RUN)
            n++;
    free(r);
    return n;
}

bool runs_sum_make(const struct runs_sum *r, struct unite_message *out, struct err *e)
{
    struct summing_runs s = {
        .r = r,
        .entries = {.program = r->profile->image, .progress = r->gmon->progress},
        .pile.memory = &runs_memory,
        .n_runs = r->profile->n_files,
        .e = e};
    *out = (struct unite_message){.memory = &runs_memory};
    bool ok = runs_entries_begin(&s.entries, e) && unite_files(&s, out);
    if (ok && count_runs(out) < s.n_runs) {
        unite_message_release(out);
        s.n_runs = 0; /* some are the same: runs keep more numbers than was thought */
        ok = unite_files(&s, out);
    }
    runs_entries_release(&s.entries);
    return ok || s.is_impossible;
}
