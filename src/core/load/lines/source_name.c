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
    if (dwarf_open_unit(&u, &l->dwarf, l->units.units[unit].start)) {
        dwarf_functions_read(&l->named, &u);
        /* Replace what each function of the unit has by its name, "" for none. */
        struct dwarf_namer namer = {.source = true};
        for (size_t i = 0; i < l->named.n; i++) {
            struct dwarf_name name = dwarf_name_find(&namer, &u, l->named.all[i].entry);
            l->named.all[i].name =
                lines_keep_text(l, name.s ? name.s : "", name.s ? strlen(name.s) : 0);
        }
        dwarf_open_unit_release(&namer.other);
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

/* ---- inlined functions ---- */

/* The name of the function that a piece of code is inlined from; NULL: it is the code of the
 * function at lo itself, of nobody, or of a header of the system. */
static const char *inlined_in(struct lines *l, const struct dwarf_span *s, uint64_t lo)
{
    static const char system[] = "/usr/";
    if (s->function == DWARF_NO_FUNCTION || l->named.all[s->function].lo == lo)
        return NULL;
    const char *file = lines_find_file(l, s->lo);
    if (file && strncmp(file, system, sizeof system - 1) == 0)
        return NULL;
    const char *name = l->named.all[s->function].name;
    return name && *name ? name : NULL;
}

/* Bytes of [lo, hi) that are inlined from functions of that name. */
static uint64_t inlined_bytes(struct lines *l, const char *name, uint64_t lo, uint64_t hi)
{
    uint64_t n = 0;
    for (size_t i = 0; i + 1 < l->named.n_spans; i++) {
        const struct dwarf_span *s = &l->named.spans[i];
        if (s->lo >= lo && s[1].lo <= hi && inlined_in(l, s, lo) == name)
            n += s[1].lo - s->lo;
    }
    return n;
}

const char *lines_inlined_name(struct lines *l, uint64_t lo, uint64_t hi)
{
    enum { SPANS_MOST = 1000 };
    const char *best = NULL;
    uint64_t most = 0, addr = lo;
    l = lines_image_at(l, &addr);
    lines_open(l, false);
    size_t unit = dwarf_units_find(&l->units, addr, 0), n = 0;
    if (unit == SIZE_MAX || l->windows)
        return NULL;
    read_unit(l, unit);
    hi = addr + (hi - lo);
    for (size_t i = 0; i + 1 < l->named.n_spans && n < SPANS_MOST; i++) {
        const struct dwarf_span *s = &l->named.spans[i];
        const char *name = s->lo >= addr && s[1].lo <= hi ? inlined_in(l, s, addr) : NULL;
        uint64_t bytes = name && name != best ? inlined_bytes(l, name, addr, hi) : 0;
        n += name != NULL;
        if (bytes > most) {
            most = bytes;
            best = name;
        }
    }
    return best;
}
