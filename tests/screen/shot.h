/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shot: the browser without a terminal, its dumps, and the profile that the screen tests look at.
 */
#ifndef GPTUI_TESTS_SHOT_H
#define GPTUI_TESTS_SHOT_H

#include <stdbool.h>
#include <stddef.h>

/* Go to a new folder with the program `store`, its profile `store.out`, and no config file. The
 * same for `lines`, which has lines of /build/src/work.c, whose text is in the folder, of
 * /build/src/odd.c, whose bytes are hard to show, and of /build/src/gone.c, which is nowhere. Dies
 * if the tools that make them are missing. */
void shot_setup(void);
void shot_cleanup(void);

/* The browser's file name. */
const char *shot_gptui(void);

enum { SHOT_MAX_ROWS = 120, SHOT_MAX_BYTES = 8192 };

struct shot {
    int rows, cols;
    int cursor_row, cursor_col;
    bool cursor_visible;
    char state[256]; /* "view=flat ..." */
    char text[SHOT_MAX_ROWS][SHOT_MAX_BYTES];
    char roles[SHOT_MAX_ROWS][SHOT_MAX_BYTES];
    char looks[SHOT_MAX_ROWS][SHOT_MAX_BYTES];
};

/* Read a dump; false (with a TAP comment) if it is none. */
bool shot_read(struct shot *s, const char *path);

struct shot_run {
    int rows, cols;
    const char *locale;          /* NULL: C.UTF-8 */
    const char *image, *profile; /* NULL: store, store.out */
    const char *options;         /* words before the image; NULL: none */
    const char *script;          /* the lines after the first */
};

/* Run a script. The exit status, 256 + signal; what it says goes to the TAP comments. */
int shot_script(const struct shot_run *r);

/* A whole file as a string, NULL if there is none; the caller frees it. */
char *shot_file(const char *path);

/* The i-th of some pieces of a text that `|` parts, valid until the next call; NULL: there are
 * fewer. */
const char *shot_piece(const char *text, size_t i);

#endif
