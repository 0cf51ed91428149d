/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Debug information of an ELF file: rows lie inside their sequences, which ascend, and every file
 * of a row has a path or none. */
#include "fuzz.h"

#include <stdlib.h>

#include "core/base/text.h"
#include "core/load/dwarf_line.h"

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void check_sequence(const struct dwarf_lines *l, const struct dwarf_sequence *s)
{
    require(s->lo < s->hi && s->n_rows > 0 && s->first + s->n_rows <= l->n_rows);
    for (size_t i = s->first; i + 1 < s->first + s->n_rows; i++)
        require(l->rows[i].addr < l->rows[i + 1].addr);
    const struct dwarf_row *row = dwarf_lines_find(l, s->lo);
    require(row >= l->rows + s->first && row < l->rows + s->first + s->n_rows);
    require(row->addr <= s->lo);
}

static void check_lines(const struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u)
{
    for (size_t i = 0; i < l->n_sequences; i++) {
        require(i == 0 || l->sequences[i - 1].hi <= l->sequences[i].lo);
        check_sequence(l, &l->sequences[i]);
    }
    for (size_t i = 0; i < l->n_files && i < 8; i++) {
        struct text path = {0};
        if (dwarf_lines_path(l, d, u, (uint32_t)i, &path))
            require(path.n > 0);
        text_release(&path);
    }
}

static void check_dwarf(struct dwarf *d)
{
    struct dwarf_units units;
    bool ok = dwarf_units_read(&units, d);
    for (size_t i = 0; ok && i < units.n_units && i < 16; i++) {
        struct dwarf_lines l;
        if (dwarf_lines_read(&l, d, &units.units[i]))
            check_lines(&l, d, &units.units[i]);
        dwarf_lines_release(&l);
    }
    for (size_t i = 0; ok && i < units.n_ranges; i++)
        require(dwarf_units_find(&units, units.ranges[i].lo, 0) <= units.ranges[i].unit);
    dwarf_units_release(&units);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct source s;
    struct elf elf;
    struct err e;
    err_clear(&e);
    source_memory(&s, "input", p, n);
    if (!elf_open(&elf, &s, &e))
        return 0;
    struct dwarf d;
    dwarf_init(&d, &elf);
    check_dwarf(&d);
    dwarf_release(&d);
    elf_release(&elf);
    return 0;
}
