/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/popup.h"

#include "tui/app/prompt.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"
#include "tui/app/window.h"

const struct popup_ops *popup_top(const struct ui *ui)
{
    return ui->over ? ui->over : ui->popup;
}

bool prompt_apart(const struct ui *ui)
{
    const struct popup_ops *top = popup_top(ui);
    return ui->prompt->def && !(top && top->typed);
}

enum mode ui_mode(const struct ui *ui)
{
    if (prompt_apart(ui))
        return MODE_PROMPT;
    if (popup_top(ui))
        return popup_top(ui)->mode;
    return side_pane_has_keys(ui) ? MODE_SIDE_PANE : (enum mode)view_get(ui->views->at)->mode;
}

struct window popup_window(const struct ui *ui)
{
    const struct popup_ops *top = popup_top(ui);
    return top ? top->window(ui) : (struct window){.lead = 1, .tail = 1};
}

void popup_fit(struct ui *ui)
{
    if (popup_top(ui))
        popup_top(ui)->fit(ui);
}

void popup_draw(const struct ui *ui, struct surface *s)
{
    struct window w = popup_window(ui);
    if (w.area.rows > 0 && w.area.cols > 2)
        popup_top(ui)->draw(ui, s, &w);
    if (ui->prompt->def)
        draw_completions(ui, s);
}

void popup_close(struct ui *ui)
{
    const struct popup_ops *top = popup_top(ui);
    if (top && top->close)
        top->close(ui);
    else
        ui->popup = NULL;
}
