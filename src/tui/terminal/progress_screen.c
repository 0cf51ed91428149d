/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/terminal/progress_screen.h"

#include <string.h>

#include "core/base/clock.h"
#include "core/base/text.h"
#include "core/view/values.h"
#include "tui/terminal/signals.h"
#include "tui/terminal/surface.h"
#include "tui/terminal/surface_draw.h"
#include "tui/terminal/surface_event.h"

enum { QUIET_MS = 100, REDRAW_MS = 50 };

/* What came meanwhile: keys that stop the work and all before them are not kept. */
static void poll(struct load_screen *l)
{
    for (;;) {
        struct event e = surface_event(l->surface, 0);
        if (e.kind == EVENT_NONE)
            return;
        if (e.kind == EVENT_LOST) {
            l->lost = e;
            l->cancelled = true;
            return;
        }
        if (e.kind == EVENT_KEY && (e.key == 'q' || e.key == 'Q' || e.key == KEYS_ESCAPE)) {
            l->cancelled = true;
            l->n_held = 0;
        } else if (l->n_held < HELD_MOST) {
            l->held[l->n_held++] = e;
        }
    }
}

/* Draw a line, which is released, and hear what came meanwhile. False: the work is to stop. */
static bool show(struct load_screen *l, struct text *line)
{
    struct surface *s = l->surface;
    int row = surface_rows(s) / 2;
    surface_clear(s);
    surface_text(s, row, 0, surface_cols(s), line->p, line->n, ROLE_STRONG, 0);
    static const char how[] = " Esc, q or Ctrl-C: stop";
    surface_text(s, row + 1, 0, surface_cols(s), how, strlen(how), ROLE_DIM, 0);
    surface_cursor(s, row, 0, false);
    surface_show(s);
    text_release(line);
    poll(l);
    return !l->cancelled;
}

struct event load_screen_held(struct load_screen *l)
{
    struct event e = {.kind = EVENT_NONE};
    if (l->n_held) {
        e = l->held[0];
        memmove(l->held, l->held + 1, --l->n_held * sizeof *l->held);
    }
    return e;
}

static bool step(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    struct load_screen *l = ctx;
    struct text t = {0};
    int64_t now = clock_ms();
    if (!l->what)
        return !surface_waiting(l->surface);
    if (now - l->start_ms < QUIET_MS || now - l->shown_ms < REDRAW_MS) {
        /* A signal is heard at once, without taking keys from whoever reads them next. */
        if (restore_ending())
            poll(l);
        return !l->cancelled;
    }
    l->shown_ms = now;
    text_printf(&t, " %s: %s", l->what, phase);
    if (total)
        text_printf(&t, " %u%%", (unsigned)(percent((double)done, (double)total)));
    return show(l, &t);
}

/* Shown at once: nobody knows how long it will be. */
static bool wait(void *ctx, const char *what, const char *whom)
{
    struct load_screen *l = ctx;
    struct text t = {0};
    text_printf(&t, " waiting for %s: %s", whom, what);
    return show(l, &t);
}

void load_screen_init(struct load_screen *l, struct surface *s, const char *what)
{
    *l = (struct load_screen){.surface = s};
    l->progress = (struct progress){.step = step, .wait = wait, .ctx = l};
    load_screen_begin(l, what);
}

void load_screen_begin(struct load_screen *l, const char *what)
{
    l->what = what;
    l->cancelled = false;
    l->start_ms = clock_ms();
    l->shown_ms = 0;
}
