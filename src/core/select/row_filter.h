/* SPDX-License-Identifier: GPL-3.0-or-later */
/* row_filter: which rows of a view to show, as typed after `&`.
 *
 *     FILTER := ITEM ...           a row is kept if every item holds
 *     ITEM   := ['!'] REGEX        matches the name as shown, or in full (smart case)
 *             | ['!'] FIELD OP N   compares a number of the row: self>0.1 calls>=1k total%>5
 *             | ['!'] file:REGEX   matches the file's base name, or its path if there is a slash
 *             | ['!'] image:REGEX  likewise the file name or the path of the program or library
 *             | ['!'] dir:REGEX    matches the folder of the file
 *             | ['!'] ns:REGEX     matches the namespace, class, module, package or crate
 *     OP     := > >= < <= = == !=
 *     N      := decimal, then k M G, or s ms us ns, or %, if any; a minus before it for
 *               differences: delta<-0.1
 *
 * Words that are no term are parts of one REGEX with the blanks between them, so names with blanks
 * need no quotes; a backslash in front of OP keeps a word from being a term. '!' turns round what
 * it stands before: a term, or a REGEX up to the next term. */
#ifndef GPTUI_SELECT_ROW_FILTER_H
#define GPTUI_SELECT_ROW_FILTER_H

#include <limits.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"

/* A number that terms can name. Several names may share a value. */
struct row_field {
    const char *name; /* "self", "total%" */
    unsigned value;   /* what row_facts.number is asked for */
};

/* What a filter can ask about a row. */
struct row_facts {
    const char *name; /* as shown */
    size_t n_name;
    const char *full; /* demangled, without return type, as options see it; NULL: there is none */
    size_t n_full;
    void *ctx;
    /* False: the row has no such number; then no comparison of it holds. */
    bool (*number)(void *ctx, unsigned value, double *out);
    /* The full path, or NULL if unknown. Asked only by `file:` and `dir:`. */
    const char *(*file)(void *ctx);
    /* The full path of the image, or NULL if unknown. Asked only by `image:`. */
    const char *(*image)(void *ctx);
    /* "acme::sim", or NULL if there is none. Asked only by `ns:`. */
    const char *(*scope)(void *ctx);
};

struct rowfilter;

/* Compile n bytes of text; fields live as long as the result. An empty filter keeps all.
 * Fails with ERR_SPEC (reason, the word), ERR_REGEX and returns NULL. */
struct rowfilter *rowfilter_new(const char *text, size_t n, const struct row_field *fields,
                                size_t n_fields, struct err *e) ATTR_MUST_USE;
void rowfilter_free(struct rowfilter *f);

/* f may be NULL: keeps all. Numbers are asked for first, names next, files last. */
bool rowfilter_keeps(const struct rowfilter *f, const struct row_facts *row);

/* False: names of row_facts are never looked at and need not be made. */
bool rowfilter_needs_name(const struct rowfilter *f);

#define ROWFILTER_ANY_NUMBER UINT_MAX

/* Whether a term compares this number. */
bool rowfilter_compares(const struct rowfilter *f, unsigned value);

#endif
