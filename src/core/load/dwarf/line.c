/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/dwarf/line.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/dwarf/constants.h"
#include "core/load/dwarf/line_header.h"

enum { BYTES_PER_ROW = 4 }; /* of a program, about */

/* The registers of the line machine, DWARF 5 section 6.2.2, as far as they matter here. */
struct line_machine {
    struct dwarf_lines *l;
    const struct dwarf_line_head *h;
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
    const struct dwarf_line_head *h = m->h;
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
        m->addr = dwarf_fixed(&in, n - 1 > 8 ? 8 : (unsigned)(n - 1));
        m->op_index = 0;
        break;
    case DW_LNE_define_file:
        dwarf_line_define_file(m->l, m->h, p + 1, (size_t)n - 1);
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
        m->addr += cursor_u16(c);
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
    const struct dwarf_line_head *h = m->h;
    reset(m);
    while (c->at < c->n) {
        uint8_t op = c->p[c->at++];
        if (op >= h->opcode_base) {
            op -= h->opcode_base;
            advance(m, op / h->line_range);
            m->line += (uint32_t)(h->line_base + op % h->line_range);
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
    struct dwarf_line_head h;
    if (!dwarf_line_head_read(&h, l, d, u))
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
