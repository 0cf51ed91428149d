/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/run_labels.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/file/path.h"

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

static void label_all(struct profile_runs *r, const struct profile_file *files)
{
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

static int by_place(const void *x, const void *y)
{
    const struct placed_run *a = x, *b = y;
    if (a->number != b->number)
        return a->number < b->number ? -1 : 1;
    return a->at < b->at ? -1 : a->at > b->at;
}

void run_labels_set(struct profile_runs *r, const struct profile_file *files, uint32_t *order)
{
    struct placed_run *v = mem_array(r->n, sizeof *v);
    label_all(r, files);
    for (uint32_t i = 0; i < r->n; i++)
        v[i] = (struct placed_run){.run = r->v[i], .at = i};
    if (!number_all(v, r->n))
        for (uint32_t i = 0; i < r->n; i++)
            v[i].number = 0;
    qsort(v, r->n, sizeof *v, by_place);
    for (uint32_t i = 0; i < r->n; i++) {
        r->v[i] = v[i].run;
        order[v[i].at] = i;
    }
    free(v);
}
