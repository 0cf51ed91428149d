/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/runs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/analyze/runs.h"
#include "core/base/file/path.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/cells.h"
#include "core/view/grid/run_columns.h"
#include "core/view/message.h"
#include "core/view/number.h"

const struct grid_column runs_columns[] = {
    [RUNS_MARKED] = {"marked", "*", "marked with Space; b: those shown are compared with it",
                     .sortable = true},
    [RUNS_TIME] = {"time", "time", "time of the run", .sortable = true, .seconds = true},
    [RUNS_OUTLIER] = {"outlier", "!", "^ far slower, v far faster than the others",
                      .sortable = true},
    [RUNS_OFF] = {"off", "off%", "time against the median of the runs", .sortable = true},
    [RUNS_HEAT] = {"heat", "heat", "time against the largest one", .left = true},
    [RUNS_CALLS] = {"calls", "calls", "calls of all functions", .sortable = true},
    [RUNS_SAMPLES] = {"samples", "samples", "samples in the files of the run", .sortable = true},
    [RUNS_WALL] = {"wall", "wall s", "time that passed", .sortable = true},
    [RUNS_RANK] = {"rank", "rank", "its rank in a parallel job", .sortable = true},
    [RUNS_HOST] = {"host", "host", "the machine it ran on", .sortable = true, .left = true},
    [RUNS_PID] = {"pid", "pid", "its process", .sortable = true},
    [RUNS_DOCTOR] = {"doctor", "?", "what looks wrong with its files: ! something does",
                     .sortable = true},
    [RUNS_NAME] = {"name", "run", "the run", .sortable = true},
};
const unsigned n_runs_columns = ARRAY_LEN(runs_columns);

enum { HEAT_COLS = 8, WORD_COLS = 16 };

struct runs_grid {
    struct grid grid;
    struct view_context v;
    struct grid_style style;
    const bool *marked;
    struct run_rows rows;      /* none where the profile is no set */
    double most;               /* seconds of the longest run */
    int width[N_RUNS_COLUMNS]; /* 0: not shown */
    size_t gap;
};

static const struct runs_grid *runs_of(const struct grid *g)
{
    return (const struct runs_grid *)g;
}

/* ---- measuring ---- */

static int digits_of(unsigned column)
{
    return column == RUNS_TIME || column == RUNS_WALL ? 2 : column == RUNS_OFF ? 1 : 0;
}

static int word_cols(const struct runs_grid *x, unsigned column)
{
    size_t most = 0;
    for (uint32_t i = 0; i < x->v.analysis->runs->n_runs; i++) {
        const char *s = run_row_word(x->v.analysis, i, (enum runs_column)column);
        size_t cols = utf8_cols(s, strlen(s));
        most = cols > most ? cols : most;
    }
    return (int)(most < WORD_COLS ? most : WORD_COLS);
}

/* The columns that the numbers of a column take; 0: there is none but nothing. */
static int number_cols(const struct runs_grid *x, unsigned column)
{
    double low = 0, high = 0;
    for (uint32_t i = 0; i < x->v.analysis->runs->n_runs; i++) {
        double v = run_row_value(x->v.analysis, i, (enum runs_column)column);
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    if (low == 0 && high == 0 && column != RUNS_RANK)
        return 0;
    int a = decimal_cols(low, digits_of(column), x->style.grouped),
        b = decimal_cols(high, digits_of(column), x->style.grouped) + (column == RUNS_OFF);
    return a > b ? a : b;
}

static int value_cols(const struct runs_grid *x, unsigned column)
{
    switch (column) {
    case RUNS_MARKED:
        return 1;
    case RUNS_OUTLIER:
    case RUNS_DOCTOR:
        return number_cols(x, column) ? 1 : 0;
    case RUNS_HEAT:
        return x->most > 0 ? HEAT_COLS : 0;
    case RUNS_HOST:
        return word_cols(x, column);
    default:
        return number_cols(x, column);
    }
}

static bool has_ranks(const struct runs_grid *x)
{
    for (uint32_t i = 0; i < x->v.analysis->runs->n_runs; i++)
        if (!isnan(run_row_value(x->v.analysis, i, RUNS_RANK)))
            return true;
    return false;
}

/* The dearest columns first; those in which nothing stands only if asked for. */
static void measure_columns(struct runs_grid *x)
{
    struct wish wishes[] = {
        {RUNS_MARKED, 0, 0}, {RUNS_TIME, 0, 0},    {RUNS_OUTLIER, 0, 0},   {RUNS_OFF, 40, 0},
        {RUNS_RANK, 50, 0},  {RUNS_DOCTOR, 60, 0}, {RUNS_HOST, 60, 0},     {RUNS_HEAT, 60, 0},
        {RUNS_CALLS, 60, 0}, {RUNS_WALL, 70, 0},   {RUNS_SAMPLES, 100, 0}, {RUNS_PID, 120, 0},
    };
    x->gap = x->style.cols >= 140 ? 2 : 1;
    for (size_t i = 0; i < ARRAY_LEN(wishes); i++) {
        unsigned column = wishes[i].column;
        int head = head_cols(&x->grid, column, x->v.analysis->profile);
        int value = value_cols(x, column);
        if (!value || (column == RUNS_RANK && !has_ranks(x)))
            wishes[i].from_cols = ONLY_IF_ASKED;
        wishes[i].width = head > value ? head : value;
    }
    columns_fit(wishes, ARRAY_LEN(wishes), &x->style, x->gap, NAME_COLS, x->width);
}

/* ---- rows ---- */

static uint32_t n_left_out(const struct runs_grid *x)
{
    const struct profile_runs *r = x->v.analysis->profile->runs;
    return r ? (uint32_t)r->n_left_out : 0;
}

static void row(const struct grid *g, uint32_t i, struct grid_row *out)
{
    const struct runs_grid *x = runs_of(g);
    *out = (struct grid_row){ROW_TEXT, {NO_ID, NO_ID}, 0};
    if (i < x->rows.n)
        *out = (struct grid_row){ROW_RUN, {NO_ID, NO_ID}, x->rows.run[i] + 1};
}

static bool is_shown(const struct runs_grid *x, uint32_t run)
{
    return profile_shows_run(x->v.analysis->profile, run);
}

/* Is it one of those that the runs shown are compared with? */
static bool is_base(const struct runs_grid *x, uint32_t run)
{
    const struct profile *p = x->v.analysis->profile;
    const char *path = p->files[p->runs->v[run].files[0]].path;
    for (size_t i = 0; i < x->v.settings->n_diff_files; i++)
        if (!strcmp(x->v.settings->diff_files[i], path))
            return true;
    return false;
}

static void put_cell(const struct runs_grid *x, uint32_t run, struct cell c, struct line *out)
{
    const struct analysis *a = x->v.analysis;
    double v = run_row_value(a, run, (enum runs_column)c.column);
    if (c.column == RUNS_MARKED) {
        char sign[] = {x->marked && x->marked[run] ? '*' : is_base(x, run) ? 'b' : ' ', '\0'};
        cell_text(out, c, sign);
    } else if (c.column == RUNS_HOST)
        cell_cut(out, c, run_row_word(a, run, (enum runs_column)c.column), x->style.ascii);
    else if (c.column == RUNS_OUTLIER || c.column == RUNS_DOCTOR) {
        bool doctor = c.column == RUNS_DOCTOR;
        cell_text(out, c, v > 0 ? (doctor ? "!" : "^") : v < 0 ? "v" : "");
    } else if (c.column == RUNS_OFF) {
        char room[48];
        struct text t = text_in(room, sizeof room);
        text_str(&t, v >= 0.05 ? "+" : "");
        text_decimal(&t, fabs(v) < 0.05 ? 0 : v, digits_of(c.column), x->style.grouped);
        cell_text(out, c, isfinite(v) && !t.failed ? text_z(&t) : "-");
    } else if (c.column == RUNS_HEAT)
        cell_bar(out, c, part_of(v, x->most), x->style.ascii);
    else
        cell_decimal(out, c, v, digits_of(c.column), x->style.grouped);
}

static enum role cell_role(const struct runs_grid *x, uint32_t run, unsigned column)
{
    bool outlier = x->v.analysis->runs->total[run].is_outlier;
    if (!is_shown(x, run))
        return ROLE_DIM;
    if (column == RUNS_MARKED)
        return ROLE_STRONG;
    if (column == RUNS_DOCTOR)
        return ROLE_WARNING;
    bool time =
        column == RUNS_TIME || column == RUNS_OUTLIER || column == RUNS_OFF || column == RUNS_HEAT;
    return outlier && time ? ROLE_HOT : ROLE_NUMBER;
}

/* ", mean 14.12 s, worst 21.29": the time of whole runs, where a sum knows it. */
static void add_whole_spread(const struct analysis *a, struct text *out)
{
    const struct run_spread s = whole_spread(a);
    if (s.n < 2)
        return;
    text_str(out, ", mean ");
    text_decimal(out, run_value(a, &s, RUN_MEAN), 2, true);
    text_printf(out, " %s", unit_of(a->profile).s);
    if (s.worst == NO_RUN)
        return;
    text_str(out, ", worst ");
    text_decimal(out, run_value(a, &s, RUN_WORST), 2, true);
}

static void add_words(const struct runs_grid *x, uint32_t i, struct text *out)
{
    if (!x->v.analysis->runs) {
        /* What stands in place of runs. */
        const struct profile *p = x->v.analysis->profile;
        if (p->run_sums) {
            text_str(out, "a sum of ");
            text_count(out, p->run_sums->n_all, false);
            text_str(out, " runs");
            add_whole_spread(x->v.analysis, out);
            text_str(out, "; Info (4) lists them");
        } else if (p->n_files > 1)
            text_printf(out, "%u profiles taken as one run: without --as-one each is a row here",
                        (unsigned)p->n_files);
        else
            text_str(out, "one run: of several files (gptui prog gmon.out.*) each is a row here");
    } else if (i >= x->rows.n) {
        /* "bad.out: it is no profile" */
        struct err e = ERR_INIT;
        struct text t = {0};
        run_left_out_err(&x->v.analysis->profile->runs->left_out[i - x->rows.n], &e);
        message_text(&e, "left out", &t);
        while (t.n && t.p[t.n - 1] == '\n')
            t.n--;
        text_shown(out, t.p ? t.p : "", t.n, x->style.ascii);
        out->failed |= t.failed;
        text_release(&t);
    } else
        text_run(out, x->v.analysis, x->rows.run[i], x->style.ascii);
}

static void format(const struct grid *g, uint32_t i, struct line *out)
{
    const struct runs_grid *x = runs_of(g);
    bool run = i < x->rows.n;
    line_clear(out);
    text_fill(&out->text, ' ', GRID_GUTTER);
    for (unsigned c = 0; run && c < RUNS_NAME; c++) {
        if (!x->width[c])
            continue;
        line_gap(out, x->gap);
        put_cell(x, x->rows.run[i], (struct cell){cell_role(x, x->rows.run[i], c), c, x->width[c]},
                 out);
    }
    if (run)
        line_gap(out, x->gap);
    out->pinned = out->text.n;
    add_words(x, i, &out->text);
    line_mark(out, out->pinned, run && is_shown(x, x->rows.run[i]) ? ROLE_NAME : ROLE_DIM,
              RUNS_NAME);
}

static void heading(const struct grid *g, struct line *out)
{
    const struct runs_grid *x = runs_of(g);
    line_clear(out);
    if (x->v.analysis->runs)
        line_heading(
            out, &(struct heading){g, x->v.analysis->profile, x->width, x->gap, x->style.ascii});
}

static void name(const struct grid *g, uint32_t i, struct text *out)
{
    add_words(runs_of(g), i, out);
}

/* ---- the detail line ---- */

/* "far slower than the others: 12.4 s, median 9.5" */
static void add_outlier(const struct analysis *a, uint32_t run, bool grouped, struct text *out)
{
    const struct run_totals *t = &a->runs->total[run];
    if (!t->is_outlier)
        return;
    text_str(out, t->ticks > a->runs->usual.median ? "  far slower than the others: "
                                                   : "  far faster: ");
    text_decimal(out, seconds_or_0(a, t->ticks), 2, grouped);
    text_printf(out, " %s, median ", unit_of(a->profile).s);
    text_decimal(out, seconds_or_0(a, a->runs->usual.median), 2, grouped);
}

static void detail(const struct grid *g, uint32_t i, struct line *out)
{
    const struct runs_grid *x = runs_of(g);
    const struct analysis *a = x->v.analysis;
    struct text name = {0}, facts = {0}, whole = {0};
    line_clear(out);
    add_words(x, i, &name);
    if (i < x->rows.n) {
        const struct profile_run *r = &a->profile->runs->v[x->rows.run[i]];
        add_outlier(a, x->rows.run[i], x->style.grouped, &whole);
        run_doctor(a, x->rows.run[i], &whole);
        if (r->rank != RUN_NO_RANK)
            text_printf(&whole, "  rank %lld", (long long)r->rank);
        if (r->host) {
            text_str(&whole, "  on ");
            text_shown(&whole, r->host, strlen(r->host), x->style.ascii);
        }
        if (r->pid)
            text_printf(&whole, "  pid %llu", (unsigned long long)r->pid);
        const char *path = a->profile->files[r->files[0]].path;
        text_str(&whole, "  ");
        text_shown(&whole, path, strlen(path), x->style.ascii);
        if (r->n_files > 1)
            text_printf(&whole, " and %u more", (unsigned)r->n_files - 1);
        if (r->command) {
            text_str(&whole, "  ");
            text_shown(&whole, r->command, strlen(r->command), x->style.ascii);
        }
        size_t skip = whole.n && whole.p[0] != ' ' ? 2 : whole.n ? 2 : 0;
        text_add(&facts, whole.p ? whole.p + skip : "", whole.n - skip);
        facts.failed |= whole.failed;
    }
    text_release(&whole);
    line_detail_of(out, &x->style, &name, &facts);
}

/* ---- life ---- */

static void release(struct grid *g)
{
    struct runs_grid *x = (struct runs_grid *)g;
    run_rows_release(&x->rows);
    free(x);
}

static const struct grid_ops ops = {row, format, heading, detail, name, release};

static bool list_rows(struct runs_grid *x, const struct runs_grid_request *r)
{
    const struct analysis *a = x->v.analysis;
    const struct run_order order = {.v = &x->v,
                                    .marked = r->marked,
                                    .column = x->grid.sort_column,
                                    .ascending = x->grid.sort_ascending,
                                    .filter = r->filter};
    if (!run_rows_make(&x->rows, &order))
        return false;
    for (uint32_t i = 0; i < a->runs->n_runs; i++)
        x->most = fmax(x->most, seconds_or_0(a, a->runs->total[i].ticks));
    measure_columns(x);
    return true;
}

struct grid *runs_grid(const struct runs_grid_request *r, struct err *e)
{
    struct runs_grid *x = mem_array(1, sizeof *x);
    if (!x) {
        err_memory(e, sizeof *x);
        return NULL;
    }
    x->v = *r->v;
    x->style = *r->style;
    x->marked = r->marked;
    x->grid = (struct grid){.ops = &ops,
                            .columns = runs_columns,
                            .n_columns = n_runs_columns,
                            .sort_column = r->sort ? r->sort->column : COLUMN_NONE,
                            .ordered_by = r->sort ? r->sort->column : COLUMN_NONE,
                            .sort_ascending = r->sort && r->sort->ascending,
                            .n_rows = 1};
    if (!x->v.analysis->runs)
        return &x->grid;
    if (!list_rows(x, r)) {
        free(x);
        err_memory(e, 0);
        return NULL;
    }
    x->grid.n_rows = x->rows.n + n_left_out(x);
    x->grid.n_hidden = x->rows.n_hidden;
    return &x->grid;
}
