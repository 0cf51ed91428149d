/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/format: the report for other programs (--format), one function per format.
 *
 * 1. What is written are the rows of the sections in `styles` as view/gnu prints them, under the
 *    same filters, with the same numbers, only not rounded to two digits.
 * 2. A text that is not UTF-8 comes out as UTF-8: each byte that belongs to no character as \xHH.
 * 3. Numbers that are not finite are left out.
 *
 * Each returns false and fills e when the output fails (what the emitter said).
 * gptui-json(5) and gptui(1) describe the formats. */
#ifndef GPTUI_VIEW_FORMAT_FORMAT_H
#define GPTUI_VIEW_FORMAT_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/emitter.h"
#include "core/view/context.h"

/* An object with everything; its schema is data/gptui-profile.schema.json. */
bool format_json(const struct view_context *v, uint32_t styles, const struct emitter *out,
                 struct err *e) ATTR_MUST_USE;

/* One table (RFC 4180) of all sections. */
bool format_csv(const struct view_context *v, uint32_t styles, const struct emitter *out,
                struct err *e) ATTR_MUST_USE;

/* A directed graph for graphviz. */
bool format_dot(const struct view_context *v, uint32_t styles, const struct emitter *out,
                struct err *e) ATTR_MUST_USE;

/* A file for callgrind_annotate and KCachegrind. */
bool format_callgrind(const struct view_context *v, uint32_t styles, const struct emitter *out,
                      struct err *e) ATTR_MUST_USE;

/* Estimated stacks (view/format/stacks), a line each with its microseconds. */
bool format_folded(const struct view_context *v, uint32_t styles, const struct emitter *out,
                   struct err *e) ATTR_MUST_USE;

/* Estimated stacks as a message perftools.profiles.Profile, not compressed. */
bool format_pprof(const struct view_context *v, uint32_t styles, const struct emitter *out,
                  struct err *e) ATTR_MUST_USE;

#endif
