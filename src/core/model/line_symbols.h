/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line_symbols: where the code of source lines begins, from debug information: what -l counts time
 * and calls by.
 *
 * 1. v[] ascends by address; all addresses are distinct and lie in the .text of an image.
 * 2. Neighbours of one image differ in file, line or name. Equal files are equal pointers.
 * 3. A name below the image's n_symbols is that image symbol's; names[k] has number n_symbols + k,
 *    and no image symbol has that name. */
#ifndef GPTUI_MODEL_LINE_SYMBOLS_H
#define GPTUI_MODEL_LINE_SYMBOLS_H

#include <stdint.h>

struct line_symbol {
    uint64_t addr;
    const char *file; /* never NULL */
    uint32_t line;    /* from 1 */
    uint32_t name;    /* raw name of the function, or of the inlined one */
};

struct line_symbols {
    struct line_symbol *v;
    uint32_t n;
    const char **names; /* zero-terminated, not owned */
    uint32_t n_names;
};

#endif
