/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/entry.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/marks.h"
#include "core/view/rows/run_values.h"

/* ---- columns ---- */

const struct format_column_def format_columns[N_FORMAT_COLUMNS] = {
    [FORMAT_SECTION] = {"section", FORMAT_TEXT},
    [FORMAT_ENTRY] = {"entry", FORMAT_COUNT},
    [FORMAT_INDEX] = {"index", FORMAT_COUNT},
    [FORMAT_NAME] = {"name", FORMAT_TEXT},
    [FORMAT_CYCLE] = {"cycle", FORMAT_COUNT},
    [FORMAT_PERCENT] = {"time_percent", FORMAT_NUMBER},
    [FORMAT_CUMULATIVE] = {"cumulative_seconds", FORMAT_NUMBER},
    [FORMAT_SELF] = {"self_seconds", FORMAT_NUMBER},
    [FORMAT_WAIT] = {"wait_seconds", FORMAT_NUMBER},
    [FORMAT_WALL] = {"wall_seconds", FORMAT_NUMBER},
    [FORMAT_CHILDREN] = {"children_seconds", FORMAT_NUMBER},
    [FORMAT_CALLS] = {"calls", FORMAT_COUNT},
    [FORMAT_OF] = {"total_calls", FORMAT_COUNT},
    [FORMAT_RECURSION] = {"recursive_calls", FORMAT_COUNT},
    [FORMAT_SELF_CALL] = {"self_ns_per_call", FORMAT_NUMBER},
    [FORMAT_TOTAL_CALL] = {"total_ns_per_call", FORMAT_NUMBER},
    [FORMAT_SELF_TICKS] = {"self_ticks", FORMAT_NUMBER},
    [FORMAT_CHILDREN_TICKS] = {"children_ticks", FORMAT_NUMBER},
    [FORMAT_EXECUTIONS] = {"executions", FORMAT_COUNT},
    [FORMAT_RAW] = {"raw_name", FORMAT_TEXT},
    [FORMAT_ADDRESS] = {"address", FORMAT_HEX},
    [FORMAT_FILE] = {"file", FORMAT_TEXT},
    [FORMAT_LINE] = {"line", FORMAT_COUNT},
    [FORMAT_LOW] = {"inclusive_low_seconds", FORMAT_NUMBER},
    [FORMAT_HIGH] = {"inclusive_high_seconds", FORMAT_NUMBER},
    [FORMAT_CALLBACK] = {"inclusive_callback_seconds", FORMAT_NUMBER},
    [FORMAT_MARK] = {"mark", FORMAT_TEXT},
    [FORMAT_IMAGE] = {"image", FORMAT_TEXT},
    [FORMAT_RUNS] = {"runs", FORMAT_COUNT},
    [FORMAT_MEAN] = {"mean_seconds", FORMAT_NUMBER},
    [FORMAT_MAX] = {"max_seconds", FORMAT_NUMBER},
    [FORMAT_WORST_RUN] = {"worst_run", FORMAT_TEXT},
    [FORMAT_TOTAL_MEAN] = {"total_mean_seconds", FORMAT_NUMBER},
    [FORMAT_TOTAL_MAX] = {"total_max_seconds", FORMAT_NUMBER},
    [FORMAT_TOTAL_WORST_RUN] = {"total_worst_run", FORMAT_TEXT},
};

static bool shows_waits(const struct view_context *v)
{
    return v->settings->waits && v->analysis->samples->wait;
}

static bool shows_statistics(const struct view_context *v)
{
    return v->settings->statistics && knows_runs(v->analysis);
}

bool format_has_column(const struct view_context *v, enum format_column c)
{
    if (c >= FORMAT_RUNS)
        return shows_statistics(v) && (c < FORMAT_TOTAL_MEAN || runs_know_totals(v->analysis));
    if (c == FORMAT_WAIT || c == FORMAT_WALL)
        return shows_waits(v);
    return c != FORMAT_IMAGE || v->analysis->profile->n_joined;
}

/* ---- values of a row ---- */

static void set_number(struct format_row *r, enum format_column c, double v)
{
    if (!isfinite(v))
        return;
    r->v[c].number = v;
    r->has |= UINT64_C(1) << c;
}

static void set_count(struct format_row *r, enum format_column c, uint64_t v)
{
    r->v[c].count = v;
    r->has |= UINT64_C(1) << c;
}

static void set_text(struct format_row *r, enum format_column c, const char *s)
{
    r->v[c].text = s;
    r->has |= UINT64_C(1) << c;
}

static void set_value(struct format_row *r, enum format_column c, const struct amounts *x,
                      enum row_value value, double unit)
{
    set_number(r, c, known_value(x, value, unit));
}

static void set_self(struct format_row *r, const struct amounts *x)
{
    set_number(r, FORMAT_SELF_TICKS, x->self);
    set_value(r, FORMAT_SELF, x, VALUE_SELF, 1);
}

enum { FEW_STEPS = 64 }; /* for the mark of a row whose upper end is left out */

/* A range, and whether `ticks`, self and children as gprof has them, can be far off. */
static void set_range(struct format_row *r, const struct view_context *v, struct range *x,
                      double ticks)
{
    const struct analysis *a = v->analysis;
    if (!(a->rate_hz > 0))
        return;
    if (v->high_ends)
        ranges_walk(v->ranges, x, NULL);
    enum mark mark = walked_mark(v->ranges, x, ticks, FEW_STEPS);
    set_number(r, FORMAT_LOW, seconds_or_0(a, x->low));
    if (v->high_ends)
        set_number(r, FORMAT_HIGH, seconds_or_0(a, x->high));
    if (v->high_ends && x->callbacks > 0)
        set_number(r, FORMAT_CALLBACK, seconds_or_0(a, x->callbacks));
    if (mark != MARK_NONE)
        set_text(r, FORMAT_MARK, mark_word(mark));
}

static void set_node_range(struct format_row *r, const struct view_context *v, node_id n)
{
    const struct node_time *t = &v->analysis->times->node[n];
    struct range x;
    if (ranges_of_node(v->ranges, n, &x))
        set_range(r, v, &x, t->prop_self + t->prop_child);
}

void format_row_node(struct format_row *r, const struct view_context *v, node_id n)
{
    const struct analysis *a = v->analysis;
    uint32_t cycle = node_cycle_number(a, n);
    struct line_pos pos;
    r->has = 0;
    r->node = n;
    if (node_is_cycle(a, n))
        set_text(r, FORMAT_NAME, NULL);
    else {
        set_text(r, FORMAT_NAME, label_printed(v, n));
        set_text(r, FORMAT_RAW, symbol_name(v->analysis, n));
        set_count(r, FORMAT_ADDRESS, label_addr(v, n));
        if (label_place(v, n, &pos)) {
            set_text(r, FORMAT_FILE, pos.file);
            set_count(r, FORMAT_LINE, pos.line);
        }
        if (v->analysis->profile->n_joined)
            set_text(r, FORMAT_IMAGE, function_image(v, n));
    }
    if (a->profile->has_arcs || a->paths) { /* else the numbers of entries mean nothing */
        set_count(r, FORMAT_INDEX, a->order->index[n]);
        if (cycle)
            set_count(r, FORMAT_CYCLE, cycle);
    }
}

/* ---- rows ---- */

/* Set three columns that follow each other. */
static void set_spread(struct format_row *r, const struct analysis *a, enum format_column mean,
                       const struct run_spread *s)
{
    set_number(r, mean, seconds_or_0(a, s->mean));
    set_number(r, mean + 1, seconds_or_0(a, s->max));
    if (s->worst != NO_RUN)
        set_text(r, mean + 2, a->profile->runs->v[s->worst].label);
}

static void put_flat_values(struct format_row *r, const struct view_context *v,
                            const struct flat_rows *rows, uint32_t row)
{
    const struct analysis *a = v->analysis;
    const struct amounts x = flat_amounts(a, rows, row);
    struct run_spread runs;
    format_row_node(r, v, rows->natural[row]);
    set_text(r, FORMAT_SECTION, "flat");
    set_value(r, FORMAT_PERCENT, &x, VALUE_SELF_PCT, 1);
    set_value(r, FORMAT_CUMULATIVE, &x, VALUE_CUMULATIVE, 1);
    set_self(r, &x);
    if (shows_waits(v)) {
        set_value(r, FORMAT_WAIT, &x, VALUE_WAIT, 1);
        set_value(r, FORMAT_WALL, &x, VALUE_WALL, 1);
    }
    if (x.calls)
        set_count(r, FORMAT_CALLS, x.calls);
    set_value(r, FORMAT_SELF_CALL, &x, VALUE_SELF_PER_CALL, 1e9);
    set_value(r, FORMAT_TOTAL_CALL, &x, VALUE_TOTAL_PER_CALL, 1e9);
    set_node_range(r, v, r->node);
    if (shows_statistics(v) && runs_spread_of(a, r->node, &runs)) {
        set_count(r, FORMAT_RUNS, runs.n);
        set_spread(r, a, FORMAT_MEAN, &runs);
    }
    if (shows_statistics(v) && runs_total_spread_of(a, r->node, &runs))
        set_spread(r, a, FORMAT_TOTAL_MEAN, &runs);
}

/* Calls that carry no time in gprof's eyes have a range, but there is no number to be off. */
static void set_entry_range(struct format_row *r, const struct view_context *v,
                            const struct entry_row *row, const struct entry_values *values)
{
    struct range x;
    if (row->arc == NO_ID) {
        set_node_range(r, v, row->node);
    } else if (ranges_of_arc(v->ranges, row->arc, &x)) {
        set_range(r, v, &x, values->amounts.self + values->amounts.child);
        if (!values->timed)
            r->has &= ~(UINT64_C(1) << FORMAT_MARK);
    }
}

void format_row_entry(struct format_row *r, const struct view_context *v, node_id entry,
                      const struct entry_row *row)
{
    const struct analysis *a = v->analysis;
    struct entry_values values;
    if (row->node == NO_ID) {
        r->has = 0;
        r->node = NO_ID;
        set_text(r, FORMAT_NAME, "(callers not known)");
    } else
        format_row_node(r, v, row->node);
    entry_values(a, entry, row, &values);
    static const char *const names[] = {
        [ENTRY_CALLER] = "caller", [ENTRY_UNKNOWN] = "caller", [ENTRY_PRIMARY] = "entry",
        [ENTRY_MEMBER] = "member", [ENTRY_CALLEE] = "callee",
    };
    set_text(r, FORMAT_SECTION, names[row->kind]);
    set_count(r, FORMAT_ENTRY, a->order->index[entry]);
    if (values.timed)
        set_self(r, &values.amounts);
    if (values.has_child) {
        set_number(r, FORMAT_CHILDREN_TICKS, values.amounts.child);
        set_value(r, FORMAT_CHILDREN, &values.amounts, VALUE_CHILDREN, 1);
    }
    if (shows_waits(v) && values.timed) {
        set_value(r, FORMAT_WAIT, &values.amounts, VALUE_WAIT, 1);
        set_value(r, FORMAT_WALL, &values.amounts, VALUE_TOTAL_WALL, 1);
    }
    if (values.called)
        set_count(r, FORMAT_CALLS, values.amounts.calls);
    if (values.recursion)
        set_count(r, FORMAT_RECURSION, values.recursion);
    if (row->node != NO_ID)
        set_entry_range(r, v, row, &values);
    /* Nobody counted the calls of a callee that only samples saw. */
    if (values.timed && row->arc != NO_ID && (values.of || !a->paths))
        set_count(r, FORMAT_OF, values.of);
    if (row->kind == ENTRY_PRIMARY)
        set_value(r, FORMAT_PERCENT, &values.amounts, VALUE_TOTAL_PCT, 1);
}

void format_row_count(struct format_row *r, const struct view_context *v,
                      const struct count_row *row)
{
    format_row_node(r, v, row->s);
    set_text(r, FORMAT_SECTION, "count");
    set_count(r, FORMAT_EXECUTIONS, row->count);
    set_count(r, FORMAT_ADDRESS, profile_file_addr(v->analysis->profile, row->addr));
}

bool format_prints(const struct analysis *a, node_id entry, const struct entry_row *row)
{
    const bool is_arc =
        row->kind == ENTRY_CALLER || row->kind == ENTRY_UNKNOWN || row->kind == ENTRY_CALLEE;
    return row->kind == ENTRY_PRIMARY || row->kind == ENTRY_MEMBER ||
           (is_arc && !node_is_cycle(a, entry));
}

bool format_next_entry(const struct view_context *v, uint32_t *rank, node_id *entry)
{
    const struct analysis *a = v->analysis;
    while (*rank < a->n_nodes) {
        *entry = a->order->ranked[(*rank)++];
        /* Bring what the next entries read into the cache. */
        for (unsigned step = 1; step <= 4 && *rank + 3 * step < a->n_nodes; step++)
            analysis_fetch_entry(a, a->order->ranked[*rank + 3 * step], step);
        if (analysis_has_entry(a, *entry, v->settings->unused))
            return true;
    }
    return false;
}

static void rows_flat(struct flat_rows *rows, const struct view_context *v)
{
    const struct flat_order order = {.v = v, .waits = shows_waits(v)};
    flat_rows_make(rows, &order);
}

void format_each_flat(struct gnu_out *o, void (*put)(void *ctx, const struct format_row *r),
                      void *ctx)
{
    struct flat_rows rows;
    struct format_row r;
    rows_flat(&rows, o->v);
    for (uint32_t i = 0; i < rows.n && gnu_row(o); i++) {
        put_flat_values(&r, o->v, &rows, i);
        put(ctx, &r);
    }
    arena_release(&rows.memory);
}

/* ---- the graph ---- */

struct format_graph format_graph_of(struct gnu_out *o, uint32_t styles)
{
    const struct analysis *a = o->v->analysis;
    struct format_graph g = {.v = o->v,
                             .a = a,
                             .arcs = styles & STYLE_GRAPH,
                             .shown = arena_array(&o->memory, a->n_symbols, sizeof *g.shown)};
    /* With -l only first lines of functions have entries, but most time is in others. */
    for (sym_id s = 0; g.arcs && s < a->n_symbols; s++)
        if (analysis_has_entry(a, s, o->v->settings->unused) ||
            (a->by_line && a->printed[s] && a->times->node[s].prop_self > 0))
            g.shown[s] |= FORMAT_OWN;
    for (arc_id i = 0; g.arcs && i < a->graph->n_arcs; i++)
        if (format_has_arc(&g, i)) {
            g.shown[a->graph->arcs[i].from] |= FORMAT_NAMED;
            g.shown[a->graph->arcs[i].to] |= FORMAT_NAMED;
        }
    if (!g.arcs && styles & STYLE_FLAT) {
        struct flat_rows rows;
        rows_flat(&rows, g.v);
        for (uint32_t i = 0; i < rows.n; i++)
            g.shown[rows.natural[i]] |= FORMAT_OWN;
        arena_release(&rows.memory);
    }
    return g;
}

double format_self(const struct format_graph *g, sym_id s)
{
    if (!(g->shown[s] & FORMAT_OWN))
        return 0;
    return g->arcs ? g->a->times->node[s].prop_self : g->a->samples->self[s];
}

bool format_has_arc(const struct format_graph *g, arc_id arc)
{
    const struct arc *x = &g->a->graph->arcs[arc];
    return g->arcs && ((g->shown[x->from] | g->shown[x->to]) & FORMAT_OWN);
}

uint64_t format_image(const struct analysis *a, uint64_t addr)
{
    const struct library *l = profile_library(a->profile, addr);
    return l ? (uint64_t)(l - a->profile->libraries) + 2 : 1;
}

uint64_t format_units(const struct analysis *a, double ticks, double unit)
{
    double v = time_of(ticks, a->rate_hz, unit);
    if (!(v > 0))
        return 0;
    return v < 0x1p62 ? (uint64_t)(v + 0.5) : (uint64_t)1 << 62;
}

/* ---- texts ---- */

void format_number(struct text *t, double v)
{
    text_fixed(t, v, 0, 9);
    while (!t->failed && t->p[t->n - 1] == '0')
        t->n--;
    if (!t->failed && t->p[t->n - 1] == '.')
        t->n--;
}

void format_value(struct text *t, const struct format_row *r, enum format_column c)
{
    if (format_columns[c].kind == FORMAT_NUMBER)
        format_number(t, r->v[c].number);
    else if (format_columns[c].kind == FORMAT_COUNT)
        text_uint(t, r->v[c].count, 0);
    else {
        text_str(t, "0x");
        text_hex(t, r->v[c].count);
    }
}

void format_name(struct gnu_out *o, struct text *t, node_id n)
{
    const struct analysis *a = o->v->analysis;
    if (node_is_cycle(a, n))
        text_cycle(t, node_cycle_number(a, n), true);
    else
        text_str(t, label_printed(o->v, n));
}

void format_label(struct gnu_out *o, struct text *t, node_id n)
{
    struct line_pos pos;
    format_name(o, t, n);
    if (!o->v->settings->by_line || node_is_cycle(o->v->analysis, n) || !label_place(o->v, n, &pos))
        return;
    text_str(t, " (");
    text_str(t, label_file(o->v, pos.file));
    text_char(t, ':');
    text_uint(t, pos.line, 0);
    text_char(t, ')');
}

const struct text *format_clean(struct gnu_out *o, const char *s, bool plain)
{
    text_clear(&o->clean);
    /* Append the n bytes of s as UTF-8; control characters, too, become \xHH if `plain`. */
    size_t n = strlen(s);
    for (size_t at = 0, len; at < n; at += len) {
        int32_t c = ' ';
        for (len = 0; s[at + len] >= 0x20 && s[at + len] < 0x7f;) /* these are as they are */
            len++;
        if (!len)
            len = utf8_decode(s + at, n - at, &c);
        if (c >= 0 && !(plain && (c < 0x20 || (c >= 0x7f && c < 0xa0)))) {
            text_add(&o->clean, s + at, len);
            continue;
        }
        for (size_t i = 0; i < len; i++)
            text_printf(&o->clean, "\\x%02x", (unsigned)(unsigned char)s[at + i]);
    }
    return &o->clean;
}

const struct text *format_clean_node(struct gnu_out *o, format_namer *name, node_id n, bool plain)
{
    text_clear(&o->raw);
    name(o, &o->raw, n);
    const char *s = text_z(&o->raw);
    return format_clean(o, s, plain);
}

/* ---- words as JSON and CSV write them ---- */

static void json_separate(struct json *j)
{
    if (j->goes_on)
        text_str(&j->out->t, j->depth ? "," : ",\n");
    j->goes_on = true;
}

void json_key(struct json *j, const char *key)
{
    json_separate(j);
    text_char(&j->out->t, '"');
    text_str(&j->out->t, key);
    text_str(&j->out->t, "\":");
}

void json_open(struct json *j, const char *key, const char *bracket)
{
    json_key(j, key);
    text_str(&j->out->t, bracket);
    j->goes_on = false;
    j->depth++;
}

void json_open_row(struct json *j)
{
    json_separate(j);
    text_str(&j->out->t, "\n{");
    j->goes_on = false;
    j->depth++;
}

void json_close(struct json *j, const char *bracket)
{
    text_str(&j->out->t, bracket);
    j->goes_on = true;
    j->depth--;
}

void json_uint(struct json *j, const char *key, uint64_t v)
{
    json_key(j, key);
    text_uint(&j->out->t, v, 0);
}

void json_number(struct json *j, const char *key, double v)
{
    json_key(j, key);
    if (isfinite(v))
        format_number(&j->out->t, v);
    else
        text_str(&j->out->t, "null");
}

void json_words(struct json *j, const char *key, const char *s)
{
    json_clean(j, key, format_clean(j->out, s, false));
}

void json_clean(struct json *j, const char *key, const struct text *words)
{
    json_key(j, key);
    text_char(&j->out->t, '"');
    for (size_t i = 0; i < words->n; i++) {
        char c = words->p[i];
        if (c == '"' || c == '\\')
            text_char(&j->out->t, '\\');
        if ((unsigned char)c < 0x20)
            text_printf(&j->out->t, "\\u%04x", (unsigned)c);
        else
            text_char(&j->out->t, c);
    }
    text_char(&j->out->t, '"');
}

/* A field is quoted if it holds what separates fields or could be taken for blanks around one. */
static bool needs_quotes(const struct text *w)
{
    for (size_t i = 0; i < w->n; i++)
        if (memchr(",\" \n\r", w->p[i], 5))
            return true;
    return false;
}

void quote_csv(struct text *t, const struct text *words)
{
    /* Spreadsheets take a field that begins like this for a formula, with or without quotes. */
    const char *guard = words->n && memchr("=+-@\t\r", words->p[0], 6) ? "'" : "";
    if (!needs_quotes(words)) {
        text_str(t, guard);
        text_add(t, words->p, words->n);
        return;
    }
    text_char(t, '"');
    text_str(t, guard);
    for (size_t i = 0; i < words->n; i++) {
        if (words->p[i] == '"')
            text_char(t, '"');
        text_char(t, words->p[i]);
    }
    text_char(t, '"');
}
