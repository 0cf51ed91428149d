/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done with the function of a row, as a menu. */
#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/act_options.h"
#include "tui/app/app_state.h"

/* After what keys do come the options that the table offers for rows. */
enum { ROW_OPEN, ROW_SOURCE, ROW_COPY, N_ROW_KEYS };

static const char *const KEYS[N_ROW_KEYS] = {
    [ROW_OPEN] = "Enter  open its entry",
    [ROW_SOURCE] = "5      show its source",
    [ROW_COPY] = "y      copy its name",
};

/* What is offered as line i: one of KEYS (*id is OPTION_NONE), or an option. There must be an arc
 * to cut, and a cycle has no name. False after the last line. */
static bool line_at(const struct app *a, size_t line, size_t *key, option_id *id)
{
    struct subject s = a->menu.subject;
    bool named = !node_is_cycle(a->session->analysis, s.node);
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
static void add_option(struct app *a, option_id id)
{
    struct text spec = {0};
    bool on = filter_spec(a, id, a->menu.subject, &spec) && filter_is_on(a, id, text_z(&spec));
    menu_add(a, "%s -%c     %s", on ? "[x]" : "[ ]", option_get(id)->letter,
             option_use(id)->on_row);
    text_release(&spec);
}

static void fill(struct app *a)
{
    size_t key;
    option_id id;
    for (size_t i = 0; line_at(a, i, &key, &id); i++)
        if (id != OPTION_NONE)
            add_option(a, id);
        else
            menu_add(a, "    %s", KEYS[key]);
}

static void copy_name(struct app *a, node_id n)
{
    const char *name = study_name(a->session, n, app_level(a));
    app_effect(a, EFFECT_COPY, name, strlen(name));
    app_say(a, "copied: %s", name);
}

static void accept(struct app *a, size_t line)
{
    size_t key;
    option_id id;
    struct subject s = a->menu.subject;
    if (!line_at(a, line, &key, &id))
        return;
    if (id != OPTION_NONE)
        filter_subject(a, id, s);
    else if (key == ROW_OPEN)
        app_show_node(a, s.node);
    else if (key == ROW_SOURCE)
        source_show_node(a, s.node);
    else
        copy_name(a, s.node);
}

void act_row_menu(struct app *a, const struct call *c)
{
    (void)c;
    struct subject s = app_row(a).subject;
    if (s.node == NO_ID) {
        app_bad(a, "no function on this line");
        return;
    }
    struct text title = {0};
    a->menu.subject = s;
    text_char(&title, ' ');
    const char *name = study_name(a->session, s.node, app_level(a));
    text_shown(&title, name, strlen(name), app_ascii(a));
    text_char(&title, ' ');
    menu_open(a, text_z(&title), fill, accept);
    text_release(&title);
    text_clear(&a->message); /* nothing was tried yet */
}
