/* SPDX-License-Identifier: GPL-3.0-or-later */
/* screen: what a view is made of, and what each view keeps.
 *
 * State is kept by subject: a screen's cursor row and the graph's primary function are anchors, so
 * they survive sorting, filtering and every change of options. */
#ifndef GPTUI_TUI_APP_SCREEN_H
#define GPTUI_TUI_APP_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "core/view/grid/tree.h"
#include "tui/app/ui.h"
#include "tui/history/history.h"
#include "tui/keys/views.h"
#include "tui/widget/list.h"

struct surface;

/* What the side pane shows beside a view. */
enum beside {
    BESIDE_NOTHING,
    BESIDE_RELATIVES, /* callers and callees of its row */
    BESIDE_SOURCE,    /* the source of its row's function */
};

/* What a view has of its own. */
struct screen_ops {
    bool sorts;     /* its grid takes another order */
    bool filters;   /* and a row filter */
    bool functions; /* each function has a row */
    bool sections;  /* rules and remarks stand between its rows and are stepped over */
    bool pins;      /* the head of a section stays in sight while its rows scroll */
    bool compares;  /* it shows the comparison, and so do its files and its command */
    bool others;    /* its rows are no functions: there is nothing to take out, ... */
    bool remarks;   /* its rows are remarks: there is nothing to open, to take out, ... */
    enum beside beside;
    const struct grid_columns *columns; /* that its grids have; NULL: none */
    uint32_t style;                     /* STYLE_* of the report that it shows; 0: none */
    const char *styles; /* options that make a batch command print this view and nothing else */
    const char *missed; /* what else helps when a search finds nothing; NULL: nothing */
    /* Is it worth a tab while another view is shown? NULL: always. Its key opens it all the
     * same. */
    bool (*has_tab)(const struct ui *ui);
    /* It is about to open from a row about n: let it show n. True if some lines are to be seen
     * before the cursor's. NULL: it does not follow rows. */
    bool (*enter)(struct ui *ui, node_id n);
    void (*open)(struct ui *ui);    /* the row at hand; NULL: open the entry of its function */
    void (*up)(struct ui *ui);      /* to what calls it for most time; NULL: the heaviest caller */
    void (*hottest)(struct ui *ui); /* NULL: go to the hottest function */
    void (*fold)(struct ui *ui);    /* open or close the row; NULL: show its cycle */
    void (*group)(struct ui *ui);   /* show it the next way; NULL: there is one alone */
    /* Go to what the row spends most time for, or (callee) calls; NULL: to a line of that kind. */
    void (*heaviest)(struct ui *ui, bool callee);
    /* Go to a function or cycle that was asked for by name or number. False: it has no place here.
     * NULL: open its entry. */
    bool (*go)(struct ui *ui, node_id n);
    /* Where rows are groups of functions, else NULL: the one that other views show for the row at
     * hand, or NO_ID; and append a symspec of the row (false: none can say it). */
    node_id (*row_node)(const struct ui *ui);
    bool (*row_spec)(const struct ui *ui, struct text *out);
    /* Append the argument of the last one of `styles`; NULL, or nothing appended: it has none. */
    void (*spec)(const struct ui *ui, struct text *out);
    struct grid *(*make)(struct ui *ui, const struct grid_style *style,
                         const struct rowfilter *filter);
    /* Append the line under the title that this view needs more than what the profile lacks, if it
     * needs one. NULL: it needs none. */
    void (*notice)(const struct ui *ui, struct text *out);
    /* What the title says of the view beside options and row filter: how its rows are chosen (NULL:
     * by the order, if one is set), and what it is about. */
    void (*status)(const struct ui *ui, struct text *out);
    void (*trail)(const struct ui *ui, struct text *out);
    /* Where it is drawn as bars: draw them; the row of which one is at a line and column of the
     * body, or LIST_NONE; and go to the bar beside the cursor's, above or below it. */
    void (*draw)(const struct ui *ui, struct surface *s);
    size_t (*bar_at)(const struct ui *ui, int line, int col);
    void (*step)(struct ui *ui, int down, int right);
};

/* The live state of one view. */
struct screen {
    struct grid *grid; /* NULL: to be made (again) */
    struct list list;
    struct grid_sort sort;
    struct text filter;     /* as typed after &; n 0: none */
    int skip;               /* columns scrolled sideways */
    uint32_t with, without; /* columns chosen by hand, as in struct grid_style */
    bool columns_by_hand;   /* in this run, so worth remembering */
    struct anchor item;     /* graph: the primary function; else NO_ANCHOR */
    bool folded;            /* graph: members of the cycle hidden */
    unsigned by;            /* modules: enum modules_by; tree: 1 from the other end */
    uint64_t root;          /* tree: the path that is the whole; 0: all */
    bool bars;              /* tree: it is drawn as bars */
    char *file;             /* source: which, as in the debug information; NULL: none (yet) */
    struct row_anchor row;  /* where the cursor goes when the grid is made */
    bool pointed;           /* that row was asked for: it is shown wherever it stands */
    struct kept_order kept; /* live: the order in which rows stood when they were sorted */
    bool still;             /* the next grid is of the same as this one, a moment later */
    uint64_t order;         /* which rows the grid has, or had last, and in what order; 1: others;
                               0: it has never been made again, nobody asked yet */
};

/* Which runs of a set are marked. */
struct run_marks {
    bool *on; /* per run of the set; NULL: none is marked */
    uint32_t n, n_on;
};

struct views {
    struct run_marks marks;
    struct open_paths open; /* rows of the tree */
    enum view at;           /* the one that is shown */
    struct screen screen[N_VIEWS];
};

/* The table of views, which is made above this folder (tui/parts.c). NULL: no such view. */
const struct screen_ops *screen_ops(enum view v);

/* The view that shows the report of a STYLE_*; VIEW_NONE: none does. */
enum view view_of_style(uint32_t style);

/* The screen that is shown, and the row under its cursor (ROW_TEXT: there is none). */
struct screen *screen_here(const struct ui *ui);
struct grid_row screen_row(const struct ui *ui);

/* How a grid of that width is wanted. */
struct grid_style screen_style(const struct ui *ui, int cols);

/* The row under the cursor as something that survives a new grid. */
struct row_anchor screen_row_anchor(const struct session *session, const struct screen *s);

/* The next grid is one of a moment later, seen as this one is; or its rows are sorted anew. */
void screen_keep_still(const struct session *session, struct screen *s, bool keeps_order);
void screen_sort_anew(struct screen *s);

/* The grid is to be made again, about something else. */
void screen_drop_grid(struct screen *s);

/* The row that an anchor means: the same line; the same kind and subject, else the same subject;
 * the same place if it is about nothing. LIST_NONE: its subject has no row. */
size_t screen_find_row(const struct session *session, const struct grid *g,
                       const struct row_anchor *want);

/* Show the view as it opens: from its first row on, or, of an entry, from its head on if its
 * function and something after that are seen then, else with callers above the function. The cursor
 * is on the first row of a list, on the function of an entry. */
void screen_show_start(struct screen *s);

/* Put the cursor on a row, now or when the grid is made. */
void screen_point(const struct session *session, struct screen *s, struct row_anchor row);

/* Scroll so that some lines before that of the cursor are seen. */
void screen_aim(struct screen *s);

/* Another file for the source view. */
void screen_set_file(struct screen *s, const char *path);

/* The screen of each view. */
#define V(X, ID, name, ...) extern const struct screen_ops screen_##name;
VIEWS(V, )
INNER_VIEWS(V, )
#undef V

#endif
