/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison (--diff): as text for logs, as CSV and as JSON. */
#include "core/view/format/format.h"

#include <math.h>

#include "core/view/format/parts.h"
#include "core/view/rows/diff_rows.h"

struct diff_out {
    struct gnu_out out;
    struct json j;
    const struct view_diff *v;
    const struct settings *settings;
    struct diff_rows rows;
};

/* Names are those of the side that the row is on. */
static const struct text *name_of(struct diff_out *x, int side, sym_id s)
{
    x->out.v = x->v->side[side];
    return format_clean_node(&x->out, format_name, s, false);
}

/* ---- text ---- */

enum { TIME_COLS = 9, VERDICT_COLS = 15, PCT_COLS = 9 };

static void put_time(struct text *t, double v, bool is_signed)
{
    char room[40];
    struct text field = text_in(room, sizeof room);
    if (isnan(v))
        text_str(&field, "-");
    else if (is_signed)
        text_signed(&field, v, 2, false);
    else
        text_fixed(&field, v, 0, 2);
    text_right(t, text_z(&field), TIME_COLS);
}

static void put_pct(struct text *t, double pct)
{
    char room[40];
    struct text field = text_in(room, sizeof room);
    text_diff_pct(&field, pct);
    text_right(t, text_z(&field), PCT_COLS);
}

/* All numbers of a row; its name follows. */
static void put_numbers(struct diff_out *x, const struct diff_row *r, bool alone)
{
    const struct diff *d = x->v->diff;
    struct text *t = &x->out.t;
    put_time(t, diff_value(d, r, DIFF_VALUE_SELF, DIFF_OLD), false);
    put_time(t, diff_value(d, r, DIFF_VALUE_SELF, DIFF_NEW), false);
    put_time(t, diff_delta(d, r, DIFF_VALUE_SELF), true);
    put_time(t, diff_error(r, DIFF_VALUE_SELF), false);
    put_pct(t, diff_delta_pct(d, r, DIFF_VALUE_SELF));
    text_str(t, "  ");
    text_left(t, diff_verdict_word(r, diff_judge(r, DIFF_SELF)), VERDICT_COLS);
    if (!(fabs(diff_delta(d, r, DIFF_VALUE_CALLS)) > 0))
        text_right(t, r->part[DIFF_NEW].calls ? "equal" : "-", PCT_COLS);
    else
        put_pct(t, diff_delta_pct(d, r, DIFF_VALUE_CALLS));
    if (alone)
        return;
    put_pct(t, diff_delta_pct(d, r, DIFF_VALUE_PER_CALL));
    text_str(t, "  ");
    bool per_call = isfinite(diff_delta(d, r, DIFF_VALUE_PER_CALL));
    text_left(t, per_call ? diff_verdict_word(r, diff_judge(r, DIFF_SELF_PER_CALL)) : "",
              VERDICT_COLS);
}

/* Whether a row has more than noise. */
static bool says_more(const struct diff_out *x, const struct diff_row *r)
{
    for (enum diff_time time = 0; time < N_DIFF_TIMES; time++)
        if (diff_is_more(diff_judge(r, time)))
            return true;
    return x->settings->unused || *diff_row_state(r) ||
           fabs(diff_delta(x->v->diff, r, DIFF_VALUE_CALLS)) > 0;
}

static void put_text_row(struct diff_out *x, const struct diff_row *r)
{
    struct text *t = &x->out.t;
    put_numbers(x, r, false);
    text_str(t, "  ");
    const struct text *name = name_of(x, diff_row_side(r), diff_row_symbol(r));
    text_add(t, name->p, name->n);
    const char *state = diff_row_state(r);
    if (r->guessed) {
        const struct text *old = name_of(x, DIFF_OLD, r->symbol[DIFF_OLD]);
        text_str(t, "  (renamed from ");
        text_add(t, old->p, old->n);
        text_str(t, "?)");
    } else if (*state) {
        text_printf(t, "  (%s)", state);
    }
    text_char(t, '\n');
}

static void put_text_head(struct diff_out *x)
{
    struct text *t = &x->out.t;
    static const char *const heads[] = {"old s", "new s", "delta s", "+/-"};
    text_str(t, "Compared: ");
    text_diff_sides(t, x->v);
    text_str(t, x->v->diff->repeated ? "\nReal or noise: " : "\nBeyond or within sampling: ");
    text_diff_method(t, x->v);
    text_char(t, '\n');
    size_t at = t->n;
    text_diff_more_runs(t, x->v);
    text_str(t, t->n > at ? "\n\n" : "\n");
    for (size_t i = 0; i < ARRAY_LEN(heads); i++)
        text_right(t, heads[i], TIME_COLS);
    text_right(t, "self", PCT_COLS);
    text_fill(t, ' ', VERDICT_COLS + 2);
    text_right(t, "calls", PCT_COLS);
    text_right(t, "per call", PCT_COLS);
    text_fill(t, ' ', VERDICT_COLS + 4);
    text_str(t, "name\n");
    put_numbers(x, &x->v->diff->total, true);
    text_fill(t, ' ', PCT_COLS + VERDICT_COLS + 4);
    text_str(t, "total\n");
}

static void put_text(struct diff_out *x)
{
    uint32_t quiet = 0;
    put_text_head(x);
    for (uint32_t i = 0; i < x->rows.n && gnu_row(&x->out); i++) {
        const struct diff_row *r = diff_rows_get(&x->rows, i);
        if (says_more(x, r))
            put_text_row(x, r);
        else
            quiet++;
    }
    if (quiet)
        text_printf(&x->out.t, "%u function%s more: no difference beyond %s (-z lists %s)\n",
                    (unsigned)quiet, quiet == 1 ? "" : "s",
                    x->v->diff->repeated ? "noise" : "sampling", quiet == 1 ? "it" : "them");
}

/* ---- values of both other formats ---- */

static const struct {
    const char *name;
    enum diff_value value;
    enum diff_how how;
} fields[] = {
    {"old_seconds", DIFF_VALUE_SELF, DIFF_HOW_OLD},
    {"new_seconds", DIFF_VALUE_SELF, DIFF_HOW_NEW},
    {"delta_seconds", DIFF_VALUE_SELF, DIFF_HOW_DELTA},
    {"delta_error_seconds", DIFF_VALUE_SELF, DIFF_HOW_ERROR},
    {"verdict", DIFF_VALUE_SELF, DIFF_HOW_VERDICT},
    {"probability", DIFF_VALUE_SELF, DIFF_HOW_P},
    {"old_calls", DIFF_VALUE_CALLS, DIFF_HOW_OLD},
    {"new_calls", DIFF_VALUE_CALLS, DIFF_HOW_NEW},
    {"old_total_seconds", DIFF_VALUE_TOTAL, DIFF_HOW_OLD},
    {"new_total_seconds", DIFF_VALUE_TOTAL, DIFF_HOW_NEW},
    {"delta_total_seconds", DIFF_VALUE_TOTAL, DIFF_HOW_DELTA},
    {"delta_total_error_seconds", DIFF_VALUE_TOTAL, DIFF_HOW_ERROR},
    {"total_verdict", DIFF_VALUE_TOTAL, DIFF_HOW_VERDICT},
    {"old_seconds_per_call", DIFF_VALUE_PER_CALL, DIFF_HOW_OLD},
    {"new_seconds_per_call", DIFF_VALUE_PER_CALL, DIFF_HOW_NEW},
    {"per_call_verdict", DIFF_VALUE_PER_CALL, DIFF_HOW_VERDICT},
};

/* The total has no function, and so no time with children. */
static bool has_field(bool total, size_t i)
{
    return !total || diff_time_of(fields[i].value) == DIFF_SELF;
}

static const struct text *raw_words(struct diff_out *x, const struct diff_row *r)
{
    const struct analysis *a = x->v->side[diff_row_side(r)]->analysis;
    return format_clean(&x->out, symbol_name(a, diff_row_symbol(r)), false);
}

/* ---- CSV ---- */

static void put_field(struct diff_out *x, const struct text *words)
{
    text_char(&x->out.t, ',');
    quote_csv(&x->out.t, words);
}

static void put_csv_values(struct diff_out *x, const struct diff_row *r, bool total)
{
    struct text *t = &x->out.t;
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        text_char(t, ',');
        if (!has_field(total, i))
            continue;
        double v = diff_shown(x->v->diff, r, fields[i].value, fields[i].how);
        if (fields[i].how == DIFF_HOW_VERDICT)
            text_str(t, diff_judgement(diff_judge(r, diff_time_of(fields[i].value))));
        else if (isfinite(v))
            format_number(t, v);
    }
    text_str(t, "\r\n");
}

/* file and line, if they are known */
static void put_csv_place(struct diff_out *x, const struct diff_row *r)
{
    struct line_pos pos;
    if (!label_place(x->v->side[diff_row_side(r)], diff_row_symbol(r), &pos)) {
        text_str(&x->out.t, ",,");
        return;
    }
    put_field(x, format_clean(&x->out, pos.file, false));
    text_printf(&x->out.t, ",%u", (unsigned)pos.line);
}

static void put_csv(struct diff_out *x)
{
    struct text *t = &x->out.t;
    text_str(t, "section,name,old_name,state,raw_name,file,line");
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        text_printf(t, ",%s", fields[i].name);
    text_str(t, "\r\ntotal,,,,,,");
    put_csv_values(x, &x->v->diff->total, true);
    for (uint32_t i = 0; i < x->rows.n && gnu_row(&x->out); i++) {
        const struct diff_row *r = diff_rows_get(&x->rows, i);
        text_str(&x->out.t, "function");
        put_field(x, name_of(x, diff_row_side(r), diff_row_symbol(r)));
        text_char(&x->out.t, ',');
        if (r->guessed)
            quote_csv(&x->out.t, name_of(x, DIFF_OLD, r->symbol[DIFF_OLD]));
        text_printf(&x->out.t, ",%s", r->guessed ? "renamed" : diff_row_state(r));
        put_field(x, raw_words(x, r));
        put_csv_place(x, r);
        put_csv_values(x, r, false);
    }
}

/* ---- JSON ---- */

static void put_values(struct diff_out *x, const struct diff_row *r, bool total)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        const enum diff_verdict judged = diff_judge(r, diff_time_of(fields[i].value));
        if (!has_field(total, i))
            continue;
        if (fields[i].how != DIFF_HOW_VERDICT)
            json_number(&x->j, fields[i].name,
                        diff_shown(x->v->diff, r, fields[i].value, fields[i].how));
        else if (judged == DIFF_UNTESTED)
            json_number(&x->j, fields[i].name, NAN);
        else
            json_words(&x->j, fields[i].name, diff_judgement(judged));
    }
}

static void put_json_row(struct diff_out *x, const struct diff_row *r)
{
    struct line_pos pos;
    json_clean(&x->j, "name", name_of(x, diff_row_side(r), diff_row_symbol(r)));
    json_clean(&x->j, "raw_name", raw_words(x, r));
    if (label_place(x->v->side[diff_row_side(r)], diff_row_symbol(r), &pos)) {
        json_words(&x->j, "file", pos.file);
        json_number(&x->j, "line", pos.line);
    }
    if (r->guessed)
        json_clean(&x->j, "old_name", name_of(x, DIFF_OLD, r->symbol[DIFF_OLD]));
    json_words(&x->j, "state",
               r->guessed           ? "renamed"
               : *diff_row_state(r) ? diff_row_state(r)
                                    : "both");
    put_values(x, r, false);
}

static void put_json(struct diff_out *x)
{
    const struct diff *d = x->v->diff;
    struct text *t = &x->out.t;
    text_str(t, "{\"format\":\"gptui-diff\",\"version\":3,\n");
    x->j = (struct json){.out = &x->out, .depth = 1}; /* what is short stands on one line */
    json_words(&x->j, "old", x->v->label[DIFF_OLD]);
    json_words(&x->j, "new", x->v->label[DIFF_NEW]);
    json_number(&x->j, "old_runs", d->side[DIFF_OLD].n_runs);
    json_number(&x->j, "new_runs", d->side[DIFF_NEW].n_runs);
    json_words(&x->j, "test", d->repeated ? "moderated-t" : "poisson");
    if (d->unknown)
        json_number(&x->j, "spread_unknown", d->unknown);
    x->j.depth = 0;
    json_open(&x->j, "total", "{");
    put_values(x, &d->total, true);
    json_close(&x->j, "}");
    json_open(&x->j, "functions", "[");
    for (uint32_t i = 0; i < x->rows.n && gnu_row(&x->out); i++) {
        json_open_row(&x->j);
        put_json_row(x, diff_rows_get(&x->rows, i));
        json_close(&x->j, "}");
    }
    json_close(&x->j, "]");
    text_str(t, "}\n");
}

/* ---- the whole ---- */

bool format_diff_allows(const struct settings *s, struct err *e)
{
    if (s->styles & STYLE_GRAPH)
        return err_what(e, ERR_SPEC, NULL, "--diff compares functions: -q does not go with it",
                        NULL);
    if (s->output == OUTPUT_TEXT || s->output == OUTPUT_CSV || s->output == OUTPUT_JSON)
        return true;
    return err_what(e, ERR_OUTPUT_STYLE, NULL, settings_output_name(s->output), "--diff");
}

bool format_diff(const struct view_diff *v, const struct emitter *out, struct err *e)
{
    struct diff_out x = {.v = v, .settings = v->side[DIFF_NEW]->settings};
    diff_rows_make(&x.rows, v, x.settings->unused, true);
    gnu_begin(&x.out, v->side[DIFF_NEW], out, e);
    if (x.settings->output == OUTPUT_CSV)
        put_csv(&x);
    else if (x.settings->output == OUTPUT_JSON)
        put_json(&x);
    else
        put_text(&x);
    arena_release(&x.rows.memory);
    return gnu_end(&x.out);
}
