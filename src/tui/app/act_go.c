/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going places: entries, heaviest relatives, history, marks. */
#include "core/analyze/questions.h"
#include "tui/app/app_state.h"

void act_open(struct app *a, const struct call *c)
{
    (void)c;
    if (screen_ops(a->view)->open) {
        screen_ops(a->view)->open(a);
        return;
    }
    struct grid_row r = app_row(a);
    const struct analysis *an = a->session->analysis;
    node_id n = r.subject.node;
    if (n == NO_ID) {
        app_say(a, "nothing to open on this line");
        return;
    }
    bool here = n == study_node(a->session, app_screen(a)->item);
    uint32_t cycle = node_cycle_number(an, n);
    if (here && cycle && !node_is_cycle(an, n))
        app_show_node(a, cycle_node(an, cycle));
    else if (here)
        app_say(a, "this is the entry shown");
    else
        app_show_node(a, n);
}

void act_caller(struct app *a, const struct call *c)
{
    (void)c;
    if (screen_ops(a->view)->up) {
        screen_ops(a->view)->up(a);
        return;
    }
    struct anchor item = app_screen(a)->item;
    node_id n = item.there ? study_node(a->session, item) : app_row(a).subject.node;
    if (n == NO_ID) {
        app_bad(a, "no function here");
        return;
    }
    node_id up = analysis_heaviest_caller(a->session->analysis, n);
    if (up == NO_ID)
        app_say(a, "nothing known calls it");
    else
        app_show_node(a, up);
}

/* Callers stand with the heaviest last, callees with the heaviest first. */
void act_heaviest(struct app *a, const struct call *c)
{
    struct screen *s = app_screen(a);
    size_t found = LIST_NONE;
    for (uint32_t i = 0; s->grid && i < s->grid->n_rows; i++) {
        struct grid_row r;
        s->grid->ops->row(s->grid, i, &r);
        if (r.subject.node == NO_ID || r.kind != (c->param ? ROW_CALLEE : ROW_CALLER))
            continue;
        found = i;
        if (c->param)
            break;
    }
    if (found == LIST_NONE)
        app_say(a, c->param ? "it calls nothing known" : "nothing known calls it");
    else
        list_set(&s->list, found);
}

void act_hottest(struct app *a, const struct call *c)
{
    (void)c;
    if (screen_ops(a->view)->hottest) {
        screen_ops(a->view)->hottest(a);
        return;
    }
    sym_id best = analysis_hottest(a->session->analysis);
    if (best == NO_ID) {
        app_bad(a, "no function has any time");
    } else if (!screen_ops(a->view)->functions) {
        app_show_node(a, best);
    } else {
        uint32_t row = grid_find(app_screen(a)->grid, (struct subject){best, NO_ID});
        if (row == NO_ID)
            app_bad(a, "the row filter hides it");
        else
            list_set(&app_screen(a)->list, row);
    }
}

void act_fold(struct app *a, const struct call *c)
{
    (void)c;
    const struct analysis *an = a->session->analysis;
    struct screen *s = app_screen(a);
    node_id here = study_node(a->session, s->item);
    node_id row = app_row(a).subject.node;
    if (here != NO_ID && node_is_cycle(an, here)) {
        s->folded = !s->folded;
        s->row = app_row_anchor(a);
        grid_free(s->grid);
        s->grid = NULL;
        app_refresh(a);
        return;
    }
    node_id n = row != NO_ID && node_cycle_number(an, row) ? row : here;
    uint32_t cycle = n == NO_ID ? 0 : node_cycle_number(an, n);
    if (cycle)
        app_show_node(a, cycle_node(an, cycle));
    else
        app_say(a, "no cycle here");
}

/* ---- history ---- */

static void step(struct app *a, int direction)
{
    struct history *h = &a->history;
    history_update(h, app_place(a));
    const struct place *p = history_step(h, direction);
    if (!p) {
        app_say(a, direction < 0 ? "nowhere to go back to" : "nowhere to go forward to");
        return;
    }
    place_release(&a->last);
    a->last = app_place(a);
    struct place copy = place_copy(p);
    if (!app_go(a, &copy))
        history_step(h, -direction);
    place_release(&copy);
}

void act_back(struct app *a, const struct call *c)
{
    (void)c;
    step(a, -1);
}

void act_forward(struct app *a, const struct call *c)
{
    (void)c;
    step(a, 1);
}

/* To a place that is no step of the history: it becomes one. */
static void jump(struct app *a, const struct place *to)
{
    struct place copy = place_copy(to);
    if (copy.view) {
        app_leave(a);
        if (app_go(a, &copy))
            app_arrive(a);
    }
    place_release(&copy);
}

void act_last_place(struct app *a, const struct call *c)
{
    (void)c;
    if (a->last.view)
        jump(a, &a->last);
    else
        app_say(a, "no last place yet");
}

static int mark_slot(uint32_t key)
{
    if (key >= 'a' && key <= 'z')
        return (int)(key - 'a');
    if (key >= 'A' && key <= 'Z')
        return (int)(key - 'A') + 26;
    return -1;
}

void act_mark(struct app *a, const struct call *c)
{
    int i = mark_slot(c->key);
    if (i < 0) {
        app_bad(a, "marks are letters");
        return;
    }
    place_release(&a->marks[i]);
    a->marks[i] = app_place(a);
    app_say(a, "marked %c", (int)c->key);
}

void act_go_mark(struct app *a, const struct call *c)
{
    int i = mark_slot(c->key);
    if (i < 0)
        app_bad(a, "marks are letters");
    else if (!a->marks[i].view)
        app_bad(a, "mark %c is not set", (int)c->key);
    else
        jump(a, &a->marks[i]);
}
