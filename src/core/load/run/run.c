/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/run/run.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/char.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/gmon/write.h"

/* Texts share their beginnings in a message, so that they could be a thousand times as long as it
 * is. */
enum { TEXT_BYTES = 1 << 20, TEXT_PER_BYTE = 8 };

static const char ending[] = RUN_ENDING;

/* ---- facts ---- */

_Static_assert((int)N_RUN_FACTS == N_UNITE_FACTS, "a fact for each kind");
_Static_assert(offsetof(struct run_facts, wait_ms) == UNITE_FACT_WAITS * sizeof(uint64_t),
               "in their order");

static void take_fact(struct run *r, const struct unite_fact *fact)
{
    for (unsigned kind = 0; kind < N_UNITE_FACTS; kind++)
        if (text_is(fact->name.p, fact->name.n, unite_fact_name(kind)->name)) {
            r->facts.all[kind] = fact->value;
            r->has_fact[kind] = true;
        }
}

/* ---- records ---- */

/* What is too long for the message is "". */
static const char *keep_text(struct run *r, struct unite_text t)
{
    const size_t most = TEXT_BYTES + r->message.n * TEXT_PER_BYTE;
    if (t.n >= most - r->n_text_bytes)
        t.n = 0;
    r->n_text_bytes += t.n + (t.n > 0);
    return arena_text(&r->memory, t.n ? t.p : "", t.n);
}

static const char *keep_build_id(struct run *r, struct unite_text id)
{
    static const char digits[] = "0123456789abcdef";
    char hex[2 * UNITE_WORD_BYTES];
    for (size_t i = 0; i < id.n; i++) {
        hex[2 * i] = digits[(unsigned char)id.p[i] >> 4];
        hex[2 * i + 1] = digits[id.p[i] & 15];
    }
    return keep_text(r, (struct unite_text){hex, 2 * id.n});
}

/* A copy of a text that lives as long as r; NULL for an empty one, which means that it is unknown.
 */
static const char *keep_known(struct run *r, struct unite_text t)
{
    return t.n ? keep_text(r, t) : NULL;
}

/* What several have in common is all that is known of them: the id of a job. */
static void take_run(struct run *r, const struct unite_run *from)
{
    if (r->is_known || from->times > 1) {
        bool is_same = r->is_known && r->id && text_is(from->id.p, from->id.n, r->id);
        const char *id = is_same ? r->id : r->is_known ? NULL : keep_known(r, from->id);
        r->pid = r->start_sec = r->began_ns = 0;
        r->host = r->command = NULL;
        r->rank = UNITE_NO_RANK;
        r->id = id;
        r->is_known = true;
        return;
    }
    r->is_known = true;
    r->rank = from->rank;
    r->pid = from->pid;
    r->start_sec = from->start_sec;
    r->began_ns = from->began_ns;
    r->host = keep_known(r, from->host);
    r->id = keep_known(r, from->id);
    r->command = keep_known(r, from->command);
}

static void take_unit(struct run *r, const struct unite_unit *from)
{
    const size_t n =
        from->dimension.n < sizeof r->dimension - 1 ? from->dimension.n : sizeof r->dimension - 1;
    memcpy(r->dimension, n ? from->dimension.p : "", n);
    r->dimension[n] = '\0';
    r->unit = (struct unite_unit){{r->dimension, n}, from->abbreviation, from->rate_hz};
}

static void take_word(struct run *r, const struct unite_word *from)
{
    struct run_word word = {keep_text(r, from->name), keep_text(r, from->value)};
    mem_append(&r->words, &r->n_words, &word, sizeof word);
    r->is_after |= strcmp(word.name, "after") == 0;
    if (strcmp(word.name, unite_fact_name(UNITE_FACT_RATE_ACHIEVED)->name) == 0)
        r->facts.achieved_hz = strtoull(word.value, NULL, 10);
}

static void take_phase(struct run *r, const struct unite_phase *from)
{
    struct run_phase phase = {.wall_ms = from->wall_ms, .cpu_ms = from->cpu_ms};
    const size_t n = from->name.n < sizeof phase.name - 1 ? from->name.n : sizeof phase.name - 1;
    memcpy(phase.name, n ? from->name.p : "", n);
    if (r->n_phases == RUN_PHASES_MOST)
        return;
    mem_append(&r->phases, &r->n_phases, &phase, sizeof phase);
}

static void take_image(struct run *r, const struct unite_image *from)
{
    struct run_image image = {.path = keep_text(r, from->path),
                              .ticks = from->ticks,
                              .waits = from->waits,
                              .entry = from->entry,
                              .has_entry = from->entry != 0,
                              .has_profile = from->is_program};
    if (from->id.n)
        image.build_id = keep_build_id(r, from->id);
    mem_append(&r->images, &r->n_images, &image, sizeof image);
}

static void take_range(struct run *r, const struct unite_range *from)
{
    struct run_image *image = &r->images[from->image - 1];
    image->has_profile |= from->measure == UNITE_TICKS;
    image->has_waits |= from->measure == UNITE_WAITS;
}

static void take_arc(struct run *r, const struct unite_arc *from)
{
    r->n_all_arcs++;
    if (from->self_image)
        r->images[from->self_image - 1].has_profile = true;
    if (from->self_image && from->self_image == from->from_image)
        return;
    mem_append(
        &r->arcs, &r->n_arcs,
        &(struct run_arc){.from_image = from->from_image ? (size_t)from->from_image - 1 : SIZE_MAX,
                          .to_image = from->self_image ? (size_t)from->self_image - 1 : SIZE_MAX,
                          .from = from->from,
                          .to = from->self,
                          .count = from->count},
        sizeof *r->arcs);
}

static void take(struct run *r, const struct unite_record *now)
{
    switch (now->kind) {
    case UNITE_PROFILE:
        r->profile_bytes = now->profile.bytes;
        r->profile_check = now->profile.check;
        break;
    case UNITE_UNIT:
        take_unit(r, &now->unit);
        break;
    case UNITE_RUN:
        take_run(r, &now->run);
        break;
    case UNITE_WORD:
        take_word(r, &now->word);
        break;
    case UNITE_PHASE:
        take_phase(r, &now->phase);
        break;
    case UNITE_IMAGE:
        take_image(r, &now->image);
        break;
    case UNITE_FACT:
        take_fact(r, &now->fact);
        break;
    case UNITE_RANGE:
        take_range(r, &now->range);
        break;
    case UNITE_BLOCK:
        r->images[now->block.image - 1].has_profile = true;
        break;
    case UNITE_ARC:
        take_arc(r, &now->arc);
        break;
    case UNITE_FUNCTION:
        r->has_functions = true;
        break;
    case UNITE_NODE:
        r->n_nodes++;
        break;
    default:
        break;
    }
}

/* "gptui-runs 1", as a whole line: what is cut off or damaged there is no version. */
static bool begins_with_version(const struct unite_message *m)
{
    size_t i = sizeof UNITE_ANY_VERSION - 1;
    while (i < m->n && char_is_digit((char)m->p[i]))
        i++;
    return i > sizeof UNITE_ANY_VERSION - 1 && i < m->n && m->p[i] == '\n';
}

static bool say_why(const struct run *r, enum unite_result result, struct err *e)
{
    return err_set(e,
                   result == UNITE_OTHER_VERSION && begins_with_version(&r->message)
                       ? ERR_RUN_VERSION
                       : ERR_RUN_DAMAGED,
                   r->path);
}

/* Read all records of a source whose bytes, as far as they are read, are those of r's message. */
static bool take_all(struct run *r, const char *path, const struct unite_source *source,
                     struct err *e)
{
    struct unite_reader reader;
    struct unite_record now;
    r->path = mem_text(path, strlen(path));
    (void)unite_reader_begin(&reader, source);
    while (unite_next(&reader, &now))
        take(r, &now);
    enum unite_result result = reader.result;
    if (result == UNITE_OK && (reader.source.n > 0 || r->n_images == 0))
        result = UNITE_DAMAGED;
    for (size_t i = 1; i < r->n_images; i++)
        if (run_library_finding(r->images[i].path) != LIBRARY_NO_PROFILE)
            r->images[i].has_profile = false; /* what counts, and code in memory alone */
    r->n_runs = reader.code.n_all > 1 ? reader.code.n_all : 0;
    return result == UNITE_OK || say_why(r, result, e);
}

static void begin(struct run *r, const struct unite_message *m)
{
    *r = (struct run){.message = *m, .rank = UNITE_NO_RANK};
    take_unit(r, &(struct unite_unit){unite_text_of("seconds"), 's', 0});
}

bool run_of_message(struct unite_message *m, const char *path, struct run *out, struct err *e)
{
    begin(out, m);
    *m = (struct unite_message){.memory = &runs_memory};
    const struct unite_source source = unite_source_of(&out->message);
    return take_all(out, path, &source, e);
}

/* ---- the file ---- */

/* Do these bytes begin like the file of a run, of any version? */
static bool is_run(const uint8_t *p, size_t n)
{
    static const char any[] = UNITE_ANY_VERSION;
    return n >= sizeof any - 1 && memcmp(p, any, sizeof any - 1) == 0;
}

/* A file that is read as far as its records go: what is longer, or has holes, costs nothing. */
struct run_stream {
    const struct source *s;
    struct unite_message *m;
    struct err *e;
};

static size_t more(void *ctx, const uint8_t **p)
{
    struct run_stream *t = ctx;
    struct bytes b = {t->m->p, t->m->n};
    const size_t before = b.n;
    bool ok = source_append(t->s, &b, before + before / 2 + FILE_TASTE_BYTES, t->e);
    *t->m = (struct unite_message){&runs_memory, b.p, b.n, b.n};
    *p = b.p + before;
    return ok ? b.n - before : 0;
}

static bool read_source(const struct source *s, uid_t owner, struct run *out, struct err *e)
{
    struct bytes b = {0};
    struct run_stream stream = {s, &out->message, e};
    bool ok = source_trusted(s, owner, e) && source_append(s, &b, FILE_TASTE_BYTES, e) &&
              (is_run(b.p, b.n) || err_set(e, ERR_RUN_DAMAGED, s->path));
    if (!ok) {
        bytes_release(&b);
        return false;
    }
    begin(out, &(struct unite_message){&runs_memory, b.p, b.n, b.n});
    const struct unite_source source = {.p = b.p, .n = b.n, .more = more, .ctx = &stream};
    ok = take_all(out, s->path, &source, e);
    return ok && (out->message.n == s->n_bytes || err_set(e, ERR_RUN_DAMAGED, s->path));
}

bool run_read_file(const char *path, uid_t owner, struct run *out, struct err *e)
{
    struct source s;
    *out = (struct run){0};
    if (!source_open(&s, path, e))
        return false;
    bool ok = read_source(&s, owner, out, e);
    source_close(&s);
    if (!ok)
        run_release(out);
    return ok;
}

bool run_is_at(const char *path)
{
    struct source s;
    struct err why = ERR_INIT;
    uint8_t first[32];
    if (!source_open(&s, path, &why))
        return false;
    const int64_t n = source_get(&s, 0, first, sizeof first);
    source_close(&s);
    return n > 0 && is_run(first, (size_t)n);
}

bool run_read(const char *profile, uid_t owner, struct run *out, struct err *e)
{
    *out = (struct run){0};
    if (run_is_at(profile)) {
        bool ok = run_read_file(profile, source_owner(profile), out, e);
        out->is_profile = ok;
        return ok;
    }
    char *path = text_format("%s%s", profile, ending);
    bool ok = run_read_file(path, owner, out, e);
    free(path);
    return ok;
}

bool run_belongs(const struct run *r, const struct profile_file *f)
{
    return r->n_images > 0 &&
           (r->is_profile || (r->profile_bytes == f->n_bytes && r->profile_check == f->check));
}

enum library_finding run_library_finding(const char *path)
{
    static const char runtime[] = "libgptui-rt"; /* or libgptui-rt-mpi */
    if (!strchr(path, '/'))
        return LIBRARY_NO_FILE;
    return strncmp(path_base(path), runtime, sizeof runtime - 1) == 0 ? LIBRARY_RUNTIME
                                                                      : LIBRARY_NO_PROFILE;
}

void run_move(struct run *to, struct run *r)
{
    *to = *r;
    to->unit.dimension.p = to->dimension;
    *r = (struct run){0};
}

void run_release(struct run *r)
{
    free(r->images);
    free(r->phases);
    free(r->words);
    free(r->arcs);
    free(r->path);
    if (r->message.memory)
        unite_message_release(&r->message);
    arena_release(&r->memory);
    *r = (struct run){0};
}

/* ---- as a profile ---- */

static void put(struct unite_sink *sink, const void *p, size_t n)
{
    struct text_sink *s = (struct text_sink *)sink;
    struct text *t = &s->text;
    s->failed = s->failed || n >= SIZE_MAX - t->n || !mem_try_grow(&t->p, &t->cap, t->n + n + 1, 1);
    if (s->failed)
        return;
    if (p)
        text_add(t, p, n);
    else
        text_fill(t, '\0', n);
}

void text_sink_begin(struct text_sink *s)
{
    *s = (struct text_sink){.sink = {put}};
}

enum { ROOM_LEAST = 256 << 20, ROOM_PER_BYTE = 16 };

bool run_profile(const struct run *r, size_t image, enum unite_measure what,
                 const struct image *like, struct bytes *out, struct err *e)
{
    struct text_sink to;
    const struct unite_gmon_request request = {
        .message = &r->message,
        .image = image + 1,
        .what = what,
        .layout = {&to.sink, like->addr_bytes, like->big_endian},
        .unit = r->unit,
        .most_bytes = ROOM_LEAST + (uint64_t)r->message.n * ROOM_PER_BYTE};
    text_sink_begin(&to);
    const enum unite_result result = unite_put_profile(&request);
    if (result == UNITE_OK && !to.failed) {
        *out = (struct bytes){(uint8_t *)to.text.p, to.text.n};
        return true;
    }
    text_release(&to.text);
    if (to.failed)
        return err_memory(e, 0);
    return result == UNITE_TOO_LARGE ? err_what(e, ERR_LIMIT, r->path, "counts of one image", NULL)
                                     : err_set(e, ERR_RUN_DAMAGED, r->path);
}

bool run_write(const struct unite_message *m, const struct bytes *profile, const char *path,
               struct err *e)
{
    struct file_sink file;
    char *name = text_format("%s%s", path, ending);
    file_sink_open(&file, name, e);
    unite_put_message(&file.sink, m,
                      &(struct unite_profile){
                          profile->n, unite_check(UNITE_CHECK_BEGIN, profile->p, profile->n)});
    free(name);
    return file_sink_close(&file);
}

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    if (!new_bytes) {
        free(p);
        return NULL;
    }
    void *new = realloc(p, new_bytes);
    if (!new)
        mem_fail();
    return new;
}

const struct unite_memory runs_memory = {resize, NULL};

/* What the run says of the program takes the place of what was read. */
static bool translate(struct bytes *b, const char *path, const struct image *im, struct err *e)
{
    struct unite_message m = {&runs_memory, mem_try_array_raw(b->n, 1), b->n, b->n};
    struct run run = {0};
    struct bytes profile;
    if (!m.p)
        return err_memory(e, b->n);
    memcpy(m.p, b->p, b->n);
    bool ok =
        run_of_message(&m, path, &run, e) && run_profile(&run, 0, UNITE_TICKS, im, &profile, e);
    run_release(&run);
    if (ok) {
        bytes_release(b);
        *b = profile;
    }
    return ok;
}

static bool goes_with(const char *profile)
{
    char *path = text_format("%s%s", profile, ending);
    bool found = access(path, F_OK) == 0;
    free(path);
    return found;
}

const struct gmon_translator run_translator = {is_run, goes_with, translate};
