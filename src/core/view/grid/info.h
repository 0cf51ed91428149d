/* SPDX-License-Identifier: GPL-3.0-or-later */
/* info: what the files contain, and what looks wrong, as a grid. */
#ifndef GPTUI_VIEW_GRID_INFO_H
#define GPTUI_VIEW_GRID_INFO_H

#include "core/view/grid/grid.h"

struct grid *info_grid(const struct view_context *v, const struct grid_style *style) ATTR_MUST_USE;

#endif
