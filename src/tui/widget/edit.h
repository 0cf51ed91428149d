/* SPDX-License-Identifier: GPL-3.0-or-later */
/* edit: one line being typed, and the lines typed before it.
 *
 * The text is UTF-8; the cursor stands between characters, 0 <= at <= text.n. */
#ifndef GPTUI_TUI_WIDGET_EDIT_H
#define GPTUI_TUI_WIDGET_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

struct edit {
    struct text text;
    size_t at; /* bytes before the cursor */
};

void edit_release(struct edit *e);
void edit_set(struct edit *e, const char *s, size_t n); /* cursor at its end */
void edit_insert(struct edit *e, uint32_t key);

/* To the left or right by a character, or all the way; or take away the character before the
 * cursor, that at it, the word before it, all before it: then true. */
enum edit_op {
    EDIT_LEFT,
    EDIT_RIGHT,
    EDIT_HOME,
    EDIT_END,
    EDIT_ERASE,
    EDIT_DELETE,
    EDIT_ERASE_WORD,
    EDIT_ERASE_LINE
};
bool edit_do(struct edit *e, enum edit_op op);

/* Replace the bytes [lo, at) by s; the cursor goes after it. */
void edit_replace(struct edit *e, size_t lo, const char *s, size_t n);

/* Lines typed before, oldest first. */
#define PAST_MAX 64
struct past {
    char *line[PAST_MAX];
    size_t n;
    size_t at;   /* the one shown; n: the line being typed */
    char *draft; /* what was typed before the first step back */
};

void past_release(struct past *p);

/* Remember a line (not an empty one, nor the last one again) and stand after it. */
void past_add(struct past *p, const char *s, size_t n);

/* The next older (-1) or newer (1) line into e. */
void past_step(struct past *p, struct edit *e, int direction);

/* Stand after the last line. */
void past_rewind(struct past *p);

#endif
