/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/analyze/stage.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/stages.h"
#include "core/analyze/table.h"
#include "core/base/mem.h"
#include "core/load/line_symbols.h"

void set_pair_free(struct set_pair *p)
{
    if (!p)
        return;
    symset_release(&p->in);
    symset_release(&p->ex);
    free(p);
}

static void result_free(enum stage_id id, void *r)
{
    switch (id) {
    case STAGE_LINES:
        line_symbols_free(r);
        break;
    case STAGE_TABLE:
        table_free(r);
        break;
    case STAGE_SOURCES:
        sources_free(r);
        break;
    case STAGE_FLAT_SETS:
    case STAGE_EXEC_SETS:
    case STAGE_ANNO_SETS:
        set_pair_free(r);
        break;
    case STAGE_SAMPLES:
        samples_free(r);
        break;
    case STAGE_BLOCKS:
        blocks_free(r);
        break;
    case STAGE_ALL_ARCS:
    case STAGE_ARCS:
    case STAGE_GRAPH:
        graph_free(r);
        break;
    case STAGE_FOUND:
        found_calls_free(r);
        break;
    case STAGE_CYCLES:
        cycles_free(r);
        break;
    case STAGE_NAMES:
        name_order_free(r);
        break;
    case STAGE_TIES:
        ties_free(r);
        break;
    case STAGE_SHOWN:
        free(r);
        break;
    case STAGE_TIMES:
        times_free(r);
        break;
    case STAGE_ORDER:
        order_free(r);
        break;
    case N_STAGES:
        break;
    }
}

void stage_drop(enum stage_id id, struct stage *s)
{
    if (!s || --s->n_users)
        return;
    result_free(id, s->result);
    text_release(&s->key);
    free(s);
}

/* ---- keys ---- */

#define BIT(set) (UINT32_C(1) << (set))

static const uint32_t flat_sets = BIT(SET_FLAT_IN) | BIT(SET_FLAT_EX);
static const uint32_t exec_sets = BIT(SET_EXEC_IN) | BIT(SET_EXEC_EX);
static const uint32_t anno_sets = BIT(SET_ANNO_IN) | BIT(SET_ANNO_EX);
static const uint32_t arcs_sets = BIT(SET_ARCS_IN) | BIT(SET_ARCS_EX);
static const uint32_t graph_sets = BIT(SET_GRAPH_IN) | BIT(SET_GRAPH_EX);
static const uint32_t time_sets = BIT(SET_TIME_IN) | BIT(SET_TIME_EX);

/* What each stage reads: filters that feed these sets, beside the table options. A stage also reads
 * all that the stages before it read. */
static uint32_t stage_sets(enum stage_id id)
{
    switch (id) {
    case STAGE_FLAT_SETS:
    case STAGE_SAMPLES:
        return flat_sets;
    case STAGE_EXEC_SETS:
        return exec_sets;
    case STAGE_ANNO_SETS:
        return anno_sets;
    case STAGE_ARCS:
    case STAGE_GRAPH:
    case STAGE_CYCLES:
    case STAGE_TIES:
        return arcs_sets;
    case STAGE_SHOWN:
        return arcs_sets | graph_sets;
    case STAGE_TIMES:
    case STAGE_ORDER:
        return flat_sets | arcs_sets | time_sets;
    default:
        return 0;
    }
}

/* Do the calls found in the code have a part in it? */
static bool reads_found(enum stage_id id)
{
    return id == STAGE_FOUND || (id >= STAGE_GRAPH && id != STAGE_NAMES);
}

static void add_key(struct text *key, const struct settings *s, enum stage_id id)
{
    uint32_t sets = stage_sets(id);

    text_printf(key, "%d", s->by_line);
    if (id == STAGE_LINES)
        return;
    text_printf(key, "%d%d%d", s->no_static, s->functions_only, s->strict);
    if (reads_found(id))
        text_printf(key, "c%d", (int)s->static_calls);
    for (size_t i = 0; i < s->n_filters; i++)
        if (s->filters[i].sets & sets) {
            text_printf(key, "\n%x ", (unsigned)(s->filters[i].sets & sets));
            text_str(key, s->filters[i].spec);
            text_char(key, '\0');
        }
}

bool stage_same(const struct stage *a, const struct stage *b)
{
    return a->key.n == b->key.n && memcmp(a->key.p, b->key.p, a->key.n) == 0;
}

struct stage *stage_new(enum stage_id id, const struct settings *s, bool skipped)
{
    struct stage *out = mem_array(1, sizeof *out);

    if (!out)
        return NULL;
    out->n_users = 1;
    add_key(&out->key, s, id);
    text_char(&out->key, skipped ? '-' : '+');
    if (!out->key.failed)
        return out;
    stage_drop(id, out);
    return NULL;
}

struct stage *stage_share(struct stage *s)
{
    s->n_users++;
    return s;
}

/* ---- what nothing asks for ---- */

bool stage_is_skipped(enum stage_id id, const struct settings *s, const struct lookup *lookup)
{
    if (id == STAGE_LINES) /* symbols from a file are taken as they are */
        return !s->by_line || s->symbols_file;
    if (id == STAGE_BLOCKS)
        return !s->by_line;
    if (id == STAGE_SOURCES)
        return !s->by_line && !s->sources &&
               !symset_needs_sources(s->filters, s->n_filters, ~UINT32_C(0), s->strict);
    if (id == STAGE_FOUND || id == STAGE_GRAPH)
        return s->static_calls == STATIC_CALLS_NONE || !lookup->code;
    if (id == STAGE_SHOWN || id == STAGE_ORDER)
        return s->no_entries;
    if (id == STAGE_ARCS) /* without ARCS filters it is the graph of all arcs */
        for (size_t i = 0; i < s->n_filters; i++)
            if (s->filters[i].sets & arcs_sets)
                return false;
    return id == STAGE_ARCS;
}
