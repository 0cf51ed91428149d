/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writer_list: items of a section, put by several threads. Private to view/format. */
#ifndef GPTUI_VIEW_WRITER_LIST_H
#define GPTUI_VIEW_WRITER_LIST_H

#include "core/view/writer.h"

/* Items of a section, each of which looks the same whoever puts it. */
struct gnu_list {
    uint32_t n;
    uint32_t per_piece; /* how many one thread puts at a time: some thousand lines of them */
    /* Append item i, with gnu_row after each line. What a thread changes, but for o, ctx has once
     * for each slot of base/task. */
    void (*put)(void *ctx, struct gnu_out *o, unsigned slot, uint32_t i);
    void *ctx;
};

/* Put all items, with the help of other threads as far as gnu_helpers allows. */
void gnu_put_list(struct gnu_out *o, const struct gnu_list *l, unsigned helpers);

/* How many other threads may put items of a list of n, whose names are those of wanted[] (per
 * symbol; 0: not). Makes these names. 0 where it would not pay, or where a place is looked up for
 * each name. */
unsigned gnu_helpers(const struct view_context *v, uint32_t n, const uint8_t *wanted);

/* How many other threads may put items of a list of these nodes, cycles among them. */
unsigned gnu_helpers_of(const struct view_context *v, const node_id *nodes, uint32_t n);

#endif
