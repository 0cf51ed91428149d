/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line_ends: what ends a line of the call graph: the name, the marks after it, and a line feed.
 * Each is printed once per arc, so all that will be are made beforehand. Private to view/gnu*. */
#ifndef GPTUI_VIEW_GNU_LINE_ENDS_H
#define GPTUI_VIEW_GNU_LINE_ENDS_H

#include <string.h>

#include "core/base/mem.h"
#include "core/base/prefetch.h"
#include "core/view/writer.h"

/* After the start of each end this many bytes may be read: a copy of fixed size is a few
 * instructions. */
enum { LINE_END_ROOM = 32 };

/* Where the end of a symbol's lines is: its length, 4 bytes, and then itself. Made in the order of
 * addresses, since that is the order of what they are made from. */
struct line_ends {
    const char **at; /* per symbol; unset for those that stand on no line */
    size_t usual_bytes;
    struct arena store;
};

/* Make those that the graph of v needs. *helpers: how many other threads may put its entries. False
 * when memory runs out; to be released all the same. */
bool line_ends_make(struct line_ends *l, const struct view_context *v,
                    unsigned *helpers) ATTR_MUST_USE;
void line_ends_release(struct line_ends *l);

struct line_end {
    const char *p;
    uint32_t n;
};

static inline struct line_end line_end(const struct line_ends *l, sym_id s)
{
    struct line_end end = {.p = l->at[s]};
    memcpy(&end.n, end.p, sizeof end.n);
    end.p += sizeof end.n;
    return end;
}

/* Ask the memory for where an end is, or for the end itself. */
static inline void line_end_fetch(const struct line_ends *l, sym_id s, bool text)
{
    if (text)
        fetch_bytes(l->at[s], l->usual_bytes);
    else
        fetch(&l->at[s]);
}

#endif
