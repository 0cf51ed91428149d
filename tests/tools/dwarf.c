/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "dwarf.h"

#include <dwarf.h>
#include <stdlib.h>
#include <string.h>

void dwarf_init(struct dwarf *d, bool wide, bool big)
{
    *d = (struct dwarf){.wide = wide};
    d->info.big = d->abbrev.big = d->lines.big = big;
}

struct attribute {
    unsigned name, form;
};

/* Versions 2 and 3. */
static const struct attribute of_old_unit[] = {
    {DW_AT_language, DW_FORM_data1},
    {DW_AT_name, DW_FORM_string},
    {DW_AT_comp_dir, DW_FORM_string},
    {DW_AT_low_pc, DW_FORM_addr},
    {DW_AT_high_pc, DW_FORM_addr},
    {DW_AT_stmt_list, DW_FORM_data4},
    {0, 0},
};
static const struct attribute of_unit[] = {
    {DW_AT_language, DW_FORM_data1},
    {DW_AT_name, DW_FORM_string},
    {DW_AT_comp_dir, DW_FORM_string},
    {DW_AT_low_pc, DW_FORM_addr},
    {DW_AT_high_pc, DW_FORM_addr},
    {DW_AT_stmt_list, DW_FORM_sec_offset},
    {0, 0},
};
static const struct attribute of_function[] = {
    {DW_AT_name, DW_FORM_string},     {DW_AT_decl_file, DW_FORM_udata},
    {DW_AT_decl_line, DW_FORM_udata}, {DW_AT_low_pc, DW_FORM_addr},
    {DW_AT_high_pc, DW_FORM_addr},    {0, 0},
};
static const struct attribute of_full[] = {
    {DW_AT_external, DW_FORM_flag},     {DW_AT_name, DW_FORM_string},
    {DW_AT_decl_file, DW_FORM_udata},   {DW_AT_decl_line, DW_FORM_udata},
    {DW_AT_decl_column, DW_FORM_data1}, {DW_AT_prototyped, DW_FORM_flag},
    {DW_AT_type, DW_FORM_ref4},         {DW_AT_low_pc, DW_FORM_addr},
    {DW_AT_high_pc, DW_FORM_addr},      {DW_AT_frame_base, DW_FORM_block1},
    {DW_AT_sibling, DW_FORM_ref4},      {0, 0},
};
static const struct attribute of_variable[] = {
    {DW_AT_name, DW_FORM_string},
    {DW_AT_decl_file, DW_FORM_udata},
    {DW_AT_decl_line, DW_FORM_udata},
    {DW_AT_decl_column, DW_FORM_data1},
    {DW_AT_type, DW_FORM_ref4},
    {DW_AT_location, DW_FORM_block1},
    {0, 0},
};
static const struct attribute of_block[] = {
    {DW_AT_low_pc, DW_FORM_addr},
    {DW_AT_high_pc, DW_FORM_addr},
    {0, 0},
};
static const struct attribute of_type[] = {
    {DW_AT_byte_size, DW_FORM_data1},
    {DW_AT_encoding, DW_FORM_data1},
    {DW_AT_name, DW_FORM_string},
    {0, 0},
};

enum { ABBREV_FULL = 4, ABBREV_PARAMETER, ABBREV_VARIABLE, ABBREV_BLOCK, ABBREV_TYPE };

static void abbrev_put(struct bytes *b, unsigned code, unsigned tag, bool children,
                       const struct attribute *a)
{
    bytes_uleb(b, code);
    bytes_uleb(b, tag);
    bytes_number(b, children, 1);
    do {
        bytes_uleb(b, a->name);
        bytes_uleb(b, a->form);
    } while (a++->name);
}

static void abbrevs_put(struct bytes *b)
{
    abbrev_put(b, 1, DW_TAG_compile_unit, true, of_old_unit);
    abbrev_put(b, 2, DW_TAG_compile_unit, true, of_unit);
    abbrev_put(b, 3, DW_TAG_subprogram, false, of_function);
    abbrev_put(b, ABBREV_FULL, DW_TAG_subprogram, true, of_full);
    abbrev_put(b, ABBREV_PARAMETER, DW_TAG_formal_parameter, false, of_variable);
    abbrev_put(b, ABBREV_VARIABLE, DW_TAG_variable, false, of_variable);
    abbrev_put(b, ABBREV_BLOCK, DW_TAG_lexical_block, true, of_block);
    abbrev_put(b, ABBREV_TYPE, DW_TAG_base_type, false, of_type);
    bytes_uleb(b, 0);
}

/* A length field now, its value when the part is complete. */
static size_t length_open(struct bytes *b)
{
    bytes_number(b, 0, 4);
    return b->n;
}

static void length_close(struct bytes *b, size_t from)
{
    bytes_patch(b, from - 4, b->n - from, 4);
}

static void unit_range(const struct dwarf *d, uint64_t *lo, uint64_t *hi)
{
    *lo = d->n_rows ? d->rows[0].addr : 0;
    *hi = *lo;
    for (size_t i = 0; i < d->n_rows; i++) {
        *lo = d->rows[i].addr < *lo ? d->rows[i].addr : *lo;
        *hi = d->rows[i].addr > *hi ? d->rows[i].addr : *hi;
    }
}

static void info_head_put(struct dwarf *d)
{
    struct bytes *b = &d->info;
    unsigned word = d->wide ? 8 : 4;
    uint64_t lo, hi;
    bytes_number(b, d->version, 2);
    if (d->version >= 5) {
        bytes_number(b, DW_UT_compile, 1);
        bytes_number(b, word, 1);
    }
    bytes_number(b, 0, 4); /* one abbreviation table */
    if (d->version < 5)
        bytes_number(b, word, 1);
    bytes_uleb(b, d->version < 4 ? 1 : 2);
    bytes_number(b, DW_LANG_C99, 1);
    bytes_string(b, d->name);
    bytes_string(b, d->dir);
    unit_range(d, &lo, &hi);
    bytes_number(b, lo, word);
    bytes_number(b, hi, word);
    bytes_number(b, d->lines.n, 4);
}

static void declaration_put(struct bytes *b, const char *name, unsigned file, unsigned line)
{
    bytes_string(b, name);
    bytes_uleb(b, file);
    bytes_uleb(b, line);
}

/* At an offset from the frame. */
static void variable_put(struct bytes *b, unsigned abbrev, const char *name,
                         const struct dwarf_function *f, size_t type)
{
    bytes_uleb(b, abbrev);
    declaration_put(b, name, f->file, f->line);
    bytes_number(b, 9, 1); /* column */
    bytes_number(b, type, 4);
    bytes_number(b, 2, 1);
    bytes_number(b, DW_OP_fbreg, 1);
    bytes_sleb(b, -36);
}

/* What stands below a function: two parameters, a variable, a block with another. */
static void body_put(struct dwarf *d, const struct dwarf_function *f, size_t type)
{
    struct bytes *b = &d->info;
    unsigned word = d->wide ? 8 : 4;
    variable_put(b, ABBREV_PARAMETER, "a", f, type);
    variable_put(b, ABBREV_PARAMETER, "s", f, type);
    variable_put(b, ABBREV_VARIABLE, "r", f, type);
    bytes_uleb(b, ABBREV_BLOCK);
    bytes_number(b, f->lo + (f->hi - f->lo) / 2, word);
    bytes_number(b, f->hi, word);
    variable_put(b, ABBREV_VARIABLE, "k", f, type);
    bytes_uleb(b, 0);
    bytes_uleb(b, 0);
}

/* Offsets of types and siblings count from the unit's first byte, its length field. */
static void full_function_put(struct dwarf *d, const struct dwarf_function *f, size_t unit,
                              size_t type)
{
    struct bytes *b = &d->info;
    unsigned word = d->wide ? 8 : 4;
    bytes_uleb(b, ABBREV_FULL);
    bytes_number(b, 1, 1);
    declaration_put(b, f->name, f->file, f->line);
    bytes_number(b, 5, 1); /* column */
    bytes_number(b, 1, 1);
    bytes_number(b, type, 4);
    bytes_number(b, f->lo, word);
    bytes_number(b, f->hi, word);
    bytes_number(b, 1, 1);
    bytes_number(b, DW_OP_call_frame_cfa, 1);
    size_t sibling = b->n;
    bytes_number(b, 0, 4);
    body_put(d, f, type);
    bytes_patch(b, sibling, b->n - unit, 4);
}

static void function_put(struct dwarf *d, const struct dwarf_function *f)
{
    struct bytes *b = &d->info;
    unsigned word = d->wide ? 8 : 4;
    bytes_uleb(b, 3);
    declaration_put(b, f->name, f->file, f->line);
    bytes_number(b, f->lo, word);
    bytes_number(b, f->hi, word);
}

static void functions_put(struct dwarf *d, size_t unit)
{
    struct bytes *b = &d->info;
    size_t type = b->n - unit;
    if (d->detailed) {
        bytes_uleb(b, ABBREV_TYPE);
        bytes_number(b, 4, 1);
        bytes_number(b, DW_ATE_signed, 1);
        bytes_string(b, "int");
    }
    for (size_t i = 0; i < d->n_functions; i++)
        if (d->detailed)
            full_function_put(d, &d->functions[i], unit, type);
        else
            function_put(d, &d->functions[i]);
}

static void info_put(struct dwarf *d)
{
    struct bytes *b = &d->info;
    size_t unit = b->n, from = length_open(b);
    info_head_put(d);
    functions_put(d, unit);
    bytes_uleb(b, 0);
    length_close(b, from);
}

/* The directory part of a file gets its own entry; entry 0 is the unit's directory. */
static size_t directory_bytes(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (size_t)(slash - path) : 0;
}

static void file_put(struct bytes *b, const char *path, size_t dir)
{
    size_t skip = directory_bytes(path);
    bytes_string(b, path + (skip ? skip + 1 : 0));
    bytes_uleb(b, dir);
}

static void directory_put(struct bytes *b, const char *path)
{
    bytes_add(b, path, directory_bytes(path));
    bytes_number(b, 0, 1);
}

static void file_tables_old(struct dwarf *d)
{
    struct bytes *b = &d->lines;
    size_t dir = 0;
    for (size_t i = 0; i < d->n_files; i++)
        if (directory_bytes(d->files[i]))
            directory_put(b, d->files[i]);
    bytes_number(b, 0, 1);
    for (size_t i = 0; i < d->n_files; i++) {
        file_put(b, d->files[i], directory_bytes(d->files[i]) ? ++dir : 0);
        bytes_uleb(b, 0);
        bytes_uleb(b, 0);
    }
    bytes_number(b, 0, 1);
}

/* Version 5 counts from 0, where the unit's own directory and name stand. */
static void file_tables_5(struct dwarf *d)
{
    struct bytes *b = &d->lines;
    size_t n_dirs = 0, dir = 0;
    for (size_t i = 0; i < d->n_files; i++)
        n_dirs += directory_bytes(d->files[i]) > 0;
    bytes_number(b, 1, 1);
    bytes_uleb(b, DW_LNCT_path);
    bytes_uleb(b, DW_FORM_string);
    bytes_uleb(b, n_dirs + 1);
    bytes_string(b, d->dir);
    for (size_t i = 0; i < d->n_files; i++)
        if (directory_bytes(d->files[i]))
            directory_put(b, d->files[i]);
    bytes_number(b, 2, 1);
    bytes_uleb(b, DW_LNCT_path);
    bytes_uleb(b, DW_FORM_string);
    bytes_uleb(b, DW_LNCT_directory_index);
    bytes_uleb(b, DW_FORM_udata);
    bytes_uleb(b, d->n_files + 1);
    file_put(b, d->name, 0);
    for (size_t i = 0; i < d->n_files; i++)
        file_put(b, d->files[i], directory_bytes(d->files[i]) ? ++dir : 0);
}

static void line_head_put(struct dwarf *d)
{
    static const unsigned char lengths[] = {0, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 1};
    struct bytes *b = &d->lines;
    bytes_number(b, 1, 1); /* bytes per instruction */
    if (d->version >= 4)
        bytes_number(b, 1, 1); /* operations per instruction */
    bytes_number(b, 1, 1);     /* rows are statements */
    bytes_number(b, (uint64_t)-5, 1);
    bytes_number(b, 14, 1);
    bytes_number(b, 13, 1);
    bytes_add(b, lengths, sizeof lengths);
    if (d->version >= 5)
        file_tables_5(d);
    else
        file_tables_old(d);
}

/* Sequences begin in file 1; their first row says so all the same, as old readers of version 5 take
 * file 0 for it. */
static void row_put(struct dwarf *d, const struct dwarf_row *r, struct dwarf_row *at)
{
    struct bytes *b = &d->lines;
    unsigned word = d->wide ? 8 : 4;
    bool first = at->file == 0;
    if (first) {
        bytes_number(b, 0, 1);
        bytes_uleb(b, 1 + word);
        bytes_number(b, DW_LNE_set_address, 1);
        bytes_number(b, r->addr, word);
        *at = (struct dwarf_row){r->addr, 1, 1};
    }
    bytes_number(b, DW_LNS_advance_pc, 1);
    bytes_uleb(b, r->addr - at->addr);
    if (r->file == 0) {
        bytes_number(b, 0, 1);
        bytes_uleb(b, 1);
        bytes_number(b, DW_LNE_end_sequence, 1);
    } else {
        if (first || r->file != at->file) {
            bytes_number(b, DW_LNS_set_file, 1);
            bytes_uleb(b, r->file);
        }
        bytes_number(b, DW_LNS_advance_line, 1);
        bytes_sleb(b, (int64_t)r->line - (int64_t)at->line);
        bytes_number(b, DW_LNS_copy, 1);
    }
    *at = *r;
}

static void lines_put(struct dwarf *d)
{
    struct bytes *b = &d->lines;
    struct dwarf_row at = {0};
    size_t from = length_open(b);
    bytes_number(b, d->version, 2);
    if (d->version >= 5) {
        bytes_number(b, d->wide ? 8 : 4, 1);
        bytes_number(b, 0, 1);
    }
    size_t head = length_open(b);
    line_head_put(d);
    length_close(b, head);
    for (size_t i = 0; i < d->n_rows; i++)
        row_put(d, &d->rows[i], &at);
    length_close(b, from);
}

static void unit_close(struct dwarf *d)
{
    if (!d->name)
        return;
    info_put(d);
    lines_put(d);
    for (size_t i = 0; i < d->n_files; i++)
        free(d->files[i]);
    for (size_t i = 0; i < d->n_functions; i++)
        free(d->functions[i].name);
    d->n_files = d->n_functions = d->n_rows = 0;
    free(d->name);
    free(d->dir);
    d->name = d->dir = NULL;
}

void dwarf_unit(struct dwarf *d, const char *name, const char *dir, unsigned version)
{
    unit_close(d);
    d->name = copy_text(name);
    d->dir = copy_text(dir);
    d->version = version;
    dwarf_file(d, name);
}

unsigned dwarf_file(struct dwarf *d, const char *path)
{
    if (!d->name)
        fail("a line without a unit");
    for (size_t i = 0; i < d->n_files; i++)
        if (strcmp(d->files[i], path) == 0)
            return (unsigned)i + 1;
    d->files = grow(d->files, d->n_files, &d->cap_files, sizeof *d->files);
    d->files[d->n_files++] = copy_text(path);
    return (unsigned)d->n_files;
}

void dwarf_function(struct dwarf *d, const char *name, uint64_t lo, uint64_t hi, unsigned file,
                    unsigned line)
{
    d->functions = grow(d->functions, d->n_functions, &d->cap_functions, sizeof *d->functions);
    d->functions[d->n_functions++] = (struct dwarf_function){copy_text(name), lo, hi, file, line};
}

void dwarf_row(struct dwarf *d, uint64_t addr, unsigned file, unsigned line)
{
    d->rows = grow(d->rows, d->n_rows, &d->cap_rows, sizeof *d->rows);
    d->rows[d->n_rows++] = (struct dwarf_row){addr, file, line};
}

static void section_take(struct elf *e, const char *name, struct bytes *b)
{
    unsigned i = elf_add_section(e, name, 0, 0);
    e->sections[i].data = *b;
    *b = (struct bytes){0};
}

void dwarf_finish(struct dwarf *d, struct elf *e)
{
    unit_close(d);
    if (d->info.n) {
        abbrevs_put(&d->abbrev);
        section_take(e, ".debug_info", &d->info);
        section_take(e, ".debug_abbrev", &d->abbrev);
        section_take(e, ".debug_line", &d->lines);
    }
    free(d->files);
    free(d->rows);
    free(d->functions);
    *d = (struct dwarf){0};
}
