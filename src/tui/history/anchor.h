/* SPDX-License-Identifier: GPL-3.0-or-later */
/* anchor: a function, a line or a cycle, whatever the options are.
 *
 * Node and arc ids are those of the analysis at hand. What must survive a change of the options is
 * kept as an anchor, which names the symbol as the image has it. */
#ifndef GPTUI_TUI_HISTORY_ANCHOR_H
#define GPTUI_TUI_HISTORY_ANCHOR_H

#include <stdbool.h>
#include <stdint.h>

#include "core/session/session.h"

/* A function, a line of one, or a cycle by one of its members, independent of any analysis. */
struct anchor {
    uint64_t addr;
    bool there; /* else it is nothing */
    bool line;  /* the code of a source line: without -l its function is meant */
    bool cycle;
    bool old; /* of the program compared with, where the function is gone: no node means it */
};
#define NO_ANCHOR ((struct anchor){.there = false})

struct anchor anchor_of_node(const struct session *s, node_id n);

/* The anchor of a function that only the old side of a comparison has, and the function there that
 * it means now, or NO_ID; `old` is an analysis of that side. */
struct anchor anchor_of_gone(const struct analysis *old, sym_id gone);
sym_id anchor_gone(const struct analysis *old, struct anchor a);

/* The node an anchor means now, or NO_ID if the table has no such symbol any more. */
node_id anchor_node(const struct session *s, struct anchor a);

/* The raw name of its symbol; NULL: it means none. */
const char *anchor_name(const struct session *s, struct anchor a);

/* The anchor of what had this raw name, in a program that may have been built again since: at its
 * address if that still is its name, else the first symbol so named. NO_ANCHOR: there is none. */
struct anchor anchor_renewed(const struct session *s, struct anchor a, const char *name);

static inline bool anchor_equal(struct anchor a, struct anchor b)
{
    if (!a.there || !b.there)
        return a.there == b.there;
    return a.addr == b.addr && a.cycle == b.cycle && a.old == b.old;
}

#endif
