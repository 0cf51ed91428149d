/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/diff.h"

#include <math.h>
#include <string.h>

#include "core/base/utf8.h"
#include "core/view/grid/sheet.h"
#include "core/view/message.h"
#include "core/view/number.h"

#define SHOWS(what, how)                                                                           \
    DIFF_SHOWS(what, how), .needs = DIFF_VALUE_##what == DIFF_VALUE_CALLS ? NEEDS_CALLS : NEEDS_TIME

static const struct grid_column columns[] = {
    [DIFF_COL_OLD_SELF] = {"old", "old", "old time in the function itself", .seconds = true,
                           SHOWS(SELF, OLD), .turn = 8, .from = 80},
    [DIFF_COL_NEW_SELF] = {"new", "new", "new time in the function itself", .seconds = true,
                           SHOWS(SELF, NEW), .turn = 7, .from = 76},
    [DIFF_COL_DELTA] = {"delta", "delta", "new less old time in the function itself",
                        .seconds = true, SHOWS(SELF, DELTA), .turn = 1},
    [DIFF_COL_ERROR] = {"err", "+/-", "standard error of delta", SHOWS(SELF, ERROR), .turn = 3,
                        .from = 40},
    [DIFF_COL_REAL] = {"real", "!", "! real, ? beyond sampling, . neither, blank: few samples",
                       SHOWS(SELF, VERDICT), .turn = 2},
    [DIFF_COL_PCT] = {"delta%", "delta%", "delta in percent of the old time", SHOWS(SELF, PCT),
                      .turn = 4, .from = 50},
    [DIFF_COL_OLD_TOTAL] = {"old-total", "old total", "old time with what it calls",
                            SHOWS(TOTAL, OLD), .turn = 16, .from = 150, .yields = true},
    [DIFF_COL_NEW_TOTAL] = {"new-total", "new total", "new time with what it calls",
                            SHOWS(TOTAL, NEW), .turn = 15, .from = 150, .yields = true},
    [DIFF_COL_DELTA_TOTAL] = {"total", "total", "new less old time with what it calls",
                              SHOWS(TOTAL, DELTA), .turn = 6, .from = 76, .yields = true},
    [DIFF_COL_OLD_CALLS] = {"old-calls", "old calls", "old calls of the function",
                            SHOWS(CALLS, OLD), .turn = 12, .from = 120, .yields = true},
    [DIFF_COL_NEW_CALLS] = {"new-calls", "new calls", "new calls of the function",
                            SHOWS(CALLS, NEW), .turn = 11, .from = 120, .yields = true},
    [DIFF_COL_DELTA_CALLS] = {"calls", "calls", "new less old calls: exact", SHOWS(CALLS, DELTA),
                              .turn = 10, .from = 110},
    [DIFF_COL_CALLS_PCT] = {"calls%", "calls%", "the same in percent of the old calls",
                            SHOWS(CALLS, PCT), .turn = 5, .from = 50},
    [DIFF_COL_OLD_PER_CALL] = {"old/call", "old/call", "old self time per call",
                               SHOWS(PER_CALL, OLD), .turn = 14, .from = 130, .yields = true},
    [DIFF_COL_NEW_PER_CALL] = {"new/call", "new/call", "new self time per call",
                               SHOWS(PER_CALL, NEW), .turn = 13, .from = 130, .yields = true},
    [DIFF_COL_PER_CALL_PCT] = {"/call%", "/call%", "change of self time per call, percent",
                               SHOWS(PER_CALL, PCT), .turn = 9, .from = 60, .yields = true},
    [DIFF_COL_NAME] = {"name", "name", "the function", .words = true},
};
const struct grid_columns diff_columns = {columns, ARRAY_LEN(columns)};

static const char *const no_old_side[] = {
    "Nothing to compare with yet.", /* or why not */
    "",
    "  :diff FILE...                      other profiles of this program",
    "  gptui --diff=OLD.out PROG NEW.out  the same from the command line",
    "  --diff-image=OLD_PROG              if another build wrote OLD.out",
    "  gptui --diff='a/*' PROG b/*        several runs on each side",
    "  6, Space, b or B                   marked runs of this set: base, new",
    "",
    "Functions are matched by name and file. Differences of time come with their",
    "error and whether they are real; calls are exact.",
};

struct diff_grid {
    struct sheet t; /* first; bare: there is no comparison */
    const struct view_diff *v;
    const char *first; /* the first row then: why, as a sentence */
    struct diff_rows rows;
};

static const struct diff_grid *diff_of(const struct sheet *t)
{
    return (const struct diff_grid *)t;
}

static const struct diff_row *row_of(const struct sheet *t, uint32_t id)
{
    return diff_rows_get(&diff_of(t)->rows, id);
}

/* ---- numbers ---- */

double diff_cell_number(const struct diff *d, const struct diff_row *r, unsigned shows)
{
    return diff_shown(d, r, (enum diff_value)(shows >> DIFF_HOW_BITS), shows & DIFF_HOW_MASK);
}

static double number(const struct sheet *t, uint32_t id, unsigned column)
{
    return diff_cell_number(diff_of(t)->v->diff, row_of(t, id), columns[column].value);
}

static const char *word(const struct sheet *t, uint32_t id, unsigned column)
{
    const struct diff_row *r = row_of(t, id);
    return symbol_name(diff_of(t)->v->side[diff_row_side(r)]->analysis, diff_row_symbol(r));
}

/* What filters of other views ask of a function is asked of the new side, or of the old one if that
 * alone is there. */
static double asked(const struct sheet *t, uint32_t id, unsigned value)
{
    const struct diff *d = diff_of(t)->v->diff;
    const struct diff_row *r = row_of(t, id);
    int side = diff_row_side(r);
    const struct diff_part *p = &r->part[side];
    const struct amounts amounts = {.hz = d->exposure[side],
                                    .self = p->self,
                                    .child = p->child,
                                    .wait = -1,
                                    .all = d->total.part[side].self,
                                    .calls = p->calls};
    return value <= VALUE_TOTAL_WALL ? known_value(&amounts, (enum row_value)value, 1) : NAN;
}

/* ---- cells ---- */

static void add_per_call(struct text *t, double seconds)
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    size_t unit = 0;
    for (; unit + 1 < ARRAY_LEN(units) && seconds > 0 && seconds < 0.9995; unit++)
        seconds *= 1000;
    text_decimal(t, seconds, seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0, false);
    text_printf(t, " %s", units[unit]);
}

void diff_cell_text(const struct diff *d, const struct diff_row *r, unsigned shows,
                    struct text *out)
{
    const enum diff_value value = (enum diff_value)(shows >> DIFF_HOW_BITS);
    const unsigned how = shows & DIFF_HOW_MASK;
    const int digits = value != DIFF_VALUE_CALLS ? 2 : d->whole_calls ? 0 : 1; /* means of runs */
    double v = diff_cell_number(d, r, shows);
    if (how == DIFF_HOW_VERDICT)
        text_char(out, diff_verdict_mark(diff_judge(r, diff_time_of(value))));
    else if (isnan(v))
        text_str(out, "-");
    else if (how == DIFF_HOW_PCT && isinf(v))
        text_str(out, "new");
    else if (how == DIFF_HOW_PCT)
        text_signed(out, v, fabs(v) < 999.95 ? 1 : 0, false);
    else if (value == DIFF_VALUE_PER_CALL)
        add_per_call(out, v);
    else if (how == DIFF_HOW_DELTA)
        text_signed(out, v, digits, true);
    else
        text_decimal(out, v, digits, true);
}

static void text(const struct sheet *t, uint32_t id, unsigned column, struct text *out)
{
    diff_cell_text(diff_of(t)->v->diff, row_of(t, id), columns[column].value, out);
}

enum role diff_cell_role(const struct diff_row *r, unsigned shows, enum role real)
{
    const enum diff_verdict v =
        diff_judge(r, diff_time_of((enum diff_value)(shows >> DIFF_HOW_BITS)));
    return v == DIFF_REAL ? real : v == DIFF_BEYOND ? ROLE_NUMBER : ROLE_DIM;
}

static enum role role(const struct sheet *t, uint32_t id, unsigned column)
{
    const bool self = column == DIFF_COL_DELTA || column == DIFF_COL_PCT || column == DIFF_COL_REAL;
    if (self || column == DIFF_COL_PER_CALL_PCT || column == DIFF_COL_DELTA_TOTAL)
        return diff_cell_role(row_of(t, id), columns[column].value, self ? ROLE_HOT : ROLE_WARM);
    return column == DIFF_COL_ERROR ? ROLE_DIM : ROLE_NUMBER;
}

/* ---- names ---- */

/* What became of a function. */
static void add_state(struct text *t, const struct diff_row *r)
{
    if (*diff_row_state(r))
        text_printf(t, " (%s)", diff_row_state(r));
}

static struct sheet_name subject(const struct sheet *t, uint32_t id)
{
    const struct diff_row *r = row_of(t, id);
    size_t n = strlen(diff_row_state(r));
    return (struct sheet_name){diff_of(t)->v->side[diff_row_side(r)], diff_row_symbol(r),
                               n ? n + 3 : 0};
}

static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    const struct diff_row *r = row_of(t, t->id[i]);
    sheet_function_name(t, i, &out->text);
    add_state(&out->text, r);
    line_mark(out, out->pinned, r->symbol[DIFF_NEW] == NO_ID ? ROLE_DIM : ROLE_NAME, DIFF_COL_NAME);
}

static void name(const struct sheet *t, uint32_t id, struct text *out)
{
    if (t->bare) {
        text_str(out, id ? no_old_side[id] : diff_of(t)->first);
        return;
    }
    const struct sheet_name x = subject(t, id);
    text_name(out, x.v, x.node, sheet_name_style(t));
    add_state(out, row_of(t, id));
}

static bool put_line(const struct sheet *t, uint32_t id, struct line *out)
{
    text_fill(&out->text, ' ', t->bare ? GRID_GUTTER : 0);
    if (t->bare)
        name(t, id, &out->text);
    return t->bare;
}

static void row(const struct sheet *t, uint32_t id, struct grid_row *out)
{
    if (t->bare)
        out->kind = ROW_TEXT;
    else
        out->subject.node = row_of(t, id)->symbol[DIFF_NEW];
}

static void detail(const struct sheet *t, uint32_t id, struct line *out)
{
    if (t->bare)
        return;
    const struct diff_row *r = row_of(t, id);
    const struct view_diff *v = diff_of(t)->v;
    const struct name_style names = sheet_name_style(t);
    struct text whole = {0}, facts = {0};
    text_name(&whole, v->side[diff_row_side(r)], diff_row_symbol(r), names);
    if (r->guessed) {
        text_str(&whole, " (was ");
        text_name(&whole, v->side[DIFF_OLD], r->symbol[DIFF_OLD], names);
        text_str(&whole, "?)");
    }
    text_diff_words(&facts, v, r, false);
    line_detail_of(out, &t->style, &whole, &facts);
}

/* ---- life ---- */

uint32_t diff_grid_row(const struct grid *g, uint32_t i)
{
    const struct sheet *t = sheet_of(g);
    return t->bare || i >= g->n_rows ? NO_ID : diff_of(t)->rows.row[t->id[i]];
}

static const struct sheet_ops ops = {
    .columns = &diff_columns,
    .wide = 140,
    .alone = true,
    .kind = ROW_FUNCTION,
    .subject = subject,
    .number = number,
    .word = word,
    .text = text,
    .asked = asked,
    .role = role,
    .put_name = put_name,
    .put_line = put_line,
    .detail = detail,
    .row = row,
    .name = name,
};

struct grid *diff_grid(const struct diff_look *look, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter)
{
    struct diff_grid *d = sheet_new(sizeof *d, &ops, look->view, style, sort);
    struct sheet *t = &d->t;
    bool natural = t->grid.ordered_by == COLUMN_NONE;
    d->v = look->v;
    t->bare = !d->v;
    t->grid.n_rows = t->bare ? ARRAY_LEN(no_old_side) : 0;
    if (t->bare) {
        d->first = no_old_side[0];
        if (look->why && look->why->code) { /* the first line of what failed */
            struct text whole = {0}, why = {0};
            message_text(look->why, "gptui", &whole);
            const char *s = text_z(&whole);
            s += strncmp(s, "gptui: ", 7) ? 0 : 7;
            text_str(&why, "Not compared: ");
            text_shown(&why, s, strcspn(s, "\n"), t->style.ascii);
            d->first = arena_text(&t->memory, why.p, why.n);
            text_release(&whole);
            text_release(&why);
        }
        return &t->grid;
    }
    diff_rows_make(&d->rows, d->v, t->v.settings->unused, natural);
    arena_join(&t->memory, &d->rows.memory);
    sheet_list(t, d->rows.n, d->rows.n, filter);
    const struct diff_row *all = &d->v->diff->total;
    t->has = (diff_has_times(d->v->diff) ? NEEDS_TIME : 0) |
             (all->part[DIFF_OLD].calls || all->part[DIFF_NEW].calls ? NEEDS_CALLS : 0);
    if (natural)
        t->grid.ordered_by = DIFF_COL_DELTA;
    return sheet_measure(t);
}
