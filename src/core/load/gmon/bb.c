/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files for people, called bb.out, that programs compiled by GCC 2 with -a appended to as they
 * ended. Each object file's blocks stand for one record of blocks:
 *
 *   Basic block profiling finished on DATE
 *   File NAME, 2 basic blocks
 *       Block #1: executed  7 time(s) address= 0x401000 function= f line=  3 file= f.c
 *       Block #2: executed 12 time(s) address= 0x401010 function= f line=  5 file= f.c
 *
 * Numbers are padded with blanks; what follows the address may be missing and is not read. */
#include "core/load/gmon/reader.h"

#include <string.h>

#include "core/base/char.h"

/* A line being read: [p, end), without its newline. */
struct bb_line {
    const char *p, *end;
    bool cut_off; /* no newline after it */
};

struct bb_reader {
    struct gmon_reader *r;
    int64_t line;     /* number of the line just taken */
    uint64_t missing; /* blocks that were announced and have not come yet */
};

static bool bad_line(const struct bb_reader *b, const char *why, struct err *e)
{
    err_what(e, ERR_GMON_LINE, b->r->path, why, NULL);
    e->n = b->line;
    return false;
}

/* ---- pieces of a line ---- */

static struct bb_line next_line(struct cursor *c)
{
    const char *p = (const char *)c->p + c->at;
    const char *newline = memchr(p, '\n', cursor_left(c));
    struct bb_line l = {p, newline ? newline : p + cursor_left(c), !newline};
    c->at = newline ? (size_t)(newline - (const char *)c->p) + 1 : c->n;
    if (l.end > l.p && l.end[-1] == '\r')
        l.end--;
    return l;
}

static void skip_blanks(struct bb_line *l)
{
    while (l->p < l->end && (*l->p == ' ' || *l->p == '\t'))
        l->p++;
}

/* Skip blanks and `word`, if that is what follows. */
static bool take_word(struct bb_line *l, const char *word)
{
    size_t n = strlen(word);
    skip_blanks(l);
    if ((size_t)(l->end - l->p) < n || memcmp(l->p, word, n) != 0)
        return false;
    l->p += n;
    return true;
}

static int digit_of(char c)
{
    if (char_is_digit(c))
        return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* A number that 64 bits hold, after blanks. */
static bool take_number(struct bb_line *l, int base, uint64_t *v)
{
    skip_blanks(l);
    const char *start = l->p;
    *v = 0;
    for (; l->p < l->end && digit_of(*l->p) < base; l->p++) {
        uint64_t digit = (uint64_t)digit_of(*l->p);
        if (*v > (UINT64_MAX - digit) / (uint64_t)base)
            return false;
        *v = *v * (uint64_t)base + digit;
    }
    return l->p > start;
}

static bool fits_image(const struct bb_reader *b, uint64_t v)
{
    return b->r->addr_bytes == 8 || v <= UINT32_MAX;
}

/* A count, which is negative if its counter overflowed. */
static bool take_count(const struct bb_reader *b, struct bb_line *l, uint64_t *v)
{
    bool negative = take_word(l, "-");
    if (!take_number(l, 10, v) || !fits_image(b, *v))
        return false;
    if (negative)
        *v = b->r->addr_bytes == 8 ? -*v : (uint32_t) - *v;
    return true;
}

/* ---- kinds of lines ---- */

static bool is_start(struct bb_line l)
{
    return take_word(&l, "Basic block profiling finished");
}

/* After the name, which may have commas itself, stands ", N basic blocks". */
static bool is_file(struct bb_line l, uint64_t *n)
{
    if (!take_word(&l, "File "))
        return false;
    for (const char *p = l.end; p-- > l.p;) {
        struct bb_line rest = {.p = p, .end = l.end};
        if (*p == ',' && take_word(&rest, ",") && take_number(&rest, 10, n) &&
            take_word(&rest, "basic block"))
            return true;
    }
    return false;
}

static bool is_blank(struct bb_line l)
{
    skip_blanks(&l);
    return l.p == l.end;
}

/* ---- reading ---- */

static bool read_block_line(struct bb_reader *b, struct bb_line l, struct err *e)
{
    struct raw_block block;
    if (l.cut_off) /* its address may look whole */
        return bad_line(b, "the line is cut off", e);
    if (b->missing == 0)
        return bad_line(b, "more blocks than were announced", e);
    if (!take_word(&l, "executed") || !take_count(b, &l, &block.count) || !take_word(&l, "time"))
        return bad_line(b, "no count of executions", e);
    take_word(&l, "(s)");
    take_word(&l, "s");
    if (!take_word(&l, "address="))
        return bad_line(b, "a block without an address", e);
    take_word(&l, "0x");
    if (!take_number(&l, 16, &block.addr) || !fits_image(b, block.addr) ||
        !(l.p == l.end || *l.p == ' '))
        return bad_line(b, "no address of this image", e);
    b->missing--;
    if (b->r->o->saw_blocks)
        *b->r->o->saw_blocks = true;
    struct profile *p = b->r->p;
    mem_grow(&p->blocks, &b->r->block_cap, p->n_blocks + 1, sizeof *p->blocks);
    p->blocks[p->n_blocks++] = (struct raw_block){gmon_moved(block.addr, b->r->move), block.count};
    return true;
}

static bool read_line(struct bb_reader *b, struct bb_line l, struct err *e)
{
    uint64_t n = 0;
    if (take_word(&l, "Block #") && take_number(&l, 10, &n) && take_word(&l, ":"))
        return read_block_line(b, l, e);
    bool file = is_file(l, &n);
    if (file || is_start(l)) {
        if (b->missing)
            return bad_line(b, "blocks are missing before this line", e);
        b->missing = file ? n : 0;
        b->r->file.n_block_records += file;
        b->r->p->has_blocks |= file;
        return true;
    }
    return is_blank(l) || bad_line(b, "not a line of basic-block counts", e);
}

bool gmon_is_bb(const struct cursor *c)
{
    struct cursor rest = *c;
    uint64_t n;
    while (cursor_left(&rest) > 0) {
        struct bb_line l = next_line(&rest);
        if (!is_blank(l))
            return is_start(l) || is_file(l, &n);
    }
    return false;
}

bool gmon_read_bb(struct gmon_reader *r, struct err *e)
{
    struct bb_reader b = {.r = r};
    r->file.layout = GMON_MAGIC;
    r->file.version = GMON_VERSION;
    while (cursor_left(&r->c) > 0) {
        b.line++;
        if (!read_line(&b, next_line(&r->c), e))
            return false;
        if (b.line % GMON_SLAB == 0 && !gmon_progress(r, e))
            return false;
    }
    return b.missing == 0 || bad_line(&b, "the file ends before all blocks have come", e);
}
