/* SPDX-License-Identifier: GPL-3.0-or-later */
/* info: what the files contain, and what looks wrong, as a grid. */
#ifndef GPTUI_VIEW_GRID_INFO_H
#define GPTUI_VIEW_GRID_INFO_H

#include "core/view/grid/grid.h"
#include "core/view/notice.h"

struct grid *info_grid(const struct view_context *v, const struct grid_style *style) ATTR_MUST_USE;

/* What stands there as findings, counted for the title. *out: what of it is for the line below. */
struct finding_counts info_findings(const struct view_context *v, struct notice *out);

#endif
