/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/diff.h"

#include <math.h>
#include <string.h>

#include "core/view/format/parts.h"
#include "core/view/format/quote.h"
#include "core/view/rows/diff_arcs.h"
#include "core/view/values.h"

struct diff_out {
    struct gnu_out out;
    struct format_word word;
    const struct view_diff *v;
    const struct settings *settings;
    struct diff_rows rows;
    struct text cycle; /* the name of the one at hand */
    bool first;        /* JSON: no member stands yet in the object or array at hand */
};

static bool wants_arcs(const struct diff_out *x)
{
    return x->settings->output == OUTPUT_JSON ? x->settings->styles != STYLE_FLAT
                                              : (x->settings->styles & STYLE_GRAPH) != 0;
}

/* Names are those of the side that the row is on. */
static const struct text *name_of(struct diff_out *x, int side, sym_id s)
{
    x->out.v = x->v->side[side];
    return format_clean_node(&x->out, &x->word, format_name, s, false);
}

static const struct text *row_name(struct diff_out *x, uint32_t row)
{
    const struct diff_row *r = &x->v->diff->rows[row];
    return name_of(x, diff_row_side(r), diff_row_symbol(r));
}

/* Whether an arc is written: those that nothing happened to are only if -z asks for all. */
static bool shows_arc(const struct diff_out *x, const struct diff_arc *a)
{
    return x->settings->unused || diff_arc_change(x->v->diff, a) != DIFF_ARC_EQUAL ||
           diff_is_more(diff_judge_arc(a));
}

static const char *arc_state(const struct diff_out *x, const struct diff_arc *a)
{
    return diff_arc_word(diff_arc_change(x->v->diff, a));
}

/* ---- cycles ---- */

/* Names the cycle of a function; false when memory runs out. */
static bool make_cycle(struct diff_out *x, uint32_t row, struct diff_entry *entry)
{
    const struct diff_entry_order order = {
        .v = x->v, .row = row, .cycle = true, .column = COLUMN_NONE, .brief = true};
    const struct text *name = row_name(x, row);
    text_clear(&x->cycle);
    text_str(&x->cycle, "<cycle of ");
    text_add(&x->cycle, name->p, name->n);
    text_char(&x->cycle, '>');
    return !x->cycle.failed && diff_entry_make(entry, &order);
}

/* Whether a row of a cycle's entry is written: the cycle itself always, the others as arcs are. */
static bool shows_entry_row(const struct diff_out *x, const struct diff_entry *entry, uint32_t i,
                            enum diff_entry_kind kind)
{
    const struct diff_entry_row *r = &entry->rows[i];
    return r->kind == kind &&
           (kind == DIFF_ENTRY_PRIMARY || shows_arc(x, diff_entry_arc(entry, r)));
}

static void put_cycles(struct diff_out *x,
                       void (*put)(struct diff_out *x, const struct diff_entry *entry, bool first))
{
    struct diff_cycles cycles;
    if (!diff_cycles_make(&cycles, x->v->diff)) {
        gnu_no_memory(&x->out);
        return;
    }
    for (uint32_t i = 0; i < cycles.n && gnu_row(&x->out); i++) {
        struct diff_entry entry;
        if (!make_cycle(x, cycles.row[i], &entry)) {
            gnu_no_memory(&x->out);
            break;
        }
        put(x, &entry, i == 0);
        diff_entry_release(&entry);
    }
    diff_cycles_release(&cycles);
}

/* ---- text ---- */

enum { TIME_COLS = 9, VERDICT_COLS = 15, PCT_COLS = 9, COUNT_COLS = 14, STATE_COLS = 6 };

static void put_right(struct text *t, const struct text *field, size_t cols)
{
    if (field->n < cols)
        text_fill(t, ' ', cols - field->n);
    text_add(t, field->p, field->n);
}

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
    put_right(t, &field, TIME_COLS);
}

static void put_pct(struct text *t, double pct)
{
    char room[40];
    struct text field = text_in(room, sizeof room);
    text_diff_pct(&field, pct);
    put_right(t, &field, PCT_COLS);
}

static void put_calls_pct(struct text *t, const struct diff *d, const struct diff_row *r)
{
    if (!(fabs(diff_delta(d, r, DIFF_VALUE_CALLS)) > 0))
        text_right(t, r->part[DIFF_NEW].calls ? "equal" : "-", PCT_COLS);
    else
        put_pct(t, diff_delta_pct(d, r, DIFF_VALUE_CALLS));
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
    put_calls_pct(t, d, r);
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
    return x->settings->unused || *diff_row_state(r) || diff_row_arcs(r) > 0 ||
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
    } else if (diff_row_arcs(r) > 0) {
        text_str(t, "  (arcs ");
        text_diff_arcs(t, r);
        text_char(t, ')');
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

static void put_count(struct text *t, double calls, size_t cols)
{
    char room[40];
    struct text field = text_in(room, sizeof room);
    format_number(&field, calls);
    put_right(t, &field, cols);
}

static void put_text_arc(struct diff_out *x, const struct diff_arc *a)
{
    const struct diff *d = x->v->diff;
    struct text *t = &x->out.t;
    put_time(t, diff_arc_value(d, a, DIFF_VALUE_TOTAL, DIFF_OLD), false);
    put_time(t, diff_arc_value(d, a, DIFF_VALUE_TOTAL, DIFF_NEW), false);
    put_time(t, diff_arc_delta(d, a, DIFF_VALUE_TOTAL), true);
    put_count(t, diff_arc_value(d, a, DIFF_VALUE_CALLS, DIFF_OLD), COUNT_COLS);
    put_count(t, diff_arc_value(d, a, DIFF_VALUE_CALLS, DIFF_NEW), COUNT_COLS);
    text_str(t, "  ");
    text_left(t, arc_state(x, a), STATE_COLS);
    const struct text *name = row_name(x, a->from);
    text_add(t, name->p, name->n);
    text_str(t, " -> ");
    name = row_name(x, a->to);
    text_add(t, name->p, name->n);
    text_char(t, '\n');
}

static void put_text_arcs(struct diff_out *x)
{
    const struct diff *d = x->v->diff;
    struct text *t = &x->out.t;
    text_str(t, "\n");
    text_right(t, "old s", TIME_COLS);
    text_right(t, "new s", TIME_COLS);
    text_right(t, "delta s", TIME_COLS);
    text_right(t, "old calls", COUNT_COLS);
    text_right(t, "new calls", COUNT_COLS);
    text_fill(t, ' ', 2 + STATE_COLS);
    text_str(t, "caller -> callee\n");
    for (uint32_t i = 0; i < d->n_arcs && gnu_row(&x->out); i++) {
        const struct diff_arc *a = &d->arcs[i];
        if (shows_arc(x, a))
            put_text_arc(x, a);
    }
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
    if (wants_arcs(x))
        put_text_arcs(x);
}

/* ---- values of both other formats ---- */

static const struct {
    const char *name;
    enum diff_value value;
    enum diff_time time;
    enum { OLD_VALUE, NEW_VALUE, DELTA_VALUE, ERROR_VALUE, VERDICT, P_VALUE } kind;
} fields[] = {
    {"old_seconds", DIFF_VALUE_SELF, DIFF_SELF, OLD_VALUE},
    {"new_seconds", DIFF_VALUE_SELF, DIFF_SELF, NEW_VALUE},
    {"delta_seconds", DIFF_VALUE_SELF, DIFF_SELF, DELTA_VALUE},
    {"delta_error_seconds", DIFF_VALUE_SELF, DIFF_SELF, ERROR_VALUE},
    {"verdict", DIFF_VALUE_SELF, DIFF_SELF, VERDICT},
    {"probability", DIFF_VALUE_SELF, DIFF_SELF, P_VALUE},
    {"old_calls", DIFF_VALUE_CALLS, DIFF_SELF, OLD_VALUE},
    {"new_calls", DIFF_VALUE_CALLS, DIFF_SELF, NEW_VALUE},
    {"old_total_seconds", DIFF_VALUE_TOTAL, DIFF_TOTAL, OLD_VALUE},
    {"new_total_seconds", DIFF_VALUE_TOTAL, DIFF_TOTAL, NEW_VALUE},
    {"delta_total_seconds", DIFF_VALUE_TOTAL, DIFF_TOTAL, DELTA_VALUE},
    {"delta_total_error_seconds", DIFF_VALUE_TOTAL, DIFF_TOTAL, ERROR_VALUE},
    {"total_verdict", DIFF_VALUE_TOTAL, DIFF_TOTAL, VERDICT},
    {"old_seconds_per_call", DIFF_VALUE_PER_CALL, DIFF_SELF_PER_CALL, OLD_VALUE},
    {"new_seconds_per_call", DIFF_VALUE_PER_CALL, DIFF_SELF_PER_CALL, NEW_VALUE},
    {"per_call_verdict", DIFF_VALUE_PER_CALL, DIFF_SELF_PER_CALL, VERDICT},
};

static double number_of(const struct diff *d, const struct diff_row *r, size_t i)
{
    switch (fields[i].kind) {
    case OLD_VALUE:
        return diff_value(d, r, fields[i].value, DIFF_OLD);
    case NEW_VALUE:
        return diff_value(d, r, fields[i].value, DIFF_NEW);
    case DELTA_VALUE:
        return diff_delta(d, r, fields[i].value);
    case ERROR_VALUE:
        return diff_error(r, fields[i].value);
    case P_VALUE:
        return r->test[fields[i].time].p;
    case VERDICT:
        break;
    }
    return NAN;
}

/* The total has no function, and so no time with children. */
static bool has_field(bool total, size_t i)
{
    return !total || fields[i].time == DIFF_SELF;
}

static const struct text *raw_words(struct diff_out *x, const struct diff_row *r)
{
    const struct analysis *a = x->v->side[diff_row_side(r)]->analysis;
    return format_clean(&x->out, &x->word, symbol_name(a, diff_row_symbol(r)), false);
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
        double v = number_of(x->v->diff, r, i);
        if (fields[i].kind == VERDICT)
            text_str(t, diff_judgement(diff_judge(r, fields[i].time)));
        else if (isfinite(v))
            format_number(t, v);
    }
    if (total)
        text_str(t, ",,\r\n");
    else
        text_printf(t, ",%u,%u\r\n", (unsigned)r->arcs_new, (unsigned)r->arcs_gone);
}

/* file and line, if they are known */
static void put_csv_place(struct diff_out *x, const struct diff_row *r)
{
    struct line_pos pos;
    if (!label_place(x->v->side[diff_row_side(r)], diff_row_symbol(r), &pos)) {
        text_str(&x->out.t, ",,");
        return;
    }
    put_field(x, format_clean(&x->out, &x->word, pos.file, false));
    text_printf(&x->out.t, ",%u", (unsigned)pos.line);
}

static void put_csv_row(struct diff_out *x, const struct diff_row *r)
{
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

/* Arcs have calls, and the times that are with callees, tested where these are measured. */
static double arc_number(const struct diff *d, const struct diff_arc *a, size_t i)
{
    switch (fields[i].kind) {
    case OLD_VALUE:
        return diff_arc_value(d, a, fields[i].value, DIFF_OLD);
    case NEW_VALUE:
        return diff_arc_value(d, a, fields[i].value, DIFF_NEW);
    case DELTA_VALUE:
        return diff_arc_delta(d, a, fields[i].value);
    case ERROR_VALUE:
        return fields[i].time == DIFF_TOTAL && a->test.error > 0 ? a->test.error : NAN;
    case P_VALUE:
    case VERDICT:
        break;
    }
    return NAN;
}

static void put_csv_arc_numbers(struct diff_out *x, const struct diff_arc *a)
{
    const struct diff *d = x->v->diff;
    struct text *t = &x->out.t;
    text_printf(t, ",%s,,,", arc_state(x, a));
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        double v = arc_number(d, a, i);
        text_char(t, ',');
        if (fields[i].kind == VERDICT && fields[i].time == DIFF_TOTAL)
            text_str(t, diff_judgement(diff_judge_arc(a)));
        else if (isfinite(v))
            format_number(t, v);
    }
    text_str(t, ",,\r\n");
}

/* The caller stands where functions have their old name. */
static void put_csv_arc(struct diff_out *x, const struct diff_arc *a)
{
    text_str(&x->out.t, "arc");
    put_field(x, row_name(x, a->to));
    put_field(x, row_name(x, a->from));
    put_csv_arc_numbers(x, a);
}

/* Callers of a cycle stand where those of arcs do, with members it stands there itself. */
static void put_csv_entry_row(struct diff_out *x, const struct diff_entry *entry, uint32_t i)
{
    static const char *const sections[] = {[DIFF_ENTRY_PRIMARY] = "cycle",
                                           [DIFF_ENTRY_CALLER] = "caller",
                                           [DIFF_ENTRY_MEMBER] = "member"};
    const struct diff_entry_row *r = &entry->rows[i];
    const bool is_member = r->kind == DIFF_ENTRY_MEMBER;
    text_str(&x->out.t, sections[r->kind]);
    put_field(x, is_member ? row_name(x, r->row) : &x->cycle);
    if (r->kind == DIFF_ENTRY_PRIMARY)
        text_char(&x->out.t, ',');
    else
        put_field(x, is_member ? &x->cycle : row_name(x, r->row));
    put_csv_arc_numbers(x, diff_entry_arc(entry, r));
}

static void put_csv_cycle(struct diff_out *x, const struct diff_entry *entry, bool first)
{
    static const enum diff_entry_kind kinds[] = {DIFF_ENTRY_PRIMARY, DIFF_ENTRY_CALLER,
                                                 DIFF_ENTRY_MEMBER};
    (void)first;
    for (size_t k = 0; k < ARRAY_LEN(kinds); k++)
        for (uint32_t i = 0; i < entry->n && gnu_row(&x->out); i++)
            if (shows_entry_row(x, entry, i, kinds[k]))
                put_csv_entry_row(x, entry, i);
}

static void put_csv(struct diff_out *x)
{
    struct text *t = &x->out.t;
    text_str(t, "section,name,old_name,state,raw_name,file,line");
    for (size_t i = 0; i < ARRAY_LEN(fields); i++)
        text_printf(t, ",%s", fields[i].name);
    text_str(t, ",new_arcs,gone_arcs\r\ntotal,,,,,,");
    put_csv_values(x, &x->v->diff->total, true);
    for (uint32_t i = 0; i < x->rows.n && gnu_row(&x->out); i++)
        put_csv_row(x, diff_rows_get(&x->rows, i));
    for (uint32_t i = 0; wants_arcs(x) && i < x->v->diff->n_arcs && gnu_row(&x->out); i++)
        if (shows_arc(x, &x->v->diff->arcs[i]))
            put_csv_arc(x, &x->v->diff->arcs[i]);
    if (wants_arcs(x))
        put_cycles(x, put_csv_cycle);
}

/* ---- JSON ---- */

static void put_key(struct diff_out *x, const char *key)
{
    text_printf(&x->out.t, "%s\"%s\":", x->first ? "" : ",", key);
    x->first = false;
}

static void put_string(struct diff_out *x, const char *key, const struct text *words)
{
    put_key(x, key);
    quote_json(&x->out.t, words);
}

static void put_words(struct diff_out *x, const char *key, const char *words)
{
    put_string(x, key, format_clean(&x->out, &x->word, words, false));
}

static void put_number(struct diff_out *x, const char *key, double v)
{
    put_key(x, key);
    if (isfinite(v))
        format_number(&x->out.t, v);
    else
        text_str(&x->out.t, "null");
}

static void put_verdict(struct diff_out *x, const char *key, enum diff_verdict v)
{
    if (v == DIFF_UNTESTED)
        put_number(x, key, NAN);
    else
        put_words(x, key, diff_judgement(v));
}

static void put_values(struct diff_out *x, const struct diff_row *r, bool total)
{
    for (size_t i = 0; i < ARRAY_LEN(fields); i++) {
        if (!has_field(total, i))
            continue;
        if (fields[i].kind == VERDICT)
            put_verdict(x, fields[i].name, diff_judge(r, fields[i].time));
        else
            put_number(x, fields[i].name, number_of(x->v->diff, r, i));
    }
}

static void put_json_row(struct diff_out *x, const struct diff_row *r)
{
    struct line_pos pos;
    put_string(x, "name", name_of(x, diff_row_side(r), diff_row_symbol(r)));
    put_string(x, "raw_name", raw_words(x, r));
    if (label_place(x->v->side[diff_row_side(r)], diff_row_symbol(r), &pos)) {
        put_words(x, "file", pos.file);
        put_number(x, "line", pos.line);
    }
    if (r->guessed)
        put_string(x, "old_name", name_of(x, DIFF_OLD, r->symbol[DIFF_OLD]));
    put_words(x, "state", r->guessed ? "renamed" : *diff_row_state(r) ? diff_row_state(r) : "both");
    put_values(x, r, false);
    put_number(x, "new_arcs", r->arcs_new);
    put_number(x, "gone_arcs", r->arcs_gone);
}

static void open_row(struct diff_out *x, bool first)
{
    text_str(&x->out.t, first ? "\n{" : ",\n{");
    x->first = true;
}

static void put_json_arc_values(struct diff_out *x, const struct diff_arc *a)
{
    const struct diff *d = x->v->diff;
    put_words(x, "state", *arc_state(x, a) ? arc_state(x, a) : "both");
    for (size_t k = 0; k < ARRAY_LEN(fields); k++)
        if (fields[k].kind <= DELTA_VALUE &&
            (fields[k].value == DIFF_VALUE_CALLS || fields[k].value == DIFF_VALUE_TOTAL))
            put_number(x, fields[k].name, arc_number(d, a, k));
    if (diff_judge_arc(a) != DIFF_UNTESTED) {
        put_number(x, "delta_total_error_seconds", a->test.error);
        put_verdict(x, "total_verdict", diff_judge_arc(a));
    }
}

static void put_json_arcs(struct diff_out *x)
{
    const struct diff *d = x->v->diff;
    bool first = true;
    text_str(&x->out.t, ",\n\"arcs\":[");
    for (uint32_t i = 0; i < d->n_arcs && gnu_row(&x->out); i++) {
        const struct diff_arc *a = &d->arcs[i];
        if (!shows_arc(x, a))
            continue;
        open_row(x, first);
        first = false;
        put_string(x, "caller", row_name(x, a->from));
        put_string(x, "callee", row_name(x, a->to));
        put_json_arc_values(x, a);
        text_char(&x->out.t, '}');
    }
    text_char(&x->out.t, ']');
}

/* Its callers, or members, as an array. */
static void put_json_entry_rows(struct diff_out *x, const struct diff_entry *entry,
                                enum diff_entry_kind kind, const char *key, const char *name)
{
    bool first = true;
    put_key(x, key);
    text_char(&x->out.t, '[');
    for (uint32_t i = 0; i < entry->n && gnu_row(&x->out); i++) {
        const struct diff_entry_row *r = &entry->rows[i];
        if (!shows_entry_row(x, entry, i, kind))
            continue;
        open_row(x, first);
        first = false;
        put_string(x, name, row_name(x, r->row));
        put_json_arc_values(x, diff_entry_arc(entry, r));
        text_char(&x->out.t, '}');
    }
    text_char(&x->out.t, ']');
    x->first = false;
}

static void put_json_cycle(struct diff_out *x, const struct diff_entry *entry, bool first)
{
    open_row(x, first);
    put_string(x, "name", &x->cycle);
    put_json_arc_values(x, &entry->arcs[entry->total]);
    put_json_entry_rows(x, entry, DIFF_ENTRY_CALLER, "callers", "caller");
    put_json_entry_rows(x, entry, DIFF_ENTRY_MEMBER, "members", "name");
    text_char(&x->out.t, '}');
}

static void put_json(struct diff_out *x)
{
    static const char *const norms[] = {
        [DIFF_PER_RUN] = "none", [DIFF_PER_TOTAL] = "total", [DIFF_PER_CALLS] = "calls"};
    const struct diff *d = x->v->diff;
    struct text *t = &x->out.t;
    text_str(t, "{\"format\":\"gptui-diff\",\"version\":2,\n");
    x->first = true;
    put_words(x, "old", x->v->label[DIFF_OLD]);
    put_words(x, "new", x->v->label[DIFF_NEW]);
    put_number(x, "old_runs", d->side[DIFF_OLD].n_runs);
    put_number(x, "new_runs", d->side[DIFF_NEW].n_runs);
    put_words(x, "test", d->repeated ? "moderated-t" : "poisson");
    if (d->unknown)
        put_number(x, "spread_unknown", d->unknown);
    put_words(x, "norm", norms[d->norm]);
    if (d->norm == DIFF_PER_CALLS)
        put_string(x, "norm_function", row_name(x, d->norm_row));
    text_str(t, ",\n\"total\":{");
    x->first = true;
    put_values(x, &d->total, true);
    text_str(t, "},\n\"functions\":[");
    for (uint32_t i = 0; i < x->rows.n && gnu_row(&x->out); i++) {
        open_row(x, i == 0);
        put_json_row(x, diff_rows_get(&x->rows, i));
        text_char(t, '}');
    }
    text_char(t, ']');
    if (wants_arcs(x)) {
        put_json_arcs(x);
        text_str(t, ",\n\"cycles\":[");
        put_cycles(x, put_json_cycle);
        text_char(t, ']');
    }
    text_str(t, "}\n");
}

/* ---- the whole ---- */

bool format_diff_allows(const struct settings *s, struct err *e)
{
    if (s->output == OUTPUT_TEXT || s->output == OUTPUT_CSV || s->output == OUTPUT_JSON)
        return true;
    return err_what(e, ERR_OUTPUT_STYLE, NULL, settings_output_name(s->output), "--diff");
}

bool format_diff(const struct view_diff *v, const struct emitter *out, struct err *e)
{
    struct diff_out x = {.v = v, .settings = v->side[DIFF_NEW]->settings};
    const struct diff_order order = {.v = v,
                                     .column = COLUMN_NONE,
                                     .all = x.settings->unused,
                                     .style = {NAME_FULL, true, false}};
    if (!diff_rows_make(&x.rows, &order))
        return err_memory(e, 0);
    gnu_begin(&x.out, v->side[DIFF_NEW], out, e);
    if (x.settings->output == OUTPUT_CSV)
        put_csv(&x);
    else if (x.settings->output == OUTPUT_JSON)
        put_json(&x);
    else
        put_text(&x);
    format_word_release(&x.word);
    text_release(&x.cycle);
    diff_rows_release(&x.rows);
    return gnu_end(&x.out);
}
