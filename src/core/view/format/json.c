/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON (RFC 8259): one object; gptui-json(5) says what its members mean. A row stands on a line of
 * its own. */
#include <stdio.h>
#include <stdlib.h>

#include "core/analyze/runs.h"
#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/view/format/parts.h"
#include "core/view/rows/mpi_rows.h"

enum { SCHEMA_VERSION = 3 };

struct json {
    struct gnu_out out;
    const struct analysis *a;
    uint32_t *function; /* per symbol: its number among those mentioned, NO_ID for none */
    struct format_word word;
    bool first;     /* nothing stands yet in the object or array that was opened last */
    unsigned depth; /* of what is open */
};

/* ---- syntax ---- */

static void separate(struct json *x)
{
    if (!x->first)
        text_str(&x->out.t, x->depth ? "," : ",\n");
    x->first = false;
}

static void put_key(struct json *x, const char *key)
{
    separate(x);
    text_char(&x->out.t, '"');
    text_str(&x->out.t, key);
    text_str(&x->out.t, "\":");
}

static void open_key(struct json *x, const char *key, const char *bracket)
{
    put_key(x, key);
    text_str(&x->out.t, bracket);
    x->first = true;
    x->depth++;
}

/* An element of an array on a line of its own. */
static void open_row(struct json *x)
{
    separate(x);
    text_str(&x->out.t, "\n{");
    x->first = true;
    x->depth++;
}

static void close(struct json *x, const char *bracket)
{
    text_str(&x->out.t, bracket);
    x->first = false;
    x->depth--;
}

static void put_uint(struct json *x, const char *key, uint64_t v)
{
    put_key(x, key);
    text_uint(&x->out.t, v, 0);
}

/* A number that is not finite comes out as null. */
static void put_number(struct json *x, const char *key, double v)
{
    put_key(x, key);
    if (v - v == 0)
        format_number(&x->out.t, v);
    else
        text_str(&x->out.t, "null");
}

static void put_words(struct json *x, const char *key, const char *s)
{
    put_key(x, key);
    quote_json(&x->out.t, format_clean(&x->word, s, false));
}

/* ---- rows ---- */

/* Addresses are strings: they can be too large for the numbers of many readers. */
static void put_value(struct json *x, const struct format_row *r, enum format_column c)
{
    const char *quote = format_column_kind(c) == FORMAT_HEX ? "\"" : "";
    put_key(x, format_column_name(c));
    if (format_column_kind(c) == FORMAT_TEXT) {
        const char *s = r->v[c].text;
        quote_json(&x->out.t,
                   s ? format_clean(&x->word, s, false)
                     : format_clean_node(&x->out, &x->word, format_name, r->node, false));
        return;
    }
    text_str(&x->out.t, quote);
    format_value(&x->out.t, r, c);
    text_str(&x->out.t, quote);
}

/* The values of columns lo to hi - 1 that the row has. */
static void put_values(struct json *x, const struct format_row *r, enum format_column lo,
                       enum format_column hi)
{
    for (enum format_column c = lo; c < hi; c++)
        if (format_row_has(r, c))
            put_value(x, r, c);
}

/* What a row is about, and its numbers; the list of functions says more about functions. */
static void put_row(struct json *x, const struct format_row *r)
{
    if (r->node == NO_ID)
        put_values(x, r, FORMAT_NAME, FORMAT_NAME + 1);
    else if (!node_is_cycle(x->a, r->node))
        put_uint(x, "function", x->function[r->node]);
    put_values(x, r, FORMAT_INDEX, FORMAT_RAW);
    put_values(x, r, FORMAT_LOW, FORMAT_IMAGE);
    put_values(x, r, FORMAT_RUNS, N_FORMAT_COLUMNS);
}

/* ---- functions ---- */

static void mention(struct json *x, node_id n)
{
    if (n != NO_ID && !node_is_cycle(x->a, n))
        x->function[n] = 0;
}

static bool mention_counted(void *ctx, const struct count_row *row)
{
    mention(ctx, row->s);
    return true;
}

static void number_functions(struct json *x, uint32_t styles)
{
    uint32_t n = 0;
    x->function = mem_array_raw(x->a->n_symbols, sizeof *x->function);
    for (sym_id s = 0; s < x->a->n_symbols; s++)
        x->function[s] = NO_ID;

    if (styles & STYLE_GRAPH) {
        /* Members stand in the entry of their cycle, whether they have entries or not. */
        const struct cycles *c = x->a->cycles;
        uint32_t rank = 0;
        node_id entry;
        while (format_next_entry(x->out.v, &rank, &entry)) {
            uint32_t k = node_cycle_number(x->a, entry);
            if (!node_is_cycle(x->a, entry))
                continue;
            for (uint32_t i = c->member_lo[k - 1]; i < c->member_lo[k]; i++)
                mention(x, c->member[i]);
        }
    }
    if (styles & STYLE_FLAT) {
        struct flat_rows rows;
        format_rows_flat(&rows, x->out.v);
        for (uint32_t i = 0; i < rows.n; i++)
            mention(x, rows.natural[i]);
        arena_release(&rows.memory);
    }
    if (styles & STYLE_GRAPH) {
        struct format_graph g;
        format_graph_make(&g, x->out.v, STYLE_GRAPH);
        for (sym_id s = 0; s < x->a->n_symbols; s++)
            if ((g.shown[s] & FORMAT_NAMED) ||
                analysis_has_entry(x->a, s, x->out.v->settings->unused))
                mention(x, s);
        format_graph_release(&g);
    }
    if (styles & STYLE_COUNTS) {
        struct count_rows rows;
        count_rows_make(&rows, x->out.v);
        count_rows_each(&rows, mention_counted, x);
        arena_release(&rows.memory);
    }

    for (sym_id s = 0; s < x->a->n_symbols; s++)
        if (x->function[s] != NO_ID)
            x->function[s] = n++;
}

static void put_functions(struct json *x)
{
    struct format_row r;
    open_key(x, "functions", "[");
    for (sym_id s = 0; s < x->a->n_symbols && gnu_row(&x->out); s++) {
        if (x->function[s] == NO_ID)
            continue;
        open_row(x);
        format_row_node(&r, x->out.v, s);
        put_uint(x, "id", x->function[s]);
        put_values(x, &r, FORMAT_NAME, FORMAT_RUNS);
        close(x, "}");
    }
    close(x, "\n]");
}

/* ---- sections ---- */

/* Time inside MPI, by the functions that call it. */
static void put_mpi(struct json *x)
{
    const struct mpi_times *m = x->a->mpi;
    if (!m || !m->n)
        return;
    open_key(x, "mpi", "[");
    for (uint32_t i = 0; i < m->n && gnu_row(&x->out); i++) {
        const struct mpi_share share = mpi_share_of(x->a, &m->v[i]);
        char callee[256];
        snprintf(callee, sizeof callee, "%.*s", share.n_callee, share.callee);
        open_row(x);
        if (x->function[share.from] != NO_ID)
            put_uint(x, "function", x->function[share.from]);
        put_words(x, "raw_name", symbol_name(x->a, share.from));
        put_words(x, "callee", callee);
        put_number(x, "seconds", time_of(share.ticks, x->a->rate_hz, 1));
        put_number(x, "wait_seconds", time_of(share.wait, x->a->rate_hz, 1));
        put_number(x, "percent", share.pct);
        close(x, "}");
    }
    close(x, "\n]");
}

static void put_list(struct json *x, node_id entry, const struct entry_rows *rows,
                     enum entry_row_kind kind, const char *key)
{
    struct format_row r;
    open_key(x, key, "[");
    for (size_t i = 0; i < rows->n && gnu_row(&x->out); i++) {
        bool is_unknown = kind == ENTRY_CALLER && rows->v[i].kind == ENTRY_UNKNOWN;
        if (rows->v[i].kind != kind && !is_unknown)
            continue;
        open_row(x);
        format_row_entry(&r, x->out.v, entry, &rows->v[i]);
        put_row(x, &r);
        close(x, "}");
    }
    close(x, "]");
}

static void put_lists(struct json *x, node_id entry, const struct entry_rows *rows)
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
    struct json *x = ctx;
    struct format_row r;
    open_row(x);
    format_row_count(&r, x->out.v, row);
    put_row(x, &r);
    put_values(x, &r, FORMAT_ADDRESS, N_FORMAT_COLUMNS);
    close(x, "}");
    return gnu_row(&x->out);
}

/* ---- the head ---- */

/* List the runs. */
static void put_runs(struct json *x)
{
    const struct profile *p = x->a->profile;
    const struct profile_runs *r = p->runs;
    if (!format_has_column(x->out.v, FORMAT_RUNS))
        return;
    const struct runs_usual usual = runs_usual_of(p);
    open_key(x, "runs", "[");
    for (uint32_t i = 0; i < r->n && gnu_row(&x->out); i++) {
        const struct profile_run *run = &r->v[i];
        open_row(x);
        put_words(x, "run", run->label);
        if (run->times > 1)
            put_uint(x, "times", run->times);
        if (run->host[0])
            put_words(x, "host", run->host);
        if (run->rank != RUN_NO_RANK)
            put_uint(x, "rank", run->rank);
        put_number(x, "seconds", seconds_or_0(x->a, runs_ticks(p, i)));
        put_uint(x, "calls", run->sum[RUN_CALLS]);
        if (r->is_set && runs_is_outlier(p, &usual, i))
            put_words(x, "mark", "outlier");
        close(x, "}");
    }
    close(x, "]");
}

/* List the libraries that are joined. */
static void put_libraries(struct json *x)
{
    const struct profile *p = x->a->profile;
    if (!p->n_joined)
        return;
    open_key(x, "libraries", "[");
    for (size_t i = 0; i < p->n_joined && gnu_row(&x->out); i++) {
        const struct library *l = &p->libraries[i];
        open_row(x);
        put_words(x, "path", l->path);
        if (l->profile)
            put_words(x, "profile", l->profile);
        put_uint(x, "ticks", l->ticks);
        close(x, "}");
    }
    close(x, "]");
}

static void put_head(struct json *x)
{
    put_words(x, "format", "gptui-profile");
    put_uint(x, "version", SCHEMA_VERSION);
    put_words(x, "producer", "gptui " GPTUI_VERSION);
    put_words(x, "granularity", x->out.v->settings->by_line ? "line" : "function");
    if (x->out.v->analysis->paths)
        put_words(x, "callers", "measured");
    const struct image *im = x->a->profile->image;
    open_key(x, "program", "{");
    put_words(x, "path", im->path);
    put_uint(x, "address_bytes", im->addr_bytes);
    close(x, "}");

    const struct profile *p = x->a->profile;
    open_key(x, "profiles", "[");
    for (uint32_t i = 0; i < p->n_files && gnu_row(&x->out); i++) {
        const struct profile_file *f = &p->files[i];
        open_row(x);
        put_words(x, "path", f->path);
        put_uint(x, "histograms", f->n_histograms);
        put_uint(x, "arcs", f->n_arcs);
        put_uint(x, "blocks", f->n_block_records);
        put_uint(x, "ticks", f->ticks);
        close(x, "}");
    }
    close(x, "]");

    put_runs(x);
    put_libraries(x);
    put_number(x, "rate_hz", x->a->rate_hz);
    put_words(x, "dimension", x->a->profile->dimension);
    const struct analysis *a = x->a;
    open_key(x, "totals", "{");
    put_number(x, "ticks", a->samples->total);
    put_number(x, "seconds", time_of(a->samples->total, a->rate_hz, 1));
    put_number(x, "graph_ticks", a->times->total);
    put_number(x, "graph_seconds", time_of(a->times->total, a->rate_hz, 1));
    put_uint(x, "cycles", a->cycles->n_cycles);
    put_uint(x, "unknown_arcs", a->graph->lost);
    close(x, "}");
}

bool format_json(const struct view_context *v, uint32_t styles, const struct emitter *out,
                 struct err *e)
{
    struct json x = {.a = v->analysis, .first = true};
    gnu_begin(&x.out, v, out, e);
    ranges_make(x.out.v->ranges);
    number_functions(&x, styles);
    text_char(&x.out.t, '{');
    put_head(&x);
    put_functions(&x);
    if (styles & STYLE_FLAT) {
        struct flat_rows rows;
        struct format_row r;
        format_rows_flat(&rows, x.out.v);
        open_key(&x, "flat", "[");
        for (uint32_t i = 0; i < rows.n && gnu_row(&x.out); i++) {
            open_row(&x);
            format_row_flat(&r, x.out.v, &rows, i);
            put_row(&x, &r);
            close(&x, "}");
        }
        close(&x, "\n]");
        arena_release(&rows.memory);
    }
    if (styles & STYLE_GRAPH) {
        uint32_t rank = 0;
        node_id entry;
        open_key(&x, "graph", "[");
        while (gnu_row(&x.out) && format_next_entry(x.out.v, &rank, &entry)) {
            const struct entry_row primary = {ENTRY_PRIMARY, SECTION_PRIMARY, entry, NO_ID};
            struct entry_rows rows;
            struct format_row r;
            format_rows_entry(&rows, x.out.v, entry);
            open_row(&x);
            format_row_entry(&r, x.out.v, entry, &primary);
            put_row(&x, &r);
            put_lists(&x, entry, &rows);
            close(&x, "}");
            free(rows.v);
        }
        close(&x, "\n]");
    }
    if (styles & STYLE_COUNTS) {
        struct count_rows rows;
        open_key(&x, "counts", "[");
        count_rows_make(&rows, x.out.v);
        count_rows_each(&rows, put_count, &x);
        close(&x, "\n]");
        arena_release(&rows.memory);
    }
    put_mpi(&x);
    text_str(&x.out.t, "}\n");

    format_word_release(&x.word);
    free(x.function);
    return gnu_end(&x.out);
}
