/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/screen.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "tui/history/anchor.h"

struct screen *screen_here(const struct ui *ui)
{
    return &ui->views->screen[ui->views->at];
}

static struct grid_row cursor_row(const struct screen *s)
{
    struct grid_row r = {ROW_TEXT, {NO_ID, NO_ID}, 0, 0};
    if (s->grid && s->list.cursor < s->grid->n_rows)
        r = grid_row_at(s->grid, (uint32_t)s->list.cursor);
    return r;
}

struct grid_row screen_row(const struct ui *ui)
{
    return cursor_row(screen_here(ui));
}

struct grid_style screen_style(const struct ui *ui, int cols)
{
    return (struct grid_style){.cols = cols > 0 ? (unsigned)cols : 0,
                               .detail_cols = (unsigned)ui->layout.cols,
                               .ascii = ui->ascii,
                               .names = ui_name_level(ui)};
}

/* A grid without rows leaves the cursor where it was before: the rows may come back. */
struct row_anchor screen_row_anchor(const struct session *session, const struct screen *s)
{
    if (!s->grid || !s->grid->n_rows)
        return s->row;
    struct grid_row r = cursor_row(s);
    return (struct row_anchor){.kind = r.kind,
                               .at = anchor_of_node(session, r.subject.node),
                               .index = s->list.cursor,
                               .line = r.line,
                               .path = r.path};
}

void screen_keep_still(const struct session *session, struct screen *s, bool keeps_order)
{
    const struct grid *g = s->grid;
    s->still = g != NULL;
    if (!g || !keeps_order)
        return;
    screen_sort_anew(s);
    s->kept.key = mem_array_raw(g->n_rows + 1, sizeof *s->kept.key);
    for (s->kept.n = 0; s->kept.n < g->n_rows; s->kept.n++) {
        const struct grid_row r = grid_row_at(g, s->kept.n);
        s->kept.key[s->kept.n] = grid_row_key(&r, session->analysis);
    }
}

void screen_sort_anew(struct screen *s)
{
    free(s->kept.key);
    s->kept = (struct kept_order){NULL, 0};
}

void screen_drop_grid(struct screen *s)
{
    if (s->grid && !s->order)
        s->order = 1;
    grid_free(s->grid);
    s->grid = NULL;
}

/* That line, else the first after it. */
static size_t find_line(const struct grid *g, uint32_t line, size_t otherwise)
{
    size_t after = LIST_NONE;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        const struct grid_row r = grid_row_at(g, i);
        if (r.line == line)
            return i;
        if (r.line > line && after == LIST_NONE)
            after = i;
    }
    return after == LIST_NONE ? otherwise : after;
}

size_t screen_find_row(const struct session *session, const struct grid *g,
                       const struct row_anchor *want)
{
    if (want->line)
        return find_line(g, want->line, want->index);
    node_id node = anchor_node(session, want->at);
    size_t second = LIST_NONE;
    for (uint32_t i = 0; (node != NO_ID || want->path) && i < g->n_rows; i++) {
        const struct grid_row r = grid_row_at(g, i);
        if (r.path != 0 && r.path == want->path)
            return i;
        if (r.subject.node != node || node == NO_ID)
            continue;
        if (r.kind == want->kind && !want->path)
            return i;
        if (second == LIST_NONE)
            second = i;
    }
    if (second == LIST_NONE && !want->at.there)
        return want->index;
    return second;
}

void screen_show_start(struct screen *s)
{
    struct list *l = &s->list;
    struct grid_row r = {.kind = ROW_TEXT};
    uint32_t first = 0; /* the row of a list's first function, of an entry's own; else 0 */
    for (; first < s->grid->n_rows; first++) {
        r = grid_row_at(s->grid, first);
        if (r.kind == ROW_PRIMARY || r.kind == ROW_CYCLE || r.kind == ROW_FUNCTION)
            break;
    }
    list_set(l, 0);
    list_set(l, first < s->grid->n_rows ? first : 0);
    size_t above = l->height * 2 / 3;
    if (l->cursor + 1 >= l->height && above)
        list_scroll(l, (ptrdiff_t)l->cursor - (ptrdiff_t)above - (ptrdiff_t)l->top);
}

void screen_aim(struct screen *s)
{
    struct list *l = &s->list;
    size_t above = l->height / 4;
    list_scroll(l, (ptrdiff_t)l->cursor - (ptrdiff_t)above - (ptrdiff_t)l->top);
}

void screen_point(const struct session *session, struct screen *s, struct row_anchor row)
{
    s->row = row;
    s->pointed = !s->grid || !s->grid->n_rows;
    if (s->pointed)
        return;
    size_t at = screen_find_row(session, s->grid, &row);
    if (at == LIST_NONE)
        screen_show_start(s);
    else
        list_set(&s->list, at);
}

void screen_set_file(struct screen *s, const char *path)
{
    char *copy = mem_text(path, strlen(path));
    /* the file stays the one that it was */
    if (s->file && strcmp(s->file, path) != 0)
        screen_drop_grid(s);
    free(s->file);
    s->file = copy;
}
