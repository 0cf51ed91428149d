/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/window.h"

#include "core/base/utf8.h"
#include "tui/terminal/surface_draw.h"

struct area window_ground(const struct layout *l)
{
    if (l->plain)
        return (struct area){0, 0, l->body.rows, l->cols};
    return (struct area){1, 0, l->detail - 1, l->cols};
}

struct area window_centred(const struct layout *l, int rows, int cols)
{
    enum { UNREAD = 12 }; /* so little of the rows on both sides says nothing */
    struct area g = window_ground(l);
    rows = rows + 2 > g.rows ? g.rows : rows + 2;
    cols = cols + UNREAD > g.cols ? g.cols : cols;
    int row = g.row + (g.rows - rows) / 3;
    return (struct area){row, g.col + (g.cols - cols) / 2, rows, cols};
}

void window_frame(const struct ui *ui, struct surface *s, const struct area *r, const char *title,
                  size_t n)
{
    /* The ends and the middle of the first row, of those between, of the last. */
    static const uint32_t lines[3][3] = {
        {0x250c, 0x2510, 0x2500}, {0x2502, 0x2502, ' '}, {0x2514, 0x2518, 0x2500}};
    static const uint32_t ascii[3][3] = {{'+', '+', '-'}, {'|', '|', ' '}, {'+', '+', '-'}};
    for (int y = 0; y < r->rows; y++) {
        const int part = !y ? 0 : y < r->rows - 1 ? 1 : 2;
        const uint32_t *c = ui->ascii ? ascii[part] : lines[part];
        surface_fill(s, r->row + y, r->col, r->cols, c[2], ROLE_RULE, 0);
        surface_fill(s, r->row + y, r->col, 1, c[0], ROLE_RULE, 0);
        surface_fill(s, r->row + y, r->col + r->cols - 1, 1, c[1], ROLE_RULE, 0);
    }
    surface_text(s, r->row, r->col + 2, r->cols - 4, title, n, ROLE_STRONG, 0);
}

void window_line(struct surface *s, const struct window *w, int y, const struct line *l,
                 unsigned look)
{
    int row = window_top(w) + y, col = w->area.col + 1;
    surface_line(s, row, col, w->area.cols - 2, l, 0, look);
    if (look & LOOK_REVERSE) {
        surface_text(s, row, col, 1, ">", 1, ROLE_STRONG, LOOK_REVERSE);
        surface_cursor(s, row, col, true);
    }
}

void window_list(const struct ui *ui, struct surface *s, const struct window *w,
                 const struct list *l, window_line_fn *line)
{
    const bool selects = !w->scrolls;
    struct line one = {0};
    for (int y = 0; y < window_height(w) && list_row_at(l, y) != LIST_NONE; y++) {
        const size_t i = list_row_at(l, y);
        line_clear(&one);
        line(ui, i, &one);
        window_line(s, w, y, &one, selects && i == l->cursor ? LOOK_REVERSE : 0);
        if (!selects && !y)
            surface_cursor(s, window_top(w), w->area.col + 1, true);
    }
    line_release(&one);
    if (w->tail == 1 && l->n > l->height) { /* the edge is next to the list */
        struct text t = {0};
        text_printf(&t, " %zu-%zu of %zu ", l->top + 1, l->top + l->height, l->n);
        int col = w->area.col + w->area.cols - (int)t.n - 2, row = w->area.row + w->area.rows - 1;
        if (col > w->area.col)
            surface_text(s, row, col, (int)t.n, t.p, t.n, ROLE_STRONG, 0);
        text_release(&t);
    }
}

size_t window_words(const char *p, size_t n, size_t cols)
{
    size_t fit = utf8_fit(p, n, cols, NULL), words = fit;
    if (fit == n)
        return n;
    while (words > 0 && p[words] != ' ')
        words--;
    return words > 0 ? words : fit > 0 ? fit : n;
}
