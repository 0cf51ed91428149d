/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/popup.h"

#include <stdlib.h>

#include "tui/app/prompt.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"

const struct popup_ops *popup_top(const struct ui *ui)
{
    return ui->over ? ui->over : ui->popup;
}

bool prompt_apart(const struct ui *ui)
{
    const struct popup_ops *top = popup_top(ui);
    return ui->prompt->def && !(top && top->typed);
}

enum mode ui_mode(const struct ui *ui)
{
    if (prompt_apart(ui))
        return MODE_PROMPT;
    if (popup_top(ui))
        return popup_top(ui)->mode;
    if (side_pane_has_keys(ui))
        return MODE_SIDE_PANE;
    if (ui->views->at == VIEW_RUNS && ui->session->profile->processes)
        return MODE_LIVE; /* processes are not chosen among, as runs are */
    return screen_here(ui)->bars ? MODE_ICICLE : (enum mode)view_get(ui->views->at)->mode;
}

static struct popup_state *state_of(const struct ui *ui, const struct popup_ops *p)
{
    return &ui->popups[p->id];
}

struct list *popup_list(const struct ui *ui)
{
    return popup_top(ui) ? &state_of(ui, popup_top(ui))->list : NULL;
}

/* ---- open and closed ---- */

void popup_open(struct ui *ui, const struct popup_ops *p)
{
    popup_leave(ui, p);
    *(p->above ? &ui->over : &ui->popup) = p;
}

void popup_leave(struct ui *ui, const struct popup_ops *p)
{
    if (p->release)
        p->release(ui);
    struct popup_state *s = state_of(ui, p);
    popup_empty(s);
    free(s->line);
    text_release(&s->title);
    text_release(&s->text);
    *s = (struct popup_state){0};
    ui->over = ui->over == p ? NULL : ui->over;
    ui->popup = ui->popup == p ? NULL : ui->popup;
}

/* ---- lines ---- */

void popup_add(struct popup_state *s, enum role role, const char *p, size_t n)
{
    mem_grow(&s->line, &s->cap, s->n + 1, sizeof *s->line);
    s->line[s->n++] = (struct popup_line){arena_text(&s->memory, p, n), role};
}

void popup_empty(struct popup_state *s)
{
    arena_release(&s->memory);
    s->n = 0;
}

/* ---- the window ---- */

struct window popup_window(const struct ui *ui)
{
    const struct popup_ops *top = popup_top(ui);
    struct window w = {.lead = 1, .tail = 1};
    if (top && top->window)
        return top->window(ui);
    if (top) {
        w.area = window_centred(&ui->layout, (int)state_of(ui, top)->n, top->cols);
        w.scrolls = top->scrolls;
    }
    return w;
}

void popup_fit(struct ui *ui)
{
    const struct popup_ops *top = popup_top(ui);
    struct window w = popup_window(ui);
    if (top && top->fit) {
        top->fit(ui);
    } else if (top) {
        struct popup_state *s = state_of(ui, top);
        int cols = w.area.cols > 2 ? w.area.cols - 2 : 0;
        if (top->lay_out && (!s->n || s->cols != cols)) {
            popup_empty(s);
            s->cols = cols;
            top->lay_out(ui, cols);
            w = popup_window(ui); /* as high as there are lines */
        }
        list_resize(&s->list, s->n, window_height(&w));
    }
}

static void put_line(const struct ui *ui, size_t i, struct line *out)
{
    const struct popup_line *l = &state_of(ui, popup_top(ui))->line[i];
    text_str(&out->text, l->text);
    line_mark(out, 0, l->role, COLUMN_NONE);
}

void popup_draw_lines(const struct ui *ui, struct surface *s, const struct window *w)
{
    const struct popup_state *state = state_of(ui, popup_top(ui));
    window_frame(ui, s, &w->area, state->title.p, state->title.n);
    window_list(ui, s, w, &state->list, put_line);
}

void popup_draw(const struct ui *ui, struct surface *s)
{
    struct window w = popup_window(ui);
    const struct popup_ops *top = popup_top(ui);
    if (w.area.rows > 0 && w.area.cols > 2)
        (top->draw ? top->draw : popup_draw_lines)(ui, s, &w);
    if (ui->prompt->def)
        draw_completions(ui, s);
}
