/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/gnu.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/view/format/index.h"
#include "core/view/rows/count_rows.h"
#include "core/view/writer.h"

/* Execution counts (-C): a line per function or line, with -l and basic blocks one per block. */
static bool put_row(void *ctx, const struct count_row *row)
{
    struct gnu_out *out = ctx;
    struct text *t = &out->t;
    gnu_words(out->v, t, row->pos.file ? row->pos.file : "<unknown>");
    text_char(t, ':');
    text_uint(t, row->pos.line, 0);
    text_str(t, ": (");
    gnu_words(out->v, t, symbol_name(out->v->analysis, row->s));
    text_str(t, ":0x");
    text_hex(t, row->addr);
    text_str(t, ") ");
    text_uint(t, row->count, 0);
    text_str(t, " executions\n");
    return gnu_row(out);
}

static bool gnu_counts(const struct view_context *v, const struct emitter *to, struct err *e)
{
    struct gnu_out out;
    struct count_rows rows;
    gnu_begin(&out, v, to, e);
    count_rows_make(&rows, v);
    count_rows_each(&rows, put_row, &out);
    arena_release(&rows.memory);
    return gnu_end(&out);
}

enum explain_id { EXPLAIN_FLAT, EXPLAIN_GRAPH };

/* From data/, through data/embed.awk. */
extern const char explain_flat[];
extern const char explain_graph[];

/* A report while it is written: what its sections have in common. */
struct report {
    const struct view_context *v;
    const struct emitter *out;
    struct err *e;
    bool any; /* something stands before the next section */
};

static bool put(struct report *r, const char *s)
{
    return r->out->write(r->out->ctx, s, strlen(s), r->e);
}

/* The form feed in front of every section but the first. */
static bool separate(struct report *r)
{
    bool ok = !r->any || put(r, "\f\n");
    r->any = true;
    return ok;
}

static bool explain(struct report *r, enum explain_id id)
{
    /* The text: zero-terminated whole lines, neither starting nor ending with an empty one. */
    return r->v->settings->brief ||
           (put(r, "\n") && put(r, (id == EXPLAIN_FLAT ? explain_flat : explain_graph)) &&
            put(r, "\n\f\n"));
}

static bool flat_section(struct report *r)
{
    bool before = r->v->settings->traditional;
    return separate(r) && (!before || explain(r, EXPLAIN_FLAT)) && gnu_flat(r->v, r->out, r->e) &&
           (before || explain(r, EXPLAIN_FLAT));
}

static bool graph_section(struct report *r)
{
    bool before = r->v->settings->traditional;
    return separate(r) && (!before || explain(r, EXPLAIN_GRAPH)) && gnu_graph(r->v, r->out, r->e) &&
           (before || explain(r, EXPLAIN_GRAPH));
}

static bool sections(struct report *r, uint32_t styles)
{
    bool flat = styles & STYLE_FLAT, graph = styles & STYLE_GRAPH;
    if (r->v->settings->traditional)
        return (!graph || graph_section(r)) && (!flat || flat_section(r));
    return (!flat || flat_section(r)) && (!graph || graph_section(r));
}

static bool flat_and_graph(struct report *r, uint32_t styles)
{
    const struct view_context *v = r->v;
    struct view_context meanwhile = *v;
    struct index_files files;
    if (!(styles & STYLE_GRAPH))
        return sections(r, styles);
    if (index_files_start(&files, v))
        meanwhile.lines = NULL;
    r->v = &meanwhile;
    bool ok = sections(r, styles) && gnu_index(v, &files, r->out, r->e);
    r->v = v;
    index_files_release(&files);
    return ok;
}

bool gnu_has_data(const struct view_context *v, uint32_t styles, struct err *e)
{
    const struct profile *p = v->analysis->profile;
    if ((styles & STYLE_FLAT) && !p->has_histogram)
        return err_set(e, ERR_NO_HISTOGRAM, NULL);
    if ((styles & STYLE_GRAPH) && !p->has_arcs)
        return err_set(e, ERR_NO_ARCS, NULL);
    return true;
}

bool gnu_report(const struct view_context *v, uint32_t styles, bool any_before,
                const struct emitter *out, struct err *e)
{
    struct report r = {v, out, e, any_before};
    return gnu_has_data(v, styles, e) && flat_and_graph(&r, styles) &&
           (!(styles & STYLE_COUNTS) || (separate(&r) && gnu_counts(v, out, e))) &&
           (!(styles & STYLE_ANNOTATE) || gnu_annotate(v, r.any, out, e)) &&
           (!(styles & STYLE_FUNCTION_ORDER) ||
            gnu_function_order(v, styles & STYLE_GRAPH, out, e)) &&
           (!(styles & STYLE_FILE_ORDER) || gnu_file_order(v, out, e));
}

void gnu_file_info(const struct profile_file *f, bool for_terminal, struct text *out)
{
    const struct {
        uint64_t n;
        const char *what;
    } rows[] = {
        {f->n_histograms, "histogram"},
        {f->n_arcs, "call-graph"},
        {f->n_block_records, "basic-block count"},
    };
    text_str(out, "File `");
    if (for_terminal)
        text_shown(out, f->path, strlen(f->path), false);
    else
        text_str(out, f->path);
    text_printf(out, "' (version %d) contains:\n", (int)f->version);
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        text_char(out, '\t');
        text_uint(out, rows[i].n, 0);
        text_char(out, ' ');
        text_str(out, rows[i].what);
        text_str(out, rows[i].n == 1 ? " record\n" : " records\n");
    }
}
