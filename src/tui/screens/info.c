/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files contain, and what looks wrong with one line of advice each. */
#include "core/view/grid/info.h"
#include "tui/app/screen.h"

static struct grid *make_info_grid(struct ui *ui, const struct grid_style *style,
                                   const struct rowfilter *filter)
{
    return info_grid(&ui->session->view, style);
}

const struct screen_ops screen_info = {
    .pins = true,
    .remarks = true,
    .style = STYLE_INFO,
    .styles = "-P -Q -i",
    .make = make_info_grid,
};
