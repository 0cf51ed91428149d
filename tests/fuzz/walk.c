/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "walk.h"

#include "core/load/lines/lines.h"
#include "core/load/lines/lines_each.h"
#include "tests/support/require.h"

enum { SEARCHES = 64 };

struct walk {
    uint64_t next, hi;
    struct line_place last;
    struct lines *search;
    unsigned n;
};

bool walk_is_foreign(const struct elf *elf)
{
    return elf->type == ET_REL || elf_find_name(elf, ".stab") || elf_find_name(elf, ".zdebug_info");
}

static bool step(void *ctx, uint64_t addr, const struct line_place *p)
{
    struct walk *w = ctx;
    struct line_pos pos;
    require(p->file && p->line && p->function && addr >= w->next && addr < w->hi);
    require(p->file != w->last.file || p->line != w->last.line || p->function != w->last.function);
    require(w->n++ >= SEARCHES || !lines_find(w->search, addr, &pos) || (pos.file && pos.line));
    w->last = *p;
    w->next = addr + 1;
    return true;
}

static struct lines *open_lines(const char *image, enum walk_how how)
{
    struct lines *l = lines_new(image);
    require(l);
    if (how == WALK_SPLIT)
        lines_read_split(l);
    if (how == WALK_WINDOWS)
        lines_tidy_windows(l);
    return l;
}

void walk_check(const char *image, uint64_t lo, uint64_t hi, uint64_t most, enum walk_how how)
{
    struct lines *l = open_lines(image, how);
    struct walk w = {
        .next = lo, .hi = hi - lo < most ? hi : lo + most, .search = open_lines(image, how)};
    require(w.hi < lo || lines_each(l, lo, w.hi, &(struct lines_walker){.take = step, .ctx = &w}));
    lines_free(w.search);
    lines_free(l);
}
