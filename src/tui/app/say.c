/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What any part of the app may do: say something, ask the terminal for something, run an action. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/view/message.h"
#include "tui/app/app_state.h"

static void ATTR_PRINTF(3, 0) say(struct app *a, bool bad, const char *fmt, va_list ap)
{
    char buf[1024];
    vsnprintf(buf, sizeof buf, fmt, ap);
    text_clear(&a->message);
    text_str(&a->message, buf);
    a->message_bad = bad;
    a->dirty = true;
}

void app_say(struct app *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say(a, false, fmt, ap);
    va_end(ap);
}

void app_bad(struct app *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    say(a, true, fmt, ap);
    va_end(ap);
}

/* The sentence without the program's name and the line end. */
void app_say_error(struct app *a, const struct err *e)
{
    struct text t = {0};
    message_text(e, "gptui", &t);
    const char *s = text_z(&t);
    if (!strncmp(s, "gptui: ", 7))
        s += 7;
    app_bad(a, "%.*s", (int)strcspn(s, "\n"), s);
    text_release(&t);
}

void app_effect(struct app *a, enum effect_kind kind, const char *p, size_t n)
{
    if (a->n_effects == N_EFFECTS)
        return;
    struct effect *f = &a->effects[a->n_effects++];
    *f = (struct effect){.kind = kind};
    text_add(&f->text, p, n);
}

struct effect app_take_effect(struct app *a)
{
    struct effect f = {.kind = EFFECT_NONE};
    if (!a->n_effects)
        return f;
    f = a->effects[0];
    a->n_effects--;
    memmove(a->effects, a->effects + 1, a->n_effects * sizeof *a->effects);
    return f;
}

void app_run(struct app *a, enum action action, uint32_t key)
{
    const struct action_def *d = action_get(action);
    struct call c = {.action = action, .param = d->param, .key = key};
    d->run(a, &c);
}
