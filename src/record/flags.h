/* SPDX-License-Identifier: GPL-3.0-or-later */
/* flags: how to compile a program for profiling. */
#ifndef GPTUI_RECORD_FLAGS_H
#define GPTUI_RECORD_FLAGS_H

#include <stdbool.h>

#include "core/base/text.h"

/* Append the command for a compiler or build system, or for all of them if `with` is empty. False:
 * `with` is not one of those of flags_names, and nothing was appended. */
bool flags_add(const char *with, struct text *out);

/* "gcc, clang, ..." */
void flags_names(struct text *out);

#endif
