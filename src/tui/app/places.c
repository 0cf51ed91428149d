/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where one is, and going elsewhere, with and without a step of the history. */
#include <string.h>

#include "tui/app/app_state.h"

bool app_show_node(struct app *a, node_id n)
{
    const struct analysis *an = a->session->analysis;
    if (n == NO_ID || n >= an->n_nodes) {
        app_bad(a, "no function here");
        return false;
    }
    app_leave(a);
    screen_ops(VIEW_GRAPH)->enter(a, n);
    a->screens[VIEW_GRAPH].skip = 0;
    app_set_view(a, VIEW_GRAPH);
    app_arrive(a);
    return true;
}

struct place app_place(const struct app *a)
{
    const struct screen *s = app_screen_const(a);
    struct place p = {
        .view = a->view,
        .item = s->item,
        .row = app_row_anchor(a),
        .top = s->list.top,
        .sort = s->sort,
        .skip = s->skip,
        .folded = s->folded,
    };
    struct place whole = p;
    struct text filter = {0};
    if (s->filter.n)
        text_add(&filter, s->filter.p, s->filter.n);
    whole.filter = s->filter.n ? (char *)text_z(&filter) : NULL;
    whole.file = s->file;
    whole.options = a->session->options;
    struct place copy = place_copy(&whole);
    text_release(&filter);
    return copy;
}

/* Whether the grid at hand is the one of a place. */
static bool same_grid(const struct screen *s, const struct place *p)
{
    const char *filter = p->filter ? p->filter : "";
    return s->sort.column == p->sort.column && s->sort.ascending == p->sort.ascending &&
           s->folded == p->folded && strlen(filter) == s->filter.n &&
           !memcmp(filter, s->filter.n ? s->filter.p : "", s->filter.n) &&
           anchor_equal(s->item, p->item) && (!p->file || (s->file && !strcmp(s->file, p->file)));
}

bool app_go(struct app *a, const struct place *p)
{
    if (!screen_ops((enum view)p->view))
        return false;
    if (!app_change_copy(a, &p->options))
        return false;
    a->view = (enum view)p->view;
    app_layout(a);
    struct screen *s = app_screen(a);
    if (!same_grid(s, p)) {
        grid_free(s->grid);
        s->grid = NULL;
    }
    s->sort = p->sort;
    s->skip = p->skip;
    s->folded = p->folded;
    text_clear(&s->filter);
    text_str(&s->filter, p->filter ? p->filter : "");
    s->item = p->item;
    if (p->file)
        screen_set_file(s, p->file);
    app_point(a, s, p->row);
    app_refresh(a);
    list_scroll(&s->list, (ptrdiff_t)p->top - (ptrdiff_t)s->list.top);
    if (!list_visible(&s->list, s->list.cursor))
        list_set(&s->list, s->list.cursor);
    return true;
}

void app_leave(struct app *a)
{
    place_release(&a->last);
    a->last = app_place(a);
    history_update(&a->history, app_place(a));
}

void app_arrive(struct app *a)
{
    struct place p = app_place(a);
    if (place_same(&p, &a->history.place[a->history.at]))
        history_update(&a->history, p);
    else
        history_push(&a->history, p);
}
