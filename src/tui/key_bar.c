/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/key_bar.h"

#include "tui/history/undo.h"
#include "tui/app/popup.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/history/anchor.h"
#include "tui/screen_draw.h"
#include "tui/terminal/surface_draw.h"

/* Whether an action can do anything now. Those on a row are judged by the view, so that the line
 * does not change with every row. */
static bool is_useful(const void *ctx, enum action action)
{
    const struct ui *ui = ctx;
    const struct history *h = ui->history;
    const enum view tab = action_view(action);
    if (tab) {
        bool (*has_tab)(const struct ui *ui) = screen_ops(tab)->has_tab;
        return tab == view_get(ui->views->at)->tab || !has_tab || has_tab(ui);
    }
    switch (action) {
    case ACTION_BACK:
        return h->at > 0;
    case ACTION_FORWARD:
        return h->at + 1 < h->n;
    case ACTION_UNDO:
        return undo_next(ui->undo, false);
    case ACTION_FOLD: { /* the entry or the row at hand is a cycle, or in one */
        const struct analysis *a = ui->session->analysis;
        if (screen_ops(ui->views->at)->fold)
            return !screen_here(ui)->bars;
        const node_id entry = anchor_node(ui->session, screen_here(ui)->item),
                      row = row_at_hand(ui).subject.node;
        return (entry != NO_ID && node_cycle_number(a, entry)) ||
               (row != NO_ID && node_cycle_number(a, row));
    }
    case ACTION_FILTER_ROWS:
        return screen_ops(ui->views->at)->filters;
    case ACTION_SORT_MENU:
        return screen_ops(ui->views->at)->sorts;
    case ACTION_OPEN:
        return popup_top(ui) || !screen_ops(ui->views->at)->remarks;
    case ACTION_CALLER:
    case ACTION_ROW_MENU:
    case ACTION_TAKE_OUT:
        return !screen_ops(ui->views->at)->remarks && !screen_ops(ui->views->at)->others;
    default:
        return true;
    }
}

/* What shows the tab that is shown. */
static enum action tab_action(const struct ui *ui)
{
    return (enum action)(ACTION_VIEW_FLAT + view_get(ui->views->at)->tab - VIEW_FLAT);
}

size_t key_bar_make(const struct ui *ui, struct text *out, struct key_item *items)
{
    return keyline_make(&(struct keyline_request){.keys = ui->keys,
                                                  .mode = ui_mode(ui),
                                                  .cols = ui->layout.cols,
                                                  .on = tab_action(ui),
                                                  .useful = is_useful,
                                                  .ctx = ui},
                        out, items);
}

void key_bar_draw(const struct ui *ui, const struct pending_keys *pending, struct surface *s)
{
    struct text t = {0};
    struct key_item items[KEY_ITEMS_MAX];
    int cols = ui->layout.cols, keys = ui->layout.keys;
    size_t n_items = 0, n = 0; /* bytes that stand on the line above */
    if (pending->n) {
        /* What can follow the keys pressed so far; if it is too long, it begins on the line above.
         */
        keyline_pending(ui->keys, ui_mode(ui), pending->key, pending->n, &t);
        n = t.n > (size_t)cols ? (size_t)cols : 0;
        while (n && t.p[n] != ' ')
            n--;
    } else {
        n_items = key_bar_make(ui, &t, items);
    }
    if (n) {
        surface_fill(s, keys - 1, 0, cols, ' ', ROLE_PLAIN, 0);
        surface_text(s, keys - 1, 0, cols, t.p, n, ROLE_PLAIN, 0);
    }
    surface_text(s, keys, 0, cols, t.p + n, t.n - n, ROLE_PLAIN, 0);
    for (size_t i = 0; i < n_items; i++) /* the keys stand out from what they do */
        if (items[i].action == tab_action(ui))
            surface_paint(s, keys, items[i].col, items[i].cols, LOOK_BOLD | LOOK_REVERSE);
        else
            surface_paint(s, keys, items[i].col, items[i].key_cols, LOOK_BOLD);
    text_release(&t);
}
