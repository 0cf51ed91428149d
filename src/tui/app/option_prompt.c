/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options typed by hand. */
#include <string.h>

#include "tui/app/act_options.h"
#include "tui/app/app_state.h"
#include "tui/app/prompts.h"
#include "tui/keys/keyname.h"

void filter_ask(struct app *a, option_id id, const char *text)
{
    const struct option_def *d = option_get(id);
    prompt_open(a, &prompt_option, text);
    a->prompt.option = id;
    if (d->letter)
        prompt_label(a, "-%c %s: ", d->letter, d->arg_name ? d->arg_name : "");
    else
        prompt_label(a, "--%s=", d->name);
}

void filter_check(struct app *a, option_id id, const char *arg)
{
    enum option_kind kind = option_get(id)->kind;
    bool on = option_list_find(&a->session->options, id, arg) != SIZE_MAX;
    if ((kind == OPTION_SYMSPEC || kind == OPTION_ARC) && arg && *arg && on &&
        !study_selects(a->session, arg, kind == OPTION_ARC))
        app_bad(a, "%s selects nothing here; U takes it back", arg);
}

static void option_accept(struct app *a, const char *line)
{
    option_id id = a->prompt.option;
    if (!*line && option_get(id)->arg != OPTION_MAY_ARG)
        app_say(a, "nothing typed, nothing changed");
    else if (filter_toggle(a, id, *line ? line : NULL))
        filter_check(a, id, line);
}

const struct prompt_def prompt_option = {
    .label = "",
    .past = PAST_SPEC,
    .accept = option_accept,
    .complete = complete_spec,
};

static bool check(struct app *a, option_id id, const char **arg, const char *s)
{
    const struct option_def *d = option_get(id);
    if (d->group == GROUP_PROGRAM) {
        app_bad(a, "%s means nothing in the browser", s);
        return false;
    }
    if (*arg && !**arg)
        *arg = NULL;
    if (d->arg == OPTION_NO_ARG && *arg) {
        app_bad(a, "%s takes no value", s);
        return false;
    }
    if (d->arg == OPTION_NEEDS_ARG && !*arg) {
        app_bad(a, "%s needs a %s", s, d->arg_name ? d->arg_name : "value");
        return false;
    }
    return true;
}

static bool parse_long(struct app *a, const char *s, option_id *id, const char **arg)
{
    size_t n = strcspn(s + 2, "= ");
    char name[64];
    *id = OPTION_NONE;
    if (n < sizeof name) {
        memcpy(name, s + 2, n);
        name[n] = 0;
        *id = *name ? option_by_name(name) : OPTION_NONE;
    }
    if (*id == OPTION_NONE) {
        app_bad(a, "there is no option %s", s);
        return false;
    }
    *arg = s[2 + n] ? s + 3 + n : NULL;
    return check(a, *id, arg, s);
}

bool filter_parse(struct app *a, const char *s, option_id *id, const char **arg)
{
    while (*s == ' ')
        s++;
    if (s[0] == '-' && s[1] == '-')
        return parse_long(a, s, id, arg);
    *id = s[0] == '-' && s[1] > 0 ? option_by_letter(s[1]) : OPTION_NONE;
    if (*id == OPTION_NONE) {
        app_bad(a, "there is no option %s", s);
        return false;
    }
    *arg = s + 2;
    while (**arg == ' ')
        (*arg)++;
    return check(a, *id, arg, s);
}

/* ---- keys ---- */

/* The prompt for its argument, filled with the row's function if it takes one. */
static void ask(struct app *a, option_id id)
{
    struct text spec = {0};
    struct grid_row r = app_row(a);
    if (option_get(id)->kind != OPTION_SYMSPEC || r.subject.node == NO_ID ||
        node_is_cycle(a->session->analysis, r.subject.node) ||
        !study_spec(a->session, r.subject.node, &spec))
        text_clear(&spec);
    filter_ask(a, id, text_z(&spec));
    text_release(&spec);
}

void act_ask_option(struct app *a, const struct call *c)
{
    ask(a, option_by_letter(c->param));
}

/* Whether the browser can do something with an option, else it says so. */
static bool usable(struct app *a, option_id id, uint32_t letter)
{
    const struct option_def *d = id == OPTION_NONE ? NULL : option_get(id);
    struct text key = {0};
    keyname_text(letter, &key);
    if (!d)
        app_bad(a, "there is no option -%s", text_z(&key));
    else if (d->group == GROUP_PROGRAM)
        app_bad(a, "-%s means nothing in the browser", text_z(&key));
    text_release(&key);
    return d && d->group != GROUP_PROGRAM;
}

void filter_press(struct app *a, option_id id)
{
    if (option_get(id)->arg == OPTION_NO_ARG)
        filter_flip(a, id);
    else
        ask(a, id);
}

void act_option(struct app *a, const struct call *c)
{
    option_id id = c->key < 128 ? option_by_letter((int)c->key) : OPTION_NONE;
    if (usable(a, id, c->key))
        filter_press(a, id);
}
