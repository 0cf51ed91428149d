/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a function is called in its source. */
#include "core/load/lines/source_name.h"

#include <string.h>

#include "core/load/lines/lines_internal.h"

/* Have the names of a unit at hand. */
static void read_unit(struct lines *l, size_t unit)
{
    struct dwarf_open_unit u = {0};
    if (l->named_unit == unit + 1)
        return;
    dwarf_functions_release(&l->named);
    l->named = (struct dwarf_functions){.n = 0};
    l->named_unit = unit + 1;
    if (!dwarf_open_unit(&u, &l->dwarf, l->units.units[unit].start)) {
        l->failed |= u.abbrevs.failed;
    } else if (dwarf_functions_read(&l->named, &u)) {
        /* Replace what each function of the unit has by its name, "" for none. */
        struct dwarf_namer namer = {.source = true};
        for (size_t i = 0; i < l->named.n; i++) {
            struct dwarf_name name = dwarf_name_find(&namer, &u, l->named.all[i].entry);
            l->named.all[i].name =
                lines_keep_text(l, name.s ? name.s : "", name.s ? strlen(name.s) : 0);
        }
        l->failed |= namer.failed;
        dwarf_namer_release(&namer);
    } else {
        l->failed = true;
    }
    dwarf_open_unit_release(&u);
}

const char *lines_source_name(struct lines *l, uint64_t addr)
{
    enum { UNITS_MOST = 8 };
    size_t unit;
    l = lines_image_at(l, &addr);
    lines_open(l, false);
    unit = dwarf_units_find(&l->units, addr, 0);
    for (int k = 0; k < UNITS_MOST && unit != SIZE_MAX; k++) {
        read_unit(l, unit);
        for (size_t i = 0; i < l->named.n; i++)
            if (l->named.all[i].lo == addr && l->named.all[i].name && *l->named.all[i].name)
                return l->named.all[i].name;
        unit = dwarf_units_find(&l->units, addr, unit + 1);
    }
    return NULL;
}
