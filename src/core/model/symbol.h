/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbol: the analysed symbol table. Which raw symbols make it up depends on options; the type
 * stands in the model because symspecs select from it before anything is analysed. */
#ifndef GPTUI_MODEL_SYMBOL_H
#define GPTUI_MODEL_SYMBOL_H

#include "core/base/mem.h"
#include "core/base/prefetch.h"
#include "core/model/profile.h"

struct line_symbol {
    uint64_t addr;
    const char *file; /* never NULL */
    uint32_t line;    /* from 1 */
    uint32_t name;    /* raw name of the function, or of the inlined one */
};

/* Where the code of source lines begins, from debug information: what -l counts time and calls by.
 *
 * 1. v[] ascends by address; all addresses are distinct and lie in the .text of an image.
 * 2. Neighbours of one image differ in file, line or name, unless some between them were left out.
 *    Equal files are equal pointers.
 * 3. A name below the image's n_symbols is that image symbol's; names[k] has number n_symbols + k,
 *    and no image symbol has that name. */
struct line_symbols {
    struct line_symbol *v;
    uint32_t n;
    uint16_t *left_out; /* per line symbol: those after it, of its file and name; NULL: none are */
    const char **names; /* zero-terminated, not owned */
    uint32_t n_names;
};

typedef uint32_t sym_id; /* a symbol of the table */

#define NO_ID UINT32_MAX

/* Beside the flags of raw symbols: the symbol is the code of a source line. */
enum { SYM_LINE = 4 };

struct symbol {
    uint64_t addr, end;  /* half-open; end <= addr for a symbol that no address can hit */
    uint32_t raw;        /* its name: a symbol of the image, or as in line_symbols */
    uint16_t flags;      /* SYM_STATIC, SYM_FUNC, SYM_LINE, SYM_CLONE, SYM_STUB */
    uint16_t n_left_out; /* line symbols that would stand after it, without calls and time */
};

/* 1. symbols[] ascends by address, and no two stand at one address.
 * 2. A symbol ends where the next one starts, the last one where .text ends, even if that is below
 *    its own address: then no address is ever found in it. Except that functions in a table with
 *    line symbols end where they end without them; addresses are found in the line symbols that
 *    follow all the same.
 * 3. page[] narrows a search: see table_find.
 * 4. Where parts are joined, what belongs to a part of a function, by address, is the function's:
 *    nothing is ever the part's own. */
struct table {
    struct arena memory; /* owns what the rest points to, but for the first two */
    const struct profile *profile;
    const struct line_symbols *lines; /* those that it was made with; NULL without -l */
    struct symbol *symbols;
    uint32_t n_symbols;
    sym_id *whole; /* per symbol: itself, or the function that it is a joined part of; NULL: none is
                      joined */

    uint64_t page_lo, page_hi; /* addresses that pages cover */
    unsigned page_shift;
    uint32_t *page; /* for each page, the last symbol that starts at or below its first address */
};

/* The last symbol that starts at or below addr, if addr lies in it; else NO_ID. Constant time on
 * average, logarithmic at worst. */
sym_id table_at(const struct table *t, uint64_t addr);

/* The function that s is a joined part of, else s. */
static inline sym_id table_whole(const struct table *t, sym_id s)
{
    return t->whole && s != NO_ID ? t->whole[s] : s;
}

/* What belongs to addr is this symbol's: that of table_at, or the function that it is a part of. */
static inline sym_id table_find(const struct table *t, uint64_t addr)
{
    return table_whole(t, table_at(t, addr));
}

/* Whether calls from s to `to` lead from a function to a part of it, and are no calls of anybody.
 * The part may be called by others, in which the function's beginning is inlined. */
static inline bool table_is_inner(const struct table *t, sym_id s, sym_id to)
{
    return t->whole && s != NO_ID && to != NO_ID && to != s && t->whole[to] == s;
}

/* Whether nobody can say that s was not called: it is a joined part, or a stub, whose calls
 * are not counted. Such a symbol is never listed as unused. */
static inline bool table_is_silent(const struct table *t, sym_id s)
{
    return t->symbols[s].flags & SYM_STUB || table_whole(t, s) != s;
}

/* Whether addr is found in symbol s. */
static inline bool table_holds(const struct table *t, sym_id s, uint64_t addr)
{
    const struct symbol *y = &t->symbols[s];
    return addr >= y->addr && addr < y->end && (s + 1 == t->n_symbols || addr < y[1].addr);
}

/* Which raw symbols are entered in a table. */
struct table_options {
    bool no_static;      /* -a: not the local ones */
    bool functions_only; /* -D: not the local ones that are no functions */
    bool clones;         /* also functions with a dot, and stubs */
    bool join_parts;     /* .cold and .part with their functions, if there are no line symbols */
};

static inline bool table_accepts(const struct table_options *o, uint32_t flags)
{
    if (flags & SYM_UNKNOWN_TO_GNU)
        return o->clones && !(o->no_static && flags & SYM_CLONE);
    return !(flags & SYM_STATIC) || (flags & SYM_KEPT) ||
           (!o->no_static && (!o->functions_only || (flags & SYM_FUNC)));
}

/* The rank, 0..3, of a symbol among those at its address before one is chosen: functions first,
 * then globals before statics. */
static inline unsigned symbol_rank(uint32_t flags)
{
    return (flags & SYM_FUNC ? 0u : 2u) | (flags & SYM_STATIC ? 1u : 0u);
}

/* One of several symbols at an address, of which one will stay. */
struct rival {
    const char *name;
    uint32_t flags;
};

/* Whether a symbol further back in that order takes the place of the winner so far: globals beat
 * statics, functions beat labels, names with fewer leading underscores beat others. */
bool rival_replaces(struct rival later, struct rival winner);

static inline struct rival image_rival(const struct image *im, uint32_t raw)
{
    return (struct rival){image_name(im, &im->symbols[raw]), im->symbols[raw].flags};
}

/* The raw name of number `raw` (see struct symbol), zero-terminated. `lines` is NULL where no name
 * is a line symbol's own. */
static inline const char *raw_name(const struct image *im, const struct line_symbols *lines,
                                   uint32_t raw)
{
    return raw < im->n_symbols ? image_name(im, &im->symbols[raw])
                               : lines->names[raw - im->n_symbols];
}

/* Raw name, zero-terminated. */
static inline const char *table_name(const struct table *t, sym_id s)
{
    const struct symbol *y = &t->symbols[s];
    return raw_name(t->profile->image, t->lines, y->raw);
}

/* Ask for names of symbols after s, of which one after the other is read: linkers put names, and
 * the symbols in their table, anywhere. */
static inline void table_fetch_name(const struct table *t, sym_id s)
{
    enum { AHEAD = 12 };
    if (2 * AHEAD < t->n_symbols - s) {
        fetch(&t->profile->image->symbols[t->symbols[s + 2 * AHEAD].raw]);
        fetch(table_name(t, s + AHEAD));
    }
}

/* The name that symspecs mean, zero-terminated: the raw one without the target's leading
 * character. */
static inline const char *table_plain_name(const struct table *t, sym_id s)
{
    return image_plain_name(t->profile->image, table_name(t, s));
}

#endif
