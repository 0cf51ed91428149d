/* SPDX-License-Identifier: GPL-3.0-or-later */
/* explanation: where the numbers of the row at hand come from. */
#ifndef GPTUI_TUI_POPUP_EXPLANATION_H
#define GPTUI_TUI_POPUP_EXPLANATION_H

#include "core/base/text.h"
#include "tui/app/popup.h"

struct explained {
    struct text title, text; /* the text as core/view/grid/explain.h wrote it */
    struct text lines;       /* the same, within `cols` columns; each ends with a line end */
    size_t n, cols;          /* lines */
    struct list list;
};

extern const struct popup_ops popup_explanation;

#endif
