/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/widget/list.h"

static size_t max_top(const struct list *l)
{
    size_t h = l->height ? l->height : 1;
    return l->n > h ? l->n - h : 0;
}

/* a + d, kept within [0, limit]. */
static size_t add_clamped(size_t a, ptrdiff_t d, size_t limit)
{
    if (a > limit)
        a = limit;
    if (d < 0) {
        size_t down = (size_t)0 - (size_t)d;
        return down < a ? a - down : 0;
    }
    return (size_t)d < limit - a ? a + (size_t)d : limit;
}

static void show_cursor(struct list *l)
{
    size_t h = l->height ? l->height : 1;
    size_t lead = list_lead(l);
    if (l->cursor < l->top + lead)
        l->top = l->cursor > lead ? l->cursor - lead : 0;
    else if (l->cursor - l->top >= h)
        l->top = l->cursor - h + 1;
    if (l->top > max_top(l))
        l->top = max_top(l);
}

bool list_visible(const struct list *l, size_t row)
{
    return row < l->n && row >= l->top && row - l->top < l->height;
}

void list_resize(struct list *l, size_t n, int height)
{
    bool was = l->n == 0 || l->height == 0 || list_visible(l, l->cursor);
    l->n = n;
    l->height = height > 0 ? (size_t)height : 0;
    if (l->cursor >= n)
        l->cursor = n ? n - 1 : 0;
    if (was)
        show_cursor(l);
    else if (l->top > max_top(l))
        l->top = max_top(l);
}

void list_set(struct list *l, size_t row)
{
    if (l->n == 0)
        return;
    l->cursor = row < l->n ? row : l->n - 1;
    show_cursor(l);
}

void list_center(struct list *l, size_t row)
{
    row = row < l->n ? row : l->n - 1;
    if (l->n && !list_visible(l, row))
        l->top = row > l->height / 2 ? row - l->height / 2 : 0;
    list_set(l, row);
}

void list_move(struct list *l, ptrdiff_t rows)
{
    if (l->n)
        list_set(l, add_clamped(l->cursor, rows, l->n - 1));
}

void list_turn(struct list *l, int direction)
{
    if (l->n)
        list_set(l, (l->cursor + l->n + (direction < 0 ? l->n - 1 : 1)) % l->n);
}

void list_pages(struct list *l, int pages)
{
    ptrdiff_t step = l->height > 2 ? (ptrdiff_t)l->height - 1 : 1; /* one row of overlap */
    if (l->n == 0)
        return;
    l->top = add_clamped(l->top, step * pages, max_top(l));
    list_move(l, step * pages);
}

void list_scroll(struct list *l, ptrdiff_t rows)
{
    l->top = add_clamped(l->top, rows, max_top(l));
}

size_t list_row_at(const struct list *l, int y)
{
    if (y < 0 || (size_t)y >= l->height || (size_t)y >= l->n - l->top)
        return LIST_NONE;
    return l->top + (size_t)y;
}

bool list_valid(const struct list *l)
{
    if (l->n == 0)
        return l->cursor == 0 && l->top == 0;
    return l->cursor < l->n && l->top <= max_top(l);
}
