/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/stage_cache.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* ---- keys ---- */

static void take_settings(struct stage_settings *out, const struct settings *s,
                          const struct stage_def *d)
{
    if (d->reads_table)
        out->table = settings_table(s);
    /* The filters that feed any of the sets, in their order. */
    if (!d->sets)
        return;
    out->strict = s->strict;
    out->filters = mem_array(s->n_filters, sizeof *out->filters);
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].sets & d->sets)
            out->filters[out->n_filters++] =
                (struct filter){s->filters[i].spec, s->filters[i].sets & d->sets};
}

static void write_key(const struct stage_settings *s, struct text *key)
{
    const struct table_options *o = &s->table;
    text_printf(key, "%d%d%d%d%d", o->no_static, o->functions_only, o->clones, o->join_parts,
                s->strict);
    for (size_t i = 0; i < s->n_filters; i++) {
        text_printf(key, "\n%x ", (unsigned)s->filters[i].sets);
        text_str(key, s->filters[i].spec);
        text_char(key, '\0');
    }
}

struct stage *stage_new(enum stage_id id, const struct settings *s, struct stage_job *job)
{
    const struct stage_def *d = &stage_defs[id];
    struct stage *out = mem_array(1, sizeof *out);
    out->n_users = 1;
    out->wanted = !d->wanted || d->wanted(s, job->lookup);
    if (!out->wanted)
        return out;
    take_settings(&job->settings, s, d);
    bool sources =
        d->reads_sources && symset_needs_sources(job->settings.filters, job->settings.n_filters,
                                                 d->sets, job->settings.strict);
    out->inputs = d->inputs | (sources ? STAGE_BIT(STAGE_SOURCES) : 0);
    write_key(&job->settings, &out->key);
    return out;
}

bool stage_will_do(enum stage_id id, const struct analysis_stages *old,
                   const struct analysis_stages *now)
{
    const struct stage *a = old->stage[id], *b = now->stage[id];
    if (a->wanted != b->wanted || a->inputs != b->inputs || a->key.n != b->key.n)
        return false;
    for (enum stage_id i = 0; i < id; i++)
        if (b->inputs & STAGE_BIT(i) && old->stage[i] != now->stage[i])
            return false;
    return !a->key.n || memcmp(a->key.p, b->key.p, a->key.n) == 0;
}

bool stage_is_alike(enum stage_id id, const struct analysis_stages *old,
                    const struct analysis_stages *now)
{
    const struct text *a = &old->stage[id]->key, *b = &now->stage[id]->key;
    return old->stage[id]->wanted && now->stage[id]->wanted && a->n == b->n &&
           (!a->n || memcmp(a->p, b->p, a->n) == 0);
}

/* ---- lives ---- */

struct stage *stage_share(struct stage *s)
{
    s->n_users++;
    return s;
}

void stage_drop(enum stage_id id, struct stage *s)
{
    if (!s || --s->n_users)
        return;
    if (s->result)
        stage_defs[id].release(s->result);
    text_release(&s->key);
    free(s);
}
