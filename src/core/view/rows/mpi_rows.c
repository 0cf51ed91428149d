/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/rows/mpi_rows.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/view/label.h"
#include "core/view/values.h"

struct mpi_share mpi_share_of(const struct analysis *a, const struct mpi_caller_time *call)
{
    const struct path_times *p = a->paths;
    const char *name = symbol_name(a, call->to);
    struct mpi_share s = {.from = call->from, .ticks = call->ticks, .wait = call->wait};
    s.callee = *name == 'P' ? name + 1 : name;
    s.n_callee = (int)strcspn(s.callee, "@");
    s.pct =
        percent(call->ticks + call->wait, p->all[call->from] + (p->wait ? p->wait[call->from] : 0));
    return s;
}

void text_mpi(struct text *t, const struct view_context *v, sym_id s, uint32_t n_most)
{
    const struct analysis *a = v->analysis;
    const struct name_style plain = {NAME_SHORT, false, false};
    uint32_t n;
    const struct mpi_caller_time *calls = mpi_times_of(a->mpi, s, &n);
    for (uint32_t i = 0; i < n && i < n_most; i++) {
        const struct mpi_share share = mpi_share_of(a, &calls[i]);
        text_printf(t, "%s%.1f%%", i ? ", " : "", share.pct);
        if (i == 0) {
            text_str(t, a->paths->wait ? " of the wall time of " : " of the time of ");
            text_name_alone(t, v, s, plain);
            text_str(t, "() is");
        }
        text_printf(t, " %.*s", share.n_callee, share.callee);
    }
}

/* A function and its time inside MPI. */
struct mpi_caller {
    sym_id s;
    double ticks;
};

static int by_time(const void *x, const void *y)
{
    const struct mpi_caller *a = x, *b = y;
    if (a->ticks == b->ticks)
        return a->s < b->s ? -1 : a->s > b->s;
    return a->ticks > b->ticks ? -1 : 1;
}

sym_id *mpi_callers(const struct analysis *a, uint32_t n_most, uint32_t *n)
{
    const struct mpi_times *m = a->mpi;
    struct mpi_caller *v = mem_array_raw(m ? m->n : 0, sizeof *v);
    sym_id *out = mem_array_raw(m ? m->n : 0, sizeof *out);
    *n = 0;
    for (uint32_t i = 0; m && i < m->n; i++) {
        if (*n == 0 || v[*n - 1].s != m->v[i].from)
            v[(*n)++] = (struct mpi_caller){m->v[i].from, 0};
        v[*n - 1].ticks += m->v[i].ticks + m->v[i].wait;
    }
    if (*n)
        qsort(v, *n, sizeof *v, by_time);
    *n = *n < n_most ? *n : n_most;
    for (uint32_t i = 0; i < *n; i++)
        out[i] = v[i].s;
    free(v);
    return out;
}
