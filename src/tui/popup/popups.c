/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/popups.h"

#include "tui/app/app_state.h"
#include "tui/app/draw.h"

struct window popup_window(const struct app *a)
{
    const struct popup_ops *top = popup_top(a);
    return top ? top->window(a) : (struct window){.lead = 1, .tail = 1};
}

void popups_fit(struct app *a)
{
    if (popup_top(a))
        popup_top(a)->fit(a);
}

void popups_draw(const struct app *a, struct surface *s)
{
    struct window w = popup_window(a);
    if (w.area.rows > 0 && w.area.cols > 2)
        popup_top(a)->draw(a, s, &w);
    if (a->prompt.def)
        draw_completions(a, s);
}

/* Closes whichever pop-up has the keys. */
void act_close(struct app *a, const struct call *c)
{
    (void)c;
    if (popup_top(a))
        popup_top(a)->close(a);
}
