/* SPDX-License-Identifier: GPL-3.0-or-later */
/* form: the parts of a function's name, and the name with some of them elided. */
#ifndef GPTUI_VIEW_NAMES_FORM_H
#define GPTUI_VIEW_NAMES_FORM_H

#include "core/base/text.h"
#include "core/load/image/name_brackets.h"
#include "core/view/names/names.h"

/* A name safe to show, without return type. Borrowed from struct names. */
struct form {
    const char *text; /* n bytes */
    uint32_t n, n_parts;
    bool plain;                    /* ASCII: as many columns as bytes */
    const struct form_part *parts; /* as in struct name_form; none: all of it is the own name */
};

/* What was read, borrowed from f. */
struct form form_of(const struct name_form *f);

/* What becomes of a part: all of it, its ellipsis, of scopes the dots alone, or nothing. */
enum form_how { FORM_SHOW, FORM_CUT, FORM_DOTS, FORM_DROP };

/* Around what stands for something else, in texts of names: before it and after it. No name that is
 * safe to show has these bytes. */
enum { QUIET_BEGIN = 1, QUIET_END = 2 };

/* Where bytes of a form come to stand in the text that is written of it. */
struct form_mark {
    uint32_t at;  /* in the form */
    uint32_t out; /* in the text; UINT32_MAX: elided */
};

/* How many ellipses are written: all, the first alone, none. What would have one goes without. */
enum form_signs { FORM_SIGNS_ALL, FORM_SIGNS_ONE, FORM_SIGNS_NONE };

/* Append f with how[i] done to part i. Scopes that are dropped between others leave an ellipsis.
 * Marks, ascending, may be none. quiet: set off what stands for something else. */
void form_write(const struct form *f, const uint8_t *how, enum form_signs signs, bool quiet,
                struct form_mark *marks, unsigned n_marks, struct text *out);

/* Columns of a text with quiet parts. */
size_t quiet_cols(const char *p, size_t n);

#endif
