/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/linker/file_order: an order of object files for the linker (-R). */
#ifndef GPTUI_ANALYZE_LINKER_FILE_ORDER_H
#define GPTUI_ANALYZE_LINKER_FILE_ORDER_H

#include <stdbool.h>

#include "core/analyze/analysis.h"
#include "core/analyze/questions/chain.h"
#include "core/base/attr.h"

/* The symbols that stand for object files, in an order that keeps callers near callees, and the
 * files without a symbol in the table, by name, as indices of image.objects. The caller frees both
 * lists, also after a failure.
 * QUIRK(gnu): specifications with a '/' add files a second time. Pinned by tests/diff. */
bool analysis_file_order(const struct analysis *a, const struct settings *s,
                         struct id_list *symbols, struct id_list *others,
                         struct err *e) ATTR_MUST_USE;

#endif
