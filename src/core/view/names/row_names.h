/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_names: names of a view's rows, each within the columns that its row has for it.
 *
 * 1. A name depends on the rows and their columns, not on which of them are asked for or when.
 * 2. Rows whose full names differ have different texts: those within ROW_NAMES_NEAR rows of each
 *    other, and all where names are uncut. Names that are equal in full, and those for which there
 *    is no room, get a mark that is never elided.
 * 3. Template arguments and parameters are elided first, then leading namespaces and classes; the
 *    function's own name is whole while it has room, and always up to half of it. What tells a row
 *    from those most like it stays longest of the rest, at its place, from the beginning of its
 *    word. Short names have one ellipsis, more only where rows would read alike.
 * 4. Texts are safe to show. */
#ifndef GPTUI_VIEW_NAMES_ROW_NAMES_H
#define GPTUI_VIEW_NAMES_ROW_NAMES_H

#include "core/base/text.h"
#include "core/view/names/names.h"

enum { ROW_NAMES_NEAR = 64 };

struct named_row {
    struct names *names; /* whose number `raw` is; outlives the list */
    uint32_t raw;        /* NO_ID: the row has no name */
    unsigned cols;       /* ignored where they are uncut */
};

/* What names of rows are made from. `ctx` outlives it. */
struct row_names_source {
    enum name_level level; /* the most that is shown; NAME_RAW: raw names, uncut */
    bool uncut;            /* in as many columns as they take */
    bool ascii;
    uint32_t n_rows;
    void (*row)(const void *ctx, uint32_t i, struct named_row *out);

    /* Append what tells row i from others of its name, the file (0) or the image (1). False: it is
     * not known. May be NULL. */
    bool (*place)(const void *ctx, uint32_t i, unsigned which, struct text *out);
    const void *ctx;
};

struct row_names;

/* Nothing is asked before a name is. */
struct row_names *row_names_new(const struct row_names_source *s) ATTR_MUST_USE;
void row_names_free(struct row_names *f);

/* The name of a row, zero-terminated, with quiet parts between QUIET_BEGIN and QUIET_END. It
 * belongs to f. "" for a row without a name. */
const char *row_names_get(struct row_names *f, uint32_t row);

#endif
