/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dwarf_range: where a unit has code. */
#ifndef GPTUI_LOAD_DWARF_RANGE_H
#define GPTUI_LOAD_DWARF_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/load/dwarf_unit.h"

/* What the attributes of a unit's first entry say. */
struct dwarf_bounds {
    struct dwarf_value low_pc, high_pc, ranges;
    uint64_t addr_base, rnglists_base;
};

/* Call add for every range lo < hi of the unit. Damage ends the list. False if add says so. */
bool dwarf_each_range(struct dwarf *d, const struct dwarf_unit *u, const struct dwarf_bounds *b,
                      bool (*add)(void *ctx, uint64_t lo, uint64_t hi), void *ctx) ATTR_MUST_USE;

#endif
