/* SPDX-License-Identifier: GPL-3.0-or-later */
/* report: a whole report in the format that the settings ask for. */
#ifndef GPTUI_VIEW_REPORT_REPORT_H
#define GPTUI_VIEW_REPORT_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/emitter.h"
#include "core/view/context.h"

/* Whether the format of s can show `styles`; else fills e with ERR_OUTPUT_STYLE. */
bool report_allows(const struct settings *s, uint32_t styles, struct err *e) ATTR_MUST_USE;

/* Write what looks wrong with the profile, after what -i says of its files. */
bool report_findings(const struct view_context *v, const struct emitter *out,
                     struct err *e) ATTR_MUST_USE;

/* Write the sections `styles` (report_allows) to `out`. `any_before`: something was printed
 * already. Fails as gnu_report and `out` do, with ERR_OUTPUT_BINARY if a terminal would get bytes
 * that are no text, and with ERR_OUTPUT_LIMIT where there would be more of them than the settings
 * allow. */
bool report_write(const struct view_context *v, uint32_t styles, bool any_before,
                  const struct emitter *out, struct err *e) ATTR_MUST_USE;

#endif
