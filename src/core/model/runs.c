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
    arena_release(&r->memory);
    free(r);
}

/* ---- parts ----
 *
 * Numbers are in groups of seven bits, the lowest first, with the eighth bit set in all but the
 * last. Bins: (distance from the bin before, ticks), the first of a histogram counting from -1; a
 * distance of 0 is followed by 1 + the number of the histogram that comes next, or by 0 at the end
 * of all bins. Arcs: twice the number of those that follow directly on the one before, plus 1, and
 * their counts; or four times the distance from there of one that does not, plus 2 if it is
 * negative, and its count. */

enum { NUMBER_MOST = 10 }; /* bytes of a number of 64 bits */

static uint8_t *put(uint8_t *to, uint64_t v)
{
    for (; v > 0x7f; v >>= 7)
        *to++ = (uint8_t)(v | 0x80);
    *to++ = (uint8_t)v;
    return to;
}

/* Room for n numbers. */
static void make_room(struct run_writer *w, size_t n)
{
    if (n > SIZE_MAX / NUMBER_MOST - w->n)
        mem_fail();
    mem_grow(&w->p, &w->cap, w->n + n * NUMBER_MOST, 1);
}

static void put_pair(struct run_writer *w, uint64_t a, uint64_t b)
{
    if (w->cap - w->n < 2 * NUMBER_MOST)
        make_room(w, 2);
    w->n = (size_t)(put(put(w->p + w->n, a), b) - w->p);
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
        put_pair(w, 0, (uint64_t)hist + 1);
        w->hist = hist;
        w->bin = UINT32_MAX;
    }
    put_pair(w, (uint32_t)(bin - w->bin), ticks);
    w->bin = bin;
}

void run_writer_end_bins(struct run_writer *w)
{
    put_pair(w, 0, 0);
}

static void put_jump(struct run_writer *w, const struct run_calls *v)
{
    bool back = v->arc < w->arc;
    put_pair(w, (uint64_t)(back ? w->arc - v->arc : v->arc - w->arc) << 2 | (uint64_t)back << 1,
             v->count);
}

static void put_row(struct run_writer *w, const struct run_calls *v, size_t n)
{
    make_room(w, n + 1);
    uint8_t *to = put(w->p + w->n, (uint64_t)n << 1 | 1);
    for (size_t i = 0; i < n; i++)
        to = put(to, v[i].count);
    w->n = (size_t)(to - w->p);
}

void run_writer_arcs(struct run_writer *w, const struct run_calls *v, size_t n)
{
    for (size_t lo = 0, hi; lo < n; lo = hi) {
        for (hi = lo; hi < n && v[hi].arc == w->arc + (hi - lo);)
            hi++;
        if (hi > lo)
            put_row(w, v + lo, hi - lo);
        else
            put_jump(w, &v[hi++]);
        w->arc = v[hi - 1].arc + 1;
    }
}

/* What was written by the above, so that every number is whole. */
static inline uint64_t get(const uint8_t **at)
{
    const uint8_t *p = *at;
    if (!(*p & 0x80))
        return *(*at)++;
    uint64_t v = *p & 0x7f;
    for (unsigned shift = 7; *p++ & 0x80; shift += 7)
        v |= (uint64_t)(*p & 0x7f) << shift;
    *at = p;
    return v;
}

static void visit_arcs(const struct run_part *part, const uint8_t *at, const struct run_visitor *v)
{
    enum { SOME = 256 };
    struct run_calls some[SOME];
    const uint8_t *end = part->bytes + part->n_bytes;
    uint32_t arc = part->first_arc;
    uint64_t in_row = 0; /* that are still to come */
    while (at < end) {
        size_t n = 0;
        while (n < SOME && at < end) {
            uint64_t head = in_row ? 0 : get(&at);
            if (head & 1) {
                in_row = head >> 1;
            } else if (!in_row) {
                uint32_t by = (uint32_t)(head >> 2);
                arc = head & 2 ? arc - by : arc + by;
                in_row = 1;
            }
            for (; in_row && n < SOME; in_row--)
                some[n++] = (struct run_calls){arc++, get(&at)};
        }
        v->on_arcs(v->ctx, some, n);
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
    if (v->on_arcs)
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

/* The run with a label, NO_RUN if there is none. */
static uint32_t find_label(const struct profile_runs *r, const char *label)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (strcmp(r->v[i].label, label) == 0)
            return i;
    return NO_RUN;
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
    uint32_t run = find_label(r, word);
    return run != NO_RUN ? (shown[run] = true) : mark_range(r, word, shown);
}

bool profile_runs_select(const struct profile_runs *r, const char *list, bool *shown, struct err *e)
{
    memset(shown, 0, r->n * sizeof *shown);
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ",");
        char *word = mem_text(at, n);
        bool ok = mark_word(r, word, shown);
        free(word);
        if (!ok)
            return err_what(e, ERR_SPEC, NULL, "no run has this name or number", list);
        at += n;
        if (!*at)
            return true;
    }
}

/* ---- words for runs ---- */

/* Whether a word names exactly the runs [lo, hi), for which `shown` has room. */
static bool names_these(const struct profile_runs *r, const char *word, uint32_t lo, uint32_t hi,
                        bool *shown)
{
    struct err e = ERR_INIT;
    memset(shown, 0, r->n * sizeof *shown);
    bool ok = *word && profile_runs_select(r, word, shown, &e);
    for (uint32_t k = 0; ok && k < r->n; k++)
        ok = shown[k] == (k >= lo && k < hi);
    return ok;
}

/* Append "3-7" if the labels of these runs are numbers in a row that mean them alone. */
static bool add_labels(const struct profile_runs *r, uint32_t lo, uint32_t hi, bool *shown,
                       struct text *out)
{
    const char *first = r->v[lo].label, *last = r->v[hi - 1].label;
    struct text word = {0};
    text_printf(&word, "%s-%s", first, last);
    bool ok = strtoull(last, NULL, 10) - strtoull(first, NULL, 10) == hi - 1 - lo &&
              names_these(r, text_z(&word), lo, hi, shown);
    if (ok)
        text_add(out, word.p, word.n);
    text_release(&word);
    return ok;
}

/* The end of the runs in a row from i on that are wanted. */
static uint32_t end_of_row(const struct profile_runs *r, const bool *wanted, uint32_t i)
{
    while (i < r->n && wanted[i])
        i++;
    return i;
}

static uint32_t count_of(const struct profile_runs *r, const bool *wanted)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < r->n; i++)
        n += wanted[i];
    return n;
}

void profile_runs_list(const struct profile_runs *r, const bool *wanted, struct text *out)
{
    enum { FEW = 8, ROW = 3 }; /* runs in a row that a range is shorter for */
    bool *shown = mem_array(r->n, sizeof *shown), few = count_of(r, wanted) <= FEW;
    uint32_t n_words = 0;
    for (uint32_t i = 0, end; i < r->n; i = end) {
        end = wanted[i] ? end_of_row(r, wanted, i) : i + 1;
        if (!wanted[i])
            continue;
        text_str(out, n_words++ ? "," : "");
        if (end - i >= ROW && n_words <= FEW && add_labels(r, i, end, shown, out))
            continue;
        end = few ? i + 1 : end;
        if (end > i + 1)
            text_printf(out, "#%u-#%u", (unsigned)i + 1, (unsigned)end);
        else if (few && names_these(r, r->v[i].label, i, end, shown))
            text_str(out, r->v[i].label);
        else
            text_printf(out, "#%u", (unsigned)i + 1);
    }
    free(shown);
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
