/* SPDX-License-Identifier: GPL-3.0-or-later */
/* completion: candidates for the word before the cursor of a prompt. */
#ifndef GPTUI_TUI_APP_COMPLETION_H
#define GPTUI_TUI_APP_COMPLETION_H

#include <stdbool.h>
#include <stddef.h>

enum { COMPLETIONS_MAX = 40 };

struct completion {
    char *item[COMPLETIONS_MAX]; /* whole words, owned */
    char *note[COMPLETIONS_MAX]; /* what it means, owned; NULL: itself */
    size_t n;
    size_t at; /* the one in the prompt; n: what was typed */
    size_t lo; /* where the word starts in the prompt */
    char *typed;
    bool more; /* there were too many */
};

void completion_release(struct completion *c);

/* The word starts at lo of the line; candidates are added if `typed` begins them. */
void completion_begin(struct completion *c, const char *line, size_t lo, size_t at);
void completion_add(struct completion *c, const char *candidate);

/* Add it whatever was typed, with what to show beside it. */
void completion_offer(struct completion *c, const char *candidate, const char *note);

/* The next (1) or previous (-1) candidate to put in place of the word; NULL if there is none. */
const char *completion_step(struct completion *c, int direction);

#endif
