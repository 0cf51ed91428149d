/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each item of the option list changes: the analysis at hand against one with the item
 * switched, an item at a time, and only while the panel is open. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "tui/app/app_state.h"
#include "tui/popup/option_panel.h"

/* Each figure costs as much as a toggle, so large programs go without. */
enum { EFFECTS_MAX = 300000 };

void panel_effects_drop(struct app *a)
{
    struct panel_effects *f = &a->panel_effects;
    for (size_t i = 0; i < f->ready; i++)
        text_release(&f->note[i]);
    free(f->note);
    *f = (struct panel_effects){0};
}

bool panel_effects_ready(const struct app *a)
{
    const struct panel_effects *f = &a->panel_effects;
    if (a->popup != &popup_panel || a->session->analysis->n_symbols > EFFECTS_MAX)
        return true;
    return f->given_up || (f->n == a->session->options.n && f->ready == f->n);
}

const char *panel_effect(const struct app *a, size_t i)
{
    return i < a->panel_effects.ready ? text_z(&a->panel_effects.note[i]) : "";
}

/* The other way round: what there is with item i switched. False if that cannot be. */
static bool switched(const struct app *a, size_t i, struct effect_sums *out, struct err *e)
{
    struct option_list l;
    if (!option_list_copy(&l, &a->session->options))
        return false;
    l.items[i].on = !l.items[i].on;
    bool ok = session_sums(a->session, &l, out, e);
    option_list_release(&l);
    return ok;
}

/* False if it was broken off. */
static bool find_effect(const struct app *a, size_t i, struct text *out)
{
    const struct session *s = a->session;
    const struct option_item *it = &s->options.items[i];
    struct effect_sums now, other;
    struct err e = ERR_INIT;
    if (!option_use(it->id)->selects || !switched(a, i, &other, &e))
        return e.code != ERR_CANCELLED;
    effect_sums(s->analysis, s->settings.unused, &now);
    effect_text(out, s->profile, it->on ? &other : &now, it->on ? &now : &other);
    return true;
}

void panel_effects_work(struct app *a)
{
    struct panel_effects *f = &a->panel_effects;
    if (f->n != a->session->options.n) {
        panel_effects_drop(a);
        f->note = mem_array(a->session->options.n, sizeof *f->note);
        f->n = a->session->options.n;
        f->given_up = !f->note;
    }
    if (f->given_up)
        return;
    if (f->ready < f->n) {
        f->given_up = !find_effect(a, f->ready, &f->note[f->ready]);
        f->ready++;
    }
    a->dirty = true;
}
