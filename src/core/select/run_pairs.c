/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/run_pairs.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/select/side_match.h"
#include "core/select/symset_runs.h"

/* Number the runs of one side; the first of them in *lo. */
static bool number_runs(struct run_pairs *out, const struct symset_source *src,
                        const struct side *side, uint8_t *hit, uint32_t *lo, struct err *e)
{
    struct runs r = {0};
    *lo = (uint32_t)out->n_runs;
    if (!side_match(src, side, hit, e))
        return false;
    runs_add(&r, src->table, hit, 0, side_is_exact(side));
    mem_grow(&out->first, &out->cap_runs, out->n_runs + r.n, sizeof *out->first);
    for (size_t i = 0; i < r.n; i++)
        out->first[out->n_runs++] = r.v[i].first;
    free(r.v);
    return true;
}

static void pair_up(struct run_pairs *out, uint32_t left, uint32_t right)
{
    uint32_t end = (uint32_t)out->n_runs;
    for (uint32_t l = left; l < right; l++)
        for (uint32_t r = right; r < end; r++) {
            mem_grow(&out->pairs, &out->cap_pairs, out->n_pairs + 1, sizeof *out->pairs);
            out->pairs[out->n_pairs++] = (struct run_pair){l, r};
        }
}

static bool pair_filter(struct run_pairs *out, const struct symset_source *src,
                        const struct filter *f, uint8_t *hit, struct err *e)
{
    struct symspec spec;
    uint32_t left, right;
    filter_symspec(f, src->strict, &spec);
    if (!spec.has_right || side_is_exact(&spec.left) || side_is_exact(&spec.right))
        return true;
    for (uint32_t sets = f->sets; sets; sets &= sets - 1)

    {
        if (!number_runs(out, src, &spec.left, hit, &left, e) ||
            !number_runs(out, src, &spec.right, hit, &right, e))
            return false;
        pair_up(out, left, right);
    }
    return true;
}

bool run_pairs_build(struct run_pairs *out, const struct symset_source *src, struct err *e)
{
    uint8_t *hit = mem_array_raw(src->table->n_symbols, 1);
    bool ok = true;
    *out = (struct run_pairs){0};
    for (size_t i = src->n_filters; ok && i-- > 0;)
        ok = pair_filter(out, src, &src->filters[i], hit, e);
    if (!ok)
        run_pairs_release(out);
    free(hit);
    return ok;
}

void run_pairs_release(struct run_pairs *p)
{
    free(p->pairs);
    free(p->first);
    *p = (struct run_pairs){0};
}
