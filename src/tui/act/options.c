/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/options.h"

#include <string.h>

#include "core/options/option_list.h"
#include "tui/act/complete.h"
#include "tui/app/changes.h"
#include "tui/app/prompt.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/wording.h"
#include "tui/keys/keyname.h"

static bool change_and_say(struct ui *ui, struct option_list *l, bool on, option_id id)
{
    bool ok = options_change(ui, l);
    if (ok)
        options_say(ui, on ? "on" : "off; still on", id);
    return ok;
}

bool filter_toggle(struct ui *ui, option_id id, const char *arg)
{
    struct option_list l = options_copy(ui);
    size_t i = option_list_find(&l, id, arg);
    bool on = i == SIZE_MAX || !l.items[i].on;
    if (i == SIZE_MAX)
        option_list_add(&l, id, arg);
    else if (on)
        l.items[i].on = true;
    else
        option_list_remove(&l, i);
    return change_and_say(ui, &l, on, id);
}

bool filter_add(struct ui *ui, option_id id, const char *arg)
{
    struct option_list l = options_copy(ui);
    option_list_add(&l, id, arg);
    return change_and_say(ui, &l, true, id);
}

bool arc_spec(struct ui *ui, arc_id arc, struct text *out)
{
    const struct arc *x = &ui->session->analysis->graph->arcs[arc];
    bool said = symbol_spec(ui->session, x->from, true, out);
    text_char(out, '/');
    return said && symbol_spec(ui->session, x->to, true, out);
}

bool filter_spec(struct ui *ui, option_id id, struct subject s, struct text *out)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    const bool arc = option_get(id)->kind == OPTION_ARC;
    const bool of_row = o->row_spec && !arc && !side_pane_has_keys(ui);
    if (arc && s.arc == NO_ID)
        ui_warn(ui, "-k cuts the arc of a caller's or callee's line");
    else if (!arc && !of_row && s.node == NO_ID)
        ui_warn(ui, "no function on this line");
    else if (!arc && !of_row && node_is_cycle(ui->session->analysis, s.node))
        ui_warn(ui, "a cycle has no name: take one of its members");
    else if (of_row ? o->row_spec(ui, out)
             : arc  ? arc_spec(ui, s.arc, out)
                    : symbol_spec(ui->session, s.node, false, out))
        return true;
    else
        ui_warn(ui, "in strict mode no symspec can say this name");
    return false;
}

bool filter_is_on(const struct ui *ui, option_id id, const char *arg)
{
    const struct option_list *l = &ui->session->options;
    size_t i = option_list_find(l, id, arg);
    return i != SIZE_MAX && l->items[i].on;
}

bool filter_subject(struct ui *ui, option_id id, struct subject s)
{
    const struct option_list *l = &ui->session->options;
    struct text spec = {0}, said = {0}, others = {0};
    bool ok = filter_spec(ui, id, s, &spec) && filter_toggle(ui, id, text_z(&spec));
    /* Add to the message which other options are on for what has just been switched on. */
    for (size_t i = 0; ok && i < l->n; i++)
        if (l->items[i].on && l->items[i].id != id && l->items[i].arg &&
            !strcmp(l->items[i].arg, text_z(&spec)))
            text_printf(&others, " -%c", option_get(l->items[i].id)->letter);
    if (others.n && filter_is_on(ui, id, text_z(&spec))) {
        text_add(&said, ui->reply->message.p, ui->reply->message.n);
        ui_say(ui, "%s; it is also under%s", text_z(&said), text_z(&others));
    }
    text_release(&spec);
    text_release(&said);
    text_release(&others);
    return ok;
}

bool option_replace(struct ui *ui, option_id id, const char *arg)
{
    struct option_list l = options_copy(ui);
    option_list_drop(&l, id);
    if (arg)
        option_list_add(&l, id, arg);
    return options_change(ui, &l);
}

/* The option is not there for what is the default. */
void act_callers_way(struct ui *ui, const struct call *c)
{
    const struct session *s = ui->session;
    bool measured = !s->analysis->paths;
    if (!s->profile->paths || !settings_reads_paths(&s->settings))
        ui_warn(ui, "this profile has no call paths: gptui record measures them");
    else if (option_replace(ui, option_by_name("callers"), measured ? NULL : "assumed"))
        ui_say(ui, "times of callers are %s",
               measured ? "measured, by call paths" : "assumed: shared out by calls, as by gprof");
}

/* Off if it is on, however often; else on. For options without an argument. */
static void flip(struct ui *ui, option_id id)
{
    struct option_list l = options_copy(ui);
    bool was = false;
    for (size_t i = l.n; i-- > 0;)
        if (l.items[i].id == id) {
            was = was || l.items[i].on;
            option_list_remove(&l, i);
        }
    if (!was)
        option_list_add(&l, id, NULL);
    change_and_say(ui, &l, !was, id);
}

/* ---- typed, in a prompt or with a key ---- */

void filter_check(struct ui *ui, option_id id, const char *arg)
{
    enum option_kind kind = option_get(id)->kind;
    bool on = option_list_find(&ui->session->options, id, arg) != SIZE_MAX;
    if ((kind == OPTION_SYMSPEC || kind == OPTION_ARC) && arg && *arg && on &&
        !spec_selects(ui->session, arg, kind == OPTION_ARC))
        ui_warn(ui, "%s selects nothing here; U takes it back", arg);
}

static void option_accept(struct ui *ui, const char *line)
{
    option_id id = ui->prompt->option;
    if (!*line && option_get(id)->arg != OPTION_MAY_ARG)
        ui_say(ui, "nothing typed, nothing changed");
    else if (filter_toggle(ui, id, *line ? line : NULL))
        filter_check(ui, id, line);
}

static const struct prompt_def prompt_option = {
    .label = "",
    .past = PAST_SPEC,
    .accept = option_accept,
    .complete = complete_spec,
};

/* The option that s, which begins with --, names, and its value. */
static option_id long_option(const char *s, const char **arg)
{
    size_t n = strcspn(s + 2, "= ");
    char name[64];
    if (!n || n >= sizeof name)
        return OPTION_NONE;
    memcpy(name, s + 2, n);
    name[n] = 0;
    *arg = s[2 + n] ? s + 3 + n : NULL;
    return option_by_name(name);
}

bool filter_parse(struct ui *ui, const char *s, option_id *id, const char **arg)
{
    s += strspn(s, " ");
    *arg = NULL;
    if (s[0] == '-' && s[1] == '-') {
        *id = long_option(s, arg);
    } else {
        *id = s[0] == '-' && s[1] > 0 ? option_by_letter(s[1]) : OPTION_NONE;
        if (*id != OPTION_NONE)
            *arg = s + 2 + strspn(s + 2, " ");
    }
    const struct option_def *d = *id == OPTION_NONE ? NULL : option_get(*id);
    if (*arg && !**arg)
        *arg = NULL;
    if (!d)
        ui_warn(ui, "there is no option %s", s);
    else if (!option_is_for_views(d))
        ui_warn(ui, "%s means nothing in the browser", s);
    else if (d->arg == OPTION_NO_ARG && *arg)
        ui_warn(ui, "%s takes no value", s);
    else if (d->arg == OPTION_NEEDS_ARG && !*arg)
        ui_warn(ui, "%s needs a %s", s, d->arg_name ? d->arg_name : "value");
    else
        return true;
    return false;
}

void filter_press(struct ui *ui, option_id id)
{
    if (option_get(id)->arg == OPTION_NO_ARG) {
        flip(ui, id);
    } else {
        /* The prompt for the argument is filled with the row's function if the option takes one. */
        struct text spec = {0};
        node_id n = row_at_hand(ui).subject.node;
        bool named = option_get(id)->kind == OPTION_SYMSPEC && n != NO_ID;
        if (named && screen_ops(ui->views->at)->row_spec && !side_pane_has_keys(ui))
            named = screen_ops(ui->views->at)->row_spec(ui, &spec);
        else
            named = named && !node_is_cycle(ui->session->analysis, n) &&
                    symbol_spec(ui->session, n, false, &spec);
        if (!named)
            text_clear(&spec);
        /* The prompt for the option's argument. */
        const struct option_def *d = option_get(id);
        prompt_open(ui, &prompt_option, text_z(&spec));
        ui->prompt->option = id;
        if (d->letter)
            prompt_label(ui, "-%c %s: ", d->letter, d->arg_name ? d->arg_name : "");
        else
            prompt_label(ui, "--%s=", d->name);
        text_release(&spec);
    }
}

void act_option(struct ui *ui, const struct call *c)
{
    option_id id = c->key < 128 ? option_by_letter((int)c->key) : OPTION_NONE;
    const struct option_def *d = id == OPTION_NONE ? NULL : option_get(id);
    struct text key = {0};
    keyname_text(c->key, &key);
    if (!d)
        ui_warn(ui, "there is no option -%s; -- lists them, ? the keys", text_z(&key));
    else if (!option_is_for_views(d))
        ui_warn(ui, "-%s means nothing in the browser", text_z(&key));
    else if (option_use(id)->key_takes_row)
        filter_subject(ui, id, row_at_hand(ui).subject);
    else
        filter_press(ui, id);
    text_release(&key);
}
