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
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/view/line.h"
#include "tui/terminal/event.h"
#include "tui/terminal/theme.h"

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

/* Wait for the next event, at most `ms` milliseconds (-1: for ever, 0: only what is there). The
 * new size is in place before EVENT_RESIZE comes. Ctrl-C is EVENT_LOST with SIGINT; all other
 * control keys are keys, Ctrl-Z too (see surface_suspend). Headless: EVENT_NONE, or EVENT_LOST for
 * ms = -1. */
struct event surface_event(struct surface *s, int ms);

/* Will the next event be EVENT_LOST because of a signal? Takes no event. */
bool surface_ending(const struct surface *s);

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

/* ---- drawing; looks are LOOK_ bits of theme.h, added to the role's own ---- */

void surface_clear(struct surface *s);

/* n bytes from (row, col), at most `width` columns; returns the column after the last cell used.
 * A wide character that does not fit comes out as a blank. Any row, column and width is fine. */
int surface_text(struct surface *s, int row, int col, int width, const char *p, size_t n,
                 enum role role, unsigned look);

/* A line of a view: its pinned part, then the rest from its column `skip` on, both within `width`
 * columns; the rest of the width is blank in the same look. `<` and `>` mark what is cut off. */
void surface_line(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                  unsigned look);

/* `width` cells of one ASCII character or any other one-column one. */
void surface_fill(struct surface *s, int row, int col, int width, uint32_t c, enum role role,
                  unsigned look);

/* Repaint n cells with an additional look (search hits, the cursor row). */
void surface_paint(struct surface *s, int row, int col, int n, unsigned look);

/* Where the real cursor goes (screen readers follow it). visible false hides it. */
void surface_cursor(struct surface *s, int row, int col, bool visible);

/* Make the terminal show it. Sends nothing if nothing changed. */
void surface_show(struct surface *s);

/* Repaint everything (Ctrl-L). */
void surface_refresh(struct surface *s);

/* ---- reading back, for :dump and tests ---- */

/* Append row `row` as text without trailing blanks. */
void surface_read_text(const struct surface *s, int row, struct text *out);

/* Append one letter per cell of the row, without trailing '.': the role (theme_letter). */
void surface_read_roles(const struct surface *s, int row, struct text *out);

/* Append one hexadecimal digit per cell of the row, without trailing '.': the sum of its LOOK_
 * bits, the role's own included; '.' for none. */
void surface_read_looks(const struct surface *s, int row, struct text *out);

struct surface_cursor {
    int row, col;
    bool visible;
};

/* Where the cursor goes, kept within the surface. */
struct surface_cursor surface_read_cursor(const struct surface *s);

#endif
