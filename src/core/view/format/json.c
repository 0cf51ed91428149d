/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON: one object; gptui-json(5) says what its members mean. */
#include <stdio.h>
#include <stdlib.h>

#include "core/analyze/runs.h"
#include "core/analyze/entry.h"
#include "core/view/format/parts.h"
#include "core/view/rows/mpi_rows.h"

enum { SCHEMA_VERSION = 3 };

struct json_report {
    struct gnu_out *out;
    struct json j;
    const struct analysis *a;
    uint32_t *function; /* per symbol: its number among those mentioned, NO_ID for none */
};

/* ---- rows ---- */

/* Addresses are strings: they can be too large for the numbers of many readers. */
static void put_value(struct json_report *x, const struct format_row *r, enum format_column c)
{
    const char *quote = format_columns[c].kind == FORMAT_HEX ? "\"" : "", *s = r->v[c].text;
    if (format_columns[c].kind == FORMAT_TEXT) {
        json_clean(&x->j, format_columns[c].name,
                   s ? format_clean(x->out, s, false)
                     : format_clean_node(x->out, format_name, r->node, false));
        return;
    }
    json_key(&x->j, format_columns[c].name);
    text_str(&x->out->t, quote);
    format_value(&x->out->t, r, c);
    text_str(&x->out->t, quote);
}

/* The values of columns lo to hi - 1 that the row has. */
static void put_values(struct json_report *x, const struct format_row *r, enum format_column lo,
                       enum format_column hi)
{
    for (enum format_column c = lo; c < hi; c++)
        if (format_row_has(r, c))
            put_value(x, r, c);
}

/* What a row is about, and its numbers; the list of functions says more about functions. */
static void put_row(struct json_report *x, const struct format_row *r)
{
    if (r->node == NO_ID)
        put_values(x, r, FORMAT_NAME, FORMAT_NAME + 1);
    else if (!node_is_cycle(x->a, r->node))
        json_uint(&x->j, "function", x->function[r->node]);
    put_values(x, r, FORMAT_INDEX, FORMAT_RAW);
    put_values(x, r, FORMAT_LOW, FORMAT_IMAGE);
    put_values(x, r, FORMAT_RUNS, N_FORMAT_COLUMNS);
}

static void put_listed(void *ctx, const struct format_row *r)
{
    struct json_report *x = ctx;
    json_open_row(&x->j);
    put_row(x, r);
    json_close(&x->j, "}");
}

/* ---- functions ---- */

static void mention(struct json_report *x, node_id n)
{
    if (n != NO_ID && !node_is_cycle(x->a, n))
        x->function[n] = 0;
}

static bool mention_counted(void *ctx, const struct count_row *row)
{
    mention(ctx, row->s);
    return true;
}

static void number_functions(struct json_report *x, uint32_t styles)
{
    uint32_t n = 0;
    x->function = arena_alloc(&x->out->memory, x->a->n_symbols, sizeof *x->function);
    for (sym_id s = 0; s < x->a->n_symbols; s++)
        x->function[s] = NO_ID;

    if (styles & STYLE_GRAPH) {
        /* Members stand in the entry of their cycle, whether they have entries or not. */
        const struct cycles *c = x->a->cycles;
        uint32_t rank = 0;
        node_id entry;
        while (format_next_entry(x->out->v, &rank, &entry)) {
            uint32_t k = node_cycle_number(x->a, entry);
            if (!node_is_cycle(x->a, entry))
                continue;
            for (uint32_t i = c->member_lo[k - 1]; i < c->member_lo[k]; i++)
                mention(x, c->member[i]);
        }
    }
    /* What has a row in the flat profile, and what the graph names. */
    const uint8_t *flat = styles & STYLE_FLAT ? format_graph_of(x->out, STYLE_FLAT).shown : NULL;
    const uint8_t *graph = styles & STYLE_GRAPH ? format_graph_of(x->out, STYLE_GRAPH).shown : NULL;
    for (sym_id s = 0; s < x->a->n_symbols; s++)
        if ((flat && flat[s] & FORMAT_OWN) ||
            (graph &&
             (graph[s] & FORMAT_NAMED || analysis_has_entry(x->a, s, x->out->v->settings->unused))))
            mention(x, s);
    if (styles & STYLE_COUNTS)
        count_rows_each(x->out->v, mention_counted, x);

    for (sym_id s = 0; s < x->a->n_symbols; s++)
        if (x->function[s] != NO_ID)
            x->function[s] = n++;
}

static void put_functions(struct json_report *x)
{
    struct format_row r;
    json_open(&x->j, "functions", "[");
    for (sym_id s = 0; s < x->a->n_symbols && gnu_row(x->out); s++) {
        if (x->function[s] == NO_ID)
            continue;
        json_open_row(&x->j);
        format_row_node(&r, x->out->v, s);
        json_uint(&x->j, "id", x->function[s]);
        put_values(x, &r, FORMAT_NAME, FORMAT_RUNS);
        json_close(&x->j, "}");
    }
    json_close(&x->j, "\n]");
}

/* ---- sections ---- */

/* Time inside MPI, by the functions that call it. */
static void put_mpi(struct json_report *x)
{
    const struct mpi_times *m = x->a->mpi;
    if (!m || !m->n)
        return;
    json_open(&x->j, "mpi", "[");
    for (uint32_t i = 0; i < m->n && gnu_row(x->out); i++) {
        const struct mpi_share share = mpi_share_of(x->a, &m->v[i]);
        char callee[256];
        snprintf(callee, sizeof callee, "%.*s", share.n_callee, share.callee);
        json_open_row(&x->j);
        if (x->function[share.from] != NO_ID)
            json_uint(&x->j, "function", x->function[share.from]);
        json_words(&x->j, "raw_name", symbol_name(x->a, share.from));
        json_words(&x->j, "callee", callee);
        json_number(&x->j, "seconds", time_of(share.ticks, x->a->rate_hz, 1));
        json_number(&x->j, "wait_seconds", time_of(share.wait, x->a->rate_hz, 1));
        json_number(&x->j, "percent", share.pct);
        json_close(&x->j, "}");
    }
    json_close(&x->j, "\n]");
}

static void put_list(struct json_report *x, node_id entry, const struct entry_rows *rows,
                     enum entry_row_kind kind, const char *key)
{
    struct format_row r;
    json_open(&x->j, key, "[");
    for (size_t i = 0; i < rows->n && gnu_row(x->out); i++) {
        bool is_unknown = kind == ENTRY_CALLER && rows->v[i].kind == ENTRY_UNKNOWN;
        if (rows->v[i].kind != kind && !is_unknown)
            continue;
        format_row_entry(&r, x->out->v, entry, &rows->v[i]);
        put_listed(x, &r);
    }
    json_close(&x->j, "]");
}

static void put_lists(struct json_report *x, node_id entry, const struct entry_rows *rows)
{
    if (node_is_cycle(x->a, entry)) {
        put_list(x, entry, rows, ENTRY_MEMBER, "members");
        return;
    }
    put_list(x, entry, rows, ENTRY_CALLER, "callers");
    put_list(x, entry, rows, ENTRY_CALLEE, "callees");
}

static bool put_count(void *ctx, const struct count_row *row)
{
    struct json_report *x = ctx;
    struct format_row r;
    json_open_row(&x->j);
    format_row_count(&r, x->out->v, row);
    put_row(x, &r);
    put_values(x, &r, FORMAT_ADDRESS, N_FORMAT_COLUMNS);
    json_close(&x->j, "}");
    return gnu_row(x->out);
}

/* ---- the head ---- */

/* List the runs. */
static void put_runs(struct json_report *x)
{
    const struct profile *p = x->a->profile;
    const struct profile_runs *r = p->runs;
    if (!format_has_column(x->out->v, FORMAT_RUNS))
        return;
    const struct runs_usual usual = runs_usual_of(p);
    json_open(&x->j, "runs", "[");
    for (uint32_t i = 0; i < r->n && gnu_row(x->out); i++) {
        const struct profile_run *run = &r->v[i];
        json_open_row(&x->j);
        json_words(&x->j, "run", run->label);
        if (run->times > 1)
            json_uint(&x->j, "times", run->times);
        if (run->host[0])
            json_words(&x->j, "host", run->host);
        if (run->rank != RUN_NO_RANK)
            json_uint(&x->j, "rank", run->rank);
        json_number(&x->j, "seconds", seconds_or_0(x->a, runs_ticks(p, i)));
        json_uint(&x->j, "calls", run->sum[RUN_CALLS]);
        if (!isnan(run_mpi_percent(run)))
            json_number(&x->j, "mpi_percent", run_mpi_percent(run));
        if (r->is_set && runs_is_outlier(p, &usual, i))
            json_words(&x->j, "mark", "outlier");
        json_close(&x->j, "}");
    }
    json_close(&x->j, "]");
}

/* List the libraries that are joined. */
static void put_libraries(struct json_report *x)
{
    const struct profile *p = x->a->profile;
    if (!p->n_joined)
        return;
    json_open(&x->j, "libraries", "[");
    for (size_t i = 0; i < p->n_joined && gnu_row(x->out); i++) {
        const struct library *l = &p->libraries[i];
        json_open_row(&x->j);
        json_words(&x->j, "path", l->path);
        if (l->profile)
            json_words(&x->j, "profile", l->profile);
        json_uint(&x->j, "ticks", l->ticks);
        json_close(&x->j, "}");
    }
    json_close(&x->j, "]");
}

static void put_head(struct json_report *x)
{
    json_words(&x->j, "format", "gptui-profile");
    json_uint(&x->j, "version", SCHEMA_VERSION);
    json_words(&x->j, "producer", "gptui " GPTUI_VERSION);
    json_words(&x->j, "granularity", x->out->v->settings->by_line ? "line" : "function");
    if (x->out->v->analysis->paths)
        json_words(&x->j, "callers", "measured");
    const struct image *im = x->a->profile->image;
    json_open(&x->j, "program", "{");
    json_words(&x->j, "path", im->path);
    json_uint(&x->j, "address_bytes", im->addr_bytes);
    json_close(&x->j, "}");

    const struct profile *p = x->a->profile;
    json_open(&x->j, "profiles", "[");
    for (uint32_t i = 0; i < p->n_files && gnu_row(x->out); i++) {
        const struct profile_file *f = &p->files[i];
        json_open_row(&x->j);
        json_words(&x->j, "path", f->path);
        json_uint(&x->j, "histograms", f->n_histograms);
        json_uint(&x->j, "arcs", f->n_arcs);
        json_uint(&x->j, "blocks", f->n_block_records);
        json_uint(&x->j, "ticks", f->ticks);
        json_close(&x->j, "}");
    }
    json_close(&x->j, "]");

    put_runs(x);
    put_libraries(x);
    json_number(&x->j, "rate_hz", x->a->rate_hz);
    json_words(&x->j, "dimension", x->a->profile->dimension);
    const struct analysis *a = x->a;
    json_open(&x->j, "totals", "{");
    json_number(&x->j, "ticks", a->samples->total);
    json_number(&x->j, "seconds", time_of(a->samples->total, a->rate_hz, 1));
    json_number(&x->j, "graph_ticks", a->times->total);
    json_number(&x->j, "graph_seconds", time_of(a->times->total, a->rate_hz, 1));
    json_uint(&x->j, "cycles", a->cycles->n_cycles);
    json_uint(&x->j, "unknown_arcs", a->graph->lost);
    json_close(&x->j, "}");
}

void format_json(struct gnu_out *o, uint32_t styles)
{
    struct json_report x = {.out = o, .a = o->v->analysis, .j.out = o};
    (void)ranges_make(x.out->v->ranges, NULL);
    number_functions(&x, styles);
    text_char(&x.out->t, '{');
    put_head(&x);
    put_functions(&x);
    if (styles & STYLE_FLAT) {
        json_open(&x.j, "flat", "[");
        format_each_flat(o, put_listed, &x);
        json_close(&x.j, "\n]");
    }
    if (styles & STYLE_GRAPH) {
        uint32_t rank = 0;
        node_id entry;
        json_open(&x.j, "graph", "[");
        while (gnu_row(x.out) && format_next_entry(x.out->v, &rank, &entry)) {
            const struct entry_row primary = {ENTRY_PRIMARY, SECTION_PRIMARY, entry, NO_ID};
            struct entry_rows rows;
            struct format_row r;
            entry_rows_make(&rows, &(struct entry_order){.v = x.out->v, .node = entry});
            for (unsigned step = 3; step-- > 0;)
                for (size_t i = 0; i < rows.n; i++)
                    if (rows.v[i].node != NO_ID && !node_is_cycle(x.a, rows.v[i].node))
                        label_fetch(x.out->v, rows.v[i].node, step);
            json_open_row(&x.j);
            format_row_entry(&r, x.out->v, entry, &primary);
            put_row(&x, &r);
            put_lists(&x, entry, &rows);
            json_close(&x.j, "}");
            free(rows.v);
        }
        json_close(&x.j, "\n]");
    }
    if (styles & STYLE_COUNTS) {
        json_open(&x.j, "counts", "[");
        count_rows_each(o->v, put_count, &x);
        json_close(&x.j, "\n]");
    }
    put_mpi(&x);
    text_str(&o->t, "}\n");
}
