/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/name_brackets: the parts of any name that has a source form.
 *
 * Of C++ they are those of the library's tree. Else what demanglers write is read, as
 * `int& ns::A<int>::f<char>(int) const [clone .cold]`, without knowing the language's grammar, only
 * its brackets, operators and spaces; a name that does not fit has no parts. */
#ifndef GPTUI_LOAD_IMAGE_NAME_BRACKETS_H
#define GPTUI_LOAD_IMAGE_NAME_BRACKETS_H

#include "core/load/image/demangle_tree.h"

/* Fill an empty form from the name of a symbol, in a style. False, and it is empty, if the name has
 * no source form or one longer than anybody reads. */
bool name_form_read(const char *plain, int style, struct name_form *out);

/* Append what n bytes of a source form are to an empty form, without the return type. */
void name_form_by_brackets(const char *s, size_t n, struct name_form *out);

#endif
