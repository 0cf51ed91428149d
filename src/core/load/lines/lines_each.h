/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines_each: all places in a range of addresses, one after the other. */
#ifndef GPTUI_LOAD_LINES_LINES_EACH_H
#define GPTUI_LOAD_LINES_LINES_EACH_H

#include "core/load/lines/lines.h"

/* What GNU gprof -l knows of an address. Strings as in line_pos; all are known. */
struct line_place {
    const char *file;
    uint32_t line;
    const char *function; /* raw name of the innermost function or inlined function */
};

/* Who goes along a walk. Returning false ends it. */
struct lines_walker {
    bool (*take)(void *ctx, uint64_t addr, const struct line_place *p);
    bool (*go_on)(void *ctx, uint64_t addr); /* asked now and then; NULL: yes */
    void *ctx;
};

/* Have w take every address in [lo, hi), all of one image, ascending, that has a place which
 * differs from that of the last address that had one; addresses without one between them do not
 * count as a difference. False if w said so. */
bool lines_each(struct lines *l, uint64_t lo, uint64_t hi,
                const struct lines_walker *w) ATTR_MUST_USE;

#endif
