/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source_name: what functions are called in their source. */
#ifndef GPTUI_LOAD_LINES_SOURCE_NAME_H
#define GPTUI_LOAD_LINES_SOURCE_NAME_H

#include "core/load/lines/lines.h"

/* The name in the source of the function that begins at addr, without what the compiler makes of it
 * for the linker; NULL if debug information does not have it. Owned by l. */
const char *lines_source_name(struct lines *l, uint64_t addr);

/* The name in its source of that function which has the most bytes of those inlined into the code
 * in [lo, hi), functions of headers of the system aside; NULL if there is none, or debug
 * information does not have it. Owned by l. */
const char *lines_inlined_name(struct lines *l, uint64_t lo, uint64_t hi);

#endif
