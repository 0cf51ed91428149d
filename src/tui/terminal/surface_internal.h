/* SPDX-License-Identifier: GPL-3.0-or-later */
/* surface_internal: what the files of the surface share. Only they include curses. */
#ifndef GPTUI_TUI_TERMINAL_SURFACE_INTERNAL_H
#define GPTUI_TUI_TERMINAL_SURFACE_INTERNAL_H

#define NCURSES_WIDECHAR 1
#define NCURSES_NOMACROS 1 /* nothing is called but by OF_CURSES */
#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <term.h>
#include <termios.h>

#include "tui/terminal/key_decoder.h"
#include "tui/terminal/surface.h"
#include "tui/terminal/theme.h"

/* All that is used of curses, which is loaded when the browser opens: most runs write text. */
#define CURSES_USED(X)                                                                             \
    X(clearok), X(cur_term), X(curs_set), X(def_prog_mode), X(del_curterm), X(delscreen),          \
        X(endwin), X(getcchar), X(getmaxx), X(getmaxy), X(init_extended_pair), X(keypad),          \
        X(mvwadd_wch), X(mvwchgat), X(mvwin_wch), X(newterm), X(resizeterm), X(setcchar),          \
        X(setupterm), X(start_color), X(stdscr), X(tigetnum), X(tigetstr), X(typeahead),           \
        X(use_default_colors), X(use_env), X(use_tioctl), X(werase), X(wmove), X(wrefresh)
#define CURSES_ENUM(name)  CURSES_##name
#define OF_CURSES(s, name) ((__typeof__(name) *)(s)->curses[CURSES_##name])
enum { CURSES_USED(CURSES_ENUM), N_CURSES };

/* The order matters: an EVENT has to be declared before curses.h would take KEY_MOUSE and such;
 * ours are called KEYS_ for that reason. */
struct surface {
    void *curses[N_CURSES]; /* where they are */
    SCREEN *screen;
    WINDOW *window;       /* all of it */
    FILE *in, *out;       /* in: opened by us unless it is stdin; out: /dev/null if headless */
    int fd_in, fd_out;    /* -1: headless */
    struct termios modes; /* of the terminal as found */
    struct surface_options options;
    enum theme_depth depth;
    bool ascii;            /* nothing but ASCII can be shown */
    bool can_mouse, mouse; /* the terminal has one; it is on */
    bool resized;          /* the size changed while nobody asked for events */
    bool resumed;          /* we are back, and nobody knows yet */
    bool lost;             /* reading said that the terminal is gone */
    int cursor_row, cursor_col;
    bool show_cursor;
    int escape_ms;  /* how long an Esc may be the start of something */
    int64_t fed_ms; /* when bytes came last */
    struct key_decoder keys;
};

/* Give the terminal back for a while, and take it again. */
void surface_release(struct surface *s);
void surface_take(struct surface *s);

/* Start colours as deep as the terminal has and the user wants, and make the pairs. */
void surface_colors_start(struct surface *s);

/* Follow the terminal's size. True if it changed. */
bool surface_follow_size(struct surface *s);

/* A capability of the terminal; NULL: it has none. */
const char *surface_capability(const struct surface *s, const char *name);

#endif
