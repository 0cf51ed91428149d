/* SPDX-License-Identifier: GPL-3.0-or-later */
/* popup: windows over the view. Each is an object, like a screen, with a state of its own.
 *
 * One may be open, and the help above it; the upper one has the keys (popup_top). */
#ifndef GPTUI_TUI_APP_POPUP_H
#define GPTUI_TUI_APP_POPUP_H

#include <stdbool.h>

#include "tui/app/ui.h"
#include "tui/app/window.h"
#include "tui/keys/keymap.h"
#include "tui/widget/list.h"

struct prompt_def;

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
    enum mode mode;
    bool typed;   /* the prompt belongs to it: stands in it, and has keys of this mode */
    bool scrolls; /* its rows scroll; none is selected */
    bool turns;   /* after its last row comes its first */
    bool options; /* it is about options: the screen says how many are on */
    enum action click, double_click; /* on a row; ACTION_NONE: selects it, if anything */
    const struct prompt_def *search; /* that of its own lines; NULL: it has none */
    void (*search_next)(struct ui *ui, int direction);

    struct window (*window)(const struct ui *ui);
    void (*fit)(struct ui *ui); /* its list, to its window */
    void (*draw)(const struct ui *ui, struct surface *s, const struct window *w);
    struct list *(*list)(const struct ui *ui);
    /* Append what the selected row is about; the list it is in. NULL: the detail line is about the
     * view. */
    const struct list *(*detail)(const struct ui *ui, struct line *out);
    bool (*busy)(const struct ui *ui); /* something is still to be found out; NULL: never */
    void (*work)(struct ui *ui);       /* a slice of that */
    void (*open)(struct ui *ui);       /* by a command; NULL: there is none */
    void (*accept)(struct ui *ui);     /* choose its row; NULL: there is nothing to choose */
    void (*close)(struct ui *ui);      /* NULL: it is ui->popup, and no longer is */
    void (*stale)(struct ui *ui);      /* rows and names are others now; NULL: it holds none */
    void (*release)(struct ui *ui);    /* the browser ends */
};

/* The table of pop-ups, which is made above this folder (tui/parts.c). */
const struct popup_ops *popup_ops(enum popup p);

/* The one that has the keys; NULL: none is open. */
const struct popup_ops *popup_top(const struct ui *ui);

/* Whether a line is typed that no pop-up shows. */
bool prompt_apart(const struct ui *ui);

/* The mode whose keys are in force. */
enum mode ui_mode(const struct ui *ui);

/* The window of the one that has the keys; rows 0: none is open. */
struct window popup_window(const struct ui *ui);

/* Fit its list to the screen. */
void popup_fit(struct ui *ui);

/* Close the one that has the keys. */
void popup_close(struct ui *ui);

void popup_draw(const struct ui *ui, struct surface *s);

#endif
