/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/run_maker.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/load/gmon/gmon.h"
#include "core/load/gmon/write.h"
#include "core/load/run/run.h"
#include "tests/support/profile_builder.h"
#include "tests/support/require.h"
#include "unite/build.h"
#include "unite/unite.h"

enum { IMAGES_MOST = 512 };

struct making {
    struct unite_build build;
    struct unite_run run;
    struct unite_pile pile;
    struct arena texts;
    const char *profile; /* beside which files are */
    unsigned n_images;
    uint64_t n_phases, n_runs;
    size_t *above; /* n_above: nodes down to the last one */
    size_t n_above, above_cap;
    struct unite_profile goes_with;
    bool goes;
};

/* The word up to `end`, which *at goes past. */
static char *word(char **at, char end)
{
    char *w = *at, *stop = strchr(w, end);
    *at = stop ? stop + 1 : w + strlen(w);
    if (stop)
        *stop = '\0';
    return w;
}

static bool number(const char *w, int base, uint64_t *out)
{
    char *end;
    if (base == 16 && strncmp(w, "0x", 2) != 0)
        return false;
    *out = strtoull(w, &end, base);
    return *w >= '0' && *w <= '9' && !*end;
}

/* \ooo becomes the byte. */
static struct unite_text text(struct making *m, const char *w)
{
    size_t n = 0;
    char *copy = arena_text(&m->texts, w, strlen(w));
    for (const char *p = w; *p; p++)
        if (p[0] == '\\' && p[1] && p[2] && p[3]) {
            copy[n++] = (char)((p[1] - '0') * 64 + (p[2] - '0') * 8 + p[3] - '0');
            p += 3;
        } else {
            copy[n++] = *p;
        }
    return (struct unite_text){copy, n};
}

static struct unite_text bytes(struct making *m, const char *hex)
{
    struct unite_text t = text(m, hex);
    char *to = (char *)t.p;
    t.n = strcmp(hex, "-") == 0 ? 0 : (strlen(hex) + 1) / 2;
    for (size_t i = 0; i < t.n; i++) {
        const char two[3] = {hex[2 * i], hex[2 * i + 1], '\0'};
        to[i] = (char)strtoul(two, NULL, 16);
    }
    return t;
}

/* "12.345" seconds */
static bool ms_of(char *w, uint64_t *ms)
{
    uint64_t s, rest;
    const char *whole = word(&w, '.');
    bool ok =
        strlen(w) == 3 && number(whole, 10, &s) && number(w, 10, &rest) && s < UINT64_MAX / 2000;
    if (ok)
        *ms = s * 1000 + rest;
    return ok;
}

/* ---- profiles ---- */

static void add_hists(struct making *m, const struct profile *p, enum unite_measure measure)
{
    for (uint32_t i = 0; i < p->n_hists; i++) {
        const struct histogram *h = &p->hists[i];
        unite_build_add(
            &m->build, UNITE_RANGE,
            &(struct unite_range){measure, m->n_images, p->rate_hz, h->lo, h->hi, h->n_bins});
        for (uint32_t k = histogram_next(h, 0); k < h->n_bins; k = histogram_next(h, k + 1))
            unite_build_bin(&m->build, k, histogram_ticks(h, k));
    }
}

/* NULL: it cannot be read. */
static struct profile *read_file(const struct making *m, struct unite_text name, const char *ending)
{
    char path[4096];
    const struct gmon_options o = {.progress = NULL};
    struct err e = ERR_INIT;
    struct profile *p = made_blank(8, false);
    snprintf(path, sizeof path, "%.*s%.*s%s", (int)(path_base(m->profile) - m->profile), m->profile,
             (int)name.n, name.p, ending);
    if (gmon_read(p, path, &o, &e))
        return p;
    profile_free(p);
    return NULL;
}

static void add_file(struct making *m, const struct unite_image *image, struct unite_text name)
{
    struct profile *p = read_file(m, name, ""), *waits = read_file(m, name, ".wait");
    if (p)
        add_hists(m, p, UNITE_TICKS);
    for (size_t i = 0; p && i < p->n_arcs; i++)
        if (p->arcs[i].from != image->entry)
            unite_build_add(&m->build, UNITE_ARC,
                            &(struct unite_arc){m->n_images, p->arcs[i].from, m->n_images,
                                                p->arcs[i].to, p->arcs[i].count});
    for (size_t i = 0; p && i < p->n_blocks; i++)
        unite_build_add(&m->build, UNITE_BLOCK,
                        &(struct unite_block){m->n_images, p->blocks[i].addr, p->blocks[i].count});
    if (waits)
        add_hists(m, waits, UNITE_WAITS);
    profile_free(p);
    profile_free(waits);
}

/* ---- lines ---- */

static void take_image(struct making *m, char *line)
{
    struct unite_image image = {.is_program = m->n_images == 0};
    struct unite_text file = {NULL, 0};
    uint64_t n;
    if (!number(word(&line, ' '), 10, &n) || n != m->n_images || m->n_images == IMAGES_MOST)
        return;
    while (*line) {
        const char *name = word(&line, ' ');
        char *value = word(&line, ' ');
        if (strcmp(name, "ticks") == 0)
            (void)number(value, 10, &image.ticks);
        else if (strcmp(name, "waits") == 0)
            (void)number(value, 10, &image.waits);
        else if (strcmp(name, "entry") == 0)
            (void)number(value, 16, &image.entry);
        else if (strcmp(name, "build-id") == 0)
            image.id = bytes(m, value);
        else if (strcmp(name, "file") == 0)
            file = text(m, value);
        else if (strcmp(name, "path") == 0)
            image.path = text(m, value);
    }
    unite_build_add(&m->build, UNITE_IMAGE, &image);
    m->n_images++;
    if (file.n > 0)
        add_file(m, &image, file);
}

/* "N:0xADDR"; an image that is not there, and "-", are 0. */
static bool place(const struct making *m, char *w, uint64_t *image, uint64_t *addr)
{
    uint64_t n = 0;
    char *addr_word = strchr(w, ':');
    if (!addr_word)
        return false;
    *addr_word++ = '\0';
    bool is_none = strcmp(w, "-") == 0;
    if (!is_none && !number(w, 10, &n))
        return false;
    *image = is_none || n >= m->n_images ? 0 : n + 1;
    return number(addr_word, 16, addr);
}

static void take_arc(struct making *m, char *line)
{
    struct unite_arc arc;
    if (place(m, word(&line, ' '), &arc.from_image, &arc.from) &&
        place(m, word(&line, ' '), &arc.self_image, &arc.self) && number(line, 10, &arc.count) &&
        arc.count > 0)
        unite_build_add(&m->build, UNITE_ARC, &arc);
}

static void take_node(struct making *m, char *line)
{
    struct unite_node node = {0};
    if (!number(word(&line, ' '), 10, &node.depth) || node.depth > m->n_above ||
        !place(m, word(&line, ' '), &node.image, &node.addr) ||
        !number(word(&line, ' '), 10, &node.ticks))
        return;
    (void)number(line, 10, &node.waits);
    m->n_above = node.depth + 1;
    mem_grow(&m->above, &m->above_cap, m->n_above, sizeof *m->above);
    m->above[node.depth] =
        unite_build_node(&m->build, node.depth ? m->above[node.depth - 1] : UNITE_NO_NODE, &node);
}

static void take_bin(struct making *m, char *line)
{
    struct unite_range range = {.measure = UNITE_TICKS, .rate_hz = m->build.unit.rate_hz};
    uint64_t index, ticks;
    if (!number(word(&line, ' '), 10, &range.image) || ++range.image > m->n_images ||
        !number(word(&line, ' '), 16, &range.lo) || !number(word(&line, ' '), 16, &range.hi) ||
        !number(word(&line, ' '), 10, &range.n_bins) || !number(word(&line, ' '), 10, &index) ||
        !number(line, 10, &ticks))
        return;
    unite_build_add(&m->build, UNITE_RANGE, &range);
    unite_build_bin(&m->build, index, ticks);
}

static void take_phase(struct making *m, char *line)
{
    struct unite_phase phase = {.number = m->n_phases++};
    (void)ms_of(word(&line, ' '), &phase.wall_ms);
    (void)ms_of(word(&line, ' '), &phase.cpu_ms);
    phase.name = text(m, line);
    unite_build_add(&m->build, UNITE_PHASE, &phase);
}

static bool take_fact(struct making *m, const char *name, char *value)
{
    for (unsigned kind = 0; kind < N_UNITE_UNITED_FACTS; kind++) {
        const struct unite_fact_name *fact = unite_fact_name(kind);
        struct unite_fact f = {.rule = fact->rule, .name = unite_text_of(fact->name)};
        if (strcmp(name, fact->name) != 0)
            continue;
        if (fact->is_time ? !ms_of(value, &f.value) : !number(value, 10, &f.value))
            return true;
        m->run.wall_ms = kind == UNITE_FACT_WALL ? f.value : m->run.wall_ms;
        m->run.cpu_ms = kind == UNITE_FACT_CPU ? f.value : m->run.cpu_ms;
        unite_build_add(&m->build, UNITE_FACT, &f);
        return true;
    }
    return false;
}

/* Does --info make the line of the tables? */
static bool is_derived(const char *name)
{
    static const char *const names[] = {"arcs", "paths", "waits", "counting-time",
                                        "counting-ns-per-call"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static bool take_origin(struct making *m, const char *name, char *value)
{
    if (strcmp(name, "run") == 0)
        m->run.id = text(m, value);
    else if (strcmp(name, "host") == 0)
        m->run.host = text(m, value);
    else if (strcmp(name, "command") == 0)
        m->run.command =
            (struct unite_text){arena_text(&m->texts, value, strlen(value)), strlen(value)};
    else if (strcmp(name, "name") == 0)
        m->run.name = text(m, value);
    else if (strcmp(name, "pid") == 0)
        (void)number(value, 10, &m->run.pid);
    else if (strcmp(name, "start") == 0)
        (void)number(value, 10, &m->run.start_sec);
    else if (strcmp(name, "began") == 0)
        (void)number(value, 10, &m->run.began_ns);
    else if (strcmp(name, "rank") == 0)
        (void)number(value, 10, &m->run.rank);
    else if (strcmp(name, "runs") == 0)
        (void)number(value, 10, &m->n_runs);
    else
        return false;
    return true;
}

static void take_unit(struct making *m, char *line)
{
    struct unite_unit unit = {.dimension = text(m, word(&line, ' '))};
    uint64_t rate;
    if (!number(line, 10, &rate))
        return;
    unit.rate_hz = (uint32_t)rate;
    unit.abbreviation = unit.dimension.n ? unit.dimension.p[0] : ' ';
    m->build.unit = unit;
}

static void end_run(struct making *m)
{
    struct unite_message one = {.memory = &runs_memory};
    require(unite_build_end(&m->build, &m->run, &one) == UNITE_OK);
    unite_build_release(&m->build);
    require(unite_pile_add(&m->pile, &one) == UNITE_OK);
    unite_build_init(&m->build, &runs_memory);
    m->run = (struct unite_run){.rank = UNITE_NO_RANK};
    m->n_images = 0;
    m->n_phases = 0;
}

static void take_self(struct making *m, char *line)
{
    uint64_t image, addr, ticks;
    if (place(m, word(&line, ' '), &image, &addr) && image > 0 && number(line, 10, &ticks))
        unite_build_self(&m->build, (unsigned)image, addr, ticks);
}

static void take_line(struct making *m, char *line)
{
    const char *name = word(&line, ' ');
    if (strcmp(name, "image") == 0)
        take_image(m, line);
    else if (strcmp(name, "arc") == 0)
        take_arc(m, line);
    else if (strcmp(name, "node") == 0)
        take_node(m, line);
    else if (strcmp(name, "bin") == 0)
        take_bin(m, line);
    else if (strcmp(name, "phase") == 0)
        take_phase(m, line);
    else if (strcmp(name, "unit") == 0)
        take_unit(m, line);
    else if (strcmp(name, "self") == 0)
        take_self(m, line);
    else if (strcmp(name, "next") == 0)
        end_run(m);
    else if (strcmp(name, "goes-with") == 0)
        m->goes = number(word(&line, ' '), 10, &m->goes_with.bytes) &&
                  number(line, 16, &m->goes_with.check);
    else if (!is_derived(name) && !take_origin(m, name, line) && !take_fact(m, name, line) && *line)
        unite_build_add(&m->build, UNITE_WORD, &(struct unite_word){text(m, name), text(m, line)});
}

/* "runs N" makes it a sum: the others have nothing. */
static void add_empty_runs(struct making *m)
{
    for (uint64_t i = 1; i < m->n_runs; i++) {
        unite_build_add(&m->build, UNITE_IMAGE, &(struct unite_image){.is_program = true});
        end_run(m);
    }
}

static void take_text(struct making *m, const char *from)
{
    char *copy = mem_text(from, strlen(from));
    unite_build_init(&m->build, &runs_memory);
    m->pile.memory = &runs_memory;
    m->run = (struct unite_run){.rank = UNITE_NO_RANK};
    for (char *at = copy; *at;)
        take_line(m, word(&at, '\n'));
    end_run(m);
    add_empty_runs(m);
    unite_build_release(&m->build);
    free(copy);
}

static void end_text(struct making *m, struct unite_message *out)
{
    *out = (struct unite_message){.memory = &runs_memory};
    require(unite_pile_end(&m->pile, out) == UNITE_OK);
    unite_pile_release(&m->pile);
    arena_release(&m->texts);
    free(m->above);
}

void run_make(const char *from, const char *profile)
{
    struct making m = {.profile = profile};
    struct unite_message message;
    struct bytes b;
    struct file_sink file;
    struct err e = ERR_INIT;
    char path[4096];
    take_text(&m, from);
    if (!m.goes) {
        require(file_read(profile, &b, &e));
        m.goes_with = (struct unite_profile){b.n, unite_check(UNITE_CHECK_BEGIN, b.p, b.n)};
        bytes_release(&b);
    }
    const struct unite_profile goes_with = m.goes_with;
    end_text(&m, &message);
    snprintf(path, sizeof path, "%s.run", profile);
    file_sink_open(&file, path, &e);
    unite_put_message(&file.sink, &message, &goes_with);
    require(file_sink_close(&file));
    unite_message_release(&message);
}
