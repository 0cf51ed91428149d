/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done with the function of a row, as a menu. */
#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/act_options.h"
#include "tui/app/act_source.h"
#include "tui/app/menu.h"
#include "tui/app/places.h"
#include "tui/app/reply.h"
#include "tui/app/side_pane.h"
#include "tui/app/wording.h"

/* First what keys do as well; then come the options that the table of options offers for rows. */
enum { ROW_OPEN, ROW_SOURCE, ROW_COPY, N_ROW_KEYS };

static const char *const KEYS[N_ROW_KEYS] = {
    [ROW_OPEN] = "Enter  open its entry",
    [ROW_SOURCE] = "5      show its source",
    [ROW_COPY] = "y      copy its name",
};

/* What is offered as line i: one of KEYS (*id is OPTION_NONE), or an option. There must be an arc
 * to cut, and a cycle has no name. False after the last line. */
static bool line_at(const struct ui *ui, size_t line, size_t *key, option_id *id)
{
    struct subject s = ui->menu->subject;
    bool named = !node_is_cycle(ui->session->analysis, s.node);
    *id = OPTION_NONE;
    for (*key = 0; *key < N_ROW_KEYS; ++*key)
        if ((named || *key == ROW_OPEN) && !line--)
            return true;
    for (unsigned place = 1; (*id = option_row_at(place)) != OPTION_NONE; place++)
        if ((option_get(*id)->kind == OPTION_ARC ? s.arc != NO_ID : named) && !line--)
            return true;
    return false;
}

/* "[x]" before options that the row switched on. */
static void add_option(struct ui *ui, option_id id)
{
    struct text spec = {0};
    bool on = filter_spec(ui, id, ui->menu->subject, &spec) && filter_is_on(ui, id, text_z(&spec));
    menu_add(ui, "%s -%c     %s", on ? "[x]" : "[ ]", option_get(id)->letter,
             option_use(id)->on_row);
    text_release(&spec);
}

static void fill(struct ui *ui)
{
    size_t key;
    option_id id;
    for (size_t i = 0; line_at(ui, i, &key, &id); i++)
        if (id != OPTION_NONE)
            add_option(ui, id);
        else
            menu_add(ui, "    %s", KEYS[key]);
}

static void copy_name(struct ui *ui, node_id n)
{
    const char *name = node_name(ui->session, n, ui_name_level(ui));
    ui_request(ui, REQUEST_COPY, name, strlen(name));
    ui_say(ui, "copied: %s", name);
}

static void accept(struct ui *ui, size_t line)
{
    size_t key;
    option_id id;
    struct subject s = ui->menu->subject;
    if (!line_at(ui, line, &key, &id))
        return;
    if (id != OPTION_NONE)
        filter_subject(ui, id, s);
    else if (key == ROW_OPEN)
        open_entry(ui, s.node);
    else if (key == ROW_SOURCE)
        source_show_node(ui, s.node);
    else
        copy_name(ui, s.node);
}

void act_row_menu(struct ui *ui, const struct call *c)
{
    (void)c;
    struct subject s = row_at_hand(ui).subject;
    if (s.node == NO_ID) {
        ui_warn(ui, "no function on this line");
        return;
    }
    struct text title = {0};
    ui->menu->subject = s;
    text_char(&title, ' ');
    const char *name = node_name(ui->session, s.node, ui_name_level(ui));
    text_shown(&title, name, strlen(name), ui_ascii(ui));
    text_char(&title, ' ');
    menu_open(ui, text_z(&title), fill, accept);
    text_release(&title);
    ui_say_nothing(ui); /* nothing was tried yet */
}
