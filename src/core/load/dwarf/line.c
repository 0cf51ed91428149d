/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/line.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/dwarf/abbrev.h"
#include "core/load/dwarf/constants.h"

/* ---- the header: versions 2 to 5 ---- */

struct line_head {
    const uint8_t *program; /* valid until .debug_line is read again */
    size_t program_bytes;
    uint8_t min_instruction, max_ops;
    int8_t line_base;
    uint8_t line_range, opcode_base; /* never 0 */
    uint32_t line_part;              /* by which and a shift an opcode is divided by line_range */
    uint8_t operands[256];           /* by standard opcode */
    bool big_endian;
};

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
    if (!p || n < bytes || !dwarf_work(d, bytes))
        return false;
    r->c = (struct cursor){.p = p, .big_endian = d->elf->big_endian, .at = w == 8 ? 12 : 4};
    r->c.n = (size_t)bytes;
    return r->c.at <= r->c.n;
}

static bool read_line_head(struct header_reader *r, struct line_head *h)
{
    struct cursor *c = &r->c;
    uint16_t version = (uint16_t)cursor_uint(c, 2);
    r->l->version = version;
    r->unit.version = (uint8_t)version;
    if (version < 2 || version > 5)
        return false;
    if (version == 5) {
        r->unit.addr_bytes = cursor_u8(c);
        cursor_u8(c); /* segment selectors: none of our machines has them */
    }
    uint64_t left = cursor_uint(c, r->unit.offset_bytes);
    size_t start = c->at;
    if (c->short_read || left > c->n - start)
        return false;
    h->min_instruction = cursor_u8(c);
    h->max_ops = version >= 4 ? cursor_u8(c) : 1;
    cursor_u8(c); /* is_stmt: every row counts */
    h->line_base = (int8_t)cursor_u8(c);
    h->line_range = cursor_u8(c);
    h->opcode_base = cursor_u8(c);
    h->line_part = h->line_range ? (1u << 16) / h->line_range + 1 : 0;
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

/* Read the header of u's program, its files and directories into l. False if there is no usable
 * program. */
static bool read_header(struct line_head *h, struct dwarf_lines *l, struct dwarf *d,
                        const struct dwarf_unit *u)
{
    struct header_reader r = {.l = l, .unit = *u};
    *h = (struct line_head){.big_endian = d->elf->big_endian};
    return get_program(&r, d, u) && read_line_head(&r, h);
}

/* A file defined by the program itself, in n bytes at p. */
static void define_file(struct dwarf_lines *l, const struct line_head *h, const uint8_t *p,
                        size_t n)
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

/* ---- the program ---- */

enum { BYTES_PER_ROW = 4 }; /* of a program, about */

/* The registers of the line machine, DWARF 5 section 6.2.2, as far as they matter here. */
struct line_machine {
    struct dwarf_lines *l;
    const struct line_head *h;
    uint32_t first_file;
    uint64_t addr;
    uint64_t op_index;
    uint32_t file, line;
    bool open;       /* a sequence has rows */
    bool ascending;  /* and they are in order */
    uint64_t last;   /* address of the last one, even if it was left out */
    size_t first;    /* its first row */
    bool incomplete; /* rows were left out that have to be sorted */
};

static void reset(struct line_machine *m)
{
    m->addr = m->op_index = 0;
    m->file = m->first_file;
    m->line = 1;
    m->open = false;
    m->ascending = true;
    m->first = m->l->n_rows;
}

static void add_row(struct line_machine *m)
{
    struct dwarf_lines *l = m->l;
    struct dwarf_row *last = m->open ? &l->rows[l->n_rows - 1] : NULL;
    if (last && m->last > m->addr)
        m->ascending = false;
    m->last = m->addr;
    if (last && last->addr == m->addr) {
        last->file = m->file;
        last->line = m->line;
        return;
    }
    if (last && l->files_only && last->file == m->file && !last->line == !m->line)
        return;
    m->open = true;
    if (l->n_rows == l->row_cap)
        mem_grow(&l->rows, &l->row_cap, l->n_rows + 1, sizeof *last);
    l->rows[l->n_rows++] = (struct dwarf_row){.addr = m->addr, .file = m->file, .line = m->line};
}

/* Close the sequence; `end` is the first address after it. */
static void end_sequence(struct line_machine *m, uint64_t end)
{
    struct dwarf_lines *l = m->l;
    size_t n = l->n_rows - m->first;
    m->incomplete |= l->files_only && !m->ascending;
    if (m->open) {
        if (!m->ascending) { /* the last one of rows with the same address is kept */
            struct dwarf_row *rows = l->rows + m->first;
            const size_t n_all = n;
            n = 0;
            sort_ascending(rows, n_all, SEARCH_BY(struct dwarf_row, addr));
            for (size_t i = 0; i < n_all; i++)
                if (i + 1 == n_all || rows[i + 1].addr != rows[i].addr)
                    rows[n++] = rows[i];
            l->n_rows = m->first + n;
        }
        mem_grow(&l->sequences, &l->sequence_cap, l->n_sequences + 1, sizeof *l->sequences);
        l->sequences[l->n_sequences++] = (struct dwarf_sequence){
            .lo = l->rows[m->first].addr, .hi = end, .first = m->first, .n_rows = n};
    }
    reset(m);
}

static void advance(struct line_machine *m, uint64_t by)
{
    const struct line_head *h = m->h;
    if (h->max_ops <= 1) {
        m->addr += by * h->min_instruction;
        return;
    }
    uint64_t ops = m->op_index + by;
    m->addr += ops / h->max_ops * h->min_instruction;
    m->op_index = ops % h->max_ops;
}

static void extended(struct line_machine *m, struct cursor *c)
{
    uint64_t n = dwarf_uleb(c);
    const uint8_t *p = n && n <= SIZE_MAX ? cursor_bytes(c, (size_t)n) : NULL;
    if (!p)
        return;
    struct cursor in = {.p = p + 1, .n = (size_t)n - 1, .big_endian = c->big_endian};
    switch (p[0]) {
    case DW_LNE_end_sequence:
        end_sequence(m, m->addr);
        break;
    case DW_LNE_set_address:
        m->addr = cursor_uint(&in, n - 1 > 8 ? 8 : (unsigned)(n - 1));
        m->op_index = 0;
        break;
    case DW_LNE_define_file:
        define_file(m->l, m->h, p + 1, (size_t)n - 1);
        break;
    }
}

static void standard(struct line_machine *m, struct cursor *c, uint8_t op)
{
    switch (op) {
    case DW_LNS_copy:
        add_row(m);
        break;
    case DW_LNS_advance_pc:
        advance(m, dwarf_uleb(c));
        break;
    case DW_LNS_advance_line:
        m->line += (uint32_t)dwarf_sleb(c);
        break;
    case DW_LNS_set_file:
        m->file = (uint32_t)dwarf_uleb(c);
        break;
    case DW_LNS_set_column:
    case DW_LNS_set_isa:
        dwarf_uleb(c);
        break;
    case DW_LNS_const_add_pc:
        advance(m, (255u - m->h->opcode_base) / m->h->line_range);
        break;
    case DW_LNS_fixed_advance_pc:
        m->addr += cursor_uint(c, 2);
        m->op_index = 0;
        break;
    case DW_LNS_negate_stmt:
    case DW_LNS_set_basic_block:
    case DW_LNS_set_prologue_end:
    case DW_LNS_set_epilogue_begin:
        break;
    default:
        for (unsigned i = m->h->operands[op]; i > 0; i--)
            dwarf_uleb(c);
    }
}

static void run_program(struct line_machine *m, struct cursor *c)
{
    const struct line_head *h = m->h;
    reset(m);
    while (c->at < c->n && !c->short_read) {
        uint8_t op = c->p[c->at++];
        if (op >= h->opcode_base) {
            op -= h->opcode_base;
            uint32_t part = op * h->line_part >> 16;
            advance(m, part);
            m->line += (uint32_t)h->line_base + (op - part * h->line_range);
            add_row(m);
        } else if (op == 0) {
            extended(m, c);
        } else {
            standard(m, c, op);
        }
    }
    /* A program cut off: its last row has no end, and so no addresses. */
    if (m->open)
        end_sequence(m, m->last);
}

static int by_start(const void *a, const void *b)
{
    const struct dwarf_sequence *x = a, *y = b;
    if (x->lo != y->lo)
        return x->lo < y->lo ? -1 : 1;
    if (x->hi != y->hi)
        return x->hi > y->hi ? -1 : 1;
    return x->first < y->first ? -1 : x->first > y->first;
}

/* *incomplete: rows were left out that are needed; the table has to be read with all its rows. */
static void read_rows(struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      bool *incomplete)
{
    struct line_head h;
    if (!read_header(&h, l, d, u))
        return;
    struct line_machine m = {.l = l, .h = &h, .first_file = l->version < 5 || d->by_standard};
    struct cursor c = {.p = h.program, .n = h.program_bytes, .big_endian = d->elf->big_endian};
    /* About as many rows as the program will make, so that they are not moved again and again; what
     * is not used is given back. */
    if (!l->files_only)
        mem_grow(&l->rows, &l->row_cap, h.program_bytes / BYTES_PER_ROW + 1, sizeof *l->rows);
    run_program(&m, &c);
    struct dwarf_row *rows = l->n_rows ? realloc(l->rows, l->n_rows * sizeof *rows) : NULL;
    if (rows) {
        l->rows = rows;
        l->row_cap = l->n_rows;
    }
    /* Make sequences disjoint. */
    size_t kept = 0;
    uint64_t reach = 0;
    if (l->n_sequences)
        qsort(l->sequences, l->n_sequences, sizeof *l->sequences, by_start);
    for (size_t i = 0; i < l->n_sequences; i++) {
        struct dwarf_sequence s = l->sequences[i];
        if (s.lo < reach)
            s.lo = reach;
        if (s.lo >= s.hi)
            continue;
        reach = s.hi;
        l->sequences[kept++] = s;
    }
    l->n_sequences = kept;
    *incomplete = m.incomplete;
}

void dwarf_lines_read(struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      bool files_only)
{
    bool incomplete = false;
    *l = (struct dwarf_lines){.files_only = files_only};
    read_rows(l, d, u, &incomplete);
    if (!incomplete)
        return;
    dwarf_lines_release(l);
    read_rows(l, d, u, &incomplete);
}

void dwarf_lines_release(struct dwarf_lines *l)
{
    free(l->rows);
    free(l->sequences);
    free(l->head);
    free(l->dirs.v);
    free(l->files.v);
    *l = (struct dwarf_lines){0};
}

const struct dwarf_row *dwarf_lines_at(const struct dwarf_lines *l, struct dwarf_row_cursor *c,
                                       uint64_t addr, uint64_t *until)
{
    c->sequence = search_upto_near(l->sequences, l->n_sequences,
                                   SEARCH_BY(struct dwarf_sequence, hi), addr, c->sequence);
    const struct dwarf_sequence *s =
        c->sequence < l->n_sequences ? &l->sequences[c->sequence] : NULL;
    if (!s || addr < s->lo) {
        *until = s ? s->lo : UINT64_MAX;
        return NULL;
    }
    const struct dwarf_row *rows = l->rows + s->first;
    size_t n = search_upto_near(rows, s->n_rows, SEARCH_BY(struct dwarf_row, addr), addr, c->n);
    c->n = n;
    *until = n < s->n_rows && rows[n].addr < s->hi ? rows[n].addr : s->hi;
    return &rows[n - 1];
}

/* ---- paths ---- */

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
