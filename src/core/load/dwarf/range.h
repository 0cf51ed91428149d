/* SPDX-License-Identifier: GPL-3.0-or-later */
/* range: where a unit has code. */
#ifndef GPTUI_LOAD_DWARF_RANGE_H
#define GPTUI_LOAD_DWARF_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/load/dwarf/unit.h"

enum dwarf_ranges {
    RANGES_ALL,
    RANGES_STOPPED, /* by add */
    RANGES_FOREIGN, /* QUIRK(gnu): the list has entries that GNU gprof 2.40 does not know, those
                       with indexed addresses; it then takes nothing from this unit and those after
                       it; pinned by tests/unit/load/test_line_oracle.c */
};

/* Call add for every range lo < hi that b describes. Damage ends a list. */
enum dwarf_ranges dwarf_each_range(struct dwarf *d, const struct dwarf_unit *u,
                                   const struct dwarf_bounds *b,
                                   bool (*add)(void *ctx, uint64_t lo, uint64_t hi),
                                   void *ctx) ATTR_MUST_USE;

#endif
