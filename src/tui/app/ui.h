/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ui: what handlers of actions, screens and pop-ups get of the browser.
 *
 * Everybody may read the session, the settings and the layout, and may speak. The rest is in parts,
 * each with a header of its own: a file that does not include the header cannot look into the part.
 * They are put together in app.c. */
#ifndef GPTUI_TUI_APP_UI_H
#define GPTUI_TUI_APP_UI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/session/session.h"
#include "tui/keys/action.h"
#include "tui/keys/prefs.h"
#include "tui/widget/layout.h"

/* What comes out of a step besides the screen: a message, and requests to the terminal. */
enum request_kind {
    REQUEST_NONE,
    REQUEST_COPY, /* text */
    REQUEST_DUMP, /* text: the file's name */
    REQUEST_MOUSE_ON,
    REQUEST_MOUSE_OFF,
    REQUEST_REDRAW,
    REQUEST_SUSPEND,
    REQUEST_FORGET, /* what is remembered from run to run */
    REQUEST_EDIT,   /* text: the line, a line end, the file to open in the editor */
};

/* What only the terminal can do. Who takes a request releases its text. */
struct terminal_request {
    enum request_kind kind;
    struct text text;
};

enum { REQUESTS_MAX = 8 };

/* Symbols: what larger programs would have to wait for, or pay for with memory, is not prepared
 * while nothing is pressed, but when somebody asks. */
enum { UNASKED_MAX = 300000 };

struct reply {
    struct text message;
    bool warns;  /* the message says that something cannot be */
    bool opened; /* the view, just now: its notice stands in the detail line until a key is pressed
                  */
    struct terminal_request
        requests[REQUESTS_MAX]; /* the oldest first; no more than that are kept */
    size_t n_requests;
};

/* P(struct, its name here): the parts. */
#define PARTS(P)                                                                                   \
    P(keymap, keys)               /* tui/keys/keymap.h */                                          \
    P(reply, reply)               /* above */                                                      \
    P(views, views)               /* tui/app/screen.h */                                           \
    P(history, history)           /* tui/history/history.h */                                      \
    P(undo, undo)                 /* tui/history/undo.h */                                         \
    P(function_names, names)      /* tui/app/function_names.h */                                   \
    P(search, search)             /* tui/app/search.h */                                           \
    P(search, line_search)        /* in the lines of a pop-up */                                   \
    P(prompt, prompt)             /* tui/app/prompt.h */                                           \
    P(remembered, remembered)     /* tui/app/remembered.h */                                       \
    P(watch, watch)               /* tui/app/watch.h */                                            \
    P(side_pane, side_pane)       /* tui/app/side_pane.h */                                        \
    P(menu, menu)                 /* tui/app/menu.h */                                             \
    P(finder, finder)             /* tui/popup/finder.h */                                         \
    P(help, help)                 /* tui/popup/help.h */                                           \
    P(option_panel, option_panel) /* tui/popup/option_panel.h */                                   \
    P(cycle_list, cycle_list)     /* tui/popup/cycle_list.h */

struct ui {
    struct session *session;
    struct prefs prefs;
    struct layout layout;            /* for the size of the terminal, the settings and the view */
    bool ascii;                      /* nothing outside ASCII may be drawn: the terminal cannot */
    bool dirty;                      /* the screen is to be drawn again */
    int status;                      /* exit status; -1 as long as the browser runs */
    struct finding_summary findings; /* what looks wrong in the profile */

    const struct popup_ops *popup; /* tui/app/popup.h; NULL: none is open */
    const struct popup_ops *over;  /* the help, above it; NULL: none */
    struct popup_state *popups;    /* of each enum popup */

#define P(type, part) struct type *part;
    PARTS(P)
#undef P
};

/* Put a sentence into the message line; it stays until the next key. ui_warn: something cannot be.
 */
void ui_say(struct ui *ui, const char *fmt, ...) ATTR_PRINTF(2, 3);
void ui_warn(struct ui *ui, const char *fmt, ...) ATTR_PRINTF(2, 3);
void ui_say_error(struct ui *ui, const struct err *e);

/* The message line is empty again. */
void ui_say_nothing(struct ui *ui);

/* Ask the terminal for something, with n bytes of text. */
void ui_request(struct ui *ui, enum request_kind kind, const char *p, size_t n);

/* Do an action as if `key` had asked for it; 0: a command did. */
void ui_run(struct ui *ui, enum action action, uint32_t key);

enum name_level ui_name_level(const struct ui *ui);

#endif
