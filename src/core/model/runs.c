/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/runs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/file/path.h"
#include "core/base/sort.h"

void profile_runs_free(struct profile_runs *r)
{
    if (!r)
        return;
    free(r->v);
    free(r->run_of);
    free(r->left_out);
    free(r->images);
    free(r->functions);
    free(r->totals);
    arena_object_free(r);
}

/* ---- which runs ---- */

uint32_t profile_shown_runs(const struct profile *p)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < profile_all_runs(p)->n; i++)
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
    *v = (int64_t)run->rank;
    return run->rank <= INT64_MAX;
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

bool profile_runs_select(const struct profile_runs *r, const char *list, bool *shown, struct err *e)
{
    memset(shown, 0, r->n * sizeof *shown);
    for (const char *at = list;; at++) {
        size_t n = strcspn(at, ",");
        char *word = mem_text(at, n);
        uint32_t run = find_label(r, word);
        bool ok = run != NO_RUN ? (shown[run] = true) : mark_range(r, word, shown);
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

static const char *keep_text(struct profile_runs *r, const char *text)
{
    return text && *text ? arena_text(&r->memory, text, strlen(text)) : NULL;
}

void profile_runs_leave_out(struct profile_runs *r, const char *path, const struct err *e)
{
    mem_append(&r->left_out, &r->n_left_out,
               &(struct run_left_out){.path = keep_text(r, path),
                                      .what = keep_text(r, e->what),
                                      .other = keep_text(r, e->other),
                                      .code = e->code,
                                      .sys = e->sys,
                                      .offset = e->offset,
                                      .n = e->n,
                                      .m = e->m},
               sizeof *r->left_out);
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

/* A run where it was. */
struct placed_run {
    struct profile_run run;
    uint32_t at;
    uint64_t number; /* of its label, if all have one */
};

/* ---- labels ---- */

static void set_number(struct profile_runs *r, uint32_t i, uint64_t number)
{
    char text[32];
    int n = snprintf(text, sizeof text, "%" PRIu64, number);
    r->v[i].label = arena_text(&r->memory, text, (size_t)n);
}

static int by_label(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* *differ: no two labels are the same. */
static void compare_labels(const struct profile_runs *r, bool *differ)
{
    const char **labels = mem_array_raw(r->n, sizeof *labels);
    for (uint32_t i = 0; i < r->n; i++)
        labels[i] = r->v[i].label;
    qsort(labels, r->n, sizeof *labels, by_label);
    *differ = true;
    for (uint32_t i = 1; i < r->n; i++)
        *differ = *differ && strcmp(labels[i - 1], labels[i]) != 0;
    free(labels);
}

static bool is_part_of_word(char c)
{
    return char_is_letter(c) || char_is_digit(c);
}

static const char *path_of(const struct profile_runs *r, const struct profile_file *files,
                           uint32_t i)
{
    return r->v[i].n_files ? files[r->v[i].file].path : r->v[i].name;
}

/* How many bytes all paths begin (end) with, without tearing a word apart. */
static void find_common(const struct profile_runs *r, const struct profile_file *files,
                        size_t *front, size_t *back)
{
    const char *first = path_of(r, files, 0);
    size_t n = strlen(first), lo = n, tail = n;
    for (uint32_t i = 1; i < r->n; i++) {
        const char *path = path_of(r, files, i);
        size_t m = strlen(path), k = 0;
        while (k < lo && path[k] == first[k])
            k++;
        lo = k;
        for (k = 0; k < tail && k < m && path[m - 1 - k] == first[n - 1 - k];)
            k++;
        tail = k;
    }
    while (lo > 0 && is_part_of_word(first[lo - 1]))
        lo--;
    while (tail > 0 && is_part_of_word(first[n - tail]))
        tail--;
    *front = lo;
    *back = tail;
}

/* What is left of a path; of one that has nothing else, its base name. */
static void set_middle(struct profile_runs *r, const struct profile_file *files, uint32_t i,
                       size_t front, size_t back)
{
    const char *path = path_of(r, files, i);
    size_t n = strlen(path);
    if (front + back >= n) {
        path = path_base(path);
        n = strlen(path);
        front = back = 0;
    }
    char *label = arena_text(&r->memory, path + front, n - front - back);
    /* A list of runs, and what is typed on a command line, has these as they are. */
    for (char *c = label; *c; c++)
        if (!is_part_of_word(*c) && !strchr("._+:/=@-", *c))
            *c = '_';
    r->v[i].label = label;
}

/* ---- order ---- */

/* False: a label is no number, or too long a one. */
static bool number_all(struct placed_run *v, uint32_t n)
{
    enum { DIGITS_MOST = 18 };
    for (uint32_t i = 0; i < n; i++) {
        const char *label = v[i].run.label;
        size_t digits = strspn(label, "0123456789");
        if (label[digits] || !digits || digits > DIGITS_MOST)
            return false;
        v[i].number = strtoull(label, NULL, 10);
    }
    return true;
}

void run_labels_set(struct profile_runs *r, const struct profile_file *files, uint32_t *order)
{
    struct placed_run *v = mem_array(r->n, sizeof *v);
    bool differ = false, have_ranks = true;
    for (uint32_t i = 0; i < r->n; i++)
        have_ranks = have_ranks && r->v[i].rank != RUN_NO_RANK;
    if (have_ranks) {
        for (uint32_t i = 0; i < r->n; i++)
            set_number(r, i, r->v[i].rank);
        compare_labels(r, &differ);
    }
    if (!differ) {
        size_t front, back;
        find_common(r, files, &front, &back);
        for (uint32_t i = 0; i < r->n; i++)
            set_middle(r, files, i, front, back);
        compare_labels(r, &differ);
    }
    for (uint32_t i = 0; !differ && i < r->n; i++)
        set_number(r, i, (uint64_t)i + 1);

    for (uint32_t i = 0; i < r->n; i++)
        v[i] = (struct placed_run){.run = r->v[i], .at = i};
    if (number_all(v, r->n))
        sort_ascending(v, r->n, SEARCH_BY(struct placed_run, number));
    for (uint32_t i = 0; i < r->n; i++) {
        r->v[i] = v[i].run;
        order[v[i].at] = i;
    }
    free(v);
}
