/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/line_header.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/load/dwarf/constants.h"
#include "core/load/dwarf/value.h"

/* Reading; `out` is where the tables go. */
struct header_reader {
    struct dwarf_lines *l;
    struct cursor c;        /* the whole unit */
    struct dwarf_unit unit; /* version and sizes as the program's own header has them */
};

static void add_entry(struct dwarf_entries *list, struct dwarf_entry entry)
{
    mem_grow(&list->v, &list->cap, list->n + 1, sizeof entry);
    list->v[list->n++] = entry;
}

/* Up to version 4 numbers begin at 1: entry 0 is empty. */
static bool old_tables(struct header_reader *r)
{
    struct dwarf_lines *l = r->l;
    struct cursor *c = &r->c;
    add_entry(&l->dirs, (struct dwarf_entry){0});
    add_entry(&l->files, (struct dwarf_entry){0});
    while (!c->short_read) {
        struct dwarf_value v = {.form = DW_FORM_string, .v = c->at};
        const char *s = dwarf_inline_string(c);
        if (!s || !*s)
            break;
        add_entry(&l->dirs, (struct dwarf_entry){.name = v});
    }
    while (!c->short_read) {
        struct dwarf_value v = {.form = DW_FORM_string, .v = c->at};
        const char *s = dwarf_inline_string(c);
        if (!s || !*s)
            break;
        uint64_t dir = dwarf_uleb(c);
        dwarf_uleb(c);
        dwarf_uleb(c);
        add_entry(&l->files, (struct dwarf_entry){.name = v, .dir = dir});
    }
    return !c->short_read;
}

/* One entry of a table of version 5. */
static bool new_entry(struct header_reader *r, const uint64_t *format, unsigned n_format,
                      struct dwarf_entry *entry)
{
    *entry = (struct dwarf_entry){0};
    for (unsigned i = 0; i < n_format; i++) {
        struct dwarf_value v;
        if (format[2 * i + 1] > UINT32_MAX ||
            !dwarf_read_value(&r->c, 0, &r->unit, (uint32_t)format[2 * i + 1], &v))
            return false;
        if (format[2 * i] == DW_LNCT_path)
            entry->name = v;
        else if (format[2 * i] == DW_LNCT_directory_index)
            entry->dir = v.v;
    }
    return !r->c.short_read;
}

static bool new_table(struct header_reader *r, struct dwarf_entries *out)
{
    uint64_t format[2 * 255];
    unsigned n_format = cursor_u8(&r->c);
    for (unsigned i = 0; i < 2 * n_format; i++)
        format[i] = dwarf_uleb(&r->c);
    uint64_t n = dwarf_uleb(&r->c);
    if (n && n_format == 0)
        return false;
    for (uint64_t i = 0; i < n; i++) {
        size_t before = r->c.at;
        struct dwarf_entry entry;
        if (!new_entry(r, format, n_format, &entry) || r->c.at == before)
            return false;
        add_entry(out, entry);
    }
    return !r->c.short_read;
}

/* The bytes of the whole program, header included, at the cursor's start. */
static bool get_program(struct header_reader *r, struct dwarf *d, const struct dwarf_unit *u)
{
    uint64_t bytes;
    unsigned w = 4;
    if (!dwarf_number(d, DWARF_LINE, u->line_off, 4, &bytes))
        return false;
    if (bytes == 0xffffffff) {
        w = 8;
        if (!dwarf_number(d, DWARF_LINE, u->line_off + 4, 8, &bytes))
            return false;
    }
    r->unit.offset_bytes = r->l->offset_bytes = (uint8_t)w;
    bytes += w == 8 ? 12 : 4;
    size_t n;
    const uint8_t *p = dwarf_get(d, DWARF_LINE, u->line_off, bytes, &n);
    if (!p || !dwarf_work(d, n < bytes ? n : bytes))
        return false;
    r->c = (struct cursor){.p = p, .big_endian = d->elf->big_endian, .at = w == 8 ? 12 : 4};
    r->c.n = n < bytes ? n : (size_t)bytes;
    return r->c.at <= r->c.n;
}

static bool read_line_head(struct header_reader *r, struct dwarf_line_head *h)
{
    struct cursor *c = &r->c;
    uint16_t version = cursor_u16(c);
    r->l->version = version;
    r->unit.version = (uint8_t)version;
    if (version < 2 || version > 5)
        return false;
    if (version == 5) {
        r->unit.addr_bytes = cursor_u8(c);
        cursor_u8(c); /* segment selectors: none of our machines has them */
    }
    uint64_t left = dwarf_fixed(c, r->unit.offset_bytes);
    size_t start = c->at;
    if (c->short_read || left > c->n - start)
        return false;
    h->min_instruction = cursor_u8(c);
    h->max_ops = version >= 4 ? cursor_u8(c) : 1;
    cursor_u8(c); /* is_stmt: every row counts */
    h->line_base = (int8_t)cursor_u8(c);
    h->line_range = cursor_u8(c);
    h->opcode_base = cursor_u8(c);
    for (unsigned i = 1; i < h->opcode_base; i++)
        h->operands[i] = cursor_u8(c);
    if (c->short_read || !h->line_range || !h->opcode_base)
        return false;
    const size_t end = start + (size_t)left;
    h->program = c->p + end;
    h->program_bytes = c->n - end;
    c->n = end;
    /* Strings in place are kept with the table. */
    struct dwarf_lines *l = r->l;
    l->head = mem_array_raw(end + 1, 1);
    memcpy(l->head, c->p, end);
    l->head[end] = 0;
    l->head_bytes = end;
    if (c->at > end)
        return false;
    return version == 5 ? new_table(r, &l->dirs) && new_table(r, &l->files) : old_tables(r);
}

bool dwarf_line_head_read(struct dwarf_line_head *h, struct dwarf_lines *l, struct dwarf *d,
                          const struct dwarf_unit *u)
{
    struct header_reader r = {.l = l, .unit = *u};
    *h = (struct dwarf_line_head){.big_endian = d->elf->big_endian};
    return get_program(&r, d, u) && read_line_head(&r, h);
}

void dwarf_line_define_file(struct dwarf_lines *l, const struct dwarf_line_head *h,
                            const uint8_t *p, size_t n)
{
    struct cursor c = {.p = p, .n = n, .big_endian = h->big_endian};
    const char *name = dwarf_inline_string(&c);
    if (!name)
        return;
    struct dwarf_entry entry = {.name = {.form = DW_FORM_string, .v = l->head_bytes}};
    entry.dir = dwarf_uleb(&c);
    size_t cap = l->head_bytes + 1;
    mem_grow(&l->head, &cap, cap + c.at, 1);
    memcpy(l->head + l->head_bytes, p, c.at);
    l->head_bytes += c.at;
    l->head[l->head_bytes] = 0;
    add_entry(&l->files, entry);
}

static const char *string_of(const struct dwarf_lines *l, struct dwarf *d,
                             const struct dwarf_unit *u, const struct dwarf_value *v)
{
    if (v->form == DW_FORM_string)
        return v->v < l->head_bytes ? (const char *)l->head + v->v : NULL;
    struct dwarf_unit own = *u;
    own.offset_bytes = l->offset_bytes;
    return dwarf_value_string(d, &own, v);
}

/* Put a part and a slash before the path. False if the path is then absolute. */
static bool put_before(struct text *path, const char *part)
{
    struct text old = *path;
    if (!part || !*part)
        return true;
    *path = (struct text){0};
    text_str(path, part);
    text_char(path, '/');
    text_add(path, old.p, old.n);
    bool absolute = part[0] == '/';
    text_release(&old);
    return !absolute;
}

/* Up to version 4 directory 0 is the compilation directory itself, and empty here. False if a
 * directory that is needed cannot be read. */
static bool add_directories(const struct dwarf_lines *l, struct dwarf *d,
                            const struct dwarf_unit *u, uint64_t dir, struct text *path)
{
    const char *s = dir < l->dirs.n ? string_of(l, d, u, &l->dirs.v[dir].name) : NULL;
    if (!put_before(path, s))
        return true;
    s = dwarf_value_string(d, u, &u->comp_dir);
    put_before(path, s);
    return s || u->comp_dir.form == 0;
}

bool dwarf_lines_path(const struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      uint32_t file, struct text *out)
{
    struct text path = {0};
    const char *name = file < l->files.n ? string_of(l, d, u, &l->files.v[file].name) : NULL;
    if (!name || !*name)
        return false;
    text_str(&path, name);
    bool ok = name[0] == '/' || add_directories(l, d, u, l->files.v[file].dir, &path);
    if (ok)
        text_add(out, path.p, path.n);
    text_release(&path);
    return ok;
}
