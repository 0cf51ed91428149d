/* SPDX-License-Identifier: GPL-3.0-or-later */
/* overlap: pieces of code that lie over each other, made into spans that do not. */
#ifndef GPTUI_LOAD_DWARF_OVERLAP_H
#define GPTUI_LOAD_DWARF_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/load/dwarf/function.h"

struct dwarf_piece {
    uint64_t lo, hi; /* lo < hi */
    uint32_t function;
};

/* Spans of the n pieces, which are put into another order. *n_spans is 0 if there are none. False
 * when memory runs out. */
bool dwarf_pieces_flatten(struct dwarf_piece *pieces, size_t n, struct dwarf_span **spans,
                          size_t *n_spans) ATTR_MUST_USE;

#endif
