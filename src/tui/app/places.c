/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/places.h"

#include <string.h>

#include "tui/app/screens.h"
#include "tui/history/anchor.h"

bool open_entry(struct ui *ui, node_id n)
{
    const struct analysis *an = ui->session->analysis;
    if (n == NO_ID || n >= an->n_nodes) {
        ui_warn(ui, "no function here");
        return false;
    }
    places_leave(ui);
    screen_ops(VIEW_GRAPH)->enter(ui, n);
    ui->views->screen[VIEW_GRAPH].skip = 0;
    screens_open(ui, VIEW_GRAPH);
    places_arrive(ui);
    return true;
}

void go_to_node(struct ui *ui, node_id n)
{
    const struct screen_ops *here = screen_ops(ui->views->at);
    if (!here->go || !here->go(ui, n))
        open_entry(ui, n);
}

struct place place_here(const struct ui *ui)
{
    const struct screen *s = screen_here(ui);
    const struct place here = {
        .view = ui->views->at,
        .item = s->item,
        .row = screen_row_anchor(ui->session, s),
        .top = s->list.top,
        .sort = s->sort,
        .skip = s->skip,
        .file = s->file,
        .by = s->by,
    };
    return place_copy(&here);
}

bool place_go(struct ui *ui, const struct place *p)
{
    if (!screen_ops((enum view)p->view))
        return false;
    ui->views->at = (enum view)p->view;
    screens_layout(ui);
    struct screen *s = screen_here(ui);
    if (s->sort.column != p->sort.column || s->sort.ascending != p->sort.ascending ||
        s->by != p->by || !anchor_equal(s->item, p->item) ||
        (p->file && !(s->file && !strcmp(s->file, p->file))))
        screen_drop_grid(s); /* it is not the one of that place */
    s->sort = p->sort;
    s->skip = p->skip;
    s->by = p->by;
    s->item = p->item;
    if (p->file)
        screen_set_file(s, p->file);
    screen_point(ui->session, s, p->row);
    screens_refresh(ui);
    list_scroll(&s->list, (ptrdiff_t)p->top - (ptrdiff_t)s->list.top);
    if (!list_visible(&s->list, s->list.cursor))
        list_set(&s->list, s->list.cursor);
    return true;
}

void places_leave(struct ui *ui)
{
    history_update(ui->history, place_here(ui));
}

void places_arrive(struct ui *ui)
{
    struct place p = place_here(ui);
    if (place_same(&p, &ui->history->place[ui->history->at]))
        history_update(ui->history, p);
    else
        history_push(ui->history, p);
}
