/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a set: which is slow, and which of them all views show. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/options/option.h"
#include "core/view/grid/runs.h"
#include "tui/act/compare.h"
#include "tui/act/options.h"
#include "tui/app/screens.h"
#include "tui/app/screen.h"

static const struct profile_runs *runs_of(const struct ui *ui)
{
    return profile_parts(ui->session->profile);
}

/* Marks of a set that has been read again with other files are gone. */
static const bool *marks_of(const struct ui *ui)
{
    const struct profile_runs *runs = runs_of(ui);
    return runs && ui->views->marks.n == runs->n ? ui->views->marks.on : NULL;
}

static struct grid *make_runs_grid(struct ui *ui, const struct grid_style *style,
                                   const struct rowfilter *filter)
{
    const struct runs_grid_request r = {.v = &ui->session->view,
                                        .style = style,
                                        .sort = &ui->views->screen[VIEW_RUNS].sort,
                                        .filter = filter,
                                        .marked = marks_of(ui)};
    return runs_grid(&r);
}

static void status(const struct ui *ui, struct text *out)
{
    const struct grid *g = ui->views->screen[VIEW_RUNS].grid;
    if (!g || !runs_of(ui))
        return;
    if (marks_of(ui) && ui->views->marks.n_on)
        text_printf(out, "%u marked  ", (unsigned)ui->views->marks.n_on);
    text_sort(out, g, "");
}

static void mark(struct run_marks *m, uint32_t run, bool on)
{
    m->n_on += (uint32_t)on - (uint32_t)m->on[run];
    m->on[run] = on;
}

/* The run under the cursor, which can be marked, or where `any` will do and there is none the first
 * one; all marks are gone if they were of another set. NO_RUN with a message if there is none. */
static uint32_t begin_marks(struct ui *ui, bool any)
{
    struct run_marks *m = &ui->views->marks;
    struct grid_row row = screen_row(ui);
    uint32_t here = NO_RUN;
    if (ui->views->at == VIEW_RUNS && row.kind == ROW_RUN)
        here = row.line - 1;
    else if (ui->views->at == VIEW_RUNS && any && runs_of(ui))
        here = 0;
    if (here != NO_RUN && ui->session->profile->processes) {
        ui_warn(ui, "processes of one run are shown together in all views");
        return NO_RUN;
    }
    if (here == NO_RUN)
        ui_warn(ui, runs_of(ui) ? "no run on this line" : "this profile is no set of runs");
    else if ((!m->on || m->n != runs_of(ui)->n)) {
        free(m->on);
        *m = (struct run_marks){mem_array(runs_of(ui)->n, sizeof *m->on), runs_of(ui)->n, 0};
    }
    return here;
}

/* ---- the runs shown ---- */

/* Do so with the marked runs, or with that of the row, which is marked meanwhile, where none is; *n
 * is how many. False with a message. */
static bool with_runs(struct ui *ui, int how,
                      bool (*apply)(struct ui *ui, int how, const bool *runs), uint32_t *n)
{
    struct run_marks *m = &ui->views->marks;
    uint32_t here = begin_marks(ui, runs_of(ui) && m->n == runs_of(ui)->n && m->n_on);
    if (here == NO_RUN)
        return false;
    bool one = !m->n_on;
    *n = one ? 1 : m->n_on;
    mark(m, here, one || m->on[here]);
    bool ok = apply(ui, how, m->on);
    if (one)
        mark(m, here, false);
    return ok;
}

/* All runs are those that no option chooses from. */
static bool show_only(struct ui *ui, int how, const bool *runs)
{
    struct text words = {0};
    bool all = true;
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
    const struct profile_runs *r = runs_of(ui);
    return r && r->n_all > 1;
}

const struct screen_ops screen_runs = {
    .sorts = true,
    .filters = true,
    .others = true,
    .columns = &runs_columns,
    .styles = "-P -Q -i",
    .open = open_only,
    .up = open_callers,
    .has_tab = has_tab,
    .make = make_runs_grid,
    .status = status,
};

/* ---- marks ---- */

static void say_marks(struct ui *ui)
{
    screens_remake(ui);
    if (ui->views->marks.n_on)
        ui_say(ui, "%u marked: Enter shows these alone", (unsigned)ui->views->marks.n_on);
    else
        ui_say(ui, "none marked");
}

void act_run_mark(struct ui *ui, const struct call *c)
{
    struct screen *s = screen_here(ui);
    struct run_marks *m = &ui->views->marks;
    uint32_t run = begin_marks(ui, false);
    if (run == NO_RUN)
        return;
    mark(m, run, !m->on[run]);
    list_move(&s->list, 1);
    say_marks(ui);
}

/* All rows that the filter leaves; if all of them are marked, none. */
void act_run_mark_all(struct ui *ui, const struct call *c)
{
    struct run_marks *m = &ui->views->marks;
    if (begin_marks(ui, true) == NO_RUN)
        return;
    for (int on = 1; on >= 0; on--) {
        const struct grid *g = screen_here(ui)->grid;
        uint32_t before = m->n_on;
        for (uint32_t i = 0; i < g->n_rows; i++) {
            const struct grid_row row = grid_row_at(g, i);
            if (row.kind == ROW_RUN)
                mark(m, row.line - 1, on);
        }
        if (m->n_on != before)
            break;
    }
    say_marks(ui);
}

void act_run_side(struct ui *ui, const struct call *c)
{
    uint32_t n = 0;
    if (c->param == SIDE_BASE && ui->views->at != VIEW_RUNS) {
        compared_open_base(ui);
        return;
    }
    if (!with_runs(ui, c->param, compare_runs, &n))
        return;
    /* The marks are in the options then, and others can be set. */
    struct run_marks *m = &ui->views->marks;
    for (uint32_t i = 0; i < m->n; i++)
        mark(m, i, false);
    screens_remake(ui);
    ui_say(ui, "%s: %u run%s; %s compares", c->param == SIDE_BASE ? "base" : "new", (unsigned)n,
           n == 1 ? "" : "s", view_get(VIEW_DIFF)->key);
}
