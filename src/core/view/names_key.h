/* SPDX-License-Identifier: GPL-3.0-or-later */
/* names_key: which symbols could have the same short name, told from their raw names alone. */
#ifndef GPTUI_VIEW_NAMES_KEY_H
#define GPTUI_VIEW_NAMES_KEY_H

#include <stdint.h>

/* A hash of the plain components at the start of a mangled C++ name: `std` and `vector` of
 * `_ZNSt6vectorIiSaIiEE9push_backEOi`. Names without parameters and template arguments that are
 * equal have equal keys, where the language is C++ or old Rust. Any other name is one component. */
uint32_t names_key(const char *raw);

#endif
