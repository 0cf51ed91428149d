/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/grid/runs.h"

#include <string.h>

#include "core/analyze/runs.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/sheet.h"
#include "core/view/message.h"
#include "core/view/number.h"

enum runs_column {
    RUNS_MARKED,
    RUNS_TIME,
    RUNS_PROCESSOR,
    RUNS_OUTLIER,
    RUNS_OFF,
    RUNS_HEAT,
    RUNS_CALLS,
    RUNS_CALL_RATE,
    RUNS_SAMPLES,
    RUNS_WALL,
    RUNS_CPU,
    RUNS_MPI,
    RUNS_RANK,
    RUNS_HOST,
    RUNS_PID,
    RUNS_DOCTOR,
    RUNS_NAME,
    N_RUNS_COLUMNS,
};

/* Each needs that something stands in it. */
static const struct grid_column columns[] = {
    [RUNS_MARKED] = {"marked", "*", "marked with Space; b: the base of Diff", .cell = CELL_TEXT,
                     .cols = 1, .turn = 1},
    [RUNS_TIME] = {"time", "time", "time of the run", .seconds = true, .digits = 2, .turn = 2,
                   .needs = 1 << RUNS_TIME},
    [RUNS_PROCESSOR] = {"cpu%", "cpu%", "live: of one processor, last interval", .digits = 1,
                        .turn = 3, .needs = 1 << RUNS_PROCESSOR},
    [RUNS_OUTLIER] = {"outlier", "!", "^ far slower, v far faster than the others",
                      .cell = CELL_TEXT, .cols = 1, .turn = 5, .needs = 1 << RUNS_OUTLIER},
    [RUNS_OFF] = {"off", "off%", "time against the median of the runs", .cell = CELL_TEXT,
                  .digits = 1, .turn = 6, .from = 40, .needs = 1 << RUNS_OFF},
    [RUNS_HEAT] = {"heat", "heat", "time against the largest one", .left = true, .cell = CELL_BAR,
                   .cols = 8, .turn = 10, .from = 60, .needs = 1 << RUNS_HEAT},
    [RUNS_CALLS] = {"calls", "calls", "calls of all functions", .turn = 11, .from = 60,
                    .needs = 1 << RUNS_CALLS},
    [RUNS_CALL_RATE] = {"calls/s", "calls/s", "live: calls a second, last interval", .turn = 4,
                        .needs = 1 << RUNS_CALL_RATE},
    [RUNS_SAMPLES] = {"samples", "samples", "samples in the files of the run", .turn = 15,
                      .from = 100, .needs = 1 << RUNS_SAMPLES},
    [RUNS_WALL] = {"wall", "wall s", "time that passed", .digits = 2, .turn = 12, .from = 70,
                   .needs = 1 << RUNS_WALL},
    [RUNS_CPU] = {"cpu", "cpu s", "CPU time of its process", .digits = 2, .turn = 13, .from = 70,
                  .needs = 1 << RUNS_CPU},
    [RUNS_MPI] = {"mpi", "mpi%", "share inside MPI, of threads that call it", .digits = 1,
                  .turn = 14, .from = 70, .needs = 1 << RUNS_MPI},
    [RUNS_RANK] = {"rank", "rank", "its rank in a parallel job", .turn = 7, .from = 50,
                   .needs = 1 << RUNS_RANK},
    [RUNS_HOST] = {"host", "host", "the machine it ran on", .left = true, .words = true,
                   .cell = CELL_CUT, .turn = 9, .from = 60, .needs = 1 << RUNS_HOST},
    [RUNS_PID] = {"pid", "pid", "its process", .turn = 16, .from = 120, .needs = 1 << RUNS_PID},
    [RUNS_DOCTOR] = {"doctor", "?", "! something looks wrong with its files", .cell = CELL_TEXT,
                     .cols = 1, .turn = 8, .from = 60, .needs = 1 << RUNS_DOCTOR},
    [RUNS_NAME] = {"name", "run", "the run", .words = true},
};
const struct grid_columns runs_columns = {columns, ARRAY_LEN(columns)};

/* ---- the doctor ---- */

struct run_losses {
    uint64_t missing, calls, full_bins; /* samples of time that could not be sampled, ... */
    bool waits;
};

struct runs_grid {
    struct sheet t; /* first; an id is a run, or after them a file that was left out */
    const bool *marked;
    const struct profile *all; /* of all runs */
    const struct profile_runs *runs;
    uint32_t n_runs;
    struct runs_usual usual;
    struct run_losses *losses;                        /* per run */
    double low[N_RUNS_COLUMNS], high[N_RUNS_COLUMNS]; /* least and largest numbers, or 0 */
};

static const struct runs_grid *runs_of(const struct sheet *t)
{
    return (const struct runs_grid *)t;
}

/* Are the rows processes of a run that goes on, and is known what they did just now? */
static bool is_live(const struct sheet *t)
{
    return t->v.analysis->profile->processes && t->v.rates;
}

static const struct profile_run *run_of(const struct sheet *t, uint32_t run)
{
    return &runs_of(t)->runs->v[run];
}

/* What is wrong with what a run left: how many things, each of which is appended to *why (NULL: not
 * wanted) as "; 120 samples lost". */
static unsigned run_doctor(const struct sheet *t, uint32_t run, struct text *why)
{
    const struct profile *p = t->v.analysis->profile;
    const struct run_losses *l = &runs_of(t)->losses[run];
    const double ticks = runs_ticks(p, run);
    const bool few = percent_or_0((double)l->missing, ticks) < 2;
    const struct {
        uint64_t n;
        const char *noun, *words; /* noun NULL: there is no number */
    } losses[] = {
        {few ? 0 : l->missing, "sample", " missing"},
        {l->calls, "call", " lost"},
        {l->full_bins, "full counter", ""},
        {p->has_histogram && !(ticks > 0) && !p->processes, NULL, "no samples"},
        {l->waits, NULL, "waits that cannot be read"},
    };
    unsigned n = 0;
    for (size_t i = 0; i < ARRAY_LEN(losses); i++) {
        n += losses[i].n > 0;
        if (losses[i].n && why)
            text_printf(why, "; %s%s",
                        losses[i].noun ? nouns_of(losses[i].n, losses[i].noun, false).s : "",
                        losses[i].words);
    }
    return n;
}

/* ---- numbers and words ---- */

static double number(const struct sheet *t, uint32_t run, unsigned column)
{
    struct rate rate;
    const struct analysis *a = t->v.analysis;
    const struct runs_grid *x = runs_of(t);
    const struct profile_run *r = run_of(t, run);
    const double ticks = runs_ticks(a->profile, run), median = x->usual.ticks.median;
    switch (column) {
    case RUNS_MARKED:
        return x->marked && x->marked[run];
    case RUNS_TIME:
        return a->rate_hz > 0 ? seconds_or_0(a, ticks) : NAN;
    case RUNS_HEAT:
        return part_of(number(t, run, RUNS_TIME), x->high[RUNS_TIME]);
    case RUNS_OUTLIER:
        return runs_is_outlier(a->profile, &x->usual, run) ? ticks - median : 0;
    case RUNS_OFF:
        return median > 0 ? percent(ticks - median, median) : NAN;
    case RUNS_CALLS:
        return (double)r->sum[RUN_CALLS];
    case RUNS_PROCESSOR:
    case RUNS_CALL_RATE:
        if (!is_live(t))
            return NAN;
        rate = rates_of_process(t->v.rates, run);
        return column == RUNS_CALL_RATE ? calls_a_second(t->v.rates, &rate)
                                        : processor_pct(t->v.rates, &rate, 1000);
    case RUNS_SAMPLES:
        return ticks;
    case RUNS_WALL:
        return r->wall_ms ? (double)r->wall_ms / 1e3 : NAN;
    case RUNS_CPU:
        return r->cpu_ms ? (double)r->cpu_ms / 1e3 : NAN;
    case RUNS_MPI:
        return run_mpi_percent(r);
    case RUNS_RANK:
        return r->rank == RUN_NO_RANK ? NAN : (double)r->rank;
    case RUNS_HOST: /* how wide it is */
        return (double)utf8_cols(r->host, strlen(r->host));
    case RUNS_PID:
        return r->pid ? (double)r->pid : NAN;
    case RUNS_DOCTOR:
        return run_doctor(t, run, NULL);
    default:
        return NAN;
    }
}

static const char *word(const struct sheet *t, uint32_t run, unsigned column)
{
    return column == RUNS_NAME ? run_of(t, run)->label : run_of(t, run)->host;
}

/* A filter's numbers are those of the run as a whole. */
static double asked(const struct sheet *t, uint32_t run, unsigned value)
{
    const struct analysis *a = t->v.analysis;
    double all = 0;
    for (uint32_t i = 0; i < runs_of(t)->n_runs; i++)
        all += runs_ticks(a->profile, i);
    const struct amounts x = {.hz = a->rate_hz,
                              .self = runs_ticks(a->profile, run),
                              .wait = -1,
                              .all = all,
                              .calls = run_of(t, run)->sum[RUN_CALLS]};
    return value <= VALUE_TOTAL_WALL ? known_value(&x, (enum row_value)value, 1) : NAN;
}

/* It matches label and host, with a blank between them. */
static void asked_name(const struct sheet *t, uint32_t run, struct text *out)
{
    text_printf(out, "%s %s", word(t, run, RUNS_NAME), word(t, run, RUNS_HOST));
}

static int cols(const struct sheet *t, unsigned column)
{
    const struct runs_grid *x = runs_of(t);
    int digits = columns[column].digits;
    enum { HOST_COLS = 16 };
    if (columns[column].cols)
        return -1;
    if (column == RUNS_HOST)
        return (int)fmin(fmax(x->high[column], 1), HOST_COLS);
    int low = decimal_cols(x->low[column], digits, true),
        high = decimal_cols(x->high[column], digits, true) + (column == RUNS_OFF);
    return low > high ? low : high;
}

/* ---- cells ---- */

/* Where the run is; its name, if it has no file here. */
static const char *path_of(const struct sheet *t, uint32_t run)
{
    const struct profile_run *r = run_of(t, run);
    return r->n_files ? runs_of(t)->all->files[r->file].path : r->name;
}

/* Is it one of those that the runs shown are compared with? */
static bool is_base(const struct sheet *t, uint32_t run)
{
    return text_is_among(path_of(t, run), t->v.settings->diff_files, t->v.settings->n_diff_files);
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
        text_decimal(out, fabs(v) < 0.05 ? 0 : v, 1, true);
    } else
        text_char(out, '-');
}

/* A process that has ended is there for its sums alone. */
static bool shows(const struct sheet *t, uint32_t run)
{
    const struct profile *p = t->v.analysis->profile;
    return p->processes ? run_of(t, run)->pid : profile_shows_run(p, run);
}

static enum role role(const struct sheet *t, uint32_t run, unsigned column)
{
    if (!shows(t, run))
        return ROLE_DIM;
    if (column == RUNS_MARKED)
        return ROLE_STRONG;
    if (column == RUNS_DOCTOR)
        return ROLE_WARNING;
    bool is_time = column <= RUNS_HEAT;
    return is_time && runs_is_outlier(t->v.analysis->profile, &runs_of(t)->usual, run)
               ? ROLE_HOT
               : ROLE_NUMBER;
}

/* ---- names ---- */

static void name(const struct sheet *t, uint32_t id, struct text *out)
{
    if (t->bare) {
        text_str(out, t->v.analysis->profile->n_files > 1
                          ? "profiles taken as one run: without --as-one each is a row here"
                          : "one run: of several files (gptui prog gmon.out.*) each is a row here");
    } else if (id >= runs_of(t)->n_runs) {
        /* "bad.out: it is no profile" */
        uint32_t i = id - runs_of(t)->n_runs;
        struct err e = ERR_INIT;
        struct text why = {0};
        run_left_out_err(&runs_of(t)->runs->left_out[i], &e);
        message_text(&e, "left out", &why);
        text_shown(out, text_z(&why), why.n - 1, t->style.ascii); /* without its line end */
        text_release(&why);
    } else
        text_run(out, runs_of(t)->runs, id, t->style.ascii);
}

/* Files that were left out follow the runs. */
static bool stays(const struct sheet *t, uint32_t id)
{
    return id >= runs_of(t)->n_runs;
}

static void add_name(const struct sheet *t, uint32_t id, struct line *out)
{
    bool shown = !stays(t, id) && shows(t, id);
    size_t at = out->pinned = out->text.n;
    struct text all = {0};
    name(t, id, &all);
    if (t->bare || stays(t, id) || t->grid.uncut)
        text_str(&out->text, text_z(&all));
    else /* paths keep their ends */
        text_end(&out->text, text_z(&all), all.n, sheet_name_room(t));
    text_release(&all);
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
    if (id < runs_of(t)->n_runs && t->v.analysis->profile->processes)
        *out = (struct grid_row){ROW_RUN, {NO_ID, NO_ID}, 0, run_of(t, id)->pid};
    else if (id < runs_of(t)->n_runs)
        *out = (struct grid_row){ROW_RUN, {NO_ID, NO_ID}, id + 1, 0};
}

/* ---- the detail line ---- */

static void add_text(const struct sheet *t, const char *before, const char *z, struct text *out)
{
    if (!*z)
        return;
    text_str(out, before);
    text_shown(out, z, strlen(z), t->style.ascii);
}

static void detail(const struct sheet *t, uint32_t id, struct line *out)
{
    struct text words = {0}, facts = {0}, whole = {0};
    name(t, id, &words);
    if (id < runs_of(t)->n_runs) {
        /* Append what is known of a run, "  " before each. */
        const struct profile_run *r = run_of(t, id);
        const struct analysis *a = t->v.analysis;
        const double ticks = runs_ticks(a->profile, id), median = runs_of(t)->usual.ticks.median;
        /* "far slower than the others: 12.4 s, median 9.5" */
        if (runs_is_outlier(a->profile, &runs_of(t)->usual, id))
            text_printf(&whole, "  far %s: %s, median %s",
                        ticks > median ? "slower than the others" : "faster", ticks_of(a, ticks).s,
                        ticks_of(a, median).s);
        run_doctor(t, id, &whole);
        if (r->times > 1)
            text_printf(&whole, "  %llu alike", (unsigned long long)r->times);
        if (r->rank != RUN_NO_RANK)
            text_printf(&whole, "  rank %llu", (unsigned long long)r->rank);
        add_text(t, "  on ", r->host, &whole);
        if (r->pid && !a->profile->processes)
            text_printf(&whole, "  pid %llu", (unsigned long long)r->pid);
        if (strcmp(path_of(t, id), text_z(&words)) != 0)
            add_text(t, "  ", path_of(t, id), &whole);
        if (r->n_files > 1)
            text_printf(&whole, " and %u more", (unsigned)r->n_files - 1);
        add_text(t, "  ", r->command, &whole);
    }
    text_str(&facts, whole.n > 2 ? text_z(&whole) + 2 : "");
    text_release(&whole);
    line_detail_of(out, &t->style, &words, &facts);
}

/* ---- life ---- */

static const struct sheet_ops ops = {
    .columns = &runs_columns,
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
    const struct profile *p = r->v->analysis->profile;
    x->marked = r->marked;
    x->runs = profile_parts(p);
    x->all = p->whole ? p->whole : p;
    x->t.bare = !x->runs;
    x->t.grid.n_rows = x->t.bare;
    if (x->t.bare)
        return &x->t.grid;
    if (x->t.grid.ordered_by == COLUMN_NONE && !p->processes)
        x->t.grid.ordered_by = RUNS_TIME;
    x->n_runs = x->runs->n;
    x->usual = p->processes
                   ? (struct runs_usual){.ticks = {NAN, -INFINITY, INFINITY}, .slowest = NO_RUN}
                   : runs_usual_of(p);
    x->losses = arena_array(&x->t.memory, x->n_runs, sizeof *x->losses);
    for (uint32_t i = 0; x->runs->is_set && i < x->all->n_files; i++) {
        const struct profile_file *f = &x->all->files[i];
        if (x->runs->run_of[i] == NO_RUN)
            continue;
        struct run_losses *l = &x->losses[x->runs->run_of[i]];
        l->missing += f->run.n_missing_samples;
        l->calls += f->run.n_lost_calls;
        l->full_bins += f->n_full_bins;
        l->waits |= f->lost_waits;
    }
    /* The columns in which something stands of any run, whatever a filter keeps out. */
    for (unsigned c = 0; c < RUNS_NAME; c++)
        for (uint32_t i = 0; i < x->n_runs; i++) {
            double v = number(&x->t, i, c);
            x->low[c] = fmin(x->low[c], v);
            x->high[c] = fmax(x->high[c], v);
            if (c == RUNS_RANK ? !isnan(v) : x->low[c] < 0 || x->high[c] > 0)
                x->t.has |= UINT32_C(1) << c;
        }
    if (p->processes) { /* their names begin with their pids, and nobody marks them */
        x->t.has |= is_live(&x->t) ? 1 << RUNS_PROCESSOR | 1 << RUNS_CALL_RATE : 0;
        x->t.style.without |= 1 << RUNS_PID | 1 << RUNS_MARKED;
    }
    sheet_list(&x->t, x->n_runs + (uint32_t)x->runs->n_left_out, x->n_runs, r->filter);
    return sheet_measure(&x->t);
}
