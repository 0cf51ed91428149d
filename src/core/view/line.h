/* SPDX-License-Identifier: GPL-3.0-or-later */
/* line: one line of any view: its text, what each part of it is, and what it is about.
 *
 * 1. Only core/view makes lines; screens, exports and batch output copy their text.
 * 2. Spans are ascending, do not overlap, and may leave gaps (plain text). Roles say what a part
 *    is; how it looks is the theme's business.
 * 3. Bytes in [0, pinned) stay in place when a screen scrolls sideways. */
#ifndef GPTUI_VIEW_LINE_H
#define GPTUI_VIEW_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"

enum role {
    ROLE_PLAIN,
    ROLE_NUMBER,
    ROLE_NAME,
    ROLE_HEAD,    /* column heading */
    ROLE_RULE,    /* section rule, dashes */
    ROLE_DIM,     /* below its own error, hidden, secondary */
    ROLE_HOT,     /* a large share of the time */
    ROLE_WARM,    /* a notable one */
    ROLE_CYCLE,   /* cycle marks */
    ROLE_STRONG,  /* the primary line, titles */
    ROLE_WARNING, /* something is wrong */
    N_ROLES,
};

struct span {
    uint32_t lo, hi; /* bytes of the text */
    uint8_t role;
    uint8_t column; /* of the view, COLUMN_NONE for none */
};
#define COLUMN_NONE 255

/* What a part of a line is to become: its looks, its column of the view, and how wide it is. */
struct cell {
    enum role role;
    unsigned column;
    int width;
};

enum row_kind {
    ROW_TEXT,     /* nothing to open */
    ROW_FUNCTION, /* a function on its own (flat, finder) */
    ROW_CALLER,   /* subject calls the primary function */
    ROW_PRIMARY,
    ROW_CALLEE,
    ROW_CYCLE,   /* a cycle as a whole */
    ROW_MEMBER,  /* of the cycle shown */
    ROW_SECTION, /* a rule with a title */
    ROW_NOTE,    /* says more about the row above it */
    ROW_LINE,    /* of a source file */
    ROW_FINDING, /* doctor's advice */
    ROW_MODULE,  /* a group of functions; its subject is the first of them */
    ROW_RUN,     /* of a set; its line is its number, from 1 */
};

struct line {
    struct text text;
    struct span *spans;
    size_t n_spans, cap_spans;
    size_t pinned;
};

/* An all-zero line is empty and ready. Failure is sticky in text.failed. */
void line_release(struct line *l);
void line_clear(struct line *l);

/* Mark the text from byte `lo` to its end. */
void line_mark(struct line *l, size_t lo, enum role role, unsigned column);

#endif
