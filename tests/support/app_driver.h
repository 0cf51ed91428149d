/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app_driver: a browser without a terminal, driven by keys and looked at. What goes wrong, a key
 * that breaks an invariant among it, ends the program (require.h). */
#ifndef GPTUI_TESTS_APP_DRIVER_H
#define GPTUI_TESTS_APP_DRIVER_H

#include "core/model/profile.h"
#include "tui/app.h"
#include "tui/app/popup.h"
#include "tui/app/screen.h"
#include "tui/app/side_pane.h"

/* On the invented profile. */
struct app *make_app(enum view first);

/* In two steps, for sessions that outlive their app: set ui.session to NULL before app_free. The
 * session takes over p, the app takes over both. */
struct session *make_session(const char *image, struct profile *p);
struct app *make_app_on(struct session *s, struct keymap keys, enum view first);

/* Finish what is begun and drop what the terminal should do. */
void settle(struct app *a);

/* Keys as in keyname.h, each followed by a settle; a command without its colon. */
void press(struct app *a, const char *keys);
void command(struct app *a, const char *line);

/* What the message line says. */
const char *message(struct app *a);

void assert_options(struct app *a, const char *want);

/* All rows of the view, as text. */
void rows(struct app *a, struct text *out);

#endif
