/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface: the only door to curses. A grid of cells to draw on, and events.
 *
 * 1. Between surface_start and surface_stop the terminal is ours; surface_stop, every fatal signal
 *    and a crash give it back: normal screen, cursor shown, mouse off, modes as found.
 * 2. Whatever is drawn is clipped to the surface and made safe: control characters and bytes that
 *    are not UTF-8 come out as \xHH.
 * 3. Drawing changes nothing on the terminal until surface_show. */
#ifndef GPTUI_TUI_TERMINAL_SURFACE_H
#define GPTUI_TUI_TERMINAL_SURFACE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"
#include "core/base/err.h"

struct surface;

struct surface_options {
    bool headless; /* no terminal: cells only; size from LINES and COLUMNS, default 24x80 */
    bool mouse;    /* report the mouse */
    bool no_color; /* no colours; the variable NO_COLOR says the same */
    bool ascii;    /* no box drawing even in UTF-8 */
};

/* Take the terminal. Keys come from standard input, or from /dev/tty if that is not a terminal.
 * Fails with ERR_TERMINAL (TERM unset or unable, no terminal). */
struct surface *surface_start(const struct surface_options *o, struct err *e) ATTR_MUST_USE;

/* Give it back and free s. NULL is fine. */
void surface_stop(struct surface *s);

/* A new size for a headless surface (from 1 to 1000 each, clamped); draw again afterwards. */
void surface_resize(struct surface *s, int rows, int cols);

int surface_rows(const struct surface *s);
int surface_cols(const struct surface *s);
bool surface_ascii(const struct surface *s); /* draw with ASCII only */

/* Stop the process as Ctrl-Z does, with the terminal given back meanwhile; when continued the
 * screen is taken again and will be repainted by the next surface_show. The size may have changed:
 * an EVENT_RESIZE follows then. */
void surface_suspend(struct surface *s);

/* Run a command in the foreground on the real terminal (an editor). Returns its exit status (127 if
 * there is no such command, 128 + signal if one ended it), or -1. argv ends with NULL. */
int surface_run(struct surface *s, char *const argv[]);

void surface_set_mouse(struct surface *s, bool on);

/* Send text to the terminal's clipboard (OSC 52, wrapped for tmux and screen). False when it is
 * too long (over 74,994 bytes) or there is no terminal. */
bool surface_copy(struct surface *s, const char *p, size_t n);

/* Make the terminal show it. Sends nothing if nothing changed. */
void surface_show(struct surface *s);

/* Repaint everything (Ctrl-L). */
void surface_refresh(struct surface *s);

#endif
