/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/table: from the raw symbols of an image, and with -l the line symbols of its debug
 * information, to the symbols that time is attributed to. */
#ifndef GPTUI_ANALYZE_TABLE_H
#define GPTUI_ANALYZE_TABLE_H

#include "core/base/err.h"
#include "core/model/symbol.h"

/* The table of p's image 0, with `lines` in it (NULL: functions only), which must outlive it. One
 * without functions is an error: ERR_IMAGE_NO_SYMBOLS. In steps nearly proportional to symbols and
 * lines. Release it with arena_object_free. */
struct table *table_new(const struct profile *p, const struct table_options *o,
                        const struct line_symbols *lines, struct err *e) ATTR_MUST_USE;

#endif
