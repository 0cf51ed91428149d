/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All places of a range of addresses, in one walk. */
#include "core/load/lines/lines_each.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/search.h"
#include "core/load/dwarf/function.h"
#include "core/load/dwarf/split.h"
#include "core/load/lines/lines_internal.h"

enum {
    LARGE_BYTES = 1 << 16,      /* of text: to walk them, debug information is read whole */
    CHEAP_LINE_BYTES = 1 << 20, /* of line programs: they are all run for any walk */
    ASK_STEPS = 1 << 12,        /* from one question whether to go on to the next */
    ASK_OTHER = 1 << 8,         /* addresses, where each is a lookup of libbfd's */
    LOOKUP_WORK = 8,            /* steps of work (see dwarf_work) that a lookup in one unit is */
};

/* What a walk has of one unit. */
struct walk_unit {
    struct dwarf_functions functions;
    size_t span; /* the last lookup's number of spans that begin at or before the address */
    struct dwarf_row_cursor rows;
};

/* A range of a unit that holds the address. */
struct active {
    uint64_t hi;
    uint32_t unit;
};

struct line_walk {
    struct lines *l;
    uint64_t addr, until; /* up to there the answer for addr does not change */
    const struct lines_walker *walker;
    uint64_t shift; /* added to addresses for the walker */
    size_t n_steps;
    struct line_place last;

    struct walk_unit **units; /* by number; NULL: not yet opened, or done with */
    uint32_t *n_ranges;       /* by number: still to come or active */
    struct dwarf_open_unit open;
    struct dwarf_namer namer;
    struct elf_functions named; /* by the symbol table */
    struct elf_cursor symbol;

    size_t next_range;     /* of the index */
    struct active *active; /* ascending by unit */
    uint64_t same_until;   /* up to there they are the same */
    size_t n_active, active_cap;
    bool tired; /* only units made to do harm need so much work: the walk ends here */
};

/* --- one unit ----------------------------------------------------------------------------------*/

/* Give functions their names, "" for none. Where debug information has only a plain name, or none,
 * a symbol right at the start of the function counts more. */
static void name_functions(struct line_walk *w, struct dwarf_functions *f,
                           struct dwarf_namer *namer, struct dwarf_open_unit *u)
{
    const struct elf_functions *t = &w->named;
    for (size_t i = 0; i < f->n; i++) {
        const uint64_t lo = f->all[i].lo;
        struct dwarf_name name = dwarf_name_find(namer, u, f->all[i].entry);
        const char *s = name.s ? name.s : "";
        size_t at = search_below(t->all, t->n, SEARCH_BY(struct elf_function, addr), lo);
        if (!name.is_linkage && at < t->n && t->all[at].addr == lo)
            s = t->all[at].name;
        f->all[i].name = lines_keep_text(w->l, s, strlen(s));
    }
}

static void read_functions(struct line_walk *w, struct walk_unit *u, size_t unit)
{
    struct dwarf_split s;
    struct dwarf_namer namer = {0};
    if (!dwarf_open_unit(&w->open, &w->l->dwarf, w->l->units.units[unit].start))
        return;
    if (w->l->split && dwarf_split_open(&s, &w->open, w->l->path, &w->l->package)) {
        dwarf_functions_read(&u->functions, &s.unit);
        name_functions(w, &u->functions, &namer, &s.unit);
        w->tired |= !dwarf_work(&w->l->dwarf, s.dwarf.work);
        dwarf_open_unit_release(&namer.other);
        dwarf_split_close(&s);
    } else {
        dwarf_functions_read(&u->functions, &w->open);
        name_functions(w, &u->functions, &w->namer, &w->open);
    }
}

static void free_unit(struct line_walk *w, size_t unit)
{
    if (w->units[unit])
        dwarf_functions_release(&w->units[unit]->functions);
    free(w->units[unit]);
    w->units[unit] = NULL;
}

static void come_down(struct line_walk *w, uint64_t until)
{
    w->until = until < w->until ? until : w->until;
}

/* --- one address -------------------------------------------------------------------------------*/

/* Does the unit know anything of the address? Then *out is what; its file is NULL if that is not
 * enough for a place. */
static bool look_up_place(struct line_walk *w, size_t unit, struct line_place *out)
{
    uint64_t until;
    const struct lines_table *t = lines_get_table(w->l, unit);
    if (!w->units[unit]) {
        w->units[unit] = mem_array(1, sizeof **w->units);
        read_functions(w, w->units[unit], unit);
    }
    struct walk_unit *u = w->units[unit];
    const struct dwarf_row *row = dwarf_lines_at(&t->lines, &u->rows, w->addr, &until);
    come_down(w, until);
    const struct dwarf_functions *fs = &u->functions;
    u->span = search_upto_near(fs->spans, fs->n_spans, SEARCH_BY(struct dwarf_span, lo), w->addr,
                               u->span);
    if (u->span < fs->n_spans)
        come_down(w, fs->spans[u->span].lo);
    const uint32_t f = u->span ? fs->spans[u->span - 1].function : DWARF_NO_FUNCTION;
    if (!row && f == DWARF_NO_FUNCTION)
        return false;
    if (f == DWARF_NO_FUNCTION) {
        const struct elf_function *s = elf_functions_walk(&w->named, &w->symbol, w->addr, &until);
        come_down(w, until);
        out->function = s ? lines_keep_text(w->l, s->name, strlen(s->name)) : NULL;
    } else {
        out->function = fs->all[f].name;
    }
    if (row && row->line && out->function && *out->function)
        out->file = lines_file_path(w->l, unit, row->file);
    out->line = row ? row->line : 0;
    return true;
}

/* --- which units -------------------------------------------------------------------------------*/

static void note_work(struct line_walk *w, uint64_t n)
{
    w->tired |= !dwarf_work(&w->l->dwarf, n);
}

static void end_range(struct line_walk *w, uint32_t unit)
{
    if (--w->n_ranges[unit] > 0)
        return;
    free_unit(w, unit);
    if (w->l->n_rows > w->l->rows_kept)
        lines_drop_table(w->l, unit);
}

/* Make `active` the ranges that hold the address. */
static void move_ranges(struct line_walk *w)
{
    const struct dwarf_units *units = &w->l->units;
    size_t kept = 0;
    if (w->addr < w->same_until) {
        come_down(w, w->same_until);
        return;
    }
    w->same_until = UINT64_MAX;
    for (size_t i = 0; i < w->n_active; i++)
        if (w->active[i].hi > w->addr)
            w->active[kept++] = w->active[i];
        else
            end_range(w, w->active[i].unit);
    w->n_active = kept;
    for (; w->next_range < units->n_ranges && !w->tired; w->next_range++) {
        const struct dwarf_range *r = &units->ranges[w->next_range];
        if (r->lo > w->addr) {
            w->same_until = r->lo;
            break;
        }
        if (r->hi <= w->addr) {
            end_range(w, r->unit);
            continue;
        }
        size_t i = w->n_active++;
        note_work(w, i / 8);
        mem_grow(&w->active, &w->active_cap, i + 1, sizeof *w->active);
        for (; i > 0 && w->active[i - 1].unit > r->unit; i--)
            w->active[i] = w->active[i - 1];
        w->active[i] = (struct active){.hi = r->hi, .unit = r->unit};
    }
    for (size_t i = 0; i < w->n_active; i++)
        if (w->active[i].hi < w->same_until)
            w->same_until = w->active[i].hi;
    come_down(w, w->same_until);
    note_work(w, w->n_active / 8);
}

/* --- the walk ----------------------------------------------------------------------------------*/

static bool give_place(struct line_walk *w, const struct line_place *p)
{
    const struct line_place *last = &w->last;
    if (!p->file ||
        (p->file == last->file && p->line == last->line && p->function == last->function))
        return true;
    w->last = *p;
    return w->walker->take(w->walker->ctx, w->addr + w->shift, p);
}

/* Once in `steps` steps the walker is asked. */
static bool walk_goes_on(struct line_walk *w, size_t steps)
{
    const struct lines_walker *to = w->walker;
    return w->n_steps++ % steps || !to->go_on || to->go_on(to->ctx, w->addr + w->shift);
}

static bool walk_step(struct line_walk *w)
{
    struct line_place p = {0};
    move_ranges(w);
    for (size_t i = 0; i < w->n_active && !w->tired; i++) {
        note_work(w, LOOKUP_WORK);
        if (look_up_place(w, w->active[i].unit, &p))
            break;
    }
    return give_place(w, &p);
}

static bool walk_dwarf(struct line_walk *w, uint64_t hi)
{
    struct lines *l = w->l;
    lines_know_units(l, hi - w->addr > LARGE_BYTES ||
                            l->dwarf.sections[DWARF_LINE].size <= CHEAP_LINE_BYTES);
    w->units = mem_array(l->units.n_units, sizeof(struct walk_unit *));
    w->n_ranges = mem_array(l->units.n_units, sizeof *w->n_ranges);
    bool ok = true;
    for (size_t i = 0; i < l->units.n_ranges; i++)
        w->n_ranges[l->units.ranges[i].unit]++;
    for (; ok && w->addr < hi && !w->tired; w->addr = w->until) {
        w->until = hi;
        ok = walk_goes_on(w, ASK_STEPS) && walk_step(w);
    }
    return ok;
}

/* Walk with libbfd, which has to be asked about every address. */
static bool walk_other(struct line_walk *w, uint64_t hi)
{
    uint64_t end = bfd_lines_end(w->l->other);
    bool ok = true;
    for (; ok && w->addr < hi && w->addr < end; w->addr++) {
        struct bfd_place b;
        ok = walk_goes_on(w, ASK_OTHER);
        if (!ok || !bfd_lines_find(w->l->other, w->addr, &b))
            continue;
        struct line_place p = {.file = lines_keep_path(w->l, b.file),
                               .line = b.line,
                               .function = lines_keep_text(w->l, b.function, strlen(b.function))};
        ok = give_place(w, &p);
    }
    return ok;
}

bool lines_each(struct lines *l, uint64_t lo, uint64_t hi, const struct lines_walker *to)
{
    uint64_t at = lo;
    if (hi <= lo)
        return true;
    l = lines_image_at(l, &at);
    struct line_walk w = {.l = l, .addr = at, .walker = to, .shift = lo - at};
    hi -= w.shift;
    lo = at;
    lines_open(l, hi - lo > LARGE_BYTES);
    if (l->other)
        return walk_other(&w, hi);
    if (l->units.n_units == 0)
        return true;
    const struct debug_file *f = l->separate.path ? &l->separate : &l->image;
    bool ok = walk_goes_on(&w, 1);
    if (ok)
        elf_functions_read(&w.named, &f->elf);
    l->keep_tables = true;
    ok = ok && walk_dwarf(&w, hi);
    l->keep_tables = false;
    /* Who has all places asks for few more: what the walk read would only take room. */
    for (size_t i = 0; w.units && i < l->units.n_units; i++) {
        free_unit(&w, i);
        lines_drop_table(l, i);
    }
    dwarf_drop_whole(&l->dwarf);
    elf_functions_release(&w.named);
    free(w.units);
    free(w.n_ranges);
    free(w.active);
    dwarf_open_unit_release(&w.open);
    dwarf_open_unit_release(&w.namer.other);
    return ok;
}
