/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/demangle: the door to libiberty's demangler. */
#ifndef GPTUI_LOAD_IMAGE_DEMANGLE_H
#define GPTUI_LOAD_IMAGE_DEMANGLE_H

#include "core/base/text.h"

/* A style by the name that --demangle= takes: none auto gnu-v3 java gnat dlang rust.
 * Returns false for any other; *style is opaque and fits an int. */
bool demangle_style(const char *name, int *style);

/* The style of a plain --demangle ("auto"). */
int demangle_style_auto(void);

/* False for a name that certainly has no source form: nearly all names of C. At little cost. */
bool demangle_may(const char *name, int style);

/* Append the source form of `name` to out and return true, or append nothing and return false if
 * it has none. Parameters are shown; the type that the function returns, if `returns`. A leading
 * run of '.' and '$' and a tail from the first '@' are carried over. Safe for any bytes. */
bool demangle(const char *name, int style, bool returns, struct text *out);

/* With the type that it returns; nothing if there would be more than `most` bytes. */
bool demangle_short(const char *name, int style, size_t most, struct text *out);

/* Are these n bytes the hash with which old names of Rust end: "h" and sixteen digits? */
bool demangle_is_rust_hash(const char *p, size_t n);

/* "__MODULE_MOD_PROCEDURE" of gfortran, whose names have no capitals of their own: the procedure;
 * the module are the n_module bytes after the underscores. NULL: it is no such name. */
const char *demangle_fortran(const char *name, size_t *n_module);

#endif
