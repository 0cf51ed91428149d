/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/load_screen.h"

#include <string.h>
#include <time.h>

#include "core/base/text.h"
#include "tui/surface.h"

enum { QUIET_MS = 300, REDRAW_MS = 50 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

static void draw(struct load_screen *l, const char *phase, uint64_t done, uint64_t total)
{
    struct text t = {0};
    struct surface *s = l->surface;
    int row = surface_rows(s) / 2;
    text_printf(&t, " %s: %s", l->what, phase);
    if (total)
        text_printf(&t, " %u%%", (unsigned)((double)done * 100.0 / (double)total));
    surface_clear(s);
    surface_text(s, row, 0, surface_cols(s), t.p, t.n, ROLE_STRONG, 0);
    static const char how[] = " Esc, q or Ctrl-C: stop";
    surface_text(s, row + 1, 0, surface_cols(s), how, strlen(how), ROLE_DIM, 0);
    surface_cursor(s, row, 0, false);
    surface_show(s);
    text_release(&t);
}

/* Keys that came meanwhile: those that stop the work, the others are lost. */
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
        if (e.kind == EVENT_KEY && (e.key == 'q' || e.key == 'Q' || e.key == KEYS_ESCAPE))
            l->cancelled = true;
    }
}

static bool step(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    struct load_screen *l = ctx;
    double now = now_ms();
    if (now - l->start_ms < QUIET_MS || now - l->shown_ms < REDRAW_MS)
        return !l->cancelled;
    l->shown_ms = now;
    draw(l, phase, done, total);
    poll(l);
    return !l->cancelled;
}

void load_screen_init(struct load_screen *l, struct surface *s, const char *what)
{
    *l = (struct load_screen){.surface = s};
    l->progress = (struct progress){.step = step, .ctx = l};
    load_screen_begin(l, what);
}

void load_screen_begin(struct load_screen *l, const char *what)
{
    l->what = what;
    l->cancelled = false;
    l->start_ms = now_ms();
    l->shown_ms = 0;
}
