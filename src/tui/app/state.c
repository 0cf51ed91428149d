/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked of the state everywhere, and changes nothing. */
#include "tui/app/app_state.h"
#include "tui/app/side_pane.h"

struct screen *app_screen(struct app *a)
{
    return &a->screens[a->view];
}

const struct screen *app_screen_const(const struct app *a)
{
    return &a->screens[a->view];
}

enum name_level app_level(const struct app *a)
{
    return (enum name_level)a->prefs.v[PREF_NAMES];
}

bool app_ascii(const struct app *a)
{
    return a->ascii || a->prefs.v[PREF_ASCII];
}

struct grid_row app_view_row(const struct app *a)
{
    const struct screen *s = app_screen_const(a);
    struct grid_row r = {ROW_TEXT, {NO_ID, NO_ID}, 0};
    if (s->grid && s->list.cursor < s->grid->n_rows)
        s->grid->ops->row(s->grid, (uint32_t)s->list.cursor, &r);
    return r;
}

bool pane_has_keys(const struct app *a)
{
    return a->pane.focus != FOCUS_VIEW;
}

const struct popup_ops *popup_top(const struct app *a)
{
    return a->over ? a->over : a->popup;
}

bool prompt_apart(const struct app *a)
{
    const struct popup_ops *top = popup_top(a);
    return a->prompt.def && !(top && top->typed);
}

enum mode app_mode(const struct app *a)
{
    if (prompt_apart(a))
        return MODE_PROMPT;
    if (popup_top(a))
        return popup_top(a)->mode;
    return pane_has_keys(a) ? MODE_PANE : (enum mode)view_get(a->view)->mode;
}
