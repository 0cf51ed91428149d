/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/lines/lines.h"

#include <stdlib.h>
#include <string.h>

#include "core/load/file/windows_path.h"
#include "core/load/lines/lines_internal.h"
#include "core/model/profile.h"

enum { UNITS_MOST = 64 }; /* that are asked about one address */

struct lines *lines_new(const char *path)
{
    struct lines *l = mem_array(1, sizeof *l);
    if (path)
        l->path = mem_text(path, strlen(path));
    l->found = l->opened = !path;
    l->rows_kept = LINES_ROWS_KEPT;
    l->texts = &l->own_texts;
    l->image.source.fd = l->separate.source.fd = l->shared.source.fd = -1;
    return l;
}

void lines_tidy_windows(struct lines *l)
{
    l->windows = true;
}

void lines_read_split(struct lines *l)
{
    l->split = true;
}

bool lines_are_split(const struct lines *l)
{
    bool split = l->split && l->units.split;
    for (size_t i = 0; i < l->n_libraries; i++)
        split |= lines_are_split(l->libraries[i]);
    return split;
}

void lines_join(struct lines *l, const struct profile *p)
{
    l->libraries = mem_array(p->n_joined, sizeof *l->libraries);
    l->profile = p;
    for (; l->n_libraries < p->n_joined; l->n_libraries++) {
        struct lines *library = lines_new(p->libraries[l->n_libraries].path);
        library->split = l->split;
        library->texts = l->texts;
        l->libraries[l->n_libraries] = library;
    }
}

struct lines *lines_image_at(struct lines *l, uint64_t *addr)
{
    size_t i = l->n_libraries ? profile_image(l->profile, addr) : 0;
    return i ? l->libraries[i - 1] : l;
}

void lines_drop_table(struct lines *l, size_t unit)
{
    struct lines_table *t = &l->tables[unit];
    l->n_rows -= t->lines.n_rows;
    dwarf_lines_release(&t->lines);
    free(t->paths);
    *t = (struct lines_table){0};
}

static void drop_tables(struct lines *l)
{
    for (size_t i = 0; l->tables && i < l->units.n_units; i++)
        lines_drop_table(l, i);
}

void lines_free(struct lines *l)
{
    if (!l)
        return;
    for (size_t i = 0; i < l->n_libraries; i++)
        lines_free(l->libraries[i]);
    free(l->libraries);
    dwarf_functions_release(&l->named);
    drop_tables(l);
    free(l->tables);
    dwarf_units_release(&l->units);
    dwarf_package_close(&l->package);
    dwarf_release(&l->dwarf);
    dwarf_release(&l->shared_dwarf);
    debug_file_close(&l->shared);
    debug_file_close(&l->separate);
    debug_file_close(&l->image);
    bfd_lines_free(l->other);
    intern_set_release(&l->own_texts);
    free(l->path);
    free(l);
}

static bool is_for_dwarf(const struct lines *l)
{
    return l->image.path && l->image.elf.type != ET_REL;
}

/* Find the files with debug information. False if the user cancelled it. */
static bool find_files(struct lines *l, const struct progress *progress)
{
    /* Object files hold addresses that are not relocated; other formats of debug information than
     * DWARF have sections of their own, or none. Under --strict, programs for Windows have the
     * lines that libbfd guesses where no unit has an address. */
    const struct elf *f = &l->image.elf;
    if (!debug_file_open(&l->image, l->path, l->windows) || f->type == ET_REL ||
        elf_find_name(f, ".stab") || elf_find_name(f, ".zdebug_info") ||
        (l->windows && !debug_file_has_dwarf(&l->image)))
        l->other = bfd_lines_new(l->path);
    l->found = !is_for_dwarf(l) || debug_file_has_dwarf(&l->image) ||
               debug_file_follow(&l->image, &l->separate, progress) || !l->separate.cancelled;
    if (l->found)
        return true;
    bfd_lines_free(l->other);
    l->other = NULL;
    debug_file_close(&l->image);
    l->separate.cancelled = false;
    return false;
}

bool lines_ready(struct lines *l, const struct progress *progress, struct err *e)
{
    if (!l->found && !find_files(l, progress))
        return err_set(e, ERR_CANCELLED, l->path);
    for (size_t i = 0; i < l->n_libraries; i++)
        if (!lines_ready(l->libraries[i], progress, e))
            return false;
    return true;
}

void lines_open(struct lines *l, bool whole)
{
    if (!l->found)
        (void)find_files(l, NULL);
    bool own = is_for_dwarf(l) && debug_file_has_dwarf(&l->image);
    const struct debug_file *f = own ? &l->image : &l->separate;
    if (!l->opened && is_for_dwarf(l) && f->path) {
        dwarf_init(&l->dwarf, &f->elf, NULL);
        l->dwarf.by_standard = l->split;
        if (whole)
            dwarf_read_whole(&l->dwarf);
        if (debug_file_shared(f, &l->shared)) {
            dwarf_init(&l->shared_dwarf, &l->shared.elf, NULL);
            l->dwarf.shared = &l->shared_dwarf;
        }
        dwarf_units_read(&l->units, &l->dwarf);
        l->tables = mem_array(l->units.n_units, sizeof *l->tables);
    } else if (l->opened && whole) {
        dwarf_read_whole(&l->dwarf);
    }
    l->opened = true;
}

struct lines_table *lines_get_table(struct lines *l, size_t unit)
{
    struct lines_table *t = &l->tables[unit];
    struct dwarf_unit *u = &l->units.units[unit];
    if (t->read && t->lines.files_only && !l->files_only)
        lines_drop_table(l, unit);
    if (t->read)
        return t;
    if (l->n_rows > l->rows_kept && !l->keep_tables)
        drop_tables(l);
    dwarf_lines_read(&t->lines, &l->dwarf, u, l->files_only);
    t->read = true;
    l->n_rows += t->lines.n_rows;
    /* A unit also covers what its line table does: code without a function, inside or outside of
     * the unit's ranges. */
    for (size_t i = 0; i < t->lines.n_sequences && !u->sequences_known; i++)
        dwarf_units_cover(&l->units, unit, t->lines.sequences[i].lo, t->lines.sequences[i].hi);
    u->sequences_known = true;
    return t;
}

const char *lines_keep_text(struct lines *l, const char *s, size_t n)
{
    return intern_set_put(l->texts, s, n);
}

const char *lines_keep_path(struct lines *l, const char *file)
{
    struct text tidy = {0};
    if (!l->windows)
        return lines_keep_text(l, file, strlen(file));
    windows_path_add(file, &tidy);
    const char *kept = lines_keep_text(l, text_z(&tidy), tidy.n);
    text_release(&tidy);
    return kept;
}

const char *lines_file_path(struct lines *l, size_t unit, uint32_t file)
{
    struct lines_table *t = &l->tables[unit];
    struct text path = {0};
    if (file >= t->lines.files.n)
        return NULL;
    if (t->paths && t->paths[file])
        return t->paths[file];
    if (!t->paths)
        t->paths = mem_array(t->lines.files.n, sizeof *t->paths);
    if (dwarf_lines_path(&t->lines, &l->dwarf, &l->units.units[unit], file, &path))
        t->paths[file] = lines_keep_path(l, text_z(&path));
    text_release(&path);
    return t->paths[file];
}

enum answer { UNKNOWN, FOUND, NO_LINE };

/* A row of line 0 says that the address has no line, and ends the search. */
static enum answer find_in_units(struct lines *l, uint64_t addr, struct line_pos *out)
{
    size_t unit = dwarf_units_find(&l->units, addr, 0);
    for (int i = 0; i < UNITS_MOST && unit != SIZE_MAX; i++) {
        const struct dwarf_row *row = dwarf_lines_find(&lines_get_table(l, unit)->lines, addr);
        const char *path = row && row->line ? lines_file_path(l, unit, row->file) : NULL;
        if (path)
            *out = (struct line_pos){.file = path, .line = row->line};
        if (row)
            return path ? FOUND : NO_LINE;
        unit = dwarf_units_find(&l->units, addr, unit + 1);
    }
    return UNKNOWN;
}

/* Look an address up in one image. */
static bool find_in_image(struct lines *l, uint64_t addr, struct line_pos *out)
{
    struct bfd_place p;
    lines_open(l, false);
    enum answer a = find_in_units(l, addr, out);
    if (a == UNKNOWN && !l->all_ranges && l->units.n_units) {
        lines_know_units(l, false);
        a = find_in_units(l, addr, out);
    }
    if (a != UNKNOWN || !l->other || !bfd_lines_find(l->other, addr, &p))
        return a == FOUND;
    *out = (struct line_pos){.file = lines_keep_path(l, p.file), .line = p.line};
    return true;
}

bool lines_find(struct lines *l, uint64_t addr, struct line_pos *out)
{
    l = lines_image_at(l, &addr);
    return find_in_image(l, addr, out);
}

const char *lines_find_file(struct lines *l, uint64_t addr)
{
    struct line_pos pos;
    l = lines_image_at(l, &addr);
    l->files_only = true;
    bool found = find_in_image(l, addr, &pos);
    l->files_only = false;
    return found ? pos.file : NULL;
}

/* Add all that units cover to the index. */
void lines_know_units(struct lines *l, bool all)
{
    for (size_t i = 0; i < l->units.n_units; i++)
        if ((all || !l->units.units[i].has_ranges) && !l->units.units[i].sequences_known) {
            lines_get_table(l, i);
            if (l->n_rows > l->rows_kept)
                lines_drop_table(l, i);
        }
    l->all_ranges = true;
    dwarf_units_settle(&l->units);
}
