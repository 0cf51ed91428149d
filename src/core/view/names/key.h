/* SPDX-License-Identifier: GPL-3.0-or-later */
/* key: which symbols could have the same short name, as far as their raw names show.
 *
 * Reads the name part of mangled C++ names (Itanium C++ ABI, "5.1 External Names") as far as it is
 * plain. Any other name is one component, but for what @ sets apart at its ends and what follows a
 * dot. */
#ifndef GPTUI_VIEW_NAMES_KEY_H
#define GPTUI_VIEW_NAMES_KEY_H

#include <stdint.h>

/* A hash of the components before any template arguments: `std`, `vector` of
 * `_ZNSt6vectorIiSaIiEE9push_backEOi`. Names that are equal without parameters and template
 * arguments have equal starts, where the language is C++ or old Rust. */
uint32_t names_key_start(const char *raw);

/* A hash of all components: `std`, `vector`, `push_back`. NAMES_KEY_UNKNOWN if it is not known;
 * never 0. Names that are equal as above have equal ones, or one of them is unknown. */
uint32_t names_key_whole(const char *raw);
#define NAMES_KEY_UNKNOWN 1

#endif
