/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names: the printed names of functions, demangled when first needed and kept.
 *
 * GNU output prints names demangled in full (or raw); screens may shorten them by level. A short
 * name is never shared by two different functions: where shortening would make them equal, the
 * smallest part that tells them apart stays. On Windows they lack what calling conventions add.
 * Names that swell when they are demangled are kept up to a limit, in proportion to the raw ones;
 * the others stay raw. */
#ifndef GPTUI_VIEW_NAMES_NAMES_H
#define GPTUI_VIEW_NAMES_NAMES_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/model/line_symbols.h"
#include "core/model/profile.h"
#include "core/model/symbol.h"

enum name_level {
    NAME_SHORT, /* no parameters, template arguments as <..> */
    NAME_FULL,  /* as GNU gprof prints it, without the target's leading character */
    NAME_RAW,   /* as in the symbol table */
};

struct names;

/* For the symbols of p's image, and for the names that only line symbols have (NULL: none), which
 * both outlive it. demangle false: names are raw at every level. NULL: no memory. */
struct names *names_new(const struct profile *p, const struct line_symbols *lines, bool demangle,
                        int style) ATTR_MUST_USE;
void names_free(struct names *n);

/* Have debug information asked for what functions are called in their source, where their names
 * alone do not tell: source(ctx, address) says it, or NULL. source may be NULL: nobody is asked. */
void names_ask(struct names *n, const char *(*source)(void *ctx, uint64_t addr), void *ctx);

/* The line symbols that it was made for. */
const struct line_symbols *names_lines(const struct names *n);

/* The name of number `raw` (as in struct symbol): zero-terminated, owned by n, valid
 * until names_free. NULL when memory runs out. Not sanitised: it may hold any byte but zero. */
const char *names_get(struct names *n, uint32_t raw, enum name_level level);

/* Append what a name as symspecs write it (raw, without the target's leading character) reads like
 * at a level, whichever other names read the same; itself if it has no source form. */
void names_read(const struct names *n, const char *plain, enum name_level level, struct text *out);

/* Ask the memory for what names_get will read: where a name is, then, somewhat later, its `text`.
 */
void names_fetch(const struct names *n, uint32_t raw, bool text);

#endif
