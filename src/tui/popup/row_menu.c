/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The menu: what can be done with the function, cycle or group of a row, then with the view. */
#include <string.h>

#include "core/base/attr.h"
#include "core/base/utf8.h"
#include "core/view/label.h"
#include "tui/act/options.h"
#include "tui/act/source.h"
#include "tui/app/menu.h"
#include "tui/app/places.h"
#include "tui/app/reply.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"
#include "tui/act/take_out.h"
#include "tui/act/view.h"
#include "tui/app/wording.h"

/* What keys do. The options that the table offers for rows stand before the last one. */
enum row_key {
    ROW_OPEN,
    ROW_SOURCE,
    ROW_COPY,
    ROW_LIST_MEMBERS,
    ROW_LIST_CALLERS,
    ROW_FOLD_CYCLE,
    ROW_TAKE_OUT,
    N_ROW_KEYS
};

/* What a row can be about. */
enum { FUNCTION = 1, CYCLE = 2, MODULE = 4 };

static const struct {
    unsigned about;
    const char *line;
} KEYS[N_ROW_KEYS] = {
    [ROW_OPEN] = {FUNCTION | CYCLE, "Enter  open its entry"},
    [ROW_SOURCE] = {FUNCTION, "5      show its source"},
    [ROW_COPY] = {FUNCTION, "y      copy its name"},
    [ROW_LIST_MEMBERS] = {CYCLE, "       its members"},
    [ROW_LIST_CALLERS] = {CYCLE, "       its callers"},
    [ROW_FOLD_CYCLE] = {CYCLE, "z      fold or unfold its members"},
    [ROW_TAKE_OUT] = {FUNCTION | CYCLE | MODULE, "X      take its samples out of both views"},
};

/* What a view has besides; those without an action have a command. */
static const struct {
    enum action action;
    const char *line;
} VIEW_LINES[] = {
    {ACTION_SORT_MENU, "s      sort by a column"},
    {ACTION_COLUMNS, "c      show and hide columns"},
    {ACTION_WRITE, "w      write to a file"},
    {ACTION_NONE, ":set   settings of the browser"},
};

static unsigned row_about(const struct ui *ui)
{
    if (ui->menu->row.kind == ROW_MODULE)
        return MODULE;
    return node_is_cycle(ui->session->analysis, ui->menu->row.subject.node) ? CYCLE : FUNCTION;
}

/* There must be an arc to cut, and no symspec says a cycle. */
static bool is_offered(const struct ui *ui, option_id id)
{
    if (option_get(id)->kind == OPTION_ARC)
        return ui->menu->row.subject.arc != NO_ID;
    return row_about(ui) != CYCLE;
}

/* What is offered as line i: one of KEYS or, from N_ROW_KEYS on, of VIEW_LINES (*id is
 * OPTION_NONE), or an option. False after the last line. */
static bool line_at(const struct ui *ui, size_t line, size_t *key, option_id *id)
{
    *id = OPTION_NONE;
    if (ui->menu->row.subject.node == NO_ID) {
        *key = N_ROW_KEYS + line;
        return line < ARRAY_LEN(VIEW_LINES);
    }
    for (*key = 0; *key < ROW_TAKE_OUT; ++*key)
        if (KEYS[*key].about & row_about(ui) && !line--)
            return true;
    for (unsigned place = 1; (*id = option_row_at(place)) != OPTION_NONE; place++)
        if (is_offered(ui, *id) && !line--)
            return true;
    *key += line;
    return line <= ARRAY_LEN(VIEW_LINES);
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
        } else if (key >= N_ROW_KEYS) {
            menu_add(ui, "    %s", VIEW_LINES[key - N_ROW_KEYS].line);
        } else {
            menu_add(ui, "%s %s",
                     key == ROW_TAKE_OUT && is_taken_out(ui, ui->menu->row) ? "[x]" : "   ",
                     KEYS[key].line);
        }
}

static void copy_name(struct ui *ui, node_id n)
{
    const char *name = node_name(ui->session, n, ui_name_level(ui));
    ui_request(ui, REQUEST_COPY, name, strlen(name));
    ui_say(ui, "copied: %s", name);
}

/* To a row of the cycle's entry: its first member, or its heaviest caller, which is the last. */
static void show_part(struct ui *ui, node_id cycle, enum row_kind part)
{
    size_t found = LIST_NONE;
    if (!open_entry(ui, cycle))
        return;
    struct screen *s = screen_here(ui);
    if (s->folded && part == ROW_MEMBER) {
        s->folded = false;
        screens_remake(ui);
    }
    for (uint32_t i = 0; s->grid && i < s->grid->n_rows; i++) {
        struct grid_row r;
        s->grid->ops->row(s->grid, i, &r);
        if (r.kind == part && (found == LIST_NONE || part == ROW_CALLER))
            found = i;
    }
    if (found != LIST_NONE)
        list_set(&s->list, found);
    else
        ui_say(ui, "nothing known calls it");
}

static void accept_key(struct ui *ui, enum row_key key)
{
    node_id n = ui->menu->row.subject.node;
    switch (key) {
    case ROW_OPEN:
        open_entry(ui, n);
        break;
    case ROW_SOURCE:
        source_show_node(ui, n);
        break;
    case ROW_COPY:
        copy_name(ui, n);
        break;
    case ROW_LIST_MEMBERS:
        show_part(ui, n, ROW_MEMBER);
        break;
    case ROW_LIST_CALLERS:
        show_part(ui, n, ROW_CALLER);
        break;
    case ROW_FOLD_CYCLE:
        if (open_entry(ui, n))
            ui_run(ui, ACTION_FOLD, 0);
        break;
    case ROW_TAKE_OUT:
        take_out(ui, ui->menu->row);
        break;
    case N_ROW_KEYS:
        break;
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
    else if (key >= N_ROW_KEYS && !VIEW_LINES[key - N_ROW_KEYS].action)
        settings_choose(ui);
    else if (key >= N_ROW_KEYS)
        ui_run(ui, VIEW_LINES[key - N_ROW_KEYS].action, 0);
    else
        accept_key(ui, (enum row_key)key);
}

void act_row_menu(struct ui *ui, const struct call *c)
{
    (void)c;
    struct grid_row row = row_at_hand(ui);
    struct text title = {0};
    ui->menu->row = row;
    /* What the menu is about. */
    const struct analysis *a = ui->session->analysis;
    node_id n = ui->menu->row.subject.node;
    const struct screen *s = screen_here(ui);
    text_char(&title, ' ');
    if (n == NO_ID) {
        text_str(&title, "menu");
    } else if (ui->menu->row.kind == ROW_MODULE) {
        s->grid->ops->name(s->grid, (uint32_t)s->list.cursor, &title);
    } else if (node_is_cycle(a, n)) {
        text_cycle(&title, node_cycle_number(a, n), true);
    } else {
        const char *name = node_name(ui->session, n, ui_name_level(ui));
        text_shown(&title, name, strlen(name), ui->ascii);
    }
    text_char(&title, ' ');
    menu_open(ui, text_z(&title), fill, accept);
    text_release(&title);
    ui_say_nothing(ui); /* nothing was tried yet */
}
