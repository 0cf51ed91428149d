/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_demo: draws known things on a surface and tells what events come. For test_surface.
 *
 * Keys: q quits, c copies "hello", e runs $DEMO_EDITOR, r repaints, i hides the cursor, n is no
 * event, s crashes at address 0, S by endless recursion, a aborts, h hangs. EVENT_LOST ends with
 * 128 + signal, as the browser does. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/terminal/surface.h"
#include "tui/terminal/surface_draw.h"
#include "tui/terminal/surface_event.h"

struct demo {
    struct surface *s;
    struct event last;
    unsigned count; /* events seen */
    int editor;
    bool hidden;
};

static void text(struct demo *d, int row, int col, const char *p, enum role role, unsigned look)
{
    surface_text(d->s, row, col, surface_cols(d->s) - col, p, strlen(p), role, look);
}

static void describe(const struct demo *d, char *buf, size_t n)
{
    static const char *const kinds[] = {"none", "key", "mouse", "resize", "resume", "lost"};
    const struct event *e = &d->last;
    if (e->kind == EVENT_KEY)
        snprintf(buf, n, "#%u key %lx", d->count, (unsigned long)e->key);
    else if (e->kind == EVENT_MOUSE)
        snprintf(buf, n, "#%u mouse %d%s at %d,%d", d->count, (int)e->button,
                 e->double_click ? " double" : "", e->row, e->col);
    else
        snprintf(buf, n, "#%u %s", d->count, kinds[e->kind]);
}

static void draw(struct demo *d)
{
    char buf[100];
    struct line l = {0};
    surface_clear(d->s);
    snprintf(buf, sizeof buf, "demo %dx%d", surface_rows(d->s), surface_cols(d->s));
    text(d, 0, 0, buf, ROLE_HEAD, 0);
    describe(d, buf, sizeof buf);
    text(d, 1, 0, buf, ROLE_PLAIN, 0);
    text(d, 2, 0, "w\xe4\xb8\xad\xe6\x96\x87|e\xcc\x81|\x1b[31m|\xff|", ROLE_NAME, 0);
    text(d, 3, 0, "hot", ROLE_HOT, 0);
    text(d, 3, 4, "warm", ROLE_WARM, 0);
    text(d, 3, 9, "cycle", ROLE_CYCLE, 0);
    text(d, 3, 15, "dim", ROLE_DIM, 0);
    text(d, 3, 20, "bar", ROLE_HOT, LOOK_REVERSE);
    text(d, 4, 0, "reverse", ROLE_PLAIN, LOOK_REVERSE);
    text(d, 4, 8, "under", ROLE_PLAIN, LOOK_UNDERLINE);
    text_str(&l.text, "pin 0123456789abcdefghij");
    l.pinned = 4;
    surface_line(d->s, 5, 0, 12, &l, 0, 0);
    surface_line(d->s, 6, 0, 12, &l, 3, 0);
    surface_line(d->s, 7, 0, 40, &l, 3, LOOK_REVERSE);
    surface_paint(d->s, 4, 2, 3, LOOK_BOLD);
    text_release(&l.text);
    snprintf(buf, sizeof buf, "editor %d", d->editor);
    text(d, 8, 0, buf, ROLE_PLAIN, 0);
    surface_cursor(d->s, 1, 0, !d->hidden);
    surface_show(d->s);
}

static int deep(volatile char *p)
{
    volatile char here[4096];
    here[0] = *p;
    if (here[0] == 1) /* never: for the compiler */
        return 0;
    return deep(here) + here[0];
}

/* As a program that computes and never asks for events. */
static void hang(struct demo *d)
{
    text(d, 9, 0, "hanging", ROLE_PLAIN, 0);
    surface_show(d->s);
    for (volatile unsigned i = 0;; i++)
        ;
}

static void run_editor(struct demo *d)
{
    char name[] = "sh", option[] = "-c";
    char *command = getenv("DEMO_EDITOR");
    char *argv[] = {name, option, command, NULL};
    d->editor = surface_run(d->s, argv);
}

static void act(struct demo *d, uint32_t key)
{
    volatile uintptr_t low = 16; /* not 0, which UBSan would catch before the processor */
    volatile int *nowhere = (volatile int *)low;
    char start = 0;
    switch (key) {
    case 'c':
        surface_copy(d->s, "hello", 5);
        break;
    case 'e':
        run_editor(d);
        break;
    case 'r':
        surface_refresh(d->s);
        break;
    case 'i':
        d->hidden = !d->hidden;
        break;
    case 's':
        *nowhere = 1;
        break;
    case 'S':
        deep(&start);
        break;
    case 'a':
        abort();
    case 'h':
        hang(d);
        break;
    default:
        break;
    }
}

int main(void)
{
    struct err e = ERR_INIT;
    struct demo d = {.editor = -1};
    struct surface_options o = {.mouse = true};
    setlocale(LC_CTYPE, "");
    d.s = surface_start(&o, &e);
    if (!d.s) {
        fprintf(stderr, "surface_demo: %s: %s\n", e.what, e.other);
        return 1;
    }
    while (d.last.kind != EVENT_LOST && !(d.last.kind == EVENT_KEY && d.last.key == 'q')) {
        draw(&d);
        struct event next = surface_event(d.s, -1);
        if (next.kind == EVENT_KEY && next.key == 'n')
            continue;
        d.last = next;
        d.count++;
        if (d.last.kind == EVENT_KEY)
            act(&d, d.last.key);
    }
    surface_stop(d.s);
    return d.last.kind == EVENT_LOST ? 128 + d.last.signal : 0;
}
