/* SPDX-License-Identifier: GPL-3.0-or-later */
/* study: what the browser calls the things of a session: anchors, names, symspecs, its command
 * line.
 *
 * Node and arc ids are those of the analysis at hand. What must survive a change of the options is
 * kept as an anchor, which names the symbol as the image has it. */
#ifndef GPTUI_TUI_STUDY_STUDY_H
#define GPTUI_TUI_STUDY_STUDY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/session/session.h"

/* A function, a line of one, or a cycle by one of its members, independent of any analysis. */
struct anchor {
    uint64_t addr;
    bool there; /* else it is nothing */
    bool line;  /* the code of a source line: without -l its function is meant */
    bool cycle;
};
#define NO_ANCHOR ((struct anchor){.there = false})

struct anchor study_anchor(const struct session *s, node_id n);

/* The node an anchor means now, or NO_ID if the table has no such symbol any more. */
node_id study_node(const struct session *s, struct anchor a);

static inline bool anchor_equal(struct anchor a, struct anchor b)
{
    if (!a.there || !b.there)
        return a.there == b.there;
    return a.addr == b.addr && a.cycle == b.cycle;
}

/* The name of a node at a level; for a cycle that of its first member. "" for NO_ID. */
const char *study_name(const struct session *s, node_id n, enum name_level level);

/* Append a symspec that selects the symbol by its name: gprof's form, or a regex where that cannot
 * say it. False, in strict mode, for such a name. */
bool study_spec(const struct session *s, sym_id sym, struct text *out);

/* Whether a symspec, or a pair of them for arcs, selects any symbols of the table at hand; true if
 * memory runs out. */
bool study_selects(const struct session *s, const char *spec, bool arcs);

/* Append a symspec or an arc with the mangled names in it as they read at a level. */
void study_read_spec(const struct session *s, const char *spec, enum name_level level,
                     struct text *out);

/* Append the options that are on as option_list_command does, but with such names. */
void study_read_options(const struct session *s, const struct option_list *list,
                        enum name_level level, struct text *out);

/* Append the command line, as the batch program takes it: "gptui", the options of `list` (NULL:
 * those that are on), `extra` (NULL: nothing), the image and the files. */
void study_command(const struct session *s, const struct option_list *list, const char *extra,
                   struct text *out);

#endif
