/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/load/bfd/lines.h"
#include "core/load/debug_file.h"
#include "core/load/dwarf_line.h"
#include "core/load/elf_function.h"
#include "core/load/path_set.h"

enum { ROWS_KEPT = 2 << 20 }; /* in the tables that are kept; more, and all are dropped */

/* The line table of one unit; `read` is false for one that is not there. */
struct table {
    bool read;
    struct dwarf_lines lines;
    const char **paths; /* by file, NULL: not yet put together */
};

struct lines {
    char *path;
    bool opened;
    bool failed; /* memory ran out */

    /* DWARF, read by ourselves */
    struct debug_file image, separate, shared;
    struct dwarf dwarf, shared_dwarf;
    struct dwarf_units units;
    struct table *tables; /* by unit */
    size_t n_rows;        /* in all tables */
    bool all_ranges;      /* also units that do not tell their ranges are in the index */

    struct bfd_lines *other; /* NULL: not needed */
    struct path_set paths;
    struct elf_functions functions;
};

struct lines *lines_new(const char *path)
{
    struct lines *l = mem_array(1, sizeof *l);
    if (l && path)
        l->path = mem_text(path, strlen(path));
    if (l && (l->path || !path)) {
        l->opened = !path;
        l->image.source.fd = l->separate.source.fd = l->shared.source.fd = -1;
        return l;
    }
    free(l);
    return NULL;
}

static void drop_table(struct table *t)
{
    dwarf_lines_release(&t->lines);
    free(t->paths);
    *t = (struct table){0};
}

static void drop_tables(struct lines *l)
{
    for (size_t i = 0; l->tables && i < l->units.n_units; i++)
        drop_table(&l->tables[i]);
    l->n_rows = 0;
}

void lines_free(struct lines *l)
{
    if (!l)
        return;
    drop_tables(l);
    free(l->tables);
    dwarf_units_release(&l->units);
    dwarf_release(&l->dwarf);
    dwarf_release(&l->shared_dwarf);
    debug_file_close(&l->shared);
    debug_file_close(&l->separate);
    debug_file_close(&l->image);
    bfd_lines_free(l->other);
    path_set_release(&l->paths);
    elf_functions_release(&l->functions);
    free(l->path);
    free(l);
}

static void open_dwarf(struct lines *l, const struct debug_file *f)
{
    dwarf_init(&l->dwarf, &f->elf);
    if (debug_file_shared(f, &l->shared)) {
        dwarf_init(&l->shared_dwarf, &l->shared.elf);
        l->dwarf.shared = &l->shared_dwarf;
    }
    if (dwarf_units_read(&l->units, &l->dwarf))
        l->tables = mem_array(l->units.n_units, sizeof *l->tables);
    if (!l->tables) {
        dwarf_units_release(&l->units);
        l->failed = true;
    }
}

/* Is this one for libbfd? Objects hold addresses that are not relocated; other formats of debug
 * information have sections of their own. */
static bool is_other(const struct debug_file *f)
{
    return f->elf.type == ELF_REL || elf_find_name(&f->elf, ".stab") ||
           elf_find_name(&f->elf, ".zdebug_info");
}

static void open_files(struct lines *l)
{
    l->opened = true;
    bool elf = debug_file_open(&l->image, l->path);
    if (!elf || is_other(&l->image))
        l->other = bfd_lines_new(l->path);
    if (!elf || l->image.elf.type == ELF_REL)
        return;
    if (debug_file_has_dwarf(&l->image))
        open_dwarf(l, &l->image);
    else if (debug_file_follow(&l->image, &l->separate))
        open_dwarf(l, &l->separate);
}

static bool read_table(struct lines *l, size_t unit)
{
    struct table *t = &l->tables[unit];
    if (l->n_rows > ROWS_KEPT)
        drop_tables(l);
    if (!dwarf_lines_read(&t->lines, &l->dwarf, &l->units.units[unit])) {
        drop_table(t);
        l->failed = true;
        return false;
    }
    t->read = true;
    l->n_rows += t->lines.n_rows;
    return true;
}

static bool add_sequences(struct lines *l, size_t unit)
{
    if (!read_table(l, unit))
        return true;
    const struct dwarf_lines *t = &l->tables[unit].lines;
    for (size_t i = 0; i < t->n_sequences; i++)
        if (!dwarf_units_add(&l->units, unit, t->sequences[i].lo, t->sequences[i].hi))
            return false;
    return true;
}

/* Units without ranges of their own have code where their line table says so. */
static void find_all_ranges(struct lines *l)
{
    l->all_ranges = true;
    for (size_t i = 0; i < l->units.n_units; i++)
        if (!l->units.units[i].has_ranges && !add_sequences(l, i))
            l->failed = true;
    dwarf_units_sort(&l->units);
}

static const char *keep_path(struct lines *l, const char *p, size_t n)
{
    const char *kept = path_set_put(&l->paths, p, n);
    l->failed |= !kept;
    return kept;
}

static const char *make_path(struct lines *l, size_t unit, uint32_t file)
{
    const struct table *t = &l->tables[unit];
    const char *kept = NULL;
    struct text path = {0};
    if (dwarf_lines_path(&t->lines, &l->dwarf, &l->units.units[unit], file, &path))
        kept = keep_path(l, path.p, path.n);
    l->failed |= path.failed;
    text_release(&path);
    return kept;
}

static const char *file_path(struct lines *l, size_t unit, uint32_t file)
{
    struct table *t = &l->tables[unit];
    if (file >= t->lines.n_files)
        return NULL;
    if (!t->paths && !(t->paths = mem_array(t->lines.n_files, sizeof *t->paths))) {
        l->failed = true;
        return NULL;
    }
    if (!t->paths[file])
        t->paths[file] = make_path(l, unit, file);
    return t->paths[file];
}

enum answer { UNKNOWN, FOUND, NO_LINE };

/* A row of line 0 says that the address has no line, and ends the search. */
static enum answer look_up(struct lines *l, size_t unit, uint64_t addr, struct line_pos *out)
{
    if (!l->tables[unit].read && !read_table(l, unit))
        return UNKNOWN;
    const struct dwarf_row *row = dwarf_lines_find(&l->tables[unit].lines, addr);
    if (!row)
        return UNKNOWN;
    const char *path = row->line ? file_path(l, unit, row->file) : NULL;
    if (!path)
        return NO_LINE;
    *out = (struct line_pos){.file = path, .line = row->line};
    return FOUND;
}

static enum answer find_in_units(struct lines *l, uint64_t addr, struct line_pos *out)
{
    size_t at = 0, unit;
    enum answer a = UNKNOWN;
    while (a == UNKNOWN && (unit = dwarf_units_find(&l->units, addr, &at)) != SIZE_MAX)
        a = look_up(l, unit, addr, out);
    return a;
}

static bool find_other(struct lines *l, uint64_t addr, struct line_pos *out)
{
    const char *file;
    uint32_t line;
    if (!l->other || !bfd_lines_find(l->other, addr, &file, &line))
        return false;
    file = keep_path(l, file, strlen(file));
    *out = (struct line_pos){.file = file, .line = line};
    return file;
}

bool lines_find(struct lines *l, uint64_t addr, struct line_pos *out)
{
    if (!l->opened)
        open_files(l);
    enum answer a = find_in_units(l, addr, out);
    if (a == UNKNOWN && !l->all_ranges && l->units.n_units) {
        find_all_ranges(l);
        a = find_in_units(l, addr, out);
    }
    return a == UNKNOWN ? find_other(l, addr, out) : a == FOUND;
}

static bool place_at(struct lines *l, uint64_t addr, struct line_place *out)
{
    struct line_pos pos;
    uint64_t until;
    if (!lines_find(l, addr, &pos))
        return false;
    const char *name = elf_functions_find(&l->functions, addr, &until);
    if (name)
        name = keep_path(l, name, strlen(name));
    *out = (struct line_place){.file = pos.file, .line = pos.line, .function = name};
    return name;
}

bool lines_each(struct lines *l, uint64_t lo, uint64_t hi,
                bool (*fn)(void *ctx, uint64_t addr, const struct line_place *p), void *ctx)
{
    struct line_place last = {0}, p;
    if (!l->opened)
        open_files(l);
    if (l->path && !l->functions.all && !elf_functions_read(&l->functions, &l->image.elf))
        l->failed = true;
    for (uint64_t addr = lo; addr < hi && !lines_failed(l); addr++) {
        if (!place_at(l, addr, &p) ||
            (p.file == last.file && p.line == last.line && p.function == last.function))
            continue;
        last = p;
        if (!fn(ctx, addr, &p))
            return false;
    }
    return !lines_failed(l);
}

bool lines_failed(const struct lines *l)
{
    return l->failed || l->dwarf.failed || l->shared_dwarf.failed || l->image.failed ||
           l->separate.failed || l->shared.failed;
}

const char *lines_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
