/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Debug information of an ELF file: rows lie inside their sequences, which ascend, and every file
 * of a row has a path or none; functions have spans that ascend; a walk over all places ascends,
 * and no place is like the last. Also with what was split off to other files. */
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/load/dwarf/function.h"
#include "core/load/dwarf/line.h"
#include "parts.h"
#include "tests/support/require.h"
#include "walk.h"

#define IMAGE "fuzz.image"

enum { WALK_BYTES = 1 << 16 };

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
    for (size_t i = 0; i < l->files.n && i < 8; i++) {
        struct text path = {0};
        if (dwarf_lines_path(l, d, u, (uint32_t)i, &path))
            require(path.n > 0);
        text_release(&path);
    }
}

/* A table of files alone says the same of them. */
static void check_files(const struct dwarf_lines *files, const struct dwarf_lines *l)
{
    for (size_t i = 0; i < l->n_rows && i < 1000; i++) {
        const struct dwarf_row *a = dwarf_lines_find(l, l->rows[i].addr);
        const struct dwarf_row *b = dwarf_lines_find(files, l->rows[i].addr);
        require(!a == !b && (!a || (a->file == b->file && !a->line == !b->line)));
    }
}

static void check_functions(struct dwarf *d, const struct dwarf_unit *unit)
{
    struct dwarf_open_unit u = {0};
    struct dwarf_namer namer = {0};
    struct dwarf_functions f;
    if (dwarf_open_unit(&u, d, unit->start)) {
        dwarf_functions_read(&f, &u);
        for (size_t i = 0; i < f.n_spans; i++) {
            require(i == 0 || f.spans[i - 1].lo < f.spans[i].lo);
            require(f.spans[i].function < f.n || f.spans[i].function == DWARF_NO_FUNCTION);
        }
        for (size_t i = 0; i < f.n && i < 64; i++) {
            struct dwarf_name name = dwarf_name_find(&namer, &u, f.all[i].entry);
            require(!name.s || strlen(name.s) > 0);
        }
        dwarf_functions_release(&f);
    }
    dwarf_open_unit_release(&namer.other);
    dwarf_open_unit_release(&u);
}

static void check_dwarf(struct dwarf *d)
{
    struct dwarf_units units;
    dwarf_units_read(&units, d);
    for (size_t i = 0; i < units.n_units && i < 16; i++) {
        struct dwarf_lines l, files;
        dwarf_lines_read(&l, d, &units.units[i], false);
        check_lines(&l, d, &units.units[i]);
        dwarf_lines_read(&files, d, &units.units[i], true);
        if (l.n_sequences)
            check_files(&files, &l);
        dwarf_lines_release(&files);
        dwarf_lines_release(&l);
        check_functions(d, &units.units[i]);
    }
    for (size_t i = 0; i < units.n_ranges; i++)
        require(dwarf_units_find(&units, units.ranges[i].lo, 0) <= units.ranges[i].unit);
    dwarf_units_release(&units);
}

/* The input as the file that units were split off to, and as the one with their code. */
static void check_split(struct dwarf *code)
{
    struct dwarf d;
    struct dwarf_root r;
    dwarf_init(&d, code->elf, code);
    uint64_t off = 0;
    for (int i = 0; i < 16 && dwarf_root_read(&d, off, &r); i++, off = r.next)
        check_functions(&d, &r.unit);
    dwarf_release(&d);
}

/* A walk opens the image by itself, and the same bytes as the package of what was split off. What
 * is left to libbfd is for fuzz_foreign. */
static void walk_file(const struct elf *elf, const uint8_t *p, size_t n)
{
    const struct elf_section *text = elf_find_name(elf, ".text");
    if (!text || walk_is_foreign(elf))
        return;
    part_write(IMAGE, (struct part){p, n});
    walk_check(IMAGE, text->addr, text->addr + text->size, WALK_BYTES, WALK_GNU);
    if (elf_find_name(elf, ".debug_cu_index")) {
        part_write(IMAGE ".dwp", (struct part){p, n});
        walk_check(IMAGE, text->addr, text->addr + text->size, WALK_BYTES, WALK_SPLIT);
        unlink(IMAGE ".dwp");
    }
    unlink(IMAGE);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct source s;
    struct elf elf;
    struct err e = ERR_INIT;
    part_open(&s, IMAGE, (struct part){p, n});
    if (elf_open(&elf, &s, &e)) {
        struct dwarf d;
        dwarf_init(&d, &elf, NULL);
        check_dwarf(&d);
        check_split(&d);
        dwarf_release(&d);
        walk_file(&elf, p, n);
        elf_release(&elf);
    }
    source_close(&s);
    return 0;
}
