/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid: a view as numbered rows, for screens and for exports of what a screen shows.
 *
 * 1. A grid is measured when made (which rows, in which order, which columns, how wide) and does
 *    not change afterwards; formatting a row reads only.
 * 2. A row has a kind and a subject, so that a cursor can follow a function through sorting,
 *    filtering and recomputation.
 * 3. What a screen shows and what an export writes are the same lines.
 * 4. Lines begin with GRID_GUTTER blank columns, in which a screen may draw its cursor mark.
 * 5. Everything in a line is safe to send to a terminal. */
#ifndef GPTUI_VIEW_GRID_GRID_H
#define GPTUI_VIEW_GRID_GRID_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/select/regex.h"
#include "core/select/row_filter.h"
#include "core/view/context.h"
#include "core/view/line.h"

enum { GRID_GUTTER = 1 };

/* What a row is about. */
struct subject {
    node_id node; /* NO_ID: nothing */
    arc_id arc;   /* for caller and callee rows, else NO_ID */
};

struct grid_row {
    enum row_kind kind;
    struct subject subject;
    uint32_t line; /* of the source, from 1; 0: none */
    uint64_t path; /* tells rows about one subject apart, whatever the analysis; 0: nothing does */
};

/* What a row of a is about, whatever the analysis; alike for rows of one kind about nothing. */
static inline uint64_t grid_row_key(const struct grid_row *r, const struct analysis *a)
{
    return r->path
               ? r->path
               : (uint64_t)r->kind << 56 |
                     (r->subject.node < a->n_symbols ? a->table->symbols[r->subject.node].addr : 0);
}

/* Rows, one after the other. */
struct kept_order {
    uint64_t *key; /* grid_row_key(); malloc'ed; NULL: none is kept */
    uint32_t n;
};

/* How a screen wants it. */
struct grid_style {
    unsigned cols;        /* columns of the screen: decides which columns there are */
    unsigned detail_cols; /* of the detail line; 0: the same */
    bool ascii;           /* no characters outside ASCII */
    enum name_level names;
    bool brief;             /* rows are few: what only adorns a list is left out */
    bool excluded;          /* Flat ends with the functions whose samples -P takes out */
    uint32_t with, without; /* columns, as bits: shown while there is room, and left out, whatever
                               the screen */
    const struct kept_order *kept; /* whatever rows are sorted by; NULL: none */
};

struct grid_column {
    const char *id;   /* for :sort and the config file, "self" */
    const char *head; /* as in the heading */
    const char *help; /* one line */
    bool seconds;     /* the unit of the profile's times stands in its heading */
    bool left;        /* its heading is flush left */
    bool words;       /* it is sorted by letters, and holds no numbers */
    uint8_t cell;     /* what its cells are: enum cell_kind */
    uint8_t digits;   /* of its numbers, after the point */
    uint8_t cols;     /* that its cells take; 0: what those of the rows take, */
    uint8_t least;    /* and this at least */
    uint8_t turn;     /* when it is granted its room, from 1 to their number; 0: never */
    uint8_t from;     /* columns that the screen must have for it */
    bool yields;      /* it is left out where it would cut one name in ten */
    unsigned value;   /* that it shows: enum row_value, if it is one of these */
    unsigned needs;   /* what must be there for it to say anything: enum sheet_need */
};

/* The columns of a view. */
struct grid_columns {
    const struct grid_column *v;
    unsigned n;
};
extern const struct grid_columns flat_columns, entry_columns, tree_columns, modules_columns,
    source_columns, runs_columns, diff_columns;

enum cell_kind {
    CELL_NUMBER,
    CELL_TEXT,
    CELL_MARK,   /* how far another column's number can be off */
    CELL_MARKED, /* a number, and that */
    CELL_CUT,    /* words, flush left, of which only the beginning is shown */
    CELL_BAR,    /* a part of the largest number; nothing is sorted by it */
};

/* First member of every kind of grid. */
struct grid {
    const struct grid_column *columns;
    unsigned n_columns;
    uint32_t absent;      /* bits of columns that no profile of this kind fills: no menu has them */
    unsigned sort_column; /* COLUMN_NONE: natural order */
    unsigned ordered_by;  /* the column that bears an arrow: sort_column, or by which the natural
                             order goes; COLUMN_NONE: none */
    bool sort_ascending;
    uint32_t n_rows;
    uint32_t n_hidden; /* rows that a row filter keeps out, or call paths
                          of which no rows are made */
    bool uncut;        /* names are formatted as long as they are: for exports */
};

/* Is something sorted by it, where the view sorts? */
static inline bool grid_column_sorts(const struct grid_column *c)
{
    return c->cell != CELL_BAR;
}

/* Is column i one that menus offer? */
static inline bool grid_offers(const struct grid *g, unsigned i)
{
    return !(g->absent >> i & 1);
}

/* A row filter as typed after `&`, for any grid that takes one. It compares the numbers of columns,
 * by id or heading, and others (n_beside, which come first) that functions and lines have whatever
 * their view shows. Fails as rowfilter_new does. */
struct rowfilter *grid_rowfilter(const char *text, size_t n, struct err *e) ATTR_MUST_USE;

/* The names of these numbers. */
enum { GRID_FIELDS_MOST = 128 };
struct grid_fields {
    const char *name[GRID_FIELDS_MOST];
    unsigned n, n_beside;
};
void grid_fields(struct grid_fields *out);

/* Does number i, if no column shows it, have a value? enum row_value and beyond; else
 * FIELD_OF_COLUMNS. */
enum { FIELD_OF_COLUMNS = 1 << 16 };
unsigned grid_field_value(unsigned i);

/* Whether a filter asks for such a value. */
bool grid_compares(const struct rowfilter *f, unsigned value);

struct grid_sort {
    unsigned column; /* COLUMN_NONE: the view's own order */
    bool ascending;
};

/* What row i is about, and its line; the line above all rows; untruncated facts of row i; and its
 * name part alone, for searching. */
struct grid_row grid_row_at(const struct grid *g, uint32_t i);
void grid_format(const struct grid *g, uint32_t i, struct line *out);
void grid_heading(const struct grid *g, struct line *out);
void grid_detail(const struct grid *g, uint32_t i, struct line *out);
void grid_name(const struct grid *g, uint32_t i, struct text *out);

/* g may be NULL. */
void grid_free(struct grid *g);

/* Does a search find row i: does the regular expression match its name as it is shown where there
 * is room, or what more the row shows of it to tell it from others? What is not to be seen stops no
 * search. `work` is for names and may hold anything. */
bool grid_matches(const struct grid *g, const struct view_context *v, uint32_t i,
                  const struct regex *r, struct text *work);

/* The row that heads the section of row i, a ROW_SECTION: the last one at or before it. NO_ID if
 * there is none. */
uint32_t grid_section(const struct grid *g, uint32_t i);

/* The first row about this node (and arc, if not NO_ID), or NO_ID. */
uint32_t grid_find(const struct grid *g, struct subject s);

#endif
