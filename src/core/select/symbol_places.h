/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symbol_places: the source file and line where each symbol of a table starts, and the list of
 * files.
 *
 * Made only when something needs every entry: symspecs with files or lines, execution counts,
 * annotated source, line symbols. */
#ifndef GPTUI_SELECT_SYMBOL_PLACES_H
#define GPTUI_SELECT_SYMBOL_PLACES_H

#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/lines/lines.h"
#include "core/model/symbol.h"

struct sources {
    struct arena memory; /* owns what the rest points to but texts */
    struct source_place {
        uint32_t file, line; /* a number of files[], NO_ID where unknown */
    } * entry;               /* per symbol of the table */
    const char **files;      /* distinct paths in the order first met: first the functions in the
                               order of the image, also those that are not in the table because
                               another one stands at their address, then line symbols */
    uint32_t n_files;
};

/* The place of symbol y; its file is NULL where it is unknown. */
static inline struct line_pos sources_place(const struct sources *s, sym_id y)
{
    const struct source_place *p = &s->entry[y];
    return (struct line_pos){p->file == NO_ID ? NULL : s->files[p->file], p->line};
}

/* For a table that was made with o. `lines` NULL: nothing is known. Fails with ERR_CANCELLED.
 * Release it with arena_object_free. */
struct sources *sources_new(const struct table *t, const struct table_options *o,
                            struct lines *lines, const struct progress *progress,
                            struct err *e) ATTR_MUST_USE;

/* The file that GNU gprof means by a base name: of several the one met last. NULL if none. */
const char *sources_last_by_base(const struct sources *s, const char *base, size_t n);

/* Whether `path` is one of the files, and no other has its base name. */
bool sources_alone(const struct sources *s, const char *path);

#endif
