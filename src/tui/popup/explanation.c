/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The explanation: where the numbers of the row at hand come from. */
#include <string.h>

#include "core/view/grid/explain.h"
#include "core/view/grid/modules.h"
#include "core/view/grid/tree.h"
#include "core/view/label.h"
#include "tui/app/popup.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"

enum { EXPLANATION_COLS = 84, INDENT = 4 };

/* ---- lines that fit ---- */

/* A line that is too long goes on below, further in. Heads stand at the left edge. */
static void wrap(struct popup_state *s, size_t cols, const char *p, size_t n)
{
    enum role role = *p != '\n' && *p != ' ' ? ROLE_STRONG : ROLE_PLAIN;
    size_t indent = 0;
    do {
        struct text line = {0};
        size_t fit = window_words(p, n, cols > indent ? cols - indent : 1);
        text_fill(&line, ' ', 1 + indent);
        text_add(&line, p, fit);
        popup_add(s, role, line.p, line.n);
        text_release(&line);
        while (fit < n && p[fit] == ' ')
            fit++;
        p += fit;
        n -= fit;
        indent = INDENT;
        role = ROLE_PLAIN;
    } while (n > 0);
}

/* ---- what is explained ---- */

static void add_title(const struct ui *ui, struct grid_row row, struct text *out)
{
    const struct screen *s = screen_here(ui);
    text_char(out, ' ');
    if (row.kind == ROW_MODULE && !side_pane_has_keys(ui))
        grid_name(s->grid, (uint32_t)s->list.cursor, out);
    else if (row.subject.node != NO_ID)
        text_function_within(out, &ui->session->view, row.subject.node,
                             (struct name_style){.level = ui_name_level(ui), .ascii = ui->ascii},
                             40);
    else
        text_printf(out, "line %u", row.line);
    text_str(out, ": where its numbers come from ");
}

/* False: there is nothing to explain, which has been said. */
static bool explain_row(struct ui *ui, struct grid_row row, struct text *out)
{
    const struct view_context *v = &ui->session->view;
    const struct grid_style style = screen_style(ui, ui->layout.cols);
    struct screen *s = screen_here(ui);
    if (ui->views->at == VIEW_TREE && row.subject.node != NO_ID && !side_pane_has_keys(ui))
        tree_grid_explain(s->grid, (uint32_t)s->list.cursor, out);
    if (ui->views->at == VIEW_DIFF && row.subject.node != NO_ID && !side_pane_has_keys(ui)) {
        struct line l = {0};
        grid_detail(s->grid, (uint32_t)s->list.cursor, &l);
        text_printf(out, "this row:%s\n  What follows is the new side, its runs together.\n",
                    text_z(&l.text));
        line_release(&l);
    }
    if (row.kind == ROW_MODULE && !side_pane_has_keys(ui)) {
        explain_module(out, v, modules_grid_row(s->grid, (uint32_t)s->list.cursor),
                       modules_grid_range(s->grid, (uint32_t)s->list.cursor), &style);
    } else if (row.kind == ROW_LINE && row.line && s->file) {
        struct err e = ERR_INIT;
        const struct source_facts *f = session_source(ui->session, &e);
        if (!f)
            ui_say_error(ui, &e);
        else
            explain_line(out, v, f, s->file, row.line, &style);
        return f;
    } else if (row.subject.arc != NO_ID) {
        explain_arc(out, v, row.subject.arc, &style);
    } else if (row.subject.node != NO_ID) {
        explain_node(out, v, row.subject.node, &style);
    } else {
        ui_warn(ui, "= explains rows of functions, modules and lines");
        return false;
    }
    return true;
}

static void lay_out(struct ui *ui, int cols)
{
    struct popup_state *s = &ui->popups[POPUP_EXPLANATION];
    const struct text *t = &s->text;
    for (size_t at = 0; at < t->n;) {
        const char *end = memchr(t->p + at, '\n', t->n - at);
        size_t n = end ? (size_t)(end - t->p) - at : t->n - at;
        wrap(s, cols > 1 ? (size_t)cols - 1 : 1, t->p + at, n);
        at += n + 1;
    }
}

const struct popup_ops popup_explanation = {
    .id = POPUP_EXPLANATION,
    .mode = MODE_EXPLANATION,
    .cols = EXPLANATION_COLS,
    .passes = true,
    .scrolls = true,
    .lay_out = lay_out,
};

void act_explain(struct ui *ui, const struct call *c)
{
    struct popup_state *s = &ui->popups[POPUP_EXPLANATION];
    struct text t = {0};
    const bool known = screens_catch_up(ui);
    struct grid_row row = row_at_hand(ui);
    /* What an entry has beside functions is of its own function. */
    if (ui->views->at == VIEW_GRAPH && row.kind == ROW_TEXT)
        row.subject.node = anchor_node(ui->session, screen_here(ui)->item);
    if (!known)
        ui_say_error(ui, &(struct err){.code = ERR_CANCELLED});
    bool ok = known && explain_row(ui, row, &t);
    if (ok) {
        popup_open(ui, &popup_explanation);
        add_title(ui, row, &s->title);
        s->text = t;
        popup_fit(ui);
    } else {
        text_release(&t);
    }
}
