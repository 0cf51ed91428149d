/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/reload.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "tui/app/changes.h"
#include "tui/app/places.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/watch.h"
#include "tui/history/anchor.h"

/* Anchors, and the names of what they mean in the program as it was. */
struct anchors {
    struct anchor **at;
    char **name; /* NULL: it means nothing */
    size_t n, cap_at, cap_name;
};

static void add(struct anchors *a, const struct session *s, struct anchor *at)
{
    if (!at->there)
        return;
    if (!mem_grow(&a->at, &a->cap_at, a->n + 1, sizeof *a->at) ||
        !mem_grow(&a->name, &a->cap_name, a->n + 1, sizeof *a->name))
        return; /* it stays at its address */
    const char *name = anchor_name(s, *at);
    a->at[a->n] = at;
    a->name[a->n++] = name ? mem_text(name, strlen(name)) : NULL;
}

static void add_place(struct anchors *a, const struct session *s, struct place *p)
{
    if (!p->view)
        return;
    add(a, s, &p->item);
    add(a, s, &p->row.at);
}

static void add_all(struct anchors *a, struct ui *ui)
{
    const struct session *s = ui->session;
    struct places *p = ui->places;
    for (int v = 0; v < N_VIEWS; v++) {
        add(a, s, &ui->views->screen[v].item);
        add(a, s, &ui->views->screen[v].row.at);
    }
    for (size_t i = 0; i < p->history.n; i++)
        add_place(a, s, &p->history.place[i]);
    add(a, s, &ui->side_pane->at);
}

bool reload_files(struct ui *ui, struct err *e)
{
    struct anchors a = {0};
    add_all(&a, ui);
    watch_again(ui->watch);
    bool ok = undo_reload(&ui->changes->undo, ui->session, e);
    if (ok) {
        /* What is gone stays where it was: there may be another function. */
        for (size_t i = 0; i < a.n; i++) {
            struct anchor found =
                a.name[i] ? anchor_renewed(ui->session, *a.at[i], a.name[i]) : NO_ANCHOR;
            if (found.there)
                *a.at[i] = found;
        }
    }
    for (size_t i = 0; i < a.n; i++)
        free(a.name[i]);
    free(a.name);
    free(a.at);
    return ok;
}
