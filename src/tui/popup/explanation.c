/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/explanation.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/view/grid/explain.h"
#include "core/view/grid/modules.h"
#include "core/view/label.h"
#include "tui/app/popup.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/window.h"
#include "tui/terminal/surface_draw.h"

enum { EXPLANATION_COLS = 84, INDENT = 4 };

/* ---- lines that fit ---- */

/* The bytes of as many words of the n at p as fit, at least one. */
static size_t words_that_fit(const char *p, size_t n, size_t cols)
{
    size_t fit = utf8_fit(p, n, cols, NULL), words = fit;
    if (fit == n)
        return n;
    while (words > 0 && p[words] != ' ')
        words--;
    return words > 0 ? words : fit > 0 ? fit : n;
}

/* A line that is too long goes on below, further in. */
static void wrap(struct explained *x, const char *p, size_t n)
{
    size_t indent = 0;
    do {
        size_t room = x->cols > indent ? x->cols - indent : 1;
        size_t fit = words_that_fit(p, n, room);
        text_fill(&x->lines, ' ', indent);
        text_add(&x->lines, p, fit);
        text_char(&x->lines, '\n');
        x->n++;
        while (fit < n && p[fit] == ' ')
            fit++;
        p += fit;
        n -= fit;
        indent = INDENT;
    } while (n > 0);
}

static void lay_out(struct explained *x, int cols)
{
    size_t room = cols > 0 ? (size_t)cols : 1;
    if (x->n && x->cols == room)
        return;
    x->cols = room;
    x->n = 0;
    text_clear(&x->lines);
    for (size_t at = 0; at < x->text.n;) {
        const char *end = memchr(x->text.p + at, '\n', x->text.n - at);
        size_t n = end ? (size_t)(end - x->text.p) - at : x->text.n - at;
        wrap(x, x->text.p + at, n);
        at += n + 1;
    }
}

/* ---- the pop-up ---- */

static struct window window(const struct ui *ui)
{
    return (struct window){.area =
                               window_centred(&ui->layout, (int)ui->explained->n, EXPLANATION_COLS),
                           .lead = 1,
                           .tail = 1};
}

static void fit(struct ui *ui)
{
    struct window w = window(ui);
    lay_out(ui->explained, w.area.cols - 3);
    w = window(ui); /* as high as there are lines */
    list_resize(&ui->explained->list, ui->explained->n, window_height(&w));
}

/* Heads stand at the left edge. */
static void add_line(const struct ui *ui, size_t i, struct line *out)
{
    const char *p = ui->explained->lines.p;
    for (; i > 0; i--)
        p = strchr(p, '\n') + 1;
    text_char(&out->text, ' ');
    text_add(&out->text, p, strcspn(p, "\n"));
    line_mark(out, 0, *p != '\n' && *p != ' ' ? ROLE_STRONG : ROLE_PLAIN, COLUMN_NONE);
}

static void draw(const struct ui *ui, struct surface *s, const struct window *w)
{
    const struct explained *x = ui->explained;
    window_frame(ui, s, &w->area, x->title.p, x->title.n);
    window_list(ui, s, w, &x->list, add_line);
}

static struct list *list(const struct ui *ui)
{
    return &ui->explained->list;
}

static void release(struct ui *ui)
{
    struct explained *x = ui->explained;
    text_release(&x->title);
    text_release(&x->text);
    text_release(&x->lines);
    *x = (struct explained){0};
}

static void close(struct ui *ui)
{
    release(ui);
    ui->popup = NULL;
}

/* It is about numbers that are others now. */
static void stale(struct ui *ui)
{
    if (ui->popup == &popup_explanation)
        close(ui);
}

const struct popup_ops popup_explanation = {
    .mode = MODE_EXPLANATION,
    .scrolls = true,
    .window = window,
    .fit = fit,
    .draw = draw,
    .list = list,
    .close = close,
    .stale = stale,
    .release = release,
};

/* ---- what is explained ---- */

static void add_title(const struct ui *ui, struct grid_row row, struct text *out)
{
    const struct screen *s = screen_here(ui);
    text_char(out, ' ');
    if (row.kind == ROW_MODULE && !side_pane_has_keys(ui))
        s->grid->ops->name(s->grid, (uint32_t)s->list.cursor, out);
    else if (row.subject.node != NO_ID)
        text_function_within(out, &ui->session->view, row.subject.node,
                             (struct name_style){.level = ui_name_level(ui), .ascii = ui->ascii},
                             40);
    else
        text_printf(out, "line %u", row.line);
    text_str(out, ": where its numbers come from ");
}

/* False: there is nothing to explain, which has been said. */
static bool explain_row(struct ui *ui, struct grid_row row, const struct grid_style *style)
{
    const struct view_context *v = &ui->session->view;
    struct text *out = &ui->explained->text;
    struct screen *s = screen_here(ui);
    bool ok = true;
    if (row.kind == ROW_MODULE && !side_pane_has_keys(ui)) {
        explain_module(out, v, modules_grid_row(s->grid, (uint32_t)s->list.cursor),
                       modules_grid_range(s->grid, (uint32_t)s->list.cursor), style);
    } else if (row.kind == ROW_LINE && row.line && s->file) {
        struct err e = ERR_INIT;
        const struct source_facts *f = session_source(ui->session, &e);
        if (!f)
            ui_say_error(ui, &e);
        else
            explain_line(out, v, f, s->file, row.line, style);
        ok = f;
    } else if (row.subject.arc != NO_ID) {
        explain_arc(out, v, row.subject.arc, style);
    } else if (row.subject.node != NO_ID) {
        ok = explain_node(out, v, row.subject.node, style);
    } else {
        ui_warn(ui, "no number on this line to explain");
        return false;
    }
    if (!ok)
        ui_warn(ui, "out of memory");
    return ok;
}

void act_explain(struct ui *ui, const struct call *c)
{
    struct grid_row row = row_at_hand(ui);
    const struct grid_style style = {.cols = (unsigned)ui->layout.cols,
                                     .ascii = ui->ascii,
                                     .names = ui_name_level(ui),
                                     .grouped = true};
    (void)c;
    release(ui);
    if (!explain_row(ui, row, &style))
        return;
    add_title(ui, row, &ui->explained->title);
    ui->popup = &popup_explanation;
    popup_fit(ui);
}
