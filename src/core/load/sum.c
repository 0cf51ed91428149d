/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/gmon/write.h"
#include "core/load/run/run.h"
#include "core/load/run/runs_memory.h"
#include "core/load/runs_entries.h"
#include "unite/build.h"
#include "unite/gmon.h"
#include "unite/unite.h"

struct sum {
    const struct progress *progress;
    struct runs_entries entries; /* with the program */
    struct unite_pile pile;
    struct unite_message all; /* in the end */
    bool has_none;            /* there can be no sum of runs */
    uint64_t n_ticks, n_program_ticks;
};

/* A run that becomes part of it. */
struct adding {
    struct sum *s;
    struct unite_build build;
    const struct unite_entries **entries; /* per image, NULL: its functions are not known */
    size_t n, cap;
    struct arena texts;
    struct err *e;
};

struct sum *sum_new(const struct gmon_options *gmon)
{
    struct sum *s = mem_array(1, sizeof *s);
    s->progress = s->entries.progress = gmon->progress;
    s->pile.memory = s->all.memory = &runs_memory;
    return s;
}

void sum_free(struct sum *s)
{
    if (!s)
        return;
    runs_entries_release(&s->entries);
    unite_pile_release(&s->pile);
    unite_message_release(&s->all);
    free(s);
}

/* False: there can be no sum. */
static bool note_result(struct sum *s, enum unite_result result)
{
    s->has_none |= result != UNITE_OK;
    return result == UNITE_OK;
}

/* ---- a run, function by function ---- */

static uint64_t entry_of(void *ctx, unsigned image, uint64_t addr)
{
    const struct adding *a = ctx;
    const struct unite_entries *entries = a->entries[image - 1];
    return entries ? unite_entries_find(entries, addr) : 0;
}

/* Only until the next text is kept. */
static struct unite_text keep_text(struct adding *a, struct unite_text t)
{
    const char *copy = arena_text(&a->texts, t.n ? t.p : "", t.n);
    return (struct unite_text){copy, t.n};
}

/* `about` NULL: it is the program. */
static bool add_image(struct adding *a, const struct unite_image *image,
                      const struct run_image *about)
{
    struct unite_image copy = *image;
    const struct unite_entries *entries = &a->s->entries.of_program;
    mem_grow(&a->entries, &a->cap, a->n + 1, sizeof *a->entries);
    if (about && !runs_entries_of(&a->s->entries, about, &entries, a->e))
        return false;
    a->entries[a->n++] = entries;
    copy.path = keep_text(a, image->path);
    copy.id = keep_text(a, image->id);
    unite_build_image(&a->build, &copy);
    return true;
}

static bool add_record(struct adding *a, const struct run *run, const struct unite_record *now,
                       struct unite_list *above)
{
    struct unite_build *b = &a->build;
    struct unite_fact fact;
    switch (now->kind) {
    case UNITE_IMAGE:
        return add_image(a, &now->image, now->image.is_program ? NULL : &run->images[a->n]);
    case UNITE_UNIT:
        unite_build_unit(b, &run->unit);
        break;
    case UNITE_FACT:
        fact = now->fact;
        fact.name = keep_text(a, fact.name);
        unite_build_fact(b, &fact);
        break;
    case UNITE_RANGE:
        unite_build_range(b, &now->range);
        break;
    case UNITE_BIN:
        unite_build_bin(b, now->bin.index, now->bin.count);
        break;
    case UNITE_BLOCK:
        unite_build_block(b, &now->block);
        break;
    case UNITE_ARC:
        unite_build_arc(b, &now->arc);
        break;
    case UNITE_NODE: {
        const size_t depth = (size_t)now->node.depth;
        above->n = depth;
        size_t *node = unite_list_add(above, sizeof *node, &runs_memory);
        *node = unite_build_node(b, depth ? node[-1] : UNITE_NO_NODE, &now->node);
        break;
    }
    default:
        break;
    }
    return true;
}

/* What the run's own message says; the images are in its order, the program first. */
static bool add_records(struct adding *a, const struct run *run)
{
    const struct unite_source source = unite_source_of(&run->message);
    struct unite_list above = {NULL, 0, 0};
    struct unite_reader *reader = mem_array(1, sizeof *reader);
    struct unite_record now = {.kind = UNITE_RUN};
    bool ok = true;
    (void)unite_reader_begin(reader, &source);
    while (ok && unite_read(reader, &now) == UNITE_OK && now.kind != UNITE_END)
        ok = add_record(a, run, &now, &above);
    unite_list_release(&above, sizeof(size_t), &runs_memory);
    free(reader);
    return ok;
}

static void add_profile(struct adding *a, const struct profile *p)
{
    struct unite_build *b = &a->build;
    for (uint32_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        if (h->lo > h->hi)
            continue;
        unite_build_range(b, &(struct unite_range){.measure = UNITE_TICKS,
                                                   .image = 1,
                                                   .rate_hz = p->rate_hz,
                                                   .lo = h->lo,
                                                   .hi = h->hi,
                                                   .n_bins = h->n_bins});
        for (uint32_t k = histogram_next(h, 0); k < h->n_bins; k = histogram_next(h, k + 1))
            unite_build_bin(b, k, histogram_ticks(h, k));
    }
    for (size_t i = 0; i < p->n_arcs; i++)
        unite_build_arc(
            b, &(struct unite_arc){1, p->arcs[i].from, 1, p->arcs[i].to, p->arcs[i].count});
    for (size_t i = 0; i < p->n_blocks; i++)
        unite_build_block(b, &(struct unite_block){1, p->blocks[i].addr, p->blocks[i].count});
}

/* Nothing but its profile is known of the run. */
static bool add_bare(struct adding *a, const struct profile *one)
{
    const struct unite_image program = {
        .is_program = true, .path = unite_text_of(one->image->path), .ticks = profile_ticks(one)};
    const char *ticks = unite_fact_name(UNITE_FACT_TICKS)->name;
    if (one->n_hists > 0)
        unite_build_unit(&a->build, &(struct unite_unit){unite_text_of(one->dimension), one->abbrev,
                                                         one->rate_hz});
    unite_build_fact(&a->build,
                     &(struct unite_fact){UNITE_SUM, unite_text_of(ticks), program.ticks});
    if (!add_image(a, &program, NULL))
        return false;
    add_profile(a, one);
    return true;
}

static struct unite_text text_or_none(const char *z)
{
    return unite_text_of(z ? z : "");
}

/* run: of one run, or not known. */
static bool make_message(struct adding *a, const struct run *run, const struct profile *one,
                         const char *path, struct unite_message *out)
{
    struct unite_run about = {.rank = UNITE_NO_RANK};
    unite_build_init(&a->build, &runs_memory);
    a->build.entry = entry_of;
    a->build.ctx = a;
    bool ok = run->n_images > 0 ? add_records(a, run) : add_bare(a, one);
    if (run->n_images > 0) {
        about = (struct unite_run){.rank = run->rank,
                                   .pid = run->pid,
                                   .start_sec = run->start_sec,
                                   .began_ns = run->began_ns,
                                   .wall_ms = run->facts.wall_ms,
                                   .cpu_ms = run->facts.cpu_ms,
                                   .id = text_or_none(run->id),
                                   .host = text_or_none(run->host),
                                   .command = text_or_none(run->command)};
    }
    if (about.rank == UNITE_NO_RANK) /* a rank is called by its number */
        about.name = (struct unite_text){path, strnlen(path, UNITE_PATH_BYTES)};
    ok = ok && note_result(a->s, unite_build_end(&a->build, &about, out));
    unite_build_release(&a->build);
    free(a->entries);
    arena_release(&a->texts);
    return ok || (a->e->code == ERR_NONE && a->s->has_none);
}

/* ---- all runs ---- */

/* What goes with the file; empty: nothing that can be read. */
static bool read_run(const struct profile_file *f, struct run *run, struct err *e)
{
    struct err why = ERR_INIT;
    *run = (struct run){0};
    if (strcmp(f->path, "-") == 0)
        return true;
    if (run_read(f->path, f->owner, run, &why) && !run_belongs(run, f))
        run_release(run);
    if (why.code == ERR_MEMORY || why.code == ERR_RUN_VERSION)
        *e = why;
    return e->code == ERR_NONE;
}

bool sum_add(struct sum *s, const struct image *program, const struct profile *one,
             const struct profile_file *f, struct err *e)
{
    struct adding a = {.s = s, .e = e};
    struct unite_message m = {.memory = &runs_memory};
    struct run run;
    if (!s->entries.program) {
        s->entries.program = program;
        if (!runs_entries_begin(&s->entries, e))
            return false;
    }
    if (!read_run(f, &run, e))
        return false;
    s->n_ticks += run.n_images > 0 ? run.facts.ticks : f->ticks;
    s->n_program_ticks += run.n_images > 0 ? run.images[0].ticks : f->ticks;
    bool ok = true;
    s->has_none |= run.n_images == 0 && !one;
    if (!s->has_none && run.has_functions) {
        m = run.message;
        run.message = (struct unite_message){.memory = &runs_memory};
    } else if (!s->has_none) {
        ok = make_message(&a, &run, one, f->path, &m);
    }
    if (ok && !s->has_none)
        (void)note_result(s, unite_pile_add(&s->pile, &m));
    unite_message_release(&m);
    run_release(&run);
    return ok;
}

void sum_end(struct sum *s)
{
    if (!s->has_none)
        (void)note_result(s, unite_pile_end(&s->pile, &s->all));
}

/* ---- writing ---- */

/* It says which bytes it goes with. */
static bool write_message(const struct unite_message *m, const char *path, const char *run,
                          struct err *e)
{
    struct file_sink file;
    struct bytes b;
    if (!file_read(path, &b, NULL, e))
        return false;
    const struct unite_profile profile = {b.n, unite_check(UNITE_CHECK_BEGIN, b.p, b.n)};
    bytes_release(&b);
    file_sink_open(&file, run, e);
    unite_put_message(&file.sink, m, &profile);
    return file_sink_close(&file);
}

bool sum_write_run(struct sum *s, const char *path, struct sum_rest *rest, struct err *e)
{
    struct text name = {0};
    struct stat st;
    text_printf(&name, "%s%s", path, RUN_ENDING);
    const char *z = text_z(&name);
    bool ok = true;
    const bool is_file = /* a pipe or device keeps nothing */
        stat(path, &st) == 0 && S_ISREG(st.st_mode);
    const bool writes = is_file && !s->has_none && s->all.n > 0;
    *rest = (struct sum_rest){writes ? 0 : s->n_ticks - s->n_program_ticks, s->n_ticks};
    if (writes)
        ok = write_message(&s->all, path, z, e);
    else if (is_file)
        ok = unlink(z) == 0 || errno == ENOENT || err_sys(e, ERR_WRITE, z, errno);
    text_release(&name);
    return ok;
}

static bool add_lost(const struct profile_file *f, struct sum_rest *rest, struct err *e)
{
    struct run run;
    bool ok = read_run(f, &run, e) || e->code == ERR_RUN_VERSION;
    const uint64_t ticks = run.n_images > 0 ? run.facts.ticks : f->ticks;
    if (ok)
        err_clear(e);
    rest->n_all += ticks;
    if (run.n_images > 0 && ticks > run.images[0].ticks)
        rest->n_lost += ticks - run.images[0].ticks;
    run_release(&run);
    return ok;
}

bool sum_without_companions(const struct profile *p, struct sum_rest *rest, struct err *e)
{
    bool ok = true;
    *rest = (struct sum_rest){0};
    for (uint32_t i = 0; ok && i < p->n_files; i++)
        ok = add_lost(&p->files[i], rest, e);
    return ok;
}
