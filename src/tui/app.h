/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: the browser without a terminal: events in, a drawing and a few requests out.
 *
 * 1. app_step is the only thing that changes an app; app_draw reads only.
 * 2. The app knows the size of the surface because app_resize says it before each step.
 * 3. What only the terminal can do (copy, suspend, dump the screen, ...) comes out as requests, in
 *    order; the loop takes and does them after each step.
 * 4. Long searches go in slices, and what is not needed for numbers is computed after they are
 *    seen: while app_busy, the loop calls app_work between events. */
#ifndef GPTUI_TUI_APP_H
#define GPTUI_TUI_APP_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/text.h"
#include "tui/app/ui.h"
#include "tui/keys/keymap.h"
#include "tui/keys/prefs.h"
#include "tui/terminal/event.h"

struct app;
struct state;
struct surface;

struct app_request {
    struct session *session; /* owned by the app, also on failure */
    struct keymap keys;      /* moved in, also on failure */
    struct prefs prefs;
    enum view first;    /* the view that opens */
    const char *notice; /* shown at first, e.g. complaints about the config file; NULL: none */
    int rows, cols;     /* of the surface; 0: 24, 80 */
    bool ascii;         /* likewise */
    struct state *then; /* what runs before this one left, moved in; NULL: nothing is remembered */
};

struct app *app_new(const struct app_request *r) ATTR_MUST_USE;
void app_free(struct app *a);

void app_resize(struct app *a, int rows, int cols, bool ascii);
void app_step(struct app *a, const struct event *e);
void app_draw(const struct app *a, struct surface *s);

/* Whether app_work has something to do that the screen waits for (a search), or anything at all
 * (preparing names). A piece of it that the progress stops (false) is begun anew. */
bool app_busy(const struct app *a);
bool app_idle_work(const struct app *a);
bool app_work(struct app *a);

/* The next request to the terminal, the oldest first; REQUEST_NONE when there is none left. */
struct terminal_request app_take_request(struct app *a);

/* The app as its parts see it: whether it is to be drawn (then not any more) and whether it runs,
 * for messages from outside, for what is remembered, and for tests. */
struct ui *app_ui(struct app *a);

/* Run a `:` command (without the colon). For the script. */
void app_do_command(struct app *a, const char *line);

/* Watch the files that are shown; look whether they are others by now, which the title says, and
 * which are read at once if the settings say so. For when nothing is pressed. live_ms: between two
 * renewals of processes that run; 0: a second. */
void app_watch(struct app *a, int live_ms);
void app_look(struct app *a);

/* How long to wait for a key before that. */
int app_wait_ms(const struct app *a);

/* One line about the state: view, row, mode; for dumps. */
void app_state_line(const struct app *a, struct text *out);

/* Whether all invariants hold; else *why says which does not. */
bool app_check(const struct app *a, struct text *why);

#endif
