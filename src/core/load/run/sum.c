/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/sum.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/run/library.h"
#include "core/load/run/run.h"
#include "unite/build.h"
#include "unite/unite.h"

/* Processes of a run; further ones are others to it. */
enum { GROUP_MOST = 256 };

struct sum {
    const struct progress *progress;
    bool strict; /* nothing goes with files */
    struct sum_use use;
    struct runs_entries entries; /* with the program */
    struct unite_pile pile;
    struct run *group; /* processes of one run, at most GROUP_MOST, not yet in the pile */
    size_t n_group;
    char *group_path; /* the first one's file */
    struct run given; /* by sum_give, and not added yet; else without images */
    struct run all;   /* in the end, or the only one; it has no images if there is none */
    char *path;       /* of the first run */
    uint64_t n;
    struct arena texts;
    struct run_key *keys; /* per file of a set */
    size_t n_keys;
    bool has_none; /* there can be no sum of runs */
    uint64_t n_ticks, n_program_ticks;
};

/* A run that becomes part of it. */
struct adding {
    struct sum *s;
    struct unite_build build;
    const struct unite_entries **entries; /* per image, NULL: its functions are not known */
    size_t n;
    size_t before; /* images of the processes before */
    struct arena texts;
    struct err *e;
};

struct sum *sum_new(const struct gmon_options *gmon, bool writes)
{
    struct sum *s = mem_array(1, sizeof *s);
    s->progress = s->entries.progress = gmon->progress;
    s->strict = gmon->strict;
    s->use.writes = writes;
    s->pile.memory = &runs_memory;
    return s;
}

void sum_begin(struct sum *s, const struct sum_use *use)
{
    s->use =
        (struct sum_use){s->use.writes || use->writes, use->is_set, use->tells, use->libraries};
}

void sum_free(struct sum *s)
{
    if (!s)
        return;
    runs_entries_release(&s->entries);
    unite_pile_release(&s->pile);
    for (size_t i = 0; i < s->n_group; i++)
        run_release(&s->group[i]);
    free(s->group);
    run_release(&s->given);
    run_release(&s->all);
    arena_release(&s->texts);
    free(s->keys);
    free(s);
}

const struct run *sum_run(const struct sum *s)
{
    return &s->all;
}

const struct run_key *sum_keys(const struct sum *s)
{
    return s->keys;
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
    if (about && !runs_entries_of(&a->s->entries, about, &entries, a->e))
        return false;
    mem_append(&a->entries, &a->n, &entries, sizeof entries);
    copy.path = keep_text(a, image->path);
    copy.id = keep_text(a, image->id);
    unite_build_add(&a->build, UNITE_IMAGE, &copy);
    return true;
}

/* The number of an image of a process, among those of all before: the program is one. 0: none. */
static uint64_t image_of(const struct adding *a, uint64_t image)
{
    return image > 1 ? image + a->before : image;
}

/* Where no sum is written, of calls and blocks within the program only how many calls there are is
 * asked for: the program's profile has them already. */
static void add_arc(struct adding *a, const struct unite_arc *arc)
{
    if (a->s->use.writes || arc->from_image != 1 || arc->self_image != 1)
        unite_build_add(&a->build, UNITE_ARC, arc);
    else
        unite_build_calls(&a->build, arc->count);
}

static void add_block(struct adding *a, const struct unite_block *block)
{
    if (a->s->use.writes || block->image != 1)
        unite_build_add(&a->build, UNITE_BLOCK, block);
}

static bool add_record(struct adding *a, const struct run *run, struct unite_record *now,
                       struct unite_list *above)
{
    struct unite_build *b = &a->build;
    uint64_t *image;
    for (unsigned k = 0; (image = unite_image_in(now->kind, &now->profile, k)); k++)
        *image = image_of(a, *image);
    switch (now->kind) {
    case UNITE_IMAGE:
        return add_image(a, &now->image,
                         now->image.is_program ? NULL : &run->images[a->n - a->before]);
    case UNITE_UNIT:
        b->unit = run->unit;
        break;
    case UNITE_FACT:
        now->fact.name = keep_text(a, now->fact.name);
        unite_build_add(b, UNITE_FACT, &now->fact);
        break;
    case UNITE_RANGE:
        unite_build_add(b, UNITE_RANGE, &now->range);
        break;
    case UNITE_BIN:
        unite_build_bin(b, now->bin.index, now->bin.count);
        break;
    case UNITE_BLOCK:
        add_block(a, &now->block);
        break;
    case UNITE_ARC:
        add_arc(a, &now->arc);
        break;
    case UNITE_NODE: {
        above->n = (size_t)now->node.depth;
        size_t *node = unite_list_add(above, sizeof *node, &runs_memory);
        *node = unite_build_node(b, above->n > 1 ? node[-1] : UNITE_NO_NODE, &now->node);
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
    struct unite_reader reader;
    struct unite_record now;
    bool ok = true;
    a->before = a->n;
    (void)unite_reader_begin(&reader, &source);
    while (ok && unite_next(&reader, &now))
        ok = add_record(a, run, &now, &above);
    unite_list_release(&above, sizeof(size_t), &runs_memory);
    return ok;
}

static void add_profile(struct adding *a, const struct profile *p)
{
    struct unite_build *b = &a->build;
    for (uint32_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        if (h->lo > h->hi)
            continue;
        unite_build_add(b, UNITE_RANGE,
                        &(struct unite_range){.measure = UNITE_TICKS,
                                              .image = 1,
                                              .rate_hz = p->rate_hz,
                                              .lo = h->lo,
                                              .hi = h->hi,
                                              .n_bins = h->n_bins});
        for (uint32_t k = histogram_next(h, 0); k < h->n_bins; k = histogram_next(h, k + 1))
            unite_build_bin(b, k, histogram_ticks(h, k));
    }
    for (size_t i = 0; i < p->n_arcs; i++)
        add_arc(a, &(struct unite_arc){1, p->arcs[i].from, 1, p->arcs[i].to, p->arcs[i].count});
    for (size_t i = 0; i < p->n_blocks; i++)
        add_block(a, &(struct unite_block){1, p->blocks[i].addr, p->blocks[i].count});
}

/* Nothing but its profile is known of the run. */
static bool add_bare(struct adding *a, const struct profile *one)
{
    const struct unite_image program = {
        .is_program = true, .path = unite_text_of(one->image->path), .ticks = profile_ticks(one)};
    const char *ticks = unite_fact_name(UNITE_FACT_TICKS)->name;
    if (one->n_hists > 0)
        a->build.unit =
            (struct unite_unit){unite_text_of(one->dimension), one->abbrev, one->rate_hz};
    unite_build_add(&a->build, UNITE_FACT,
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

/* The message of n processes of one run; n is 0: nothing is known of it. */
static bool make_message(struct adding *a, const struct run *run, size_t n,
                         const struct profile *one, const char *path, struct unite_message *out)
{
    struct unite_run about = {.rank = UNITE_NO_RANK};
    unite_build_init(&a->build, &runs_memory);
    a->build.entry = entry_of;
    a->build.ctx = a;
    bool ok = n > 0 || add_bare(a, one);
    for (size_t i = 0; ok && i < n; i++)
        ok = add_records(a, &run[i]);
    if (n > 0)
        about = (struct unite_run){.rank = run->rank,
                                   .pid = run->pid,
                                   .start_sec = run->start_sec,
                                   .began_ns = run->began_ns,
                                   .id = text_or_none(run->id),
                                   .host = text_or_none(run->host),
                                   .command = text_or_none(run->command)};
    for (size_t i = 0; i < n; i++) {
        const struct run_facts *f = &run[i].facts;
        about.wall_ms = f->wall_ms > about.wall_ms ? f->wall_ms : about.wall_ms;
        about.cpu_ms += f->cpu_ms;
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

/* Did an older runtime write what goes with the profile? */
static bool is_older(const char *profile)
{
    char *path = text_format("%s.d/profile.info", profile);
    bool is = access(path, F_OK) == 0;
    free(path);
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

/* What goes with the file; without images: nothing that can be read, for which *why is known. */
static void read_run(const struct profile_file *f, struct run *run, enum run_finding *finding,
                     struct err *why)
{
    *run = (struct run){0};
    *finding = RUN_UNKNOWN;
    if (strcmp(f->path, "-") == 0)
        return;
    if (!run_read(f->path, f->owner, run, why)) {
        *finding = finding_of(f->path, why);
    } else if (!run_belongs(run, f)) {
        *finding = RUN_OTHER_PROFILE;
        run_release(run);
    } else if (run->n_runs == 0 || run->facts.asked_hz > 0) { /* else of libc's runtime alone */
        *finding = RUN_KNOWN;
    }
}

static uint64_t ticks_of_libraries(const struct run *run)
{
    uint64_t ticks = 0;
    for (size_t i = 1; i < run->n_images; i++)
        if (run->images[i].has_profile && run->images[i].ticks <= UINT64_MAX - ticks)
            ticks += run->images[i].ticks;
    return ticks;
}

/* What a run says of itself. */
static void tell(const struct sum *s, struct run *run, struct profile_file *f)
{
    if (f->run_finding == RUN_KNOWN)
        f->run = run->facts;
    f->phases = run->phases;
    f->n_phases = run->n_phases;
    f->library_ticks = s->use.libraries ? 0 : ticks_of_libraries(run);
    f->has_paths = run->n_nodes > 0;
    run->phases = NULL;
}

static void note_ticks(struct sum *s, const struct run *run, const struct profile_file *f)
{
    s->n_ticks += run->n_images > 0 ? run->facts.ticks : f->ticks;
    s->n_program_ticks += run->n_images > 0 ? run->images[0].ticks : f->ticks;
}

static void note_key(struct sum *s, const struct run *run, const char *path)
{
    struct run_key key = {"", UNITE_NO_RANK, ""};
    if (run->n_images > 0 && run->n_runs == 0) {
        key.rank = run->rank;
        key.id = run->id ? arena_text(&s->texts, run->id, strlen(run->id)) : "";
    }
    if (!key.id[0] && key.rank == UNITE_NO_RANK)
        key.name = arena_text(&s->texts, path, strnlen(path, UNITE_PATH_BYTES));
    mem_append(&s->keys, &s->n_keys, &key, sizeof key);
}

static void add_message(struct sum *s, struct unite_message *m)
{
    if (m->n > 0 && !s->has_none)
        (void)note_result(s, unite_pile_add(&s->pile, m));
    unite_message_release(m);
}

/* Add what is to be known function by function. */
static bool add_spread(struct sum *s, const struct run *run, size_t n, const struct profile *one,
                       const char *path, struct err *e)
{
    struct adding a = {.s = s, .e = e};
    struct unite_message m = {.memory = &runs_memory};
    bool ok = s->has_none || make_message(&a, run, n, one, path, &m);
    add_message(s, &m);
    return ok;
}

static bool end_group(struct sum *s, struct err *e)
{
    bool ok = s->n_group == 0 || add_spread(s, s->group, s->n_group, NULL, s->group_path, e);
    while (s->n_group > 0)
        run_release(&s->group[--s->n_group]);
    return ok;
}

/* Take a run over, which may be a process of that before. */
static bool add_to_group(struct sum *s, struct run *run, const char *path, struct err *e)
{
    const struct run *first = s->group;
    const bool is_same = s->n_group > 0 && s->n_group < GROUP_MOST && s->use.is_set && run->id &&
                         first->id && strcmp(run->id, first->id) == 0 && run->rank == first->rank;
    if (!is_same && !end_group(s, e))
        return false;
    if (s->n_group == 0)
        s->group_path = arena_text(&s->texts, path, strlen(path));
    if (!s->group)
        s->group = mem_array_raw(GROUP_MOST, sizeof *s->group);
    run_move(&s->group[s->n_group++], run);
    return true;
}

/* Without what functions have: the only one stays as it is. */
static void add_plain(struct sum *s, struct run *run)
{
    if (s->n++ == 0) {
        run_move(&s->all, run);
        return;
    }
    if (s->n == 2)
        add_message(s, &s->all.message);
    add_message(s, &run->message);
}

void sum_give(struct sum *s, struct run *r)
{
    run_release(&s->given);
    run_move(&s->given, r);
}

bool sum_add(struct sum *s, const struct image *program, const struct profile *one,
             struct profile_file *f, struct err *e)
{
    struct err why = ERR_INIT;
    struct run run = {0};
    enum run_finding finding = RUN_UNKNOWN;
    if (s->given.n_images > 0 && strcmp(s->given.path, f->path) == 0) {
        run_move(&run, &s->given);
        finding = RUN_KNOWN;
    } else if (!s->strict) {
        read_run(f, &run, &finding, &why);
    }
    err_need_memory(&why);
    if (why.code == ERR_RUN_VERSION && s->use.writes) {
        *e = why;
        return false;
    }
    note_ticks(s, &run, f);
    if (!s->path && run.path)
        s->path = arena_text(&s->texts, run.path, strlen(run.path));
    if (s->use.tells) {
        f->run_finding = finding;
        tell(s, &run, f);
    }
    if (s->use.is_set)
        note_key(s, &run, f->path);
    bool ok = true;
    if (!s->use.writes && !s->use.is_set) {
        if (run.n_images > 0)
            add_plain(s, &run);
    } else {
        s->has_none |= run.n_images == 0 && !one;
        if (!s->entries.program)
            runs_entries_begin(&s->entries, program);
        if (run.has_functions)
            add_message(s, &run.message);
        else if (run.n_images > 0)
            ok = add_to_group(s, &run, f->path, e);
        else
            ok = end_group(s, e) && add_spread(s, NULL, 0, one, f->path, e);
    }
    run_release(&run);
    return ok;
}

bool sum_end(struct sum *s, struct err *e)
{
    struct unite_message m = {.memory = &runs_memory};
    struct err why = ERR_INIT;
    if (!end_group(s, e))
        return false;
    if (s->n == 1)
        return true;
    if (!s->has_none)
        (void)note_result(s, unite_pile_end(&s->pile, &m));
    run_release(&s->all);
    if (m.n > 0 && !run_of_message(&m, s->path ? s->path : "", &s->all, &why))
        run_release(&s->all);
    unite_message_release(&m);
    err_need_memory(&why);
    return true;
}

/* ---- writing ---- */

bool sum_write_run(struct sum *s, const char *path, struct sum_rest *rest, struct err *e)
{
    struct stat st;
    char *name = text_format("%s%s", path, RUN_ENDING);
    bool ok = true;
    const bool is_file = /* a pipe or device keeps nothing */
        stat(path, &st) == 0 && S_ISREG(st.st_mode);
    const bool writes = is_file && !s->has_none && s->all.message.n > 0;
    *rest = (struct sum_rest){writes ? 0 : s->n_ticks - s->n_program_ticks, s->n_ticks};
    if (writes) {
        struct bytes profile;
        ok = file_read(path, &profile, e) && run_write(&s->all.message, &profile, path, e);
        bytes_release(&profile);
    } else if (is_file)
        ok = unlink(name) == 0 || errno == ENOENT || err_sys(e, ERR_WRITE, name, errno);
    free(name);
    return ok;
}

void sum_without_companions(const struct profile *p, struct sum_rest *rest)
{
    *rest = (struct sum_rest){0};
    for (uint32_t i = 0; i < p->n_files; i++) {
        struct run run;
        struct err why = ERR_INIT;
        enum run_finding finding;
        read_run(&p->files[i], &run, &finding, &why);
        const uint64_t ticks = run.n_images > 0 ? run.facts.ticks : p->files[i].ticks;
        rest->n_all += ticks;
        if (run.n_images > 0 && ticks > run.images[0].ticks)
            rest->n_lost += ticks - run.images[0].ticks;
        run_release(&run);
        err_need_memory(&why);
    }
}
