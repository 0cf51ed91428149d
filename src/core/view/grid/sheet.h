/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sheet: a grid whose rows have a cell in each column, and a name in one.
 *
 * A view says which columns it has and what its rows show in them (struct sheet_ops). The order and
 * the filter of rows, which columns there is room for, how wide they are, headings, gaps, names
 * that differ where functions do, columns of runs: these are the same for all sheets, and done
 * here. Private to view's grids.
 *
 * A row stands for an id, a number of the view's own: ids count up from 0 in the view's natural
 * order. */
#ifndef GPTUI_VIEW_GRID_SHEET_H
#define GPTUI_VIEW_GRID_SHEET_H

#include "core/view/grid/cells.h"
#include "core/view/names/row_names.h"
#include "core/view/rows/run_values.h"

/* A name has that many columns even where there is no room: the screen cuts. */
enum { SHEET_COLUMNS_MOST = 32, SHEET_NAME_LEAST = 8 };

/* Which columns a screen has: those asked for come first; then, in their turn (grid_column.turn),
 * each for which the screen is wide enough, in which something stands, and that leaves a name its
 * room. On the screen they stand in the order of the table. */

/* What must be there for a column to say anything: grid_column.needs. */
enum sheet_need {
    NEEDS_SAMPLES = 1,
    NEEDS_TIME = 2,
    NEEDS_CALLS = 4,
    NEEDS_ARCS = 8,
    NEEDS_WAITS = 16,
    NEEDS_RANGES = 32,
    NEEDS_BOTH_WAYS = 64,
    NEEDS_TOTALS = 128,
    NEEDS_RUNS = 256,
    NEEDS_IMAGES = 512,
    NEEDS_SHARES = 1024,
    NEEDS_RUN_TOTALS = 2048,
    NEEDS_BOTH_SIDES = 4096,
    NEEDS_RATES = 8192,
};

struct sheet;

/* Whose name a row bears. */
struct sheet_name {
    const struct view_context *v;
    node_id node;  /* a function or cycle of v; NO_ID: nobody's */
    size_t beside; /* columns that stand beside it */
};

struct sheet_ops {
    const struct grid_columns *columns; /* the last one is the name, or the first; or of none */
    unsigned wide;   /* columns of screen from which on two blanks stand in a gap */
    unsigned runs;   /* the first of enum run_column; 0: there are none */
    bool indexed;    /* names bear the numbers of entries */
    bool tight;      /* gutter and gaps are parts of cells */
    bool name_first; /* the name is in the first column */
    bool alone;      /* names are those of functions, without marks */
    enum row_kind kind;

    /* NULL: names are none of functions. */
    struct sheet_name (*subject)(const struct sheet *t, uint32_t id);

    /* What a column shows, is sorted by, and filters compare: a number; NaN is none; CELL_BLANK:
     * nothing stands there; of a bar the part, 0 to 1. */
    double (*number)(const struct sheet *t, uint32_t id, unsigned column);
    enum mark (*mark)(const struct sheet *t, uint32_t id);

    /* What a column of words is sorted by, and one that is cut shows. */
    const char *(*word)(const struct sheet *t, uint32_t id, unsigned column);

    /* Append what a CELL_TEXT shows. */
    void (*text)(const struct sheet *t, uint32_t id, unsigned column, struct text *out);

    /* What filters ask beside what columns show: enum row_value and beyond; NaN: there is none. */
    double (*asked)(const struct sheet *t, uint32_t id, unsigned value);
    void (*asked_name)(const struct sheet *t, uint32_t id, struct text *out); /* NULL: the name */
    bool (*stays)(const struct sheet *t, uint32_t id); /* whatever is asked; NULL: none does */

    /* What the runs have of a row. False: that is not known. */
    bool (*spread)(const struct sheet *t, uint32_t id, enum run_column column,
                   struct run_spread *out);

    /* Columns that a cell takes; 0: there is no such column here; -1, or no function: as the table
     * says. */
    int (*cols)(const struct sheet *t, unsigned column);
    enum role (*role)(const struct sheet *t, uint32_t id, unsigned column); /* NULL: ROLE_NUMBER */

    /* Append a cell that is not what the table says. False: it is. */
    bool (*cell)(const struct sheet *t, uint32_t id, struct cell c, struct line *out);

    /* Append the name of row i. NULL: that of the function. */
    void (*put_name)(const struct sheet *t, uint32_t i, struct line *out);

    /* Append the line of a row that has no cells. False, or no function: it has cells. */
    bool (*put_line)(const struct sheet *t, uint32_t id, struct line *out);
    void (*detail)(const struct sheet *t, uint32_t id, struct line *out);

    /* Where these differ from what a row about a function has. */
    void (*row)(const struct sheet *t, uint32_t id, struct grid_row *out);
    void (*name)(const struct sheet *t, uint32_t id, struct text *out);

    /* What the view holds beside its memory. */
    void (*release)(struct sheet *t);
};

/* A number of which a cell shows nothing, not even that it is missing. */
#define CELL_BLANK (-INFINITY)

/* First member of every kind of sheet. */
struct sheet {
    struct grid grid; /* first */
    struct arena memory;
    const struct sheet_ops *ops;
    struct view_context v;
    struct grid_style style;
    uint32_t *id;                  /* of each row; NULL: its own number */
    bool runs;                     /* there are columns of them */
    bool marked;                   /* marks stand after numbers */
    bool bare;                     /* no row has cells: there is no heading */
    unsigned has;                  /* of enum sheet_need */
    double most_run;               /* seconds that no row exceeds in any run */
    const double *most;            /* per column: the largest number that widths are for; NULL: of
                                      the rows */
    size_t name_cols;              /* that names need */
    int width[SHEET_COLUMNS_MOST]; /* 0: not shown */
    size_t gap;                    /* blanks between columns */
    struct row_names *names[2];    /* within the columns that there are, and uncut, different where
                                      functions are; NULL: they are none of functions */
};

/* A sheet of `size` bytes, all zero but for its own part: without rows. */
void *sheet_new(size_t size, const struct sheet_ops *ops, const struct view_context *v,
                const struct grid_style *style, const struct grid_sort *sort) ATTR_MUST_USE;

/* Make rows of n ids: those that the filter (NULL: all) keeps, the first n_ordered of the ids
 * sorted by grid.ordered_by, if that is a column. */
void sheet_list(struct sheet *t, uint32_t n, uint32_t n_ordered, const struct rowfilter *filter);

/* The end of making one, once its rows are there and `has` says what is: measure. t's grid. */
struct grid *sheet_measure(struct sheet *t) ATTR_MUST_USE;

static inline const struct sheet *sheet_of(const struct grid *g)
{
    return (const struct sheet *)g;
}

static inline uint32_t sheet_id(const struct sheet *t, uint32_t row)
{
    return t->id ? t->id[row] : row;
}

/* The largest number of a column, 0 if all are less. */
double sheet_most(const struct sheet *t, unsigned column);

/* Columns of the screen that names have. */
size_t sheet_name_room(const struct sheet *t);

struct name_style sheet_name_style(const struct sheet *t);

/* Append the name of a row as line_name does; and that of its function alone, without quiet parts.
 * Of any length where names are uncut. */
void sheet_put_name(const struct sheet *t, uint32_t row, enum role role, struct line *out);
void sheet_function_name(const struct sheet *t, uint32_t row, struct text *out);

/* Append "slowest 17: 1.93 s, mean 1.41 s" to the facts of a row, of repeats of one program by how
 * much they differ, and `gap`; nothing where no run has more than chance gives it. */
void text_slowest(struct text *t, const struct sheet *sheet, const struct run_spread *s,
                  const char *gap);

#endif
