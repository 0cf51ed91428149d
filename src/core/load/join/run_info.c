/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/run_info.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/join/info_words.h"
#include "core/load/join/kept_run.h"

/* Bytes that a text may have: what all else may take (a command line of Linux, escaped, is eight
 * million), and more for each line of an image or an arc. */
enum {
    ALLOWED_BYTES = 16 << 20,
    ALLOWED_PER_IMAGE = 1 << 16,
    ALLOWED_PER_ARC = 1 << 8,
};

static const char first_line[] = "gptui-runtime 1", ending[] = ".info";

#define IN_FOLDER ".d/profile"

/* A file name; NULL if it names a folder, too: files elsewhere are not to be read. */
static const char *take_file(char *value)
{
    info_decode(value);
    bool is_plain = *value && !strchr(value, '/') && strcmp(value, ".") && strcmp(value, "..");
    return is_plain ? value : NULL;
}

/* False: the value is impossible. */
static bool take_value(struct run_image *image, const char *name, char *value)
{
    if (strcmp(name, "base") == 0)
        return info_number(value, 16, &image->base_addr);
    if (strcmp(name, "ticks") == 0)
        return info_number(value, 10, &image->ticks);
    if (strcmp(name, "waits") == 0)
        return info_number(value, 10, &image->waits);
    if (strcmp(name, "entry") == 0)
        return image->has_entry = info_number(value, 16, &image->entry);
    if (strcmp(name, "build-id") == 0) {
        image->build_id = strcmp(value, "-") ? value : NULL;
    } else if (strcmp(name, "file") == 0) {
        image->file = take_file(value);
    } else if (strcmp(name, "path") == 0) {
        info_decode(value);
        image->path = value;
    }
    return true;
}

/* "N base A ticks T build-id ID entry E file NAME path PATH": names and values after the number,
 * which count from 0 as the lines do. */
static bool take_image(struct run_info *info, char *line, struct err *e)
{
    struct run_image image = {0};
    uint64_t number = UINT64_MAX;
    bool good = info_number(info_word(&line, ' '), 10, &number) && number == info->n_images;
    while (*line && good) {
        const char *name = info_word(&line, ' ');
        good = take_value(&image, name, info_word(&line, ' '));
    }
    if (!good || !image.path)
        return true;
    if (!mem_grow(&info->images, &info->cap, info->n_images + 1, sizeof image))
        return err_memory(e, 0);
    info->images[info->n_images++] = image;
    return true;
}

/* "N:0xADDR"; in "-:0xADDR" the image is unknown. */
static bool take_place(char *word, size_t *image, uint64_t *addr)
{
    char *colon = strchr(word, ':');
    uint64_t number = SIZE_MAX;
    if (!colon)
        return false;
    *colon = '\0';
    bool good = strcmp(word, "-") == 0 || info_number(word, 10, &number);
    *image = number < SIZE_MAX ? (size_t)number : SIZE_MAX;
    return good && info_number(colon + 1, 16, addr);
}

/* "N:A M:A COUNT" */
static bool take_arc(struct run_info *info, char *line, struct err *e)
{
    struct run_arc arc;
    bool good = take_place(info_word(&line, ' '), &arc.from_image, &arc.from) &&
                take_place(info_word(&line, ' '), &arc.to_image, &arc.to) &&
                info_number(line, 10, &arc.count);
    if (!good)
        return true;
    if (!mem_grow(&info->arcs, &info->arc_cap, info->n_arcs + 1, sizeof arc))
        return err_memory(e, 0);
    info->arcs[info->n_arcs++] = arc;
    return true;
}

/* "12.345" seconds in milliseconds; what is no such number changes nothing. */
static void take_seconds(uint64_t *ms, char *value)
{
    uint64_t seconds, rest;
    const char *whole = info_word(&value, '.');
    if (strlen(value) == 3 && info_number(whole, 10, &seconds) && info_number(value, 10, &rest) &&
        seconds < UINT64_MAX / 1000 - 1)
        *ms = seconds * 1000 + rest;
}

/* "WALL CPU NAME" */
static bool take_phase(struct run_info *info, char *line, struct err *e)
{
    struct run_phase phase = {0};
    if (info->n_phases == RUN_PHASES_MOST)
        return true;
    take_seconds(&phase.wall_ms, info_word(&line, ' '));
    take_seconds(&phase.cpu_ms, info_word(&line, ' '));
    info_decode(line);
    memcpy(phase.name, line, strnlen(line, sizeof phase.name - 1));
    if (!mem_grow(&info->phases, &info->phase_cap, info->n_phases + 1, sizeof phase))
        return err_memory(e, 0);
    info->phases[info->n_phases++] = phase;
    return true;
}

_Static_assert(UNITE_FACT_WAITS + N_RUN_WAITS == UNITE_FACT_RATE_ACHIEVED, "a fact for each kind");

uint64_t *run_fact(struct run_facts *facts, enum unite_fact_kind kind)
{
    uint64_t *const all[N_UNITE_FACTS] = {
        [UNITE_FACT_KEPT] = &facts->n_kept,
        [UNITE_FACT_WALL] = &facts->wall_ms,
        [UNITE_FACT_CPU] = &facts->cpu_ms,
        [UNITE_FACT_CALLS] = &facts->n_calls,
        [UNITE_FACT_LOST_CALLS] = &facts->n_lost_calls,
        [UNITE_FACT_RATE_ASKED] = &facts->asked_hz,
        [UNITE_FACT_RATE_TICK] = &facts->tick_hz,
        [UNITE_FACT_MISSING_SAMPLES] = &facts->n_missing_samples,
        [UNITE_FACT_TICKS] = &facts->ticks,
        [UNITE_FACT_UNKNOWN_TICKS] = &facts->unknown_ticks,
        [UNITE_FACT_COUNTING_TICKS] = &facts->counting_ticks,
        [UNITE_FACT_LOST_PATH_TICKS] = &facts->lost_path_ticks,
        [UNITE_FACT_LOOKS] = &facts->n_looks,
        [UNITE_FACT_LOOK_CPU] = &facts->look_cpu_ms,
        [UNITE_FACT_UNKNOWN_WAITS] = &facts->unknown_wait_ms,
        [UNITE_FACT_RATE_ACHIEVED] = &facts->achieved_hz,
    };
    return all[kind] ? all[kind] : &facts->wait_ms[kind - UNITE_FACT_WAITS];
}

static void take_fact(struct run_facts *facts, const char *name, char *value)
{
    for (unsigned kind = 0; kind < N_UNITE_FACTS; kind++)
        if (strcmp(name, unite_fact_name(kind)->name) != 0)
            continue;
        else if (unite_fact_name(kind)->is_time)
            take_seconds(run_fact(facts, kind), value);
        else
            (void)info_number(value, 10, run_fact(facts, kind));
}

/* Which run, where. False: it says something else. */
static bool take_origin(struct run_info *info, const char *name, char *value)
{
    const struct {
        const char *name;
        const char **to;
    } known[] = {{"run", &info->id}, {"host", &info->host}, {"rank", &info->rank}};
    for (size_t i = 0; i < ARRAY_LEN(known); i++)
        if (strcmp(name, known[i].name) == 0) {
            info_decode(value);
            *known[i].to = value;
            return true;
        }
    if (strcmp(name, "command") == 0)
        info->command = value;
    else if (strcmp(name, "pid") == 0)
        (void)info_number(value, 10, &info->pid);
    else if (strcmp(name, "start") == 0)
        (void)info_number(value, 10, &info->start_sec);
    else if (strcmp(name, "began") == 0)
        (void)info_number(value, 10, &info->began_ns);
    else
        return false;
    return true;
}

static bool take_line(struct run_info *info, char *line, struct err *e)
{
    const char *name = info_word(&line, ' ');
    if (strcmp(name, "image") == 0)
        return take_image(info, line, e);
    if (strcmp(name, "arc") == 0)
        return take_arc(info, line, e);
    if (strcmp(name, "phase") == 0)
        return take_phase(info, line, e);
    if (strcmp(name, "paths") == 0)
        (void)info_number(line, 10, &info->n_paths);
    else if (strcmp(name, "runs") == 0)
        (void)info_number(line, 10, &info->n_runs);
    else if (strcmp(name, "after") == 0)
        info->is_after = true;
    else if (!take_origin(info, name, line))
        take_fact(&info->facts, name, line);
    return true;
}

static bool take_lines(struct run_info *info, char *text, struct err *e)
{
    bool ok = true;
    while (ok && *text)
        ok = take_line(info, info_word(&text, '\n'), e);
    return ok;
}

/* Put a zero byte after the text. */
static bool end_text(struct bytes *text, struct err *e)
{
    uint8_t *p = realloc(text->p, text->n + 1);
    if (!p)
        return err_memory(e, text->n + 1);
    p[text->n] = '\0';
    text->p = p;
    return true;
}

/* ---- the file ---- */

/* By how many bytes the lines that begin in [lo, hi) let the text be longer. */
static uint64_t allowance(const struct bytes *text, size_t lo, size_t hi)
{
    uint64_t sum = 0;
    while (lo < hi) {
        const uint8_t *line = text->p + lo, *end = memchr(line, '\n', text->n - lo);
        size_t left = text->n - lo;
        if (left >= 6 && memcmp(line, "image ", 6) == 0)
            sum += ALLOWED_PER_IMAGE;
        else if (left >= 4 && memcmp(line, "arc ", 4) == 0)
            sum += ALLOWED_PER_ARC;
        lo += end ? (size_t)(end + 1 - line) : left;
    }
    return sum;
}

/* Read the rest of the text. How long it may be depends on the lines that were read. */
static bool read_rest(const struct source *s, struct bytes *text, struct err *e)
{
    uint64_t allowed = ALLOWED_BYTES;
    size_t before = 0;
    while (text->n < s->n_bytes) {
        if (!source_append(s, text, allowed, e))
            return false;
        if (text->n < allowed)
            return true;
        allowed += allowance(text, before, text->n);
        before = text->n;
        if (allowed == before && before < s->n_bytes)
            return err_what(e, ERR_LIMIT, s->path, "bytes without calls", NULL);
    }
    return true;
}

static bool take_text(struct run_info *info, struct err *e)
{
    if (!end_text(&info->text, e))
        return false;
    char *text = (char *)info->text.p;
    info_word(&text, '\n');
    return take_lines(info, text, e);
}

static bool read_text(const struct source *s, uid_t owner, struct run_info *out, struct err *e)
{
    if (!source_append(s, &out->text, FILE_TASTE_BYTES, e))
        return false;
    const size_t n = sizeof first_line - 1;
    if (out->text.n < n || memcmp(out->text.p, first_line, n) != 0 ||
        (out->text.n != n && out->text.p[n] != '\n'))
        return true;
    out->mtime_sec = s->mtime_sec;
    return source_trusted(s, owner, e) && read_rest(s, &out->text, e) && take_text(out, e);
}

bool run_info_read_text(const char *stem, uid_t owner, struct run_info *out, struct err *e)
{
    struct text path = {0};
    struct source s;
    *out = (struct run_info){.stem = mem_text(stem, strlen(stem))};
    text_str(&path, stem);
    text_str(&path, ending);
    const char *name = text_z(&path);
    bool ok = ((out->stem && !path.failed) || err_memory(e, 0)) && source_open(&s, name, e);
    if (ok) {
        ok = read_text(&s, owner, out, e);
        source_close(&s);
    }
    text_release(&path);
    if (!ok)
        run_info_release(out);
    return ok;
}

/* Append what begins the names of all that goes with `profile`; true: it is in its folder. */
static bool run_info_stem(const char *profile, struct text *out)
{
    size_t start = out->n;
    text_str(out, profile);
    size_t end = out->n;
    text_str(out, IN_FOLDER);
    text_str(out, ending);
    bool in_folder = access(text_z(out) + start, F_OK) == 0 && !out->failed;
    if (!out->failed)
        out->n = in_folder ? out->n - (sizeof ending - 1) : end;
    return in_folder;
}

/* The lines that the runtime wrote down at the start of what was kept. */
static bool take_start(struct run_info *info, struct err *e)
{
    size_t n;
    const char *start = kept_text(&info->kept->counts, &n);
    info->text.p = mem_array_raw(n, 1);
    if (!info->text.p)
        return err_memory(e, n);
    memcpy(info->text.p, start, n);
    info->text.n = n;
    if (!end_text(&info->text, e))
        return false;
    for (char *at = (char *)info->text.p; *at;) {
        char *line = info_word(&at, '\n');
        const char *name = info_word(&line, ' ');
        info->is_after |= strcmp(name, "after") == 0;
        (void)take_origin(info, name, line);
    }
    return true;
}

/* The profile itself is opened whoever it belongs to, and so is what is in it. */
static bool read_kept(const char *profile, struct run_info *out, struct err *e)
{
    *out = (struct run_info){.stem = mem_text(profile, strlen(profile))};
    bool ok = (out->stem || err_memory(e, 0)) && kept_run_read(profile, &out->kept, e);
    ok = ok && (!out->kept || (kept_run_describe(out->kept, out, e) && take_start(out, e)));
    for (size_t i = 1; ok && i < out->n_images; i++)
        if (run_info_finding(out->images[i].path) != LIBRARY_NO_PROFILE)
            out->images[i].file = NULL;
    if (!ok)
        run_info_release(out);
    return ok;
}

static bool is_missing(const struct err *e)
{
    return e->code == ERR_OPEN && (e->sys == ENOENT || e->sys == ENAMETOOLONG);
}

/* Only where there is no text: which costs the others nothing. */
static bool read_text_or_kept(const char *stem, const char *profile, uid_t owner,
                              struct run_info *out, struct err *e)
{
    struct err why = ERR_INIT;
    bool ok = run_info_read_text(stem, owner, out, &why);
    if (!ok && is_missing(&why)) {
        struct err memory = ERR_INIT;
        ok = read_kept(profile, out, &memory);
        if (ok && out->kept)
            return true;
        run_info_release(out);
        why = ok ? why : memory;
        ok = false;
    }
    if (!ok)
        *e = why;
    return ok;
}

bool run_info_read(const char *profile, uid_t owner, struct run_info *out, struct err *e)
{
    struct text t = {0};
    bool in_folder = run_info_stem(profile, &t);
    const char *stem = text_z(&t);
    *out = (struct run_info){0};
    bool ok = (!t.failed || err_memory(e, 0)) && read_text_or_kept(stem, profile, owner, out, e);
    text_release(&t);
    out->in_folder = in_folder;
    return ok;
}

enum library_finding run_info_finding(const char *path)
{
    static const char runtime[] = "libgptui-rt"; /* or libgptui-rt-mpi */
    if (!strchr(path, '/'))
        return LIBRARY_NO_FILE;
    return strncmp(path_base(path), runtime, sizeof runtime - 1) == 0 ? LIBRARY_RUNTIME
                                                                      : LIBRARY_NO_PROFILE;
}

bool run_info_belongs(const struct run_info *info, const struct profile_file *f)
{
    enum { TICKS_LATE = 64 }; /* may be counted in a bin and not yet in the sum */
    return info->n_images > 0 && info->mtime_sec >= f->mtime_sec &&
           info->images[0].ticks + TICKS_LATE >= f->ticks;
}

bool run_info_file(const struct run_info *info, size_t image, struct text *out)
{
    const char *name = info->images[image].file, *first = info->images[0].file;
    size_t n = first ? strlen(first) : 0;
    if (!name)
        return false;
    if (info->kept) {
        text_str(out, info->stem);
    } else if (n > 0 && strncmp(name, first, n) == 0 && name[n] == '.') {
        text_str(out, info->stem);
        text_str(out, name + n);
    } else {
        text_add(out, info->stem, (size_t)(path_base(info->stem) - info->stem));
        text_str(out, name);
    }
    return true;
}

bool run_info_repeats_file(const struct run_info *info, size_t image)
{
    for (size_t k = 0; k < image && !info->kept; k++)
        if (text_same(info->images[k].file, info->images[image].file))
            return true;
    return false;
}

bool run_info_waits(const struct run_info *info, size_t image, struct text *out)
{
    if (image == 0)
        text_str(out, info->stem);
    else if (!run_info_file(info, image, out))
        return false;
    text_str(out, ".wait");
    return true;
}

void run_info_release(struct run_info *info)
{
    free(info->images);
    free(info->arcs);
    free(info->phases);
    free(info->stem);
    kept_run_free(info->kept);
    bytes_release(&info->text);
    *info = (struct run_info){0};
}
