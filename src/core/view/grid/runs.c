/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/runs.h"

#include <string.h>

#include "core/analyze/runs.h"
#include "core/base/utf8.h"
#include "core/view/grid/sheet.h"
#include "core/view/message.h"
#include "core/view/number.h"

enum runs_column {
    RUNS_MARKED,
    RUNS_TIME,
    RUNS_OUTLIER,
    RUNS_OFF,
    RUNS_HEAT,
    RUNS_CALLS,
    RUNS_SAMPLES,
    RUNS_WALL,
    RUNS_RANK,
    RUNS_HOST,
    RUNS_PID,
    RUNS_DOCTOR,
    RUNS_NAME,
    N_RUNS_COLUMNS,
};

/* Each needs that something stands in it. */
const struct grid_column runs_columns[] = {
    [RUNS_MARKED] = {"marked", "*", "marked with Space; b: those shown are compared with it",
                     .cell = CELL_TEXT, .cols = 1, .turn = 1},
    [RUNS_TIME] = {"time", "time", "time of the run", .seconds = true, .digits = 2, .turn = 2,
                   .needs = 1 << RUNS_TIME},
    [RUNS_OUTLIER] = {"outlier", "!", "^ far slower, v far faster than the others",
                      .cell = CELL_TEXT, .cols = 1, .turn = 3, .needs = 1 << RUNS_OUTLIER},
    [RUNS_OFF] = {"off", "off%", "time against the median of the runs", .cell = CELL_TEXT,
                  .digits = 1, .turn = 4, .from = 40, .needs = 1 << RUNS_OFF},
    [RUNS_HEAT] = {"heat", "heat", "time against the largest one", .left = true, .cell = CELL_BAR,
                   .cols = 8, .turn = 8, .from = 60, .needs = 1 << RUNS_HEAT},
    [RUNS_CALLS] = {"calls", "calls", "calls of all functions", .turn = 9, .from = 60,
                    .needs = 1 << RUNS_CALLS},
    [RUNS_SAMPLES] = {"samples", "samples", "samples in the files of the run", .turn = 11,
                      .from = 100, .needs = 1 << RUNS_SAMPLES},
    [RUNS_WALL] = {"wall", "wall s", "time that passed", .digits = 2, .turn = 10, .from = 70,
                   .needs = 1 << RUNS_WALL},
    [RUNS_RANK] = {"rank", "rank", "its rank in a parallel job", .turn = 5, .from = 50,
                   .needs = 1 << RUNS_RANK},
    [RUNS_HOST] = {"host", "host", "the machine it ran on", .left = true, .words = true,
                   .cell = CELL_CUT, .turn = 7, .from = 60, .needs = 1 << RUNS_HOST},
    [RUNS_PID] = {"pid", "pid", "its process", .turn = 12, .from = 120, .needs = 1 << RUNS_PID},
    [RUNS_DOCTOR] = {"doctor", "?", "what looks wrong with its files: ! something does",
                     .cell = CELL_TEXT, .cols = 1, .turn = 6, .from = 60,
                     .needs = 1 << RUNS_DOCTOR},
    [RUNS_NAME] = {"name", "run", "the run", .words = true},
};
const unsigned n_runs_columns = ARRAY_LEN(runs_columns);

enum { HOST_COLS = 16 };

struct runs_grid {
    struct sheet t; /* first; an id is a run, or after them a file that was left out */
    const bool *marked;
    uint32_t n_runs;
    double low[N_RUNS_COLUMNS], high[N_RUNS_COLUMNS]; /* least and largest numbers, or 0 */
};

static const struct runs_grid *runs_of(const struct sheet *t)
{
    return (const struct runs_grid *)t;
}

/* ---- the doctor ---- */

/* What is wrong with what a run left: how many things, each of which is appended to *why (NULL: not
 * wanted) as "; 120 samples lost". */
static unsigned run_doctor(const struct analysis *a, uint32_t run, struct text *why)
{
    const struct profile *p = a->profile;
    const struct profile_run *r = &p->runs->v[run];
    uint64_t missing = 0, calls = 0, full = 0, waits = 0;
    for (uint32_t i = 0; i < r->n_files; i++) {
        const struct profile_file *f = &p->files[r->files[i]];
        missing += f->run.n_missing_samples;
        calls += f->run.n_lost_calls;
        full += f->n_full_bins;
        waits |= f->lost_waits;
    }
    if (percent_or_0((double)missing, (double)r->ticks) < 2)
        missing = 0;
    const struct {
        uint64_t n;
        const char *one, *many;
    } losses[] = {
        {missing, " sample missing", " samples missing"},
        {calls, " call lost", " calls lost"},
        {full, " counter that is full", " counters that are full"},
        {p->has_histogram && !r->ticks, "no samples", NULL},
        {waits, "waits that cannot be read", NULL},
    };
    unsigned n = 0;
    for (size_t i = 0; i < ARRAY_LEN(losses); i++) {
        n += losses[i].n > 0;
        if (!losses[i].n || !why)
            continue;
        text_str(why, "; ");
        if (losses[i].many)
            text_uint(why, losses[i].n, 0);
        text_str(why, losses[i].n == 1 || !losses[i].many ? losses[i].one : losses[i].many);
    }
    return n;
}

/* ---- numbers and words ---- */

static double number(const struct sheet *t, uint32_t run, unsigned column)
{
    const struct analysis *a = t->v.analysis;
    const struct profile_run *r = &a->profile->runs->v[run];
    const struct run_totals *total = &a->runs->total[run];
    double median = a->runs->usual.median;
    switch (column) {
    case RUNS_MARKED:
        return runs_of(t)->marked && runs_of(t)->marked[run];
    case RUNS_TIME:
        return a->rate_hz > 0 ? seconds_or_0(a, total->ticks) : NAN;
    case RUNS_HEAT:
        return part_of(number(t, run, RUNS_TIME), runs_of(t)->high[RUNS_TIME]);
    case RUNS_OUTLIER:
        return total->is_outlier ? total->ticks - median : 0;
    case RUNS_OFF:
        return median > 0 ? percent(total->ticks - median, median) : NAN;
    case RUNS_CALLS:
        return (double)total->calls;
    case RUNS_SAMPLES:
        return (double)r->ticks;
    case RUNS_WALL:
        return r->wall_ms ? time_of((double)r->wall_ms, 1e3, 1) : NAN;
    case RUNS_RANK:
        return r->rank == RUN_NO_RANK ? NAN : (double)r->rank;
    case RUNS_PID:
        return r->pid ? (double)r->pid : NAN;
    case RUNS_DOCTOR:
        return run_doctor(a, run, NULL);
    default:
        return NAN;
    }
}

static const char *word(const struct sheet *t, uint32_t run, unsigned column)
{
    const struct profile_run *r = &t->v.analysis->profile->runs->v[run];
    return column == RUNS_NAME ? r->label : r->host ? r->host : "";
}

/* A filter's numbers are those of the run as a whole. */
static double asked(const struct sheet *t, uint32_t run, unsigned value)
{
    const struct analysis *a = t->v.analysis;
    const struct run_totals *total = &a->runs->total[run];
    const struct amounts x = {.hz = a->rate_hz,
                              .self = total->ticks,
                              .wait = -1,
                              .all = a->runs->all.mean * a->runs->n_shown,
                              .calls = total->calls};
    return value <= VALUE_TOTAL_WALL ? known_value(&x, (enum row_value)value, 1) : NAN;
}

/* It matches label and host, with a blank between them. */
static void asked_name(const struct sheet *t, uint32_t run, struct text *out)
{
    text_printf(out, "%s %s", word(t, run, RUNS_NAME), word(t, run, RUNS_HOST));
}

/* ---- measuring ---- */

static int host_cols(const struct sheet *t)
{
    size_t most = 0;
    for (uint32_t i = 0; i < runs_of(t)->n_runs; i++) {
        const char *s = word(t, i, RUNS_HOST);
        size_t cols = utf8_cols(s, strlen(s));
        most = cols > most ? cols : most;
    }
    return (int)(most < HOST_COLS ? most : HOST_COLS);
}

static int cols(const struct sheet *t, unsigned column)
{
    const struct runs_grid *x = runs_of(t);
    int digits = runs_columns[column].digits;
    if (runs_columns[column].cols)
        return -1;
    if (column == RUNS_HOST)
        return host_cols(t) ? host_cols(t) : 1;
    int low = decimal_cols(x->low[column], digits, t->style.grouped),
        high = decimal_cols(x->high[column], digits, t->style.grouped) + (column == RUNS_OFF);
    return low > high ? low : high;
}

/* The columns in which something stands of any run, whatever a filter keeps out. */
static void find_most(struct runs_grid *x)
{
    for (unsigned c = 0; c < RUNS_NAME; c++)
        for (uint32_t i = 0; i < x->n_runs; i++) {
            double v = number(&x->t, i, c);
            x->low[c] = fmin(x->low[c], v);
            x->high[c] = fmax(x->high[c], v);
            if (c == RUNS_RANK ? !isnan(v) : x->low[c] < 0 || x->high[c] > 0)
                x->t.has |= UINT32_C(1) << c;
        }
    x->t.has |= host_cols(&x->t) ? 1 << RUNS_HOST : 0;
}

/* ---- cells ---- */

/* Is it one of those that the runs shown are compared with? */
static bool is_base(const struct sheet *t, uint32_t run)
{
    const struct profile *p = t->v.analysis->profile;
    const char *path = p->files[p->runs->v[run].files[0]].path;
    for (size_t i = 0; i < t->v.settings->n_diff_files; i++)
        if (!strcmp(t->v.settings->diff_files[i], path))
            return true;
    return false;
}

static void text(const struct sheet *t, uint32_t run, unsigned column, struct text *out)
{
    double v = number(t, run, column);
    if (column == RUNS_MARKED)
        text_str(out, v > 0 ? "*" : is_base(t, run) ? "b" : " ");
    else if (column == RUNS_DOCTOR)
        text_str(out, v > 0 ? "!" : "");
    else if (column == RUNS_OUTLIER)
        text_str(out, v > 0 ? "^" : v < 0 ? "v" : "");
    else if (isfinite(v)) {
        text_str(out, v >= 0.05 ? "+" : "");
        text_decimal(out, fabs(v) < 0.05 ? 0 : v, 1, t->style.grouped);
    } else
        text_char(out, '-');
}

static enum role role(const struct sheet *t, uint32_t run, unsigned column)
{
    if (!profile_shows_run(t->v.analysis->profile, run))
        return ROLE_DIM;
    if (column == RUNS_MARKED)
        return ROLE_STRONG;
    if (column == RUNS_DOCTOR)
        return ROLE_WARNING;
    bool time =
        column == RUNS_TIME || column == RUNS_OUTLIER || column == RUNS_OFF || column == RUNS_HEAT;
    return t->v.analysis->runs->total[run].is_outlier && time ? ROLE_HOT : ROLE_NUMBER;
}

/* ---- names ---- */

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

/* What stands in place of runs. */
static void add_no_runs(const struct analysis *a, struct text *out)
{
    const struct profile *p = a->profile;
    if (p->run_sums) {
        text_str(out, "a sum of ");
        text_count(out, p->run_sums->n_all, false);
        text_str(out, " runs");
        add_whole_spread(a, out);
        text_str(out, "; Info (4) lists them");
    } else if (p->n_files > 1)
        text_printf(out, "%u profiles taken as one run: without --as-one each is a row here",
                    (unsigned)p->n_files);
    else
        text_str(out, "one run: of several files (gptui prog gmon.out.*) each is a row here");
}

/* "bad.out: it is no profile" */
static void add_left_out(const struct sheet *t, uint32_t i, struct text *out)
{
    struct err e = ERR_INIT;
    struct text why = {0};
    run_left_out_err(&t->v.analysis->profile->runs->left_out[i], &e);
    message_text(&e, "left out", &why);
    while (why.n && why.p[why.n - 1] == '\n')
        why.n--;
    text_shown(out, why.p ? why.p : "", why.n, t->style.ascii);
    text_release(&why);
}

static void name(const struct sheet *t, uint32_t id, struct text *out)
{
    if (t->bare)
        add_no_runs(t->v.analysis, out);
    else if (id >= runs_of(t)->n_runs)
        add_left_out(t, id - runs_of(t)->n_runs, out);
    else
        text_run(out, t->v.analysis, id, t->style.ascii);
}

/* Files that were left out follow the runs. */
static bool stays(const struct sheet *t, uint32_t id)
{
    return id >= runs_of(t)->n_runs;
}

static void add_name(const struct sheet *t, uint32_t id, struct line *out)
{
    bool shown = !stays(t, id) && profile_shows_run(t->v.analysis->profile, id);
    size_t at = out->pinned = out->text.n;
    name(t, id, &out->text);
    line_mark(out, at, shown ? ROLE_NAME : ROLE_DIM, RUNS_NAME);
}

static void put_name(const struct sheet *t, uint32_t i, struct line *out)
{
    add_name(t, t->id[i], out);
}

static bool put_line(const struct sheet *t, uint32_t id, struct line *out)
{
    if (!stays(t, id))
        return false;
    text_fill(&out->text, ' ', GRID_GUTTER);
    add_name(t, id, out);
    return true;
}

static void row(const struct sheet *t, uint32_t id, struct grid_row *out)
{
    if (id < runs_of(t)->n_runs)
        *out = (struct grid_row){ROW_RUN, {NO_ID, NO_ID}, id + 1};
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

/* Append what is known of a run, "  " before each. */
static void add_facts(const struct sheet *t, uint32_t run, struct text *out)
{
    const struct analysis *a = t->v.analysis;
    const struct profile_run *r = &a->profile->runs->v[run];
    const char *path = a->profile->files[r->files[0]].path;
    add_outlier(a, run, t->style.grouped, out);
    run_doctor(a, run, out);
    if (r->rank != RUN_NO_RANK)
        text_printf(out, "  rank %lld", (long long)r->rank);
    if (r->host) {
        text_str(out, "  on ");
        text_shown(out, r->host, strlen(r->host), t->style.ascii);
    }
    if (r->pid)
        text_printf(out, "  pid %llu", (unsigned long long)r->pid);
    text_str(out, "  ");
    text_shown(out, path, strlen(path), t->style.ascii);
    if (r->n_files > 1)
        text_printf(out, " and %u more", (unsigned)r->n_files - 1);
    if (r->command) {
        text_str(out, "  ");
        text_shown(out, r->command, strlen(r->command), t->style.ascii);
    }
}

static void detail(const struct sheet *t, uint32_t id, struct line *out)
{
    struct text words = {0}, facts = {0}, whole = {0};
    name(t, id, &words);
    if (id < runs_of(t)->n_runs)
        add_facts(t, id, &whole);
    text_str(&facts, whole.n > 2 ? text_z(&whole) + 2 : "");
    text_release(&whole);
    line_detail_of(out, &t->style, &words, &facts);
}

/* ---- life ---- */

static const struct sheet_ops ops = {
    .columns = runs_columns,
    .n_columns = N_RUNS_COLUMNS,
    .wide = 140,
    .kind = ROW_TEXT,
    .number = number,
    .word = word,
    .text = text,
    .asked = asked,
    .asked_name = asked_name,
    .stays = stays,
    .cols = cols,
    .role = role,
    .put_name = put_name,
    .put_line = put_line,
    .detail = detail,
    .row = row,
    .name = name,
};

struct grid *runs_grid(const struct runs_grid_request *r)
{
    struct runs_grid *x = sheet_new(sizeof *x, &ops, r->v, r->style, r->sort);
    const struct analysis *a = r->v->analysis;
    x->marked = r->marked;
    x->t.bare = !a->runs;
    x->t.grid.n_rows = x->t.bare;
    if (x->t.bare)
        return &x->t.grid;
    x->n_runs = a->runs->n_runs;
    find_most(x);
    sheet_list(&x->t, x->n_runs + (a->profile->runs ? (uint32_t)a->profile->runs->n_left_out : 0),
               x->n_runs, r->filter);
    return sheet_measure(&x->t);
}
