/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/options.h"

#include <string.h>

#include "core/options/option_list.h"
#include "tui/app/changes.h"
#include "tui/app/reply.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/wording.h"

bool filter_toggle(struct ui *ui, option_id id, const char *arg)
{
    struct option_list l;
    option_list_copy(&l, &ui->session->options);
    size_t i = option_list_find(&l, id, arg);
    bool on = false;
    if (i == SIZE_MAX) {
        option_list_add(&l, id, arg);
        on = true;
    } else if (l.items[i].on) {
        option_list_remove(&l, i);
    } else {
        l.items[i].on = true;
        on = true;
    }
    bool ok = options_change(ui, &l);
    option_list_release(&l);
    if (ok)
        options_say(ui, on ? "on" : "off", id);
    return ok;
}

bool filter_add(struct ui *ui, option_id id, const char *arg)
{
    struct option_list l;
    option_list_copy(&l, &ui->session->options);
    option_list_add(&l, id, arg);
    bool ok = options_change(ui, &l);
    option_list_release(&l);
    if (ok)
        options_say(ui, "on", id);
    return ok;
}

static bool unsayable(struct ui *ui)
{
    ui_warn(ui, "in strict mode no symspec can say this name");
    return false;
}

static bool node_spec(struct ui *ui, node_id n, struct text *out)
{
    if (n == NO_ID || node_is_cycle(ui->session->analysis, n)) {
        ui_warn(ui, n == NO_ID ? "no function on this line"
                               : "a cycle has no name: take one of its members");
        return false;
    }
    return symbol_spec(ui->session, n, out) || unsayable(ui);
}

static bool arc_spec(struct ui *ui, uint32_t arc, struct text *out)
{
    if (arc == NO_ID) {
        ui_warn(ui, "-k cuts the arc of a caller's or callee's line");
        return false;
    }
    const struct arc *x = &ui->session->analysis->graph->arcs[arc];
    if (!symbol_spec(ui->session, x->from, out))
        return unsayable(ui);
    text_char(out, '/');
    return symbol_spec(ui->session, x->to, out) || unsayable(ui);
}

bool filter_spec(struct ui *ui, option_id id, struct subject s, struct text *out)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    if (o->row_spec && option_get(id)->kind != OPTION_ARC && !side_pane_has_keys(ui))
        return o->row_spec(ui, out) || unsayable(ui);
    return option_get(id)->kind == OPTION_ARC ? arc_spec(ui, s.arc, out)
                                              : node_spec(ui, s.node, out);
}

bool filter_is_on(const struct ui *ui, option_id id, const char *arg)
{
    const struct option_list *l = &ui->session->options;
    size_t i = option_list_find(l, id, arg);
    return i != SIZE_MAX && l->items[i].on;
}

/* Add to the message which other options are on for the spec that has just been switched on. */
static void say_others(struct ui *ui, option_id id, const char *spec)
{
    const struct option_list *l = &ui->session->options;
    struct text said = {0}, others = {0};
    for (size_t i = 0; i < l->n; i++)
        if (l->items[i].on && l->items[i].id != id && l->items[i].arg &&
            !strcmp(l->items[i].arg, spec))
            text_printf(&others, " -%c", option_get(l->items[i].id)->letter);
    if (others.n && filter_is_on(ui, id, spec)) {
        text_add(&said, ui->reply->message.p, ui->reply->message.n);
        ui_say(ui, "%s; it is also under%s", text_z(&said), text_z(&others));
    }
    text_release(&said);
    text_release(&others);
}

bool filter_subject(struct ui *ui, option_id id, struct subject s)
{
    struct text spec = {0};
    bool ok = filter_spec(ui, id, s, &spec) && filter_toggle(ui, id, text_z(&spec));
    if (ok)
        say_others(ui, id, text_z(&spec));
    text_release(&spec);
    return ok;
}

static bool has_paths(struct ui *ui)
{
    const struct session *s = ui->session;
    if (s->profile->paths && settings_reads_paths(&s->settings))
        return true;
    ui_warn(ui, "this profile has no call paths: gptui record measures them");
    return false;
}

bool options_replace(struct ui *ui, option_id id, const char *const *args, size_t n)
{
    struct option_list l;
    option_list_copy(&l, &ui->session->options);
    option_list_drop(&l, id);
    for (size_t i = 0; i < n; i++)
        option_list_add(&l, id, args[i]);
    bool ok = options_change(ui, &l);
    option_list_release(&l);
    return ok;
}

bool option_replace(struct ui *ui, option_id id, const char *arg)
{
    return options_replace(ui, id, &arg, arg != NULL);
}

/* The option is not there for what is the default. */
void act_callers_way(struct ui *ui, const struct call *c)
{
    (void)c;
    bool measured = !ui->session->analysis->paths;
    if (has_paths(ui) && option_replace(ui, option_by_name("callers"), measured ? NULL : "assumed"))
        ui_say(ui, "times of callers are %s",
               measured ? "measured, by call paths" : "assumed: shared out by calls, as by gprof");
}

void filter_flip(struct ui *ui, option_id id)
{
    struct option_list l;
    bool was = false;
    option_list_copy(&l, &ui->session->options);
    for (size_t i = l.n; i-- > 0;)
        if (l.items[i].id == id) {
            was = was || l.items[i].on;
            option_list_remove(&l, i);
        }
    if (!was)
        option_list_add(&l, id, NULL);
    bool ok = options_change(ui, &l);
    option_list_release(&l);
    if (ok)
        options_say(ui, was ? "off" : "on", id);
}
