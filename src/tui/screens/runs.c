/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a set: which is slow, and which of them all views show. */
#include "core/options/option.h"
#include "core/view/grid/runs.h"
#include "tui/act/compare.h"
#include "tui/act/options.h"
#include "tui/app/changes.h"
#include "tui/app/places.h"
#include "tui/app/run_marks.h"
#include "tui/app/screens.h"
#include "tui/screens/screens.h"

static const struct profile_runs *runs_of(const struct ui *ui)
{
    return ui->session->profile->runs;
}

/* Marks of a set that has been read again with other files are gone. */
static const bool *marks_of(const struct ui *ui)
{
    const struct profile_runs *runs = runs_of(ui);
    return runs && ui->run_marks->n == runs->n ? ui->run_marks->on : NULL;
}

static struct grid *make(struct ui *ui, const struct grid_style *style,
                         const struct rowfilter *filter, struct err *e)
{
    const struct runs_grid_request r = {.v = &ui->session->view,
                                        .style = style,
                                        .sort = &ui->views->screen[VIEW_RUNS].sort,
                                        .filter = filter,
                                        .marked = marks_of(ui)};
    return runs_grid(&r, e);
}

static void status(const struct ui *ui, struct text *out)
{
    const struct grid *g = ui->views->screen[VIEW_RUNS].grid;
    if (!g || !runs_of(ui))
        return;
    if (marks_of(ui) && ui->run_marks->n_on)
        text_printf(out, "%u marked  ", (unsigned)ui->run_marks->n_on);
    text_sort(out, g, "");
}

static bool chosen(const struct ui *ui)
{
    return marks_of(ui) && ui->run_marks->n_on;
}

/* The run under the cursor, NO_RUN with a message if there is none. */
static uint32_t run_here(struct ui *ui)
{
    struct grid_row row = screen_row(ui);
    if (ui->views->at == VIEW_RUNS && row.kind == ROW_RUN)
        return row.line - 1;
    ui_warn(ui, runs_of(ui) ? "no run on this line" : "this profile is no set of runs");
    return NO_RUN;
}

/* ---- the runs shown ---- */

/* Do so with the marked runs, or with that of the row, which is marked meanwhile, where none is; *n
 * is how many. False with a message. */
static bool with_runs(struct ui *ui, int how,
                      bool (*apply)(struct ui *ui, int how, const bool *runs), uint32_t *n)
{
    struct run_marks *m = ui->run_marks;
    uint32_t here = run_here(ui);
    if (here == NO_RUN)
        return false;
    run_marks_fit(m, runs_of(ui)->n);
    bool one = !m->n_on;
    *n = one ? 1 : m->n_on;
    run_marks_set(m, here, one || m->on[here]);
    bool ok = apply(ui, how, m->on);
    if (one)
        run_marks_set(m, here, false);
    return ok;
}

/* All runs are those that no option chooses from. */
static bool show_only(struct ui *ui, int how, const bool *runs)
{
    struct text words = {0};
    bool all = true;
    (void)how;
    for (uint32_t i = 0; i < runs_of(ui)->n; i++)
        all = all && runs[i];
    profile_runs_list(runs_of(ui), runs, &words);
    bool ok = option_replace(ui, option_by_name("only-runs"), all ? NULL : text_z(&words));
    text_release(&words);
    return ok;
}

/* All views show the marked runs alone, or that of the row; the functions come first. */
static void open_only(struct ui *ui)
{
    uint32_t n = 0;
    bool some = ui->session->profile->shown_runs;
    if (!with_runs(ui, 0, show_only, &n))
        return;
    bool all = n == runs_of(ui)->n;
    const char *back = some ? "; U goes back to those before" : all ? "" : "; U shows all again";
    places_leave(ui);
    screens_open(ui, VIEW_FLAT);
    places_arrive(ui);
    if (all)
        ui_say(ui, "all %u runs%s", (unsigned)n, back);
    else
        ui_say(ui, "%u run%s of %u%s", (unsigned)n, n == 1 ? "" : "s", (unsigned)runs_of(ui)->n,
               back);
}

static void open_callers(struct ui *ui)
{
    ui_warn(ui, "functions have callers: Enter shows those of the run");
}

static bool has_tab(const struct ui *ui)
{
    const struct profile *p = ui->session->profile;
    return p->run_sums || (p->runs && p->runs->n > 1);
}

const struct screen_ops screen_runs = {
    .sorts = true,
    .filters = true,
    .others = true,
    .columns = runs_columns,
    .n_columns = &n_runs_columns,
    .styles = "-P -Q -i",
    .open = open_only,
    .up = open_callers,
    .has_tab = has_tab,
    .make = make,
    .chosen = chosen,
    .status = status,
};

/* ---- marks ---- */

static bool begin_marks(struct ui *ui)
{
    if (run_here(ui) == NO_RUN)
        return false;
    run_marks_fit(ui->run_marks, runs_of(ui)->n);
    return true;
}

static void say_marks(struct ui *ui)
{
    screens_remake(ui);
    if (ui->run_marks->n_on)
        ui_say(ui, "%u marked: Enter shows these alone", (unsigned)ui->run_marks->n_on);
    else
        ui_say(ui, "none marked");
}

void act_run_mark(struct ui *ui, const struct call *c)
{
    struct screen *s = screen_here(ui);
    struct run_marks *m = ui->run_marks;
    (void)c;
    if (!begin_marks(ui))
        return;
    uint32_t run = run_here(ui);
    run_marks_set(m, run, !m->on[run]);
    list_move(&s->list, 1);
    say_marks(ui);
}

/* All rows that the filter leaves; if all of them are marked, none. */
void act_run_mark_all(struct ui *ui, const struct call *c)
{
    struct run_marks *m = ui->run_marks;
    (void)c;
    if (!begin_marks(ui))
        return;
    for (int on = 1; on >= 0; on--) {
        const struct grid *g = screen_here(ui)->grid;
        uint32_t before = m->n_on;
        for (uint32_t i = 0; i < g->n_rows; i++) {
            struct grid_row row;
            g->ops->row(g, i, &row);
            if (row.kind == ROW_RUN)
                run_marks_set(m, row.line - 1, on);
        }
        if (m->n_on != before)
            break;
    }
    say_marks(ui);
}

void act_run_side(struct ui *ui, const struct call *c)
{
    uint32_t n = 0;
    if (!with_runs(ui, c->param, compare_runs, &n))
        return;
    /* The marks are in the options then, and others can be set. */
    struct run_marks *m = ui->run_marks;
    for (uint32_t i = 0; i < m->n; i++)
        run_marks_set(m, i, false);
    screens_remake(ui);
    ui_say(ui, "%s: %u run%s; %s compares", c->param == SIDE_BASE ? "base" : "new", (unsigned)n,
           n == 1 ? "" : "s", view_get(VIEW_DIFF)->key);
}
