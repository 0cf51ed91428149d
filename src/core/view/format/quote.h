/* SPDX-License-Identifier: GPL-3.0-or-later */
/* quote: words as JSON and CSV write them. Private to view/format*. */
#ifndef GPTUI_VIEW_FORMAT_QUOTE_H
#define GPTUI_VIEW_FORMAT_QUOTE_H


#include "core/base/text.h"

/* Append words that format_clean made, as a JSON string with its quotes. */
void quote_json(struct text *t, const struct text *words);

/* Append them as a field of CSV: quoted where that is needed, and so that no spreadsheet
 * takes them for a formula. */
void quote_csv(struct text *t, const struct text *words);

#endif
