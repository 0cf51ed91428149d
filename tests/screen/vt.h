/* SPDX-License-Identifier: GPL-3.0-or-later */
/* vt: a program on a pseudo terminal, and the terminal that it draws on.
 *
 * The program runs as a shell would run it: in the foreground process group of a session of its own
 * whose leader waits for it, so that it can be stopped, continued and signalled. What it writes
 * goes to libvterm; tests look at the resulting screen, never at two captures that happen to be
 * equal: every wait is for a state, and prints the screen when the state does not
 * come. */
#ifndef GPTUI_TESTS_VT_H
#define GPTUI_TESTS_VT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <termios.h>

struct vt;

struct vt_options {
    int rows, cols;          /* 0: 24 x 80 */
    const char *const *argv; /* ends with NULL */
    const char *term;        /* TERM; NULL: xterm-256color, "": unset */
    const char *locale;      /* LC_ALL; NULL: C.UTF-8 */
    const char *const *env;  /* more "NAME=VALUE", ends with NULL; NULL: none */
    bool no_stdin;           /* standard input is /dev/null */
};

/* Dies with a message if the system has no pseudo terminal: nothing can be tested then. */
struct vt *vt_start(const struct vt_options *o);

/* End the program if it still runs, and forget it. */
void vt_stop(struct vt *v);

/* ---- doing ---- */

void vt_send(struct vt *v, const char *bytes, size_t n);
void vt_keys(struct vt *v, const char *keys); /* as bytes */
void vt_resize(struct vt *v, int rows, int cols);
void vt_signal(struct vt *v, int sig);
void vt_continue(struct vt *v); /* as `fg` does; the program must be stopped */
void vt_hang_up(struct vt *v);  /* the terminal goes away */

/* The terminal takes nothing from the program any more, which soon waits for it in vain. */
void vt_stop_listening(struct vt *v);

/* ---- waiting: until the state; false at the deadline, which is a hang (60 s) ---- */

typedef bool vt_test(struct vt *v, const void *ctx);
bool vt_wait(struct vt *v, vt_test *test, const void *ctx, const char *what);
bool vt_wait_text(struct vt *v, const char *text);         /* somewhere on the screen */
bool vt_wait_row(struct vt *v, int row, const char *text); /* the whole row is this */
bool vt_wait_stopped(struct vt *v);
bool vt_wait_exit(struct vt *v);
bool vt_ends(struct vt *v, int code); /* by itself, with this status */

/* Let `ms` pass while the program's output is taken; for states that must not come. */
void vt_pump(struct vt *v, int ms);

/* ---- looking ---- */

/* Row as UTF-8 without trailing blanks; valid until the next call. */
const char *vt_row(struct vt *v, int row);

struct vt_look {
    bool bold, underline, reverse;
    int fg, bg; /* palette index, 0x1000000 + RRGGBB, or -1 for the default */
};
struct vt_look vt_look(struct vt *v, int row, int col);

int vt_rows(const struct vt *v);
int vt_cols(const struct vt *v);
void vt_cursor(const struct vt *v, int *row, int *col, bool *visible);
bool vt_alternate(const struct vt *v); /* the alternate screen is shown */
bool vt_mouse(const struct vt *v);     /* the mouse is reported */

/* All bytes from the program so far, zero-terminated. */
const char *vt_stream(const struct vt *v, size_t *n);

bool vt_exited(const struct vt *v);
int vt_status(const struct vt *v); /* of waitpid */

/* The terminal's modes now are those before the program started. */
bool vt_modes_restored(const struct vt *v);

/* That and all else is as before; if not, print what was left behind. */
bool vt_sane(const struct vt *v);

/* Print the screen as TAP comments. */
void vt_print(struct vt *v);

#endif
