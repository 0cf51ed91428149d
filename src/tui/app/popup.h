/* SPDX-License-Identifier: GPL-3.0-or-later */
/* popup: windows over the view. Each is an object, like a screen, with a state of its own.
 *
 * One may be open, and the help above it; the upper one has the keys (popup_top). */
#ifndef GPTUI_TUI_APP_POPUP_H
#define GPTUI_TUI_APP_POPUP_H

#include <stdbool.h>

#include "core/base/mem.h"
#include "core/view/line.h"

#include "tui/app/ui.h"
#include "tui/app/window.h"
#include "tui/keys/keymap.h"
#include "tui/widget/list.h"

/* What all have: a title, which row is selected, and, unless it makes its rows as they are drawn,
 * lines. */
struct popup_line {
    const char *text; /* in the memory */
    enum role role;
};
struct popup_state {
    struct text title;
    struct text text;        /* what the lines are made of, where it is kept */
    struct popup_line *line; /* n */
    size_t n, cap;
    int cols; /* for which they were made */
    struct arena memory;
    struct list list;
};

/* P(ID, name): each has a `popup_NAME`. */
#define POPUPS(P)                                                                                  \
    P(MENU, menu)                                                                                  \
    P(FINDER, finder)                                                                              \
    P(OPTION_PANEL, option_panel)                                                                  \
    P(CYCLE_LIST, cycle_list)                                                                      \
    P(EXPLANATION, explanation)                                                                    \
    P(HELP, help)

enum popup {
#define P(ID, name) POPUP_##ID,
    POPUPS(P)
#undef P
        N_POPUPS,
};

struct popup_ops {
    enum popup id;
    enum mode mode;
    bool above;    /* it stands above another one: the help */
    bool typed;    /* the prompt belongs to it: stands in it, and has keys of this mode */
    bool scrolls;  /* its rows scroll; none is selected */
    bool searched; /* in its lines, not in the view's; the cursor is the line found last */
    bool turns;    /* after its last row comes its first */
    bool passes;   /* it is about numbers, and closes when they are others */
    int cols; /* its window stands in the middle, so wide and as high as its lines; 0: window */
    enum action click, double_click; /* on a row; ACTION_NONE: selects it, if anything */

    struct window (*window)(const struct ui *ui);
    void (*lay_out)(struct ui *ui, int cols); /* makes the lines; NULL: they are there */
    void (*fit)(struct ui *ui);               /* its list, to its window; NULL: of lines */
    void (*draw)(const struct ui *ui, struct surface *s, const struct window *w); /* likewise */
    /* Append what the selected row is about. NULL: the detail line is about the view. */
    void (*detail)(const struct ui *ui, struct line *out);
    bool (*busy)(const struct ui *ui); /* something is still to be found out; NULL: never */
    bool (*work)(struct ui *ui);       /* a slice of that; false: the progress said to stop */
    void (*open)(struct ui *ui);       /* by a command; NULL: there is none */
    void (*accept)(struct ui *ui);     /* choose its row; NULL: there is nothing to choose */
    void (*close)(struct ui *ui);      /* NULL: popup_leave */
    void (*stale)(struct ui *ui);      /* rows and names are others now; NULL: it holds none */
    void (*release)(struct ui *ui);    /* of its own, when it closes or the browser ends; or NULL */
};

/* The table of pop-ups, which is made above this folder (tui/parts.c). */
const struct popup_ops *popup_ops(enum popup p);

/* The one that has the keys, and its list; NULL: none is open. */
const struct popup_ops *popup_top(const struct ui *ui);
struct list *popup_list(const struct ui *ui);

/* Whether a line is typed that no pop-up shows. */
bool prompt_apart(const struct ui *ui);

/* The mode whose keys are in force. */
enum mode ui_mode(const struct ui *ui);

/* The window of the one that has the keys; rows 0: none is open. */
struct window popup_window(const struct ui *ui);

/* Fit its list to the screen. */
void popup_fit(struct ui *ui);

/* Open it, empty; close it. */
void popup_open(struct ui *ui, const struct popup_ops *p);
void popup_leave(struct ui *ui, const struct popup_ops *p);

/* Add a line of n bytes; take all away. */
void popup_add(struct popup_state *s, enum role role, const char *p, size_t n);
void popup_empty(struct popup_state *s);

/* Draw the frame and the lines of the one that has the keys; that, or as it draws itself. */
void popup_draw_lines(const struct ui *ui, struct surface *s, const struct window *w);
void popup_draw(const struct ui *ui, struct surface *s);

#define P(ID, name) extern const struct popup_ops popup_##name;
POPUPS(P)
#undef P

#endif
