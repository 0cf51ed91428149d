/* SPDX-License-Identifier: GPL-3.0-or-later */
/* popup: windows over the view. Each is an object, like a screen, and has a state of its own.
 *
 * One may be open, and the help above it; the upper one has the keys (popup_top). */
#ifndef GPTUI_TUI_APP_POPUP_H
#define GPTUI_TUI_APP_POPUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/text.h"
#include "core/select/fuzzy.h"
#include "core/view/grid/grid.h"
#include "tui/keys/keymap.h"
#include "tui/widget/layout.h"
#include "tui/widget/list.h"

struct app;
struct prompt_def;
struct surface;

/* Where a pop-up is, frame included; rows 0: nowhere. Inner rows start below the frame and `lead`
 * lines. */
struct window {
    struct area area;
    int lead;  /* lines above the list: title, prompt */
    int tail;  /* lines below it */
    bool bare; /* no room for a frame */
};

/* The first screen row of the window's list, and how many it has. */
static inline int window_top(const struct window *w)
{
    return w->area.row + w->lead;
}
static inline int window_height(const struct window *w)
{
    int rows = w->area.rows - w->lead - w->tail;
    return rows > 0 ? rows : 0;
}

struct popup_ops {
    enum mode mode;
    bool typed;   /* the prompt belongs to it: stands in it, and has keys of this mode */
    bool scrolls; /* its rows scroll; none is selected */
    bool options; /* it is about options: the screen says how many are on */
    enum action click, double_click; /* on a row; ACTION_NONE: selects it, if anything */
    const struct prompt_def *search; /* that of its own lines; NULL: it has none */
    void (*search_next)(struct app *a, int direction);

    struct window (*window)(const struct app *a);
    void (*fit)(struct app *a); /* its list, to its window */
    void (*draw)(const struct app *a, struct surface *s, const struct window *w);
    struct list *(*list)(struct app *a);
    /* Append what the selected row is about; the list it is in. NULL: the detail line is about the
     * view. */
    const struct list *(*detail)(const struct app *a, struct line *out);
    bool (*busy)(const struct app *a); /* something is still to be found out; NULL: never */
    void (*work)(struct app *a);       /* a slice of that */
    void (*open)(struct app *a);       /* by a command; NULL: there is none */
    void (*close)(struct app *a);
};

extern const struct popup_ops popup_help;

/* The one that has the keys; NULL: none is open. */
const struct popup_ops *popup_top(const struct app *a);

/* Whether a line is typed that no pop-up shows. */
bool prompt_apart(const struct app *a);

/* Open a menu with the lines that `fill` adds; `accept` gets the number of the chosen one. */
void menu_open(struct app *a, const char *title, void (*fill)(struct app *),
               void (*accept)(struct app *, size_t));
void menu_add(struct app *a, const char *fmt, ...) ATTR_PRINTF(2, 3);
void menu_close(struct app *a);

/* ---- what each of them keeps; the panel's list and sets are the app's ---- */

struct menu {
    struct text title;
    char **line; /* n lines, owned */
    size_t n, cap;
    struct list list;
    void (*accept)(struct app *a, size_t i);
    bool stays;             /* after a choice it is made again */
    struct subject subject; /* the row menu: what it is about */
    void (*fill)(struct app *a);
};

struct finder {
    struct fuzzy_item *items; /* heaviest first */
    node_id *nodes;
    uint32_t *found;
    uint8_t *classes;
    uint32_t n, n_found, ready; /* ready: items whose names are there */
    struct list list;
    bool valid; /* items fit the analysis and the name level */
    bool regex; /* what is typed is an expression */
};

struct help {
    enum mode about;  /* N_MODES: all bindings */
    struct list list; /* its cursor: the line found last */
    char **line;      /* n lines, owned, for a window of `cols` columns */
    size_t n, cap, cols;
};

/* What each item of the option list changes; see popup/option_panel_effects.c. */
struct panel_effects {
    struct text *note; /* `ready` of n are there; n 0: not begun */
    size_t n, ready;
    bool given_up; /* no memory */
};

#endif
