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

#include "core/view/notice.h"
#include "core/view/title.h"
#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/session/session.h"
#include "tui/app/reply.h"
#include "tui/keys/action.h"
#include "tui/keys/prefs.h"
#include "tui/widget/layout.h"

struct ui {
    struct session *session;
    struct prefs prefs;
    struct layout layout;           /* for the size of the terminal, the settings and the view */
    bool ascii;                     /* nothing outside ASCII may be drawn: the terminal cannot */
    bool dirty;                     /* the screen is to be drawn again */
    int status;                     /* exit status; -1 as long as the browser runs */
    bool frozen_clock;              /* no times that change from run to run */
    struct finding_counts findings; /* what looks wrong in the profile */
    struct notice notice;           /* what the views lack for it */

    const struct popup_ops *popup; /* tui/app/popup.h; NULL: none is open */
    const struct popup_ops *over;  /* the help, above it; NULL: none */
    struct popup_state *popups;    /* of each enum popup */

    struct keymap *keys;               /* tui/keys/keymap.h */
    struct reply *reply;               /* tui/app/reply.h */
    struct views *views;               /* tui/app/screen.h */
    struct places *places;             /* tui/app/places.h */
    struct changes *changes;           /* tui/app/changes.h */
    struct function_names *names;      /* tui/app/function_names.h */
    struct search *search;             /* tui/app/search.h */
    struct prompt *prompt;             /* tui/app/prompt.h */
    struct remembered *remembered;     /* tui/app/remembered.h */
    struct watch *watch;               /* tui/app/watch.h */
    struct run_marks *run_marks;       /* tui/app/run_marks.h */
    struct side_pane *side_pane;       /* tui/app/side_pane.h */
    struct menu *menu;                 /* tui/app/menu.h */
    struct finder *finder;             /* tui/popup/finder.h */
    struct help *help;                 /* tui/popup/help.h */
    struct option_panel *option_panel; /* tui/popup/option_panel.h */
    struct cycle_list *cycle_list;     /* tui/popup/cycle_list.h */
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
