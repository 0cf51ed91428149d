/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_state: what the app is made of; for the files of the app only.
 *
 * State is kept by subject: a screen's cursor row and the graph's primary function are anchors, so
 * they survive sorting, filtering and every change of options. */
#ifndef GPTUI_TUI_APP_APP_STATE_H
#define GPTUI_TUI_APP_APP_STATE_H

#include "core/select/regex.h"
#include "core/select/row_filter.h"
#include "core/view/grid/callers_callees.h"
#include "core/view/grid/grid.h"
#include "tui/app/app.h"
#include "tui/app/popup.h"
#include "tui/app/prompts.h"
#include "tui/study/history.h"
#include "tui/study/undo.h"
#include "tui/widget/layout.h"
#include "tui/widget/list.h"

/* What stands beside a view. */
enum pane_kind {
    PANE_NONE,
    PANE_LINKS, /* callers and callees of its row */
    PANE_HOT,   /* the program's hottest lines */
};

/* What a view has of its own. */
struct screen_ops {
    bool sorts;     /* its grid takes another order */
    bool filters;   /* and a row filter */
    bool functions; /* each function has a row */
    bool sections;  /* rules and remarks stand between its rows and are stepped over */
    enum pane_kind pane;
    uint32_t style;     /* STYLE_* of the report that it shows; 0: none */
    const char *styles; /* options that make a batch command print this view and nothing else */
    const char *missed; /* what else helps when a search finds nothing; NULL: nothing */
    /* It is about to open from a row about n: let it show n. Whether some lines are to be seen
     * before the cursor's. NULL: it does not follow rows. */
    bool (*enter)(struct app *a, node_id n);
    void (*open)(struct app *a);    /* the row at hand; NULL: open the entry of its function */
    void (*up)(struct app *a);      /* to what calls it for most time; NULL: the heaviest caller */
    void (*hottest)(struct app *a); /* NULL: go to the hottest function */
    /* Append what the last one of these selects; NULL, or nothing appended: it has no value. */
    void (*spec)(const struct app *a, struct text *out);
    struct grid *(*make)(struct app *a, const struct grid_style *style,
                         const struct rowfilter *filter, struct err *e);
    /* Right end and middle of the line of options; NULL: nothing. */
    void (*status)(const struct app *a, unsigned width, struct text *out);
    void (*trail)(const struct app *a, struct text *out);
};

/* The live state of one view. */
struct screen {
    struct grid *grid; /* NULL: to be made (again) */
    struct list list;
    struct grid_sort sort;
    struct text filter;     /* as typed after &; n 0: none */
    int skip;               /* columns scrolled sideways */
    uint32_t with, without; /* columns chosen by hand, as in struct grid_style */
    struct anchor item;     /* graph: the primary function; else NO_ANCHOR */
    bool folded;            /* graph: members of the cycle hidden */
    char *file;             /* source: which, as in the debug information; NULL: none (yet) */
    struct row_anchor row;  /* where the cursor goes when the grid is made */
};

struct search {
    struct regex *regex; /* NULL: nothing searched yet */
    struct text pattern;
    int direction; /* 1, -1 */
    bool running;  /* rows are still to be looked at */
    bool wrapped;
    bool missed;                  /* no row matched */
    bool typing;                  /* the pattern is still being typed: a failure is quiet */
    bool plain;                   /* taken as plain text after it matched nothing */
    size_t at, left;              /* the next row, and how many are left */
    size_t from_cursor, from_top; /* where it started */
    int from_skip;
};

enum focus { FOCUS_VIEW, FOCUS_FIRST, FOCUS_SECOND, N_FOCUSES };

struct pane {
    struct links *links; /* of `at`; NULL: none */
    struct anchor at;
    const struct source_facts *hot; /* the study's, whose hottest lines are shown; NULL: none */
    struct list list[2];            /* by enum link_side; hottest lines are the first one */
    enum focus focus;               /* where the keys are */
};

#define N_EFFECTS    8
#define N_MARKS      52
#define N_SETS_SAVED 9

struct app {
    struct session *session;
    struct undo undo;
    struct keymap keys;
    struct prefs prefs;
    bool frozen_clock;

    int rows, cols;
    bool ascii; /* what the surface can; prefs may force it */
    struct layout layout;

    enum view view;
    struct screen screens[N_VIEWS];
    struct history history;
    struct place marks[N_MARKS], last;

    uint32_t pending[KEYS_MAX]; /* keys of an unfinished sequence */
    size_t n_pending;
    uint64_t digits; /* collected for G */
    unsigned n_digits;
    struct place before_digits;
    size_t history_before;

    const struct popup_ops *popup; /* NULL: none */
    const struct popup_ops *over;  /* the help, above it; NULL: none */
    struct prompt prompt;
    struct past pasts[N_PASTS];
    struct search search, help_search;
    struct menu menu;
    struct finder finder;
    struct help help;
    struct list panel;
    struct panel_effects panel_effects;
    struct option_list saved[N_SETS_SAVED];
    bool saved_there[N_SETS_SAVED];

    struct pane pane;

    struct text message;
    bool message_bad;
    int64_t change_ms; /* of the last recomputation; < 0: unknown */
    unsigned findings; /* doctor */

    struct effect effects[N_EFFECTS];
    size_t n_effects;
    int status;
    bool dirty;
};

/* ---- say.c: what any part may do ---- */
void app_effect(struct app *a, enum effect_kind kind, const char *p, size_t n);
void app_bad(struct app *a, const char *fmt, ...) ATTR_PRINTF(2, 3); /* say that it cannot be */
void app_run(struct app *a, enum action action, uint32_t key);

/* ---- state.c: questions to the state ---- */
enum mode app_mode(const struct app *a);
struct screen *app_screen(struct app *a);
const struct screen *app_screen_const(const struct app *a);
struct grid_row app_view_row(const struct app *a); /* under the view's cursor */
enum name_level app_level(const struct app *a);
bool app_ascii(const struct app *a); /* nothing outside ASCII may be drawn */

/* ---- view_table.c ---- */
const struct screen_ops *screen_ops(enum view v); /* NULL: no such view */

/* ---- command.c ---- */
void app_command(struct app *a, const char *line);

/* ---- app_screen.c: the views' live state ---- */
void app_refresh(struct app *a); /* make what is missing, and fit the lists to the layout */
void app_stale(struct app *a);   /* all grids are to be made again */
void app_layout(struct app *a);  /* for the size, the settings and the view */
void app_restyle(struct app *a); /* names, width or fold changed: all of that */
struct grid_row app_row(const struct app *a); /* what the keys act on; ROW_TEXT: nothing */
struct row_anchor app_row_anchor(const struct app *a);
/* Put the cursor of a view on a row, now or when its grid is made. */
void app_point(const struct app *a, struct screen *s, struct row_anchor row);
void app_set_view(struct app *a, enum view v);
/* Another file for the source view; its grid is to be made then. */
void screen_set_file(struct screen *s, const char *path);

/* ---- places.c ---- */
struct place app_place(const struct app *a);
bool app_go(struct app *a, const struct place *p); /* without history */
void app_leave(struct app *a);                     /* about to go elsewhere: remember this place */
void app_arrive(struct app *a);                    /* there */
bool app_show_node(struct app *a, node_id n);      /* open its entry in the graph; says why not */

/* ---- act_source.c: the source view's own doings ---- */
bool source_point(struct app *a, node_id n); /* let it show where n begins; false: not known */
void source_follow(struct app *a);           /* what the line calls */
void source_up(struct app *a);               /* the heaviest call of the line's function */
void source_hottest(struct app *a);
void source_show(struct app *a, const char *path, uint32_t line); /* go there */
void source_show_node(struct app *a, node_id n); /* go where n begins, or say why not */
void source_aim(struct app *a);                  /* some lines are seen before that of the cursor */

/* ---- act_options.c: changes of the options ---- */

/* Make *l the options that are on; what it holds then is for the caller to release. On failure it
 * is as before, and why is said. */
bool app_change(struct app *a, struct option_list *l);
bool app_change_copy(struct app *a, const struct option_list *l); /* leaves l as it is */

#endif
