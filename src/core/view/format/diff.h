/* SPDX-License-Identifier: GPL-3.0-or-later */
/* diff: a comparison as text for logs, as CSV and as JSON (--diff). */
#ifndef GPTUI_VIEW_FORMAT_DIFF_H
#define GPTUI_VIEW_FORMAT_DIFF_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/emitter.h"
#include "core/view/context.h"

/* Whether a comparison can be written in the format of s; else fills e with ERR_OUTPUT_STYLE. */
bool format_diff_allows(const struct settings *s, struct err *e) ATTR_MUST_USE;

/* Write it in the format of the new side's settings (OUTPUT_TEXT, OUTPUT_CSV, OUTPUT_JSON). The
 * text leaves out rows that differ by nothing but noise, unless -z. Fails as `out` does. */
bool format_diff(const struct view_diff *v, const struct emitter *out, struct err *e) ATTR_MUST_USE;

#endif
