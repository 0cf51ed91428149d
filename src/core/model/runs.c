/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/runs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"

void profile_runs_free(struct profile_runs *r)
{
    if (!r)
        return;
    free(r->left_out);
    free(r->parts);
    free(r->arcs);
    free(r->spreads);
    arena_release(&r->memory);
    free(r);
}

/* ---- parts ----
 *
 * Numbers are in groups of seven bits, the lowest first, with the eighth bit set in all but the
 * last. Bins: (distance from the bin before, ticks), the first of a histogram counting from -1; a
 * distance of 0 is followed by 1 + the number of the histogram that comes next, or by 0 at the end
 * of all bins. Arcs: (distance from the arc after the one before, signed, the sign in the lowest
 * bit; count). */

enum { NUMBER_MOST = 10 }; /* bytes of a number of 64 bits */

static void put(struct run_writer *w, uint64_t v)
{
    w->failed = w->failed || !mem_grow(&w->p, &w->cap, w->n + NUMBER_MOST, 1);
    if (w->failed)
        return;
    for (; v > 0x7f; v >>= 7)
        w->p[w->n++] = (uint8_t)(v | 0x80);
    w->p[w->n++] = (uint8_t)v;
}

void run_writer_start(struct run_writer *w)
{
    w->n = 0;
    w->hist = 0;
    w->bin = UINT32_MAX;
    w->arc = 0;
    w->failed = false;
}

void run_writer_bin(struct run_writer *w, uint32_t hist, uint32_t bin, uint64_t ticks)
{
    if (hist != w->hist) {
        put(w, 0);
        put(w, (uint64_t)hist + 1);
        w->hist = hist;
        w->bin = UINT32_MAX;
    }
    put(w, (uint32_t)(bin - w->bin));
    put(w, ticks);
    w->bin = bin;
}

void run_writer_end_bins(struct run_writer *w)
{
    put(w, 0);
    put(w, 0);
}

void run_writer_arc(struct run_writer *w, uint32_t arc, uint64_t count)
{
    put(w, arc >= w->arc ? (uint64_t)(arc - w->arc) << 1 : (uint64_t)(w->arc - arc) << 1 | 1);
    put(w, count);
    w->arc = arc + 1;
}

/* What was written by the above, so that every number is whole. */
static inline uint64_t get(const uint8_t **at)
{
    const uint8_t *p = *at;
    uint64_t v = *p & 0x7f;
    for (unsigned shift = 7; *p++ & 0x80; shift += 7)
        v |= (uint64_t)(*p & 0x7f) << shift;
    *at = p;
    return v;
}

static void visit_arcs(const struct run_part *part, const uint8_t *at, const struct run_visitor *v)
{
    const uint8_t *end = part->bytes + part->n_bytes;
    uint32_t arc = 0;
    while (at < end) {
        uint64_t distance = get(&at), count = get(&at);
        uint32_t by = (uint32_t)(distance >> 1);
        arc = distance & 1 ? arc - by : arc + by;
        v->on_arc(v->ctx, part->first_arc + arc++, count);
    }
}

static void visit_part(const struct run_part *part, const struct run_visitor *v)
{
    const uint8_t *at = part->bytes;
    uint32_t hist = 0, bin = UINT32_MAX;
    for (;;) {
        uint64_t distance = get(&at), value = get(&at);
        if (distance) {
            bin += (uint32_t)distance;
            if (v->on_bin)
                v->on_bin(v->ctx, part->first_hist + hist, bin, value);
        } else if (value) {
            hist = (uint32_t)(value - 1);
            bin = UINT32_MAX;
        } else {
            break;
        }
    }
    if (v->on_arc)
        visit_arcs(part, at, v);
}

void profile_runs_visit(const struct profile_runs *r, uint32_t run, const struct run_visitor *v)
{
    for (size_t i = r->first_part[run]; i < r->first_part[run + 1]; i++)
        visit_part(&r->parts[i], v);
}

/* ---- which runs ---- */

uint32_t profile_shown_runs(const struct profile *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < p->runs->n; i++)
        n += profile_shows_run(p, i);
    return n;
}

uint32_t profile_runs_find(const struct profile_runs *r, const char *label)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (strcmp(r->v[i].label, label) == 0)
            return i;
    return NO_RUN;
}

uint32_t profile_runs_group(const struct profile_runs *r, const char *name)
{
    for (uint32_t i = 0; i < r->n_groups; i++)
        if (strcmp(r->groups[i].name, name) == 0)
            return i;
    return RUN_NO_GROUP;
}

/* Digits alone, as a number. */
static bool number_of(const char *word, int64_t *v)
{
    char *end;
    errno = 0;
    *v = strtoll(word, &end, 10);
    return char_is_digit(word[0]) && !*end && !errno;
}

/* What stands for a run in ranges: its label where that is a number, else its rank. */
static bool run_number(const struct profile_run *run, int64_t *v)
{
    if (number_of(run->label, v))
        return true;
    *v = run->rank;
    return run->rank != RUN_NO_RANK;
}

/* A run by its place among all ("#3"), or by its number; *by_place tells which. */
static bool range_end(const char *word, bool *by_place, int64_t *v)
{
    *by_place = word[0] == '#';
    return number_of(word + *by_place, v);
}

/* "A-B", or "A" alone. The word is written to. False: it is none, or nothing is in it. */
static bool mark_range(const struct profile_runs *r, char *word, bool *shown)
{
    bool by_place, too, found = false;
    int64_t lo, hi;
    char *dash = strchr(word, '-');
    if (dash)
        *dash++ = '\0';
    if (!range_end(word, &by_place, &lo) || !range_end(dash ? dash : word, &too, &hi) ||
        (too && !by_place))
        return false;
    for (uint32_t i = 0; i < r->n; i++) {
        int64_t v = (int64_t)i + 1;
        if ((by_place || run_number(&r->v[i], &v)) && v >= lo && v <= hi)
            found = shown[i] = true;
    }
    return found;
}

static bool mark_word(const struct profile_runs *r, char *word, bool *shown)
{
    uint32_t run = profile_runs_find(r, word), group = profile_runs_group(r, word);
    if (run != NO_RUN)
        return shown[run] = true;
    if (group == RUN_NO_GROUP)
        return mark_range(r, word, shown);
    for (uint32_t i = 0; i < r->n; i++)
        shown[i] |= r->v[i].group == group;
    return r->groups[group].n_runs > 0;
}

bool profile_runs_select(const struct profile_runs *r, const char *list, bool *shown, struct err *e)
{
    memset(shown, 0, r->n * sizeof *shown);
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ",");
        char *word = mem_text(at, n);
        if (!word)
            return err_memory(e, n);
        bool ok = mark_word(r, word, shown);
        free(word);
        if (!ok)
            return err_what(e, ERR_SPEC, NULL, "no run or group has this name or number", list);
        at += n;
        if (!*at)
            return true;
    }
}

void run_left_out_err(const struct run_left_out *l, struct err *e)
{
    err_clear(e);
    err_what(e, l->code, l->path, l->what, l->other);
    e->sys = l->sys;
    e->offset = l->offset;
    e->n = l->n;
    e->m = l->m;
}
