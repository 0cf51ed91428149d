/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/diff.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/message.h"
#include "core/view/name_rows.h"
#include "core/view/number.h"

const struct grid_column diff_columns[] = {
    [DIFF_COL_OLD_SELF] = {"old", "old", "old time in the function itself", .sortable = true,
                           .seconds = true},
    [DIFF_COL_NEW_SELF] = {"new", "new", "new time in the function itself", .sortable = true,
                           .seconds = true},
    [DIFF_COL_DELTA] = {"delta", "delta", "new less old time in the function itself",
                        .sortable = true, .seconds = true},
    [DIFF_COL_ERROR] = {"err", "+/-", "standard error of delta", .sortable = true},
    [DIFF_COL_REAL] = {"real", "!", "! real, ? beyond sampling, . neither, blank: few samples",
                       .sortable = true},
    [DIFF_COL_PCT] = {"delta%", "delta%", "delta in percent of the old time", .sortable = true},
    [DIFF_COL_OLD_TOTAL] = {"old-total", "old total", "old time with what it calls",
                            .sortable = true},
    [DIFF_COL_NEW_TOTAL] = {"new-total", "new total", "new time with what it calls",
                            .sortable = true},
    [DIFF_COL_DELTA_TOTAL] = {"total", "total", "new less old time with what it calls",
                              .sortable = true},
    [DIFF_COL_OLD_CALLS] = {"old-calls", "old calls", "old calls of the function",
                            .sortable = true},
    [DIFF_COL_NEW_CALLS] = {"new-calls", "new calls", "new calls of the function",
                            .sortable = true},
    [DIFF_COL_DELTA_CALLS] = {"calls", "calls", "new less old calls: exact", .sortable = true},
    [DIFF_COL_CALLS_PCT] = {"calls%", "calls%", "the same in percent of the old calls",
                            .sortable = true},
    [DIFF_COL_OLD_PER_CALL] = {"old/call", "old/call", "old self time per call", .sortable = true},
    [DIFF_COL_NEW_PER_CALL] = {"new/call", "new/call", "new self time per call", .sortable = true},
    [DIFF_COL_PER_CALL_PCT] = {"/call%", "/call%", "change of self time per call, percent",
                               .sortable = true},
    [DIFF_COL_NAME] = {"name", "name", "the function", .sortable = true},
};
const unsigned n_diff_columns = ARRAY_LEN(diff_columns);

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
    struct grid grid;
    struct diff_look look;
    struct grid_style style;
    struct text why;   /* there is no comparison, as a sentence */
    const char *first; /* the first row without a comparison */
    struct diff_rows rows;
    struct name_rows *names;
    int width[N_DIFF_COLUMNS]; /* 0: not shown */
    size_t gap;
};

static const struct diff_grid *diff_of(const struct grid *g)
{
    return (const struct diff_grid *)g;
}

static const struct diff *compared(const struct diff_grid *d)
{
    return d->look.v->diff;
}

static struct name_style name_style_of(const struct diff_grid *d)
{
    return (struct name_style){d->style.names, d->style.ascii, false};
}

static bool is_text(const struct diff_grid *d)
{
    return !d->look.v;
}

static const char *words_of(const struct diff_grid *d, uint32_t i)
{
    return i == 0 ? d->first : no_old_side[i];
}

/* The first line of what failed. */
static bool keep_why(struct diff_grid *d)
{
    struct text whole = {0};
    d->first = no_old_side[0];
    if (!d->look.why || !d->look.why->code)
        return true;
    message_text(d->look.why, "gptui", &whole);
    const char *s = text_z(&whole);
    s += strncmp(s, "gptui: ", 7) ? 0 : 7;
    text_str(&d->why, "Not compared: ");
    text_shown(&d->why, s, strcspn(s, "\n"), d->style.ascii);
    d->why.failed |= whole.failed;
    text_release(&whole);
    d->first = text_z(&d->why);
    return !d->why.failed;
}

/* ---- cells ---- */

static bool is_pct(unsigned column)
{
    return column == DIFF_COL_PCT || column == DIFF_COL_CALLS_PCT ||
           column == DIFF_COL_PER_CALL_PCT;
}

static bool is_count(unsigned column)
{
    return column == DIFF_COL_OLD_CALLS || column == DIFF_COL_NEW_CALLS ||
           column == DIFF_COL_DELTA_CALLS;
}

static bool is_signed(unsigned column)
{
    return column == DIFF_COL_DELTA || column == DIFF_COL_DELTA_TOTAL ||
           column == DIFF_COL_DELTA_CALLS;
}

static void add_per_call(struct text *t, double seconds)
{
    static const char *const units[] = {"s", "ms", "us", "ns"};
    size_t unit = 0;
    for (; unit + 1 < ARRAY_LEN(units) && seconds > 0 && seconds < 0.9995; unit++)
        seconds *= 1000;
    text_decimal(t, seconds, seconds < 9.995 ? 2 : seconds < 99.95 ? 1 : 0, false);
    text_printf(t, " %s", units[unit]);
}

static void add_value(const struct diff_grid *d, const struct diff_row *r, unsigned column,
                      struct text *t)
{
    double v = diff_column_value(compared(d), r, (enum diff_column)column);
    int digits = !is_count(column) ? 2 : compared(d)->whole_calls ? 0 : 1; /* means of runs */
    if (column == DIFF_COL_REAL)
        text_char(t, diff_verdict_mark(diff_judge(r, DIFF_SELF)));
    else if (isnan(v))
        text_str(t, "-");
    else if (column == DIFF_COL_OLD_PER_CALL || column == DIFF_COL_NEW_PER_CALL)
        add_per_call(t, v);
    else if (is_pct(column) && isinf(v))
        text_str(t, "new");
    else if (is_pct(column))
        text_signed(t, v, fabs(v) < 999.95 ? 1 : 0, false);
    else if (is_signed(column))
        text_signed(t, v, digits, d->style.grouped);
    else
        text_decimal(t, v, digits, d->style.grouped);
}

static int value_cols(const struct diff_grid *d, unsigned column)
{
    char room[64];
    size_t most = 1;
    for (uint32_t i = 0; i < d->rows.n; i++) {
        struct text t = text_in(room, sizeof room);
        add_value(d, diff_rows_get(&d->rows, i), column, &t);
        most = t.n > most ? t.n : most;
    }
    return (int)most;
}

static bool is_dead(const struct diff_grid *d, unsigned column)
{
    const struct diff_row *all = &compared(d)->total;
    if (is_count(column) || column == DIFF_COL_CALLS_PCT)
        return !all->part[DIFF_OLD].calls && !all->part[DIFF_NEW].calls;
    return !diff_has_times(compared(d));
}

/* The dearest columns first. */
static void measure_columns(struct diff_grid *d)
{
    struct wish wishes[] = {
        {DIFF_COL_DELTA, 0, 0},          {DIFF_COL_REAL, 0, 0},
        {DIFF_COL_ERROR, 40, 0},         {DIFF_COL_PCT, 50, 0},
        {DIFF_COL_CALLS_PCT, 50, 0},     {DIFF_COL_PER_CALL_PCT, 60, 0},
        {DIFF_COL_DELTA_TOTAL, 76, 0},   {DIFF_COL_NEW_SELF, 76, 0},
        {DIFF_COL_OLD_SELF, 80, 0},      {DIFF_COL_DELTA_CALLS, 110, 0},
        {DIFF_COL_NEW_CALLS, 120, 0},    {DIFF_COL_OLD_CALLS, 120, 0},
        {DIFF_COL_NEW_PER_CALL, 130, 0}, {DIFF_COL_OLD_PER_CALL, 130, 0},
        {DIFF_COL_NEW_TOTAL, 150, 0},    {DIFF_COL_OLD_TOTAL, 150, 0},
    };
    d->gap = d->style.cols >= 140 ? 2 : 1;
    for (size_t i = 0; i < ARRAY_LEN(wishes); i++) {
        int head = head_cols(&d->grid, wishes[i].column, d->look.view->analysis->profile);
        int value = value_cols(d, wishes[i].column);
        wishes[i].width = head > value ? head : value;
        if (is_dead(d, wishes[i].column))
            wishes[i].from_cols = ONLY_IF_ASKED;
    }
    columns_fit(wishes, ARRAY_LEN(wishes), &d->style, d->gap, NAME_COLS, d->width);
}

/* ---- rows ---- */

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    const struct diff_grid *d = diff_of(g);
    *out = (struct grid_row){ROW_TEXT, {NO_ID, NO_ID}, 0};
    if (is_text(d))
        return;
    out->kind = ROW_FUNCTION;
    out->subject.node = diff_rows_get(&d->rows, i)->symbol[DIFF_NEW];
}

static enum role verdict_role(enum diff_verdict v, enum role real)
{
    return v == DIFF_REAL ? real : v == DIFF_BEYOND ? ROLE_NUMBER : ROLE_DIM;
}

static enum role cell_role(const struct diff_row *r, unsigned column)
{
    switch (column) {
    case DIFF_COL_DELTA:
    case DIFF_COL_PCT:
    case DIFF_COL_REAL:
        return verdict_role(diff_judge(r, DIFF_SELF), ROLE_HOT);
    case DIFF_COL_ERROR:
        return ROLE_DIM;
    case DIFF_COL_PER_CALL_PCT:
        return verdict_role(diff_judge(r, DIFF_SELF_PER_CALL), ROLE_WARM);
    case DIFF_COL_DELTA_TOTAL:
        return verdict_role(diff_judge(r, DIFF_TOTAL), ROLE_WARM);
    default:
        return ROLE_NUMBER;
    }
}

/* Columns of what became of a function. */
static size_t state_cols(const struct diff_row *r)
{
    return *diff_row_state(r) ? strlen(diff_row_state(r)) + 3 : 0;
}

static void add_state(struct text *t, const struct diff_row *r)
{
    if (*diff_row_state(r))
        text_printf(t, " (%s)", diff_row_state(r));
}

static struct name_list_row name_of(const void *ctx, uint32_t i)
{
    const struct diff_grid *d = ctx;
    const struct diff_row *r = diff_rows_get(&d->rows, i);
    size_t used = name_column_at(d->width, N_DIFF_COLUMNS, d->gap) + state_cols(r);
    return (struct name_list_row){d->look.v->side[diff_row_side(r)], diff_row_symbol(r),
                                  d->style.cols > used ? d->style.cols - used : 0};
}

static void format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct diff_grid *d = diff_of(g);
    line_clear(out);
    text_fill(&out->text, ' ', GRID_GUTTER);
    if (is_text(d)) {
        text_str(&out->text, words_of(d, i));
        return;
    }
    const struct diff_row *r = diff_rows_get(&d->rows, i);
    for (unsigned c = 0; c < DIFF_COL_NAME; c++) {
        if (!d->width[c])
            continue;
        line_gap(out, d->gap);
        char room[64];
        struct text t = text_in(room, sizeof room);
        add_value(d, r, c, &t);
        cell_text(out, (struct cell){cell_role(r, c), c, d->width[c]}, t.failed ? "-" : text_z(&t));
    }
    line_gap(out, d->gap);
    out->pinned = out->text.n;
    size_t at = out->text.n;
    text_row_name(&out->text, d->names, i, g->uncut);
    add_state(&out->text, r);
    line_mark(out, at, r->symbol[DIFF_NEW] == NO_ID ? ROLE_DIM : ROLE_NAME, DIFF_COL_NAME);
}

static void heading(const struct grid *g, struct line *out)
{
    const struct diff_grid *d = diff_of(g);
    if (is_text(d)) {
        line_clear(out);
        return;
    }
    line_heading(out, &(struct heading){g, d->look.view->analysis->profile, d->width, d->gap,
                                        d->style.ascii});
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    const struct diff_grid *d = diff_of(g);
    if (is_text(d)) {
        text_str(out, words_of(d, i));
        return;
    }
    const struct diff_row *r = diff_rows_get(&d->rows, i);
    text_name(out, d->look.v->side[diff_row_side(r)], diff_row_symbol(r), name_style_of(d));
    add_state(out, r);
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct diff_grid *d = diff_of(g);
    line_clear(out);
    if (is_text(d))
        return;
    const struct diff_row *r = diff_rows_get(&d->rows, i);
    const struct name_style names = name_style_of(d);
    struct text whole = {0}, facts = {0};
    text_name(&whole, d->look.v->side[diff_row_side(r)], diff_row_symbol(r), names);
    if (r->guessed) {
        text_str(&whole, " (was ");
        text_name(&whole, d->look.v->side[DIFF_OLD], r->symbol[DIFF_OLD], names);
        text_str(&whole, "?)");
    }
    text_diff_words(&facts, d->look.v, r, false);
    line_detail_of(out, &d->style, &whole, &facts);
}

/* ---- life ---- */

static void release(struct grid *g)
{
    struct diff_grid *d = (struct diff_grid *)g;
    name_rows_free(d->names);
    if (!is_text(d))
        diff_rows_release(&d->rows);
    text_release(&d->why);
    free(d);
}

static const struct grid_ops diff_ops = {row, format, heading, detail, name, release};

uint32_t diff_grid_row(const struct grid *g, uint32_t i)
{
    const struct diff_grid *d = diff_of(g);
    return is_text(d) || i >= d->rows.n ? NO_ID : d->rows.row[i];
}

struct grid *diff_grid(const struct diff_look *look, const struct grid_style *style,
                       const struct grid_sort *sort, const struct rowfilter *filter, struct err *e)
{
    struct diff_grid *d = mem_array(1, sizeof *d);
    const struct diff_order order = {.v = look->v,
                                     .style = {style->names, style->ascii, false},
                                     .column = sort ? sort->column : COLUMN_NONE,
                                     .ascending = sort && sort->ascending,
                                     .filter = filter,
                                     .all = look->view->settings->unused};
    if (!d || (look->v && !diff_rows_make(&d->rows, &order))) {
        free(d);
        err_memory(e, 0);
        return NULL;
    }
    d->look = *look;
    d->style = *style;
    if (!look->v && !keep_why(d)) {
        release(&d->grid);
        err_memory(e, 0);
        return NULL;
    }
    d->look.why = NULL; /* borrowed no longer */
    d->grid =
        (struct grid){.ops = &diff_ops,
                      .columns = diff_columns,
                      .n_columns = n_diff_columns,
                      .sort_column = order.column,
                      .ordered_by = order.column == COLUMN_NONE ? DIFF_COL_DELTA : order.column,
                      .sort_ascending = order.ascending,
                      .n_rows = ARRAY_LEN(no_old_side)};
    if (is_text(d))
        return &d->grid;
    d->grid.n_rows = d->rows.n;
    d->grid.n_hidden = d->rows.n_hidden;
    measure_columns(d);
    d->names = name_rows_new(&(struct name_list_rows){
        .style = name_style_of(d), .n_rows = d->rows.n, .alone = true, .row = name_of, .ctx = d});
    if (d->names)
        return &d->grid;
    release(&d->grid);
    err_memory(e, 0);
    return NULL;
}
