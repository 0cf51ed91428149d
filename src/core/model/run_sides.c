/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/run_sides.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

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
    bool ok = strtoull(last, NULL, 10) - strtoull(first, NULL, 10) == hi - 1 - lo && !word.failed &&
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

bool profile_runs_list(const struct profile_runs *r, const bool *wanted, struct text *out)
{
    enum { FEW = 8, ROW = 3 }; /* runs in a row that a range is shorter for */
    bool *shown = mem_array(r->n, sizeof *shown), few = count_of(r, wanted) <= FEW;
    uint32_t n_words = 0;
    for (uint32_t i = 0, end; shown && i < r->n; i = end) {
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
    bool ok = shown && !out->failed;
    free(shown);
    return ok;
}

/* ---- sides ---- */

static bool no_others(struct err *e)
{
    return err_what(e, ERR_SPEC, NULL, "no run is left to compare these with", NULL);
}

/* Append the runs that `list` does not name. */
static bool list_others(const struct profile_runs *r, const char *list, struct text *out,
                        struct err *e)
{
    bool *wanted = mem_array(r->n, sizeof *wanted);
    if (!wanted)
        return err_memory(e, r->n);
    bool ok = profile_runs_select(r, list, wanted, e);
    for (uint32_t i = 0; ok && i < r->n; i++)
        wanted[i] = !wanted[i];
    if (ok)
        ok = count_of(r, wanted) ? profile_runs_list(r, wanted, out) || err_memory(e, 0)
                                 : no_others(e);
    free(wanted);
    return ok;
}

bool run_sides_list(const struct profile_runs *r, const char *const asked[N_RUN_SIDES],
                    struct text out[N_RUN_SIDES], struct err *e)
{
    const char *list[N_RUN_SIDES];
    for (uint32_t i = 0; i < N_RUN_SIDES; i++)
        list[i] = asked[i];
    if (!list[RUNS_BASE] && !list[RUNS_NEW])
        return err_what(e, ERR_SPEC, NULL, "--diff-base and --diff-new say which runs to compare",
                        NULL);
    for (int i = 0; i < N_RUN_SIDES; i++) {
        if (list[i])
            text_str(&out[i], list[i]);
        else if (!list_others(r, list[!i], &out[i], e))
            return false;
    }
    return (!out[RUNS_BASE].failed && !out[RUNS_NEW].failed) || err_memory(e, 0);
}
