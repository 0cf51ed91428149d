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
#include "core/load/join/run_info.h"
#include "core/load/join/waits.h"
#include "core/load/runs_file.h"
#include "unite/build.h"
#include "unite/entries.h"
#include "unite/unite.h"

struct summing_runs {
    const struct runs_sum *r;
    struct unite_entries entries;
    struct unite_pile pile;
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

/* ---- where functions begin ---- */

static bool find_entries(struct summing_runs *s)
{
    const struct image *im = s->r->profile->image;
    enum unite_result result = UNITE_OK;
    for (uint32_t i = 0; i < im->n_symbols && result == UNITE_OK; i++)
        if ((im->symbols[i].flags & (SYM_FUNC | SYM_STUB)) == SYM_FUNC)
            result = unite_entries_add(&s->entries, im->symbols[i].addr);
    for (uint32_t i = 0; i < im->n_symbols && s->entries.n == 0 && result == UNITE_OK; i++)
        result = unite_entries_add(&s->entries, im->symbols[i].addr);
    unite_entries_sort(&s->entries);
    return check(s, result);
}

static uint64_t entry_of(void *ctx, unsigned image, uint64_t addr)
{
    (void)image;
    return unite_entries_find(ctx, addr);
}

/* ---- one run ---- */

static void add_histogram(struct unite_build *b, const struct profile *p, const struct histogram *h,
                          enum unite_measure measure)
{
    if (h->lo > h->hi)
        return;
    unite_build_range(b, &(struct unite_range){.measure = measure,
                                               .image = 1,
                                               .rate_hz = p->rate_hz,
                                               .lo = h->lo,
                                               .hi = h->hi,
                                               .n_bins = h->n_bins});
    for (uint32_t i = histogram_next(h, 0); i < h->n_bins; i = histogram_next(h, i + 1))
        unite_build_bin(b, i, histogram_ticks(h, i));
}

static void add_profile(struct unite_build *b, const struct profile *p)
{
    for (uint32_t i = 0; i < p->n_hists; i++)
        add_histogram(b, p, &p->hists[i], UNITE_TICKS);
    for (size_t i = 0; i < p->n_arcs; i++)
        unite_build_arc(b, &(struct unite_arc){.from_image = 1,
                                               .from = p->arcs[i].from,
                                               .self_image = 1,
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

static bool add_waits(struct summing_runs *s, struct unite_build *b, const struct run_info *info,
                      const struct profile_file *f)
{
    struct waits waits = {0};
    uint32_t rate_hz = 0;
    const struct waits_source from = {.info = info,
                                      .of = s->r->profile->image,
                                      .owner = f->owner,
                                      .rate_hz = &rate_hz,
                                      .progress = s->r->gmon->progress};
    bool ok = waits_add(&waits, &from, s->e);
    for (uint32_t i = 0; ok && waits.sum && i < waits.sum->n_hists; i++)
        add_histogram(b, waits.sum, &waits.sum->hists[i], UNITE_WAITS);
    waits_release(&waits);
    return ok;
}

/* What one file, which p was read of and nothing else, says of its run. */
static bool make_run(struct summing_runs *s, const struct profile *p, const struct profile_file *f,
                     const struct run_info *info, struct unite_message *out)
{
    struct unite_build b;
    char id[UNITE_WORD_BYTES];
    const bool is_known = info->n_images > 0;
    struct unite_image program = {.ticks = f->ticks};
    struct unite_run run = {.rank = UNITE_NO_RANK, .name = text_of(f->path)};
    if (is_known) {
        program.path = text_of(info->images[0].path);
        program.id = bytes_of(info->images[0].build_id, id);
        program.waits = info->images[0].waits;
        run.rank = rank_of(info->rank);
        run.host = text_of(info->host);
        run.pid = info->pid;
        run.start_sec = info->start_sec;
        run.wall_ms = info->facts.wall_ms;
        run.cpu_ms = info->facts.cpu_ms;
    }
    unite_build_init(&b, &runs_memory);
    b.entry = entry_of;
    b.ctx = &s->entries;
    unite_build_image(&b, &program);
    add_profile(&b, p);
    bool ok = (!is_known || add_waits(s, &b, info, f)) &&
              check(s, unite_build_end(&b, &run, UNITE_WITH_RUNS, out));
    unite_build_release(&b);
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

bool runs_sum_make(const struct runs_sum *r, struct unite_message *out, struct err *e)
{
    struct summing_runs s = {
        .r = r, .entries.memory = &runs_memory, .pile.memory = &runs_memory, .e = e};
    const struct profile *p = r->profile;
    *out = (struct unite_message){.memory = &runs_memory};
    bool ok = find_entries(&s);
    for (uint32_t i = 0; ok && i < p->n_files; i++)
        ok = (progress_step(r->gmon->progress, "runs", i, p->n_files) ||
              err_set(e, ERR_CANCELLED, p->files[i].path)) &&
             add_file(&s, &p->files[i]);
    ok = ok && check(&s, unite_pile_end(&s.pile, out));
    unite_pile_release(&s.pile);
    unite_entries_release(&s.entries);
    return ok || s.is_impossible;
}
