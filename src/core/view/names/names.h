/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names: the names of functions, read when first needed and kept.
 *
 * A name is read once, into parts (form.h); every shorter name is a way of writing them (narrow.h).
 * Here is the name of one function; lists tell theirs apart (row_names.h). On Windows names lack
 * what calling conventions add. Texts are kept up to a limit, in proportion to the raw names, since
 * a short symbol can stand for a megabyte; beyond it names are raw. */
#ifndef GPTUI_VIEW_NAMES_NAMES_H
#define GPTUI_VIEW_NAMES_NAMES_H

#include "core/base/text.h"
#include "core/model/profile.h"
#include "core/model/symbol.h"

/* How much a screen shows, at most. */
enum name_level {
    NAME_SHORT, /* no parameters, template arguments as <..> */
    NAME_FULL,  /* all but the type that the function returns */
    NAME_RAW,   /* as in the symbol table */
};

struct names;

/* For the symbols of p's image, and for the names that only line symbols have (NULL: none), which
 * both outlive it. demangle false: names are raw at every level. */
struct names *names_new(const struct profile *p, const struct line_symbols *lines, bool demangle,
                        int style) ATTR_MUST_USE;
void names_free(struct names *n);

/* Have debug information asked for what functions are called in their source, where their names
 * alone do not tell: source(ctx, address) says it, or NULL. source may be NULL: nobody is asked. */
void names_ask(struct names *n, const char *(*source)(void *ctx, uint64_t addr), void *ctx);

/* The line symbols that it was made for. */
const struct line_symbols *names_lines(const struct names *n);

/* Names are asked for by their numbers (as in struct symbol). Texts are zero-terminated, owned by
 * n, valid until names_free. */

/* As GNU gprof prints it, without the target's leading character. It may hold any byte but zero. */
const char *names_printed(struct names *n, uint32_t raw);

/* As a screen shows it that has room for it and no other function. Raw ones may hold any byte but
 * zero; the others are safe to show. */
const char *names_get(struct names *n, uint32_t raw, enum name_level level);

/* Append that, safe to show, within `cols` columns (0: any). */
void names_within(struct names *n, uint32_t raw, enum name_level level, bool ascii, size_t cols,
                  struct text *out);

/* Append what a name as symspecs write it (raw, without the target's leading character) reads like
 * at a level; itself if it has no source form. */
void names_read(struct names *n, const char *plain, enum name_level level, struct text *out);

/* Ask the memory for what names_printed will read: where a name is, then, somewhat later, its
 * `text`. */
void names_fetch(const struct names *n, uint32_t raw, bool text);

/* Make the names of the symbols of a table that are wanted (per symbol; 0: not), as gprof prints
 * them, in several threads. If that is done, names_printed changes nothing when it is asked for
 * them, so that many threads may ask it at a time. False if there are line symbols, which may share
 * names, or if the names swell too much: then nothing is gained and nothing is lost. */
bool names_fill(struct names *n, const struct symbol *symbols, uint32_t n_symbols,
                const uint8_t *wanted) ATTR_MUST_USE;

#endif
