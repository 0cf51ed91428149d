/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/pane_source.h"

#include "core/analyze/questions/questions.h"
#include "core/view/grid/source.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"

bool pane_source_waits(const struct ui *ui)
{
    return ui->layout.side_pane.rows && screen_ops(ui->views->at)->beside == BESIDE_SOURCE &&
           !ui->session->source && !ui->side_pane->no_lines;
}

void pane_source_find(struct ui *ui)
{
    struct err e = ERR_INIT;
    ui->side_pane->no_lines = !session_source(ui->session, &e);
    ui->dirty = true;
}

/* The line of a function with most time; else the one where it begins. */
static uint32_t best_line(const struct source_facts *f, const struct line_pos *start,
                          sym_id function)
{
    const struct annotated_file *file = source_file_find(f, start->file);
    double most = 0;
    uint32_t best = start->line;
    for (uint32_t i = file ? file->lo : 0; file && i < file->hi; i++)
        if (f->lines->lines[i].ticks > most && source_function(f, i) == function) {
            most = f->lines->lines[i].ticks;
            best = f->lines->lines[i].line;
        }
    return best;
}

/* The row of a line; the last one before it where the text is not here. */
static size_t row_of_line(const struct grid *g, uint32_t line)
{
    size_t found = 0;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        if (r.line > line)
            break;
        found = i;
    }
    return found;
}

void pane_source_make(struct ui *ui, node_id n, const struct grid_style *style)
{
    const struct source_facts *f = ui->session->source;
    struct anchor at = anchor_of_node(ui->session, n);
    struct line_pos start;
    if (!f || !at.there || !source_place_of(f, at.addr, &start))
        return;
    uint32_t line = best_line(f, &start, table_find(f->functions->table, at.addr));
    struct side_pane *p = ui->side_pane;
    struct list *l = &p->list[0];
    struct err e = ERR_INIT;
    struct grid *g =
        source_grid(&ui->session->view, ui->session->source, start.file, style, NULL, &e);
    p->grid[0] = g;
    if (!g)
        return;
    p->file = start.file;
    list_resize(l, g->n_rows, ui->layout.side_pane.rows - 1);
    size_t row = row_of_line(g, line), above = l->height / 3;
    list_set(l, row);
    list_scroll(l, (ptrdiff_t)row - (ptrdiff_t)above - (ptrdiff_t)l->top);
}
