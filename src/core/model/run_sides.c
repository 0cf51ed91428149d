/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/model/run_sides.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* ---- words for runs ---- */

/* Whether a word names exactly run i, for which `shown` has room. */
static bool names_one(const struct profile_runs *r, const char *word, uint32_t i, bool *shown)
{
    struct err e = ERR_INIT;
    memset(shown, 0, r->n * sizeof *shown);
    bool ok = *word && profile_runs_select(r, word, shown, &e);
    for (uint32_t k = 0; ok && k < r->n; k++)
        ok = shown[k] == (k == i);
    return ok;
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
    enum { FEW = 8 };
    bool *shown = mem_array(r->n, sizeof *shown), few = count_of(r, wanted) <= FEW;
    const char *comma = "";
    for (uint32_t i = 0, end; shown && i < r->n; i = end) {
        end = i + 1;
        if (!wanted[i])
            continue;
        text_str(out, comma);
        comma = ",";
        while (!few && end < r->n && wanted[end])
            end++;
        if (end > i + 1)
            text_printf(out, "#%u-#%u", (unsigned)i + 1, (unsigned)end);
        else if (few && names_one(r, r->v[i].label, i, shown))
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
        list[i] = asked[i] ? asked[i] : i < r->n_groups ? r->groups[i].name : NULL;
    bool some = asked[RUNS_BASE] || asked[RUNS_NEW] || r->n_groups >= N_RUN_SIDES;
    if (!some || (!list[RUNS_BASE] && !list[RUNS_NEW]))
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
