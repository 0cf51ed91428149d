/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can be done with the function of a row, as a menu. */
#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/act_options.h"
#include "tui/app/app_state.h"

/* Letters are gprof's options; others are what keys do. */
static const struct {
    char key;
    const char *label, *what;
} LINES[] = {
    {'\r', "Enter", "open its entry"},
    {'5', "5", "show its source"},
    {'y', "y", "copy its name"},
    {'e', NULL, "hide its entry, keep its time"},
    {'E', NULL, "hide its entry and its time"},
    {'f', NULL, "only the entries of it and what it calls"},
    {'F', NULL, "the same, percentages of its time"},
    {'k', NULL, "cut this arc"},
    {'n', NULL, "only its time is passed on to callers"},
    {'N', NULL, "its time is not passed on to callers"},
    {'q', NULL, "only its entry"},
    {'Q', NULL, "all entries but its own"},
    {'p', NULL, "only its row in the flat profile"},
    {'P', NULL, "all rows of the flat profile but its own"},
};

/* Whether a line is offered: there must be an arc to cut, and a cycle has no name. */
static bool offered(const struct app *a, size_t i)
{
    struct subject s = a->menu.subject;
    if (LINES[i].key == 'k')
        return s.arc != NO_ID;
    return LINES[i].key == '\r' || !node_is_cycle(a->study->analysis, s.node);
}

/* "[x]" before options that the row switched on. */
static void add_option(struct app *a, size_t i)
{
    struct text spec = {0};
    bool on = filter_spec(a, LINES[i].key, a->menu.subject, &spec) &&
              filter_is_on(a, LINES[i].key, text_z(&spec));
    menu_add(a, "%s -%c     %s", on ? "[x]" : "[ ]", LINES[i].key, LINES[i].what);
    text_release(&spec);
}

static void fill(struct app *a)
{
    for (size_t i = 0; i < ARRAY_LEN(LINES); i++)
        if (!offered(a, i))
            continue;
        else if (LINES[i].label)
            menu_add(a, "    %-6s %s", LINES[i].label, LINES[i].what);
        else
            add_option(a, i);
}

static void copy_name(struct app *a, node_id n)
{
    const char *name = study_name(a->study, n, app_level(a));
    app_effect(a, EFFECT_COPY, name, strlen(name));
    app_say(a, "copied: %s", name);
}

static void accept(struct app *a, size_t line)
{
    size_t i = 0;
    struct subject s = a->menu.subject;
    while (i + 1 < ARRAY_LEN(LINES) && (!offered(a, i) || line--))
        i++;
    if (LINES[i].key == '\r')
        app_show_node(a, s.node);
    else if (LINES[i].key == '5')
        source_show_node(a, s.node);
    else if (LINES[i].key == 'y')
        copy_name(a, s.node);
    else
        filter_subject(a, LINES[i].key, s);
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
    const char *name = study_name(a->study, s.node, app_level(a));
    text_shown(&title, name, strlen(name), app_ascii(a));
    text_char(&title, ' ');
    menu_open(a, text_z(&title), fill, accept);
    text_release(&title);
    text_clear(&a->message); /* nothing was tried yet */
}
