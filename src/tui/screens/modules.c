/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The profile rolled up: whose code takes the time. */
#include "core/view/grid/modules.h"
#include "tui/app/changes.h"
#include "tui/app/screens.h"
#include "tui/app/screen.h"

static struct grid *make_modules_grid(struct ui *ui, const struct grid_style *style,
                                      const struct rowfilter *filter)
{
    const struct screen *s = &ui->views->screen[VIEW_MODULES];
    return modules_grid(&ui->session->view, (enum modules_by)s->by, style, &s->sort, filter);
}

static void status(const struct ui *ui, struct text *out)
{
    const struct screen *s = &ui->views->screen[VIEW_MODULES];
    const struct grid *g = s->grid;
    if (!g)
        return;
    text_sort(out, g, "  ");
    text_str(out, modules_by_name((enum modules_by)s->by));
}

static node_id row_node(const struct ui *ui)
{
    const struct screen *s = &ui->views->screen[VIEW_MODULES];
    if (screen_row(ui).kind != ROW_MODULE)
        return NO_ID;
    return modules_grid_row(s->grid, (uint32_t)s->list.cursor)->hottest;
}

static void open_callers(struct ui *ui)
{
    ui_warn(ui, "functions have callers: Enter shows those of the row");
}

static bool row_spec(const struct ui *ui, struct text *out)
{
    const struct screen *s = &ui->views->screen[VIEW_MODULES];
    return screen_row(ui).kind == ROW_MODULE &&
           modules_grid_spec(s->grid, (uint32_t)s->list.cursor, out);
}

/* The functions of the row: the flat profile with a row filter. */
static void open_functions(struct ui *ui)
{
    const struct screen *s = &ui->views->screen[VIEW_MODULES];
    struct text filter = {0};
    if (screen_row(ui).kind != ROW_MODULE) {
        ui_warn(ui, "nothing on this line");
        return;
    }
    places_leave(ui);
    modules_grid_filter(s->grid, (uint32_t)s->list.cursor, &filter);
    rows_change(ui, VIEW_FLAT, text_z(&filter));
    ui->views->screen[VIEW_FLAT].skip = 0;
    screens_open(ui, VIEW_FLAT);
    places_arrive(ui);
    ui_say(ui, "only these functions: & %s; U shows the others again", text_z(&filter));
    text_release(&filter);
}

const struct screen_ops screen_modules = {
    .sorts = true,
    .filters = true,
    .columns = &modules_columns,
    .styles = "-Q -p",
    .row_node = row_node,
    .row_spec = row_spec,
    .open = open_functions,
    .up = open_callers,
    .make = make_modules_grid,
    .status = status,
};

void act_group_next(struct ui *ui, const struct call *c)
{
    struct screen *s = &ui->views->screen[VIEW_MODULES];
    if (screen_ops(ui->views->at)->group) {
        screen_ops(ui->views->at)->group(ui);
        return;
    }
    const bool here = ui->views->at == VIEW_MODULES;
    node_id hottest = here ? row_node(ui) : NO_ID;
    s->by = (s->by + (unsigned)c->param) % N_MODULES_BY;
    screen_sort_anew(s);
    if (here)
        screens_remake(ui);
    if (hottest != NO_ID && s->grid) {
        uint32_t row = modules_grid_find(s->grid, hottest);
        list_set(&s->list, row == NO_ID ? 0 : row);
    }
    ui_say(ui, "modules %s", modules_by_name((enum modules_by)s->by));
}
