/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/gmon/unite.h"
#include "core/load/gmon/write.h"
#include "core/load/join/info_words.h"
#include "core/load/join/path_file.h"
#include "core/load/join/run_data.h"
#include "core/load/join/run_info.h"
#include "core/load/join/waits.h"
#include "core/load/runs_entries.h"
#include "core/load/runs_file.h"
#include "unite/build.h"
#include "unite/files.h"
#include "unite/unite.h"

/* An image of the runs, whose number is its place plus 1; the program is the first. */
struct summed {
    struct unite_image about;    /* its texts are allocated; but for those of waits */
    bool is_lost;                /* its profile cannot be read in full */
    struct profile *own, *waits; /* the sums of its profiles and of its waits; NULL: it has none */
    bool lost_waits;             /* they cannot be read in full */
};

struct sum {
    struct gmon_options gmon;    /* as files are read */
    struct runs_entries entries; /* with the program */

    /* What one run counted by function, and the statistics. */
    struct unite_pile pile;
    bool has_no_runs; /* there can be no statistics */
    struct unite_message runs;

    /* All else, of all runs: the program's own data are in its profile. */
    struct unite_build all;
    struct summed *images;
    size_t n_images, cap;
    uint32_t wait_hz; /* of all waits */
    uint64_t asked_hz, n_ticks, lost_path_ticks;
    size_t n_path_runs; /* that have call paths */
    size_t n_runs;      /* of which something is known */
    struct err *e;
};

/* An image of a run in the statistics. */
struct image_of_run {
    const struct unite_entries *entries;
    char id[UNITE_WORD_BYTES];
};

/* A run. */
struct adding {
    struct sum *s;
    const struct profile *one;    /* NULL: it is not for the statistics */
    const struct profile_file *f; /* of the program */
    struct run_info info;         /* no images: nothing is known */
    size_t *number;               /* per image of info: its place among those of the sum */
    uint32_t wait_hz;             /* of all waits */
    struct unite_build build;     /* for the statistics */
    struct image_of_run *images;  /* room for those of info */
    unsigned n_images;            /* that the build has */
};

struct sum *sum_new(const struct gmon_options *gmon)
{
    struct sum *s = mem_array(1, sizeof *s);
    if (!s)
        return NULL;
    s->gmon = *gmon;
    s->gmon.saw_blocks = NULL;
    s->entries.progress = gmon->progress;
    s->pile.memory = s->runs.memory = &runs_memory;
    unite_build_init(&s->all, &runs_memory);
    return s;
}

void sum_free(struct sum *s)
{
    if (!s)
        return;
    for (size_t i = 0; i < s->n_images; i++) {
        free((char *)s->images[i].about.path.p);
        free((char *)s->images[i].about.id.p);
        profile_free(s->images[i].own);
        profile_free(s->images[i].waits);
    }
    free(s->images);
    runs_entries_release(&s->entries);
    unite_pile_release(&s->pile);
    unite_message_release(&s->runs);
    unite_build_release(&s->all);
    free(s);
}

/* False: e says why, or there can be no statistics. */
static bool check(struct sum *s, enum unite_result result)
{
    if (result == UNITE_NO_MEMORY)
        return err_memory(s->e, 0);
    s->has_no_runs |= result != UNITE_OK;
    return result == UNITE_OK;
}

static bool is_fatal(const struct err *e)
{
    return e->code == ERR_MEMORY || e->code == ERR_CANCELLED;
}

/* ---- images ---- */

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

static bool same_text(struct unite_text a, struct unite_text b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.p, b.p, a.n) == 0);
}

/* The place of an image. The program is the same whatever its path, and there from the start.
 * False: memory ran out. */
static bool find_image(struct sum *s, struct unite_text path, struct unite_text id, bool is_program,
                       size_t *place)
{
    struct summed m = {.about.path.p = NULL};
    for (*place = 0; *place < s->n_images; ++*place)
        if (is_program || (*place > 0 && same_text(s->images[*place].about.path, path) &&
                           same_text(s->images[*place].about.id, id)))
            return true;
    m.about.path = (struct unite_text){mem_text(path.p, path.n), path.n};
    m.about.id = (struct unite_text){mem_text(id.n ? id.p : "", id.n), id.n};
    if (m.about.path.p && m.about.id.p &&
        mem_grow(&s->images, &s->cap, s->n_images + 1, sizeof m)) {
        s->images[s->n_images++] = m;
        return true;
    }
    free((char *)m.about.path.p);
    free((char *)m.about.id.p);
    return err_memory(s->e, 0);
}

static bool take_image(struct adding *a, size_t i)
{
    const struct run_image *image = &a->info.images[i];
    char bytes[UNITE_WORD_BYTES];
    const struct unite_text id = bytes_of(image->build_id, bytes);
    if (!find_image(a->s, text_of(image->path), id, i == 0, &a->number[i]))
        return false;
    struct unite_image *about = &a->s->images[a->number[i]].about;
    about->ticks += i > 0 ? image->ticks : 0;
    if (image->has_entry && (i == 0 || !about->entry))
        about->entry = image->entry;
    if (id.n == 0 || about->id.n > 0)
        return true;
    free((char *)about->id.p);
    about->id = (struct unite_text){mem_text(id.p, id.n), id.n};
    return about->id.p || err_memory(a->s->e, 0);
}

/* ---- one run, function by function ---- */

static uint64_t entry_of(void *ctx, unsigned image, uint64_t addr)
{
    const struct adding *a = ctx;
    return unite_entries_find(a->images[image - 1].entries, addr);
}

static void add_histogram(struct unite_build *b, unsigned image, const struct profile *p,
                          const struct histogram *h, enum unite_measure measure)
{
    if (h->lo > h->hi)
        return;
    unite_build_range(b, &(struct unite_range){.measure = measure,
                                               .image = image,
                                               .rate_hz = p->rate_hz,
                                               .lo = h->lo,
                                               .hi = h->hi,
                                               .n_bins = h->n_bins});
    for (uint32_t i = histogram_next(h, 0); i < h->n_bins; i = histogram_next(h, i + 1))
        unite_build_bin(b, i, histogram_ticks(h, i));
}

static void add_histograms(struct unite_build *b, unsigned image, const struct profile *p,
                           enum unite_measure measure)
{
    for (uint32_t i = 0; p && i < p->n_hists; i++)
        add_histogram(b, image, p, &p->hists[i], measure);
}

static void add_profile(struct unite_build *b, unsigned image, const struct profile *p)
{
    add_histograms(b, image, p, UNITE_TICKS);
    for (size_t i = 0; i < p->n_arcs; i++)
        unite_build_arc(b, &(struct unite_arc){.from_image = image,
                                               .from = p->arcs[i].from,
                                               .self_image = image,
                                               .self = p->arcs[i].to,
                                               .count = p->arcs[i].count});
}

/* about: NULL if nothing is known of the image. */
static void add_to_runs(struct adding *a, const struct run_image *about, const struct profile *p,
                        const struct profile *waits, const struct unite_entries *entries)
{
    struct image_of_run *image = &a->images[a->n_images++];
    struct unite_image to = {.ticks = profile_ticks(p)};
    if (about) {
        to.path = text_of(about->path);
        to.id = bytes_of(about->build_id, image->id);
        to.waits = about->waits;
        to.entry = about->entry;
    }
    image->entries = entries;
    unite_build_image(&a->build, &to);
    add_profile(&a->build, a->n_images, p);
    add_histograms(&a->build, a->n_images, waits, UNITE_WAITS);
}

static uint64_t rank_of(const char *word)
{
    uint64_t rank = UNITE_NO_RANK;
    if (word)
        (void)info_number(word, 10, &rank);
    return rank;
}

static struct unite_run about_run(const struct adding *a)
{
    const struct run_info *info = &a->info;
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
        run.name = text_of(a->f->path);
    return run;
}

/* ---- its files ---- */

/* The profile of a library; NULL: it cannot be read, or e says why. */
static struct profile *read_library(const struct adding *a, size_t i)
{
    const struct gmon_options o = {
        .progress = a->s->gmon.progress, .found = true, .owner = a->f->owner};
    struct err why = ERR_INIT;
    struct profile *p = waits_blank(a->s->entries.program, a->info.images[i].path);
    if (!p)
        err_memory(a->s->e, 0);
    else if (!run_data_read(&a->info, i, KEPT_TICKS, p, &o, &why)) {
        profile_free(p);
        p = NULL;
    }
    if (is_fatal(&why))
        *a->s->e = why;
    return p;
}

/* Add one profile to the sum of them; NULL, or one that does not go together with what was read
 * before, spoils that. */
static bool keep(struct sum *s, struct profile **sum, bool *is_lost, struct profile *one)
{
    struct err why = ERR_INIT;
    bool adds = one && !*is_lost && *sum;
    bool is_good = adds && gmon_fits(*sum, one, &why) && gmon_add(*sum, one, &why);
    if (one && !*is_lost && !*sum)
        *sum = one;
    else
        profile_free(one);
    *is_lost |= !one || (adds && !is_good);
    return (why.code != ERR_MEMORY || err_memory(s->e, 0)) && (!is_good || gmon_unite(*sum));
}

static bool keep_waits(struct adding *a, struct summed *m, struct waits *w)
{
    struct sum *s = a->s;
    if (w->sum && s->wait_hz && a->wait_hz != s->wait_hz)
        waits_release(w);
    else if (w->sum)
        s->wait_hz = a->wait_hz;
    return keep(s, &m->waits, &m->lost_waits, w->sum);
}

/* What is to be known of an image that cannot be read, or whose functions nobody knows, is left out
 * of the statistics. */
static bool add_image(struct adding *a, size_t i)
{
    struct sum *s = a->s;
    const struct run_image *about = &a->info.images[i];
    const struct unite_entries *entries = i == 0 ? &s->entries.of_program : NULL;
    const bool has_file = i > 0 && about->file;
    const struct waits_source from = {.info = &a->info,
                                      .image = i,
                                      .of = s->entries.program,
                                      .owner = a->f->owner,
                                      .rate_hz = &a->wait_hz,
                                      .progress = s->gmon.progress};
    struct waits waits = {0};
    if (has_file && run_info_repeats_file(&a->info, i))
        return true;
    struct profile *own = has_file ? read_library(a, i) : NULL;
    bool ok = s->e->code == ERR_NONE && waits_add(&waits, &from, s->e);
    if (ok && a->one && own)
        ok = runs_entries_of(&s->entries, about, &entries, s->e);
    if (ok && a->one && entries)
        add_to_runs(a, about, i == 0 ? a->one : own, waits.sum, entries);
    if (!ok) {
        profile_free(own);
        waits_release(&waits);
        return false;
    }
    struct summed *m = &s->images[a->number[i]];
    return (!has_file || keep(s, &m->own, &m->is_lost, own)) &&
           (!(waits.sum || waits.is_lost) || keep_waits(a, m, &waits));
}

static bool add_arcs(struct adding *a)
{
    for (size_t i = 0; i < a->info.n_arcs; i++) {
        const struct run_arc *arc = &a->info.arcs[i];
        if (arc->from_image >= a->info.n_images || arc->to_image >= a->info.n_images)
            continue; /* an address that meant something in that run alone */
        const size_t from = a->number[arc->from_image] + 1, to = a->number[arc->to_image] + 1;
        if (from != to)
            unite_build_arc(&a->s->all,
                            &(struct unite_arc){from, arc->from, to, arc->to, arc->count});
    }
    return !a->s->all.failed || err_memory(a->s->e, 0);
}

static bool add_nodes(struct adding *a, const struct path_file *f, struct err *e)
{
    struct path_target *targets = mem_array(f->n_images, sizeof *targets);
    bool ok = targets || err_memory(e, 0);
    for (size_t i = 0; ok && i < f->n_images; i++) {
        const size_t image = path_file_image(f, i, &a->info);
        if (image < a->info.n_images)
            targets[i].image = (uint32_t)a->number[image] + 1;
    }
    ok = ok && path_file_add(f, targets, &a->s->all.tree, a->s->gmon.progress, e);
    free(targets);
    return ok;
}

/* A file that cannot be read, or is of another run, is as if it were not there. */
static bool add_paths(struct adding *a)
{
    struct path_file f = {0};
    struct err why = ERR_INIT;
    if (a->info.n_paths == 0)
        return true;
    bool is_there = path_file_read(&a->info, a->f->owner, &f, &why) && f.n_nodes == a->info.n_paths;
    a->s->n_path_runs += is_there && add_nodes(a, &f, &why);
    a->s->lost_path_ticks += f.lost_ticks;
    path_file_release(&f);
    if (is_fatal(&why))
        *a->s->e = why;
    return !is_fatal(&why);
}

static void add_facts(struct adding *a)
{
    struct sum *s = a->s;
    struct run_facts *facts = &a->info.facts;
    for (unsigned kind = 0; kind < N_UNITE_UNITED_FACTS; kind++) {
        const struct unite_fact_name *fact = unite_fact_name(kind);
        unite_build_fact(
            &s->all, &(struct unite_fact){fact->rule, text_of(fact->name), *run_fact(facts, kind)});
    }
    s->n_ticks += facts->ticks;
    s->asked_hz = facts->asked_hz > s->asked_hz ? facts->asked_hz : s->asked_hz;
}

/* ---- one run ---- */

/* The program has at least the ticks of its profile, so that the text belongs to that: some are
 * counted late, and of unknown runs nothing else is known. */
static void add_program_ticks(const struct adding *a)
{
    const uint64_t ticks = a->info.n_images > 0 ? a->info.images[0].ticks : 0;
    a->s->images[0].about.ticks += ticks > a->f->ticks ? ticks : a->f->ticks;
}

/* What is known of it but for its images. */
static bool add_rest(struct adding *a)
{
    add_program_ticks(a);
    if (a->info.n_images > 0) {
        a->s->n_runs += a->info.n_runs ? a->info.n_runs : 1;
        add_facts(a);
        return add_arcs(a) && add_paths(a);
    }
    a->info.facts.ticks = a->f->ticks;
    add_facts(a);
    return true;
}

static bool add_images(struct adding *a)
{
    const size_t n = a->info.n_images;
    a->number = mem_array(n, sizeof *a->number);
    a->images = mem_array_raw(n + 1, sizeof *a->images);
    bool ok = (a->number && a->images) || err_memory(a->s->e, 0);
    for (size_t i = 0; ok && i < n; i++)
        ok = take_image(a, i);
    for (size_t i = 0; ok && i < n; i++)
        ok = add_image(a, i);
    if (n == 0 && ok && a->one)
        add_to_runs(a, NULL, a->one, NULL, &a->s->entries.of_program);
    return ok;
}

/* What one says by function becomes part of the statistics. */
static bool end_run(struct adding *a)
{
    struct unite_message m = {.memory = &runs_memory};
    const struct unite_run run = about_run(a);
    bool ok = check(a->s, unite_build_end(&a->build, &run, UNITE_WITH_RUNS, &m)) &&
              check(a->s, unite_pile_add(&a->s->pile, &m));
    unite_message_release(&m);
    return ok || a->s->has_no_runs;
}

static bool read_info(struct adding *a)
{
    struct err why = ERR_INIT;
    if (strcmp(a->f->path, "-") != 0 && run_info_read(a->f->path, a->f->owner, &a->info, &why) &&
        !run_info_belongs(&a->info, a->f))
        run_info_release(&a->info);
    return why.code != ERR_MEMORY || err_memory(a->s->e, 0);
}

/* Take the statistics that the file has. */
static bool take_runs(struct adding *a)
{
    struct unite_message m;
    bool ok = runs_file_bytes(a->f, &m, a->s->e);
    if (ok && m.n > 0) {
        a->one = NULL;
        ok = check(a->s, unite_pile_add(&a->s->pile, &m)) || a->s->has_no_runs;
    } else if (ok && !a->one) {
        a->s->has_no_runs = true;
    }
    unite_message_release(&m);
    return ok;
}

static bool add(struct adding *a)
{
    struct sum *s = a->s;
    unite_build_init(&a->build, &runs_memory);
    a->build.entry = entry_of;
    a->build.ctx = a;
    bool ok = s->has_no_runs || take_runs(a);
    if (s->has_no_runs)
        a->one = NULL;
    ok = ok && read_info(a) && add_images(a) && add_rest(a) && (!a->one || end_run(a));
    unite_build_release(&a->build);
    run_info_release(&a->info);
    free(a->number);
    free(a->images);
    return ok;
}

bool sum_add(struct sum *s, const struct image *program, const struct profile *one,
             const struct profile_file *f, struct err *e)
{
    struct adding a = {.s = s, .one = one, .f = f};
    size_t place;
    s->e = e;
    if (s->n_images == 0) {
        s->entries.program = program;
        if (!find_image(s, text_of(program->path), text_of(""), true, &place) ||
            !runs_entries_begin(&s->entries, e))
            return false;
    }
    return add(&a);
}

/* ---- all runs ---- */

bool sum_end(struct sum *s, struct err *e)
{
    s->e = e;
    return s->has_no_runs || check(s, unite_pile_end(&s->pile, &s->runs)) || s->has_no_runs;
}

/* ---- writing ---- */

/* The files that go with the sum, one after the other. */
struct sum_writing {
    struct file_sink file;
    const char *path; /* of the sum */
    struct err *e;
};

static struct unite_sink *open_file(void *ctx, const char *name)
{
    struct sum_writing *w = ctx;
    struct text path = {0};
    text_printf(&path, name[0] == '.' ? "%s.d/profile%s" : "%s.d/%s", w->path, name);
    file_sink_open(&w->file, text_z(&path), w->e);
    text_release(&path);
    return &w->file.sink;
}

static bool close_file(void *ctx)
{
    return file_sink_close(&((struct sum_writing *)ctx)->file);
}

static void put_head(void *ctx, struct unite_sink *s)
{
    (void)ctx;
    unite_put_line(s, "gptui-runtime", 1);
}

/* What libraries have of another unit than the program would be something else in the file. */
static bool has_file(const struct summed *m, const struct profile *p)
{
    return m->own && !m->is_lost &&
           (m->own->n_hists == 0 || !p->has_histogram ||
            (strcmp(m->own->dimension, p->dimension) == 0 && m->own->abbrev == p->abbrev));
}

static bool make_message(struct sum *s, const struct profile *p, struct unite_message *out)
{
    struct unite_build *b = &s->all;
    for (unsigned i = 0; i < s->n_images; i++) {
        const struct summed *m = &s->images[i];
        unite_build_image(b, &m->about);
        if (has_file(m, p))
            add_profile(b, i + 1, m->own);
        for (size_t k = 0; has_file(m, p) && k < m->own->n_blocks; k++)
            unite_build_block(
                b, &(struct unite_block){i + 1, m->own->blocks[k].addr, m->own->blocks[k].count});
        if (!m->lost_waits)
            add_histograms(b, i + 1, m->waits, UNITE_WAITS);
    }
    const struct unite_run run = {.rank = UNITE_NO_RANK};
    return unite_build_end(b, &run, UNITE_WITH_TABLES | UNITE_WITH_NODES, out) == UNITE_OK ||
           err_memory(s->e, 0);
}

static bool write_files(struct sum *s, const struct profile *p, struct sum_writing *w)
{
    static const struct unite_files_ops ops = {open_file, close_file, put_head};
    struct unite_message m = {.memory = &runs_memory};
    struct unite_files f = {
        .message = &m,
        .ops = &ops,
        .ctx = w,
        .stem = "profile",
        .gmon = {.word_bytes = p->image->addr_bytes, .is_big = p->image->big_endian},
        .unit = {unite_text_of(p->dimension), p->abbrev, (uint32_t)s->asked_hz},
        .n_runs = s->n_runs,
        .lost_path_ticks = s->lost_path_ticks,
        .has_no_paths = s->n_path_runs != p->n_files,
        .has_callers = true,
        .arc_records = 1 << 16};
    if (!make_message(s, p, &m))
        return false;
    enum unite_result result = unite_files_begin(&f);
    if (result == UNITE_OK)
        result = unite_files_rest(&f);
    unite_files_end(&f);
    unite_message_release(&m);
    if (result == UNITE_TOO_LARGE)
        err_what(w->e, ERR_LIMIT, w->path, "calls by one arc", NULL);
    else if (result != UNITE_OK && result != UNITE_NOT_WRITTEN)
        err_memory(w->e, 0);
    return result == UNITE_OK;
}

/* The statistics are bytes already. */
static bool write_runs(struct sum *s, struct sum_writing *w)
{
    struct unite_sink *out = open_file(w, "runs");
    out->put(out, s->runs.p, s->runs.n);
    return close_file(w);
}

static bool remove_old(const struct sum_writing *w, const char *name)
{
    struct text path = {0};
    text_printf(&path, "%s.d/%s", w->path, name);
    const char *z = text_z(&path);
    bool ok = path.failed ? err_memory(w->e, 0)
                          : unlink(z) == 0 || errno == ENOENT || errno == ENOTDIR ||
                                err_sys(w->e, ERR_WRITE, z, errno);
    text_release(&path);
    return ok;
}

/* The mark lets `gptui record` empty it. */
static bool make_folder(struct sum_writing *w)
{
    struct text folder = {0};
    text_printf(&folder, "%s.d", w->path);
    const char *z = text_z(&folder);
    bool ok = !folder.failed || err_memory(w->e, 0), is_new = ok && mkdir(z, 0777) == 0;
    if (ok && !is_new)
        ok = errno == EEXIST || err_sys(w->e, ERR_WRITE, z, errno);
    text_release(&folder);
    if (!ok || !is_new)
        return ok;
    unite_put(open_file(w, "gptui-run"), "gptui-run 1\nrun sum\n");
    return close_file(w);
}

/* What is in neither the program's sum nor a library's. The runtime itself has no profile, nor has
 * what is in memory alone. */
static void find_rest(const struct sum *s, const struct profile *p, struct sum_rest *rest)
{
    *rest = (struct sum_rest){.n_all = s->n_ticks};
    for (size_t i = 1; i < s->n_images; i++)
        if (!has_file(&s->images[i], p) &&
            run_info_finding(s->images[i].about.path.p) == LIBRARY_NO_PROFILE)
            rest->n_lost += s->images[i].about.ticks;
}

bool sum_write_rest(struct sum *s, const struct profile *p, const char *path, struct sum_rest *rest,
                    struct err *e)
{
    struct sum_writing w = {.path = path, .e = e};
    s->e = e;
    find_rest(s, p, rest);
    return make_folder(&w) &&
           (s->n_runs > 0 ? write_files(s, p, &w) : remove_old(&w, "profile.info")) &&
           (s->runs.n > 0 ? write_runs(s, &w) : remove_old(&w, "runs"));
}

static bool add_lost(const struct profile_file *f, struct sum_rest *rest, struct err *e)
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
        ok = add_lost(&p->files[i], rest, e);
    return ok;
}
