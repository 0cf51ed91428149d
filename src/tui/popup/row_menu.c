/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu: what can be done with the function, cycle or group of a row, then with the view. */
#include <string.h>

#include "core/base/attr.h"
#include "core/base/utf8.h"
#include "core/view/label.h"
#include "tui/act/options.h"
#include "tui/app/menu.h"
#include "tui/app/ui.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"
#include "tui/act/take_out.h"
#include "tui/act/view.h"
#include "tui/app/wording.h"

/* What a line can be about: a row's function, cycle or group, or the view, where there is a row or
 * not. */
enum { FUNCTION = 1, CYCLE = 2, MODULE = 4, VIEW = 8 };

/* What keys do; without an action: settings. The options that the table offers for rows stand
 * before X. */
static const struct {
    unsigned about;
    enum action action;
    const char *line;
} LINES[] = {
    {FUNCTION | CYCLE, ACTION_OPEN, "Enter  open its entry"},
    {FUNCTION, ACTION_VIEW_SOURCE, "5      show its source"},
    {FUNCTION | CYCLE, ACTION_YANK_ROW, "y      copy the row"},
    {CYCLE, ACTION_FOLD, "z      fold or unfold its members"},
    {FUNCTION | CYCLE | MODULE, ACTION_TAKE_OUT, "X      take its samples out of both views"},
    {VIEW, ACTION_SORT_MENU, "s      sort by a column"},
    {VIEW, ACTION_COLUMNS, "c      show and hide columns"},
    {VIEW, ACTION_WRITE, "w      write to a file"},
    {VIEW, ACTION_NONE, ":set   settings of the browser"},
};

static unsigned row_about(const struct ui *ui)
{
    if (ui->menu->row.subject.node == NO_ID)
        return VIEW;
    if (ui->menu->row.kind == ROW_MODULE)
        return VIEW | MODULE;
    return VIEW |
           (node_is_cycle(ui->session->analysis, ui->menu->row.subject.node) ? CYCLE : FUNCTION);
}

/* What is offered as line i: one of LINES (*id is OPTION_NONE), or an option. False after the last
 * line. */
static bool line_at(const struct ui *ui, size_t line, size_t *key, option_id *id)
{
    for (*key = 0; *key < ARRAY_LEN(LINES); ++*key) {
        if (LINES[*key].action == ACTION_TAKE_OUT)
            for (unsigned place = 1; (*id = option_row_at(place)) != OPTION_NONE; place++)
                /* There must be a row; an arc to cut; and no symspec says a cycle. */
                if ((option_get(*id)->kind == OPTION_ARC
                         ? ui->menu->row.subject.arc != NO_ID
                         : (row_about(ui) & (FUNCTION | MODULE)) != 0) &&
                    !line--)
                    return true;
        *id = OPTION_NONE;
        if (LINES[*key].about & row_about(ui) && !line--)
            return true;
    }
    return false;
}

static void fill(struct ui *ui)
{
    size_t key;
    option_id id;
    for (size_t i = 0; line_at(ui, i, &key, &id); i++)
        if (id != OPTION_NONE) {
            /* "[x]" before options that the row switched on. */
            struct text spec = {0};
            bool on = filter_spec(ui, id, ui->menu->row.subject, &spec) &&
                      filter_is_on(ui, id, text_z(&spec));
            menu_add(ui, "%s -%c     %s", on ? "[x]" : "[ ]", option_get(id)->letter,
                     option_use(id)->on_row);
            text_release(&spec);
        } else {
            bool out = LINES[key].action == ACTION_TAKE_OUT && is_taken_out(ui, ui->menu->row);
            menu_add(ui, "%s %s", out ? "[x]" : "   ", LINES[key].line);
        }
}

static void accept(struct ui *ui, size_t line)
{
    size_t key;
    option_id id;
    if (!line_at(ui, line, &key, &id))
        return;
    if (id != OPTION_NONE)
        filter_subject(ui, id, ui->menu->row.subject);
    else if (LINES[key].action == ACTION_NONE)
        settings_choose(ui);
    else
        ui_run(ui, LINES[key].action, 0);
}

void act_row_menu(struct ui *ui, const struct call *c)
{
    struct grid_row row = row_at_hand(ui);
    struct text title = {0};
    ui->menu->row = row;
    /* What the menu is about. */
    const struct analysis *a = ui->session->analysis;
    node_id n = ui->menu->row.subject.node;
    const struct screen *s = screen_here(ui);
    if (n == NO_ID) {
        text_str(&title, "menu");
    } else if (ui->menu->row.kind == ROW_MODULE) {
        grid_name(s->grid, (uint32_t)s->list.cursor, &title);
    } else if (node_is_cycle(a, n)) {
        text_cycle(&title, node_cycle_number(a, n), true);
    } else {
        const char *name = node_name(ui->session, n, ui_name_level(ui));
        text_shown(&title, name, strlen(name), ui->ascii);
    }
    menu_open(ui, text_z(&title), fill, accept);
    text_release(&title);
    ui_say_nothing(ui); /* nothing was tried yet */
}
