/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/option_effects.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"

/* Each figure costs as much as a toggle, so large programs go without. */
enum { EFFECTS_MAX = 300000 };

void option_effects_release(struct option_effects *f)
{
    for (size_t i = 0; i < f->ready; i++)
        text_release(&f->note[i]);
    free(f->note);
    *f = (struct option_effects){0};
}

bool option_effects_ready(const struct option_effects *f, const struct session *s)
{
    if (s->analysis->n_symbols > EFFECTS_MAX)
        return true;
    return f->given_up || (f->n == s->options.n && f->ready == f->n);
}

const char *option_effect(const struct option_effects *f, size_t i)
{
    return i < f->ready ? text_z(&f->note[i]) : "";
}

/* What there is with item i switched. False if that cannot be. */
static bool switched(const struct session *s, size_t i, struct effect_sums *out, struct err *e)
{
    struct option_list l;
    option_list_copy(&l, &s->options);
    l.items[i].on = !l.items[i].on;
    bool ok = session_sums(s, &l, out, e);
    option_list_release(&l);
    return ok;
}

/* False if it was interrupted. */
static bool find_effect(const struct session *s, size_t i, struct text *out)
{
    const struct option_item *it = &s->options.items[i];
    struct effect_sums now, other;
    struct err e = ERR_INIT;
    if (!option_use(it->id)->selects || !switched(s, i, &other, &e))
        return e.code != ERR_CANCELLED;
    effect_sums(s->analysis, s->settings.unused, &now);
    effect_text(out, s->profile, it->on ? &other : &now, it->on ? &now : &other);
    return true;
}

void option_effects_work(struct option_effects *f, const struct session *s)
{
    if (f->n != s->options.n) {
        option_effects_release(f);
        f->note = mem_array(s->options.n, sizeof *f->note);
        f->n = s->options.n;
        f->given_up = false;
    }
    if (!f->given_up && f->ready < f->n) {
        f->given_up = !find_effect(s, f->ready, &f->note[f->ready]);
        f->ready++;
    }
}
