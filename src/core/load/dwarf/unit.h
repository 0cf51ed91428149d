/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unit: which compilation unit covers an address.
 *
 * Reads the first entry of every unit once; DWARF 2 to 5. Units of code alone are kept. */
#ifndef GPTUI_LOAD_DWARF_UNIT_H
#define GPTUI_LOAD_DWARF_UNIT_H

#include "core/load/dwarf/section.h"

/* A value of an attribute as it stands in the file. */
struct dwarf_value {
    uint32_t form; /* 0: the attribute is missing */
    uint64_t v;    /* number, or offset of a string in the section that the form names; for a
                      string in place: its offset in .debug_info */
};

struct dwarf_unit {
    uint64_t start;    /* in .debug_info */
    uint64_t line_off; /* of its program in .debug_line */
    uint64_t str_offsets_base;
    struct dwarf_value comp_dir;
    uint8_t version, addr_bytes, offset_bytes;
    bool has_ranges;      /* of its own, in the index below */
    bool sequences_known; /* the index also has what its line program covers */
};

/* What attributes say about addresses. */
struct dwarf_bounds {
    struct dwarf_value low_pc, high_pc, ranges;
    struct dwarf_value base; /* of the unit: its own low_pc */
    uint64_t addr_base;
    uint64_t ranges_base;   /* for lists of units that were split off, up to version 4 */
    uint64_t rnglists_base; /* of the table of lists */
};

/* A unit's header and first entry. */
struct dwarf_root {
    struct dwarf_unit unit;
    uint64_t next;       /* unit, in .debug_info */
    uint64_t entries;    /* where the first entry is */
    uint64_t abbrev_off; /* in .debug_abbrev */
    uint64_t language;   /* 0: unknown */
    struct dwarf_bounds bounds;
    struct dwarf_value stmt_list;
    struct dwarf_value split_name; /* of the file that its entries were split off to */
    uint64_t split_id;             /* equal in both files; 0: none */
    bool known;                    /* the entry could be read */
};

struct dwarf_range {
    uint64_t lo, hi; /* lo < hi */
    uint64_t reach;  /* highest hi of this and all ranges before it */
    uint32_t unit;
};

struct dwarf_units {
    struct dwarf_unit *units; /* those with a line program, in the order of the file */
    size_t n_units, unit_cap;
    struct dwarf_range *ranges; /* ascending by lo, then unit */
    size_t n_ranges, range_cap;
    struct dwarf_range *late; /* not yet in order */
    size_t n_late, late_cap;
    bool cut;   /* units may follow that were not read */
    bool split; /* the entries of some are in other files */
};

/* Read what begins at off. False: nothing can be read from here on. */
bool dwarf_root_read(struct dwarf *d, uint64_t off, struct dwarf_root *r);

/* Where the unit begins that holds offset off of .debug_info. False: none does. */
bool dwarf_unit_start(struct dwarf *d, uint64_t off, uint64_t *start);

/* Read all units. What is damaged is left out. */
void dwarf_units_read(struct dwarf_units *u, struct dwarf *d);
/* Let the index know that unit i covers [lo, hi) too. */
void dwarf_units_cover(struct dwarf_units *u, size_t i, uint64_t lo, uint64_t hi);

/* Put all ranges into `ranges`, in order. */
void dwarf_units_settle(struct dwarf_units *u);

void dwarf_units_release(struct dwarf_units *u);

/* The first unit from number `from` on that covers addr, or SIZE_MAX. */
size_t dwarf_units_find(const struct dwarf_units *u, uint64_t addr, size_t from);

/* Where a unit has code. */

enum dwarf_ranges {
    RANGES_ALL,
    RANGES_STOPPED, /* by add */
    RANGES_FOREIGN, /* QUIRK(gnu): the list has entries that GNU gprof 2.40 does not know, those
                       with indexed addresses; it then takes nothing from this unit and those after
                       it; pinned by tests/unit/load/test_line_damage.c */
};

/* Call add for every range lo < hi that b describes. Damage ends a list. */
enum dwarf_ranges dwarf_each_range(struct dwarf *d, const struct dwarf_unit *u,
                                   const struct dwarf_bounds *b,
                                   bool (*add)(void *ctx, uint64_t lo, uint64_t hi),
                                   void *ctx) ATTR_MUST_USE;

#endif
