/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prompt: the line being typed, and the kinds of it. What is typed is looked at (changed), taken
 * (accept) or dropped (cancel); any of the three may be NULL. */
#ifndef GPTUI_TUI_APP_PROMPT_H
#define GPTUI_TUI_APP_PROMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/options/option.h"
#include "tui/app/ui.h"
#include "tui/widget/edit.h"

struct surface;

/* Lines typed before, by what they were typed for. */
enum { PAST_SEARCH, PAST_ROWS, PAST_COMMAND, PAST_SPEC, PAST_FILE, PAST_FIND, N_PASTS };

/* Candidates for the word before the cursor. */
enum { COMPLETIONS_MAX = 40 };

struct completion {
    struct arena memory;         /* owns the texts */
    char *item[COMPLETIONS_MAX]; /* whole words */
    char *note[COMPLETIONS_MAX]; /* what it means; NULL: itself */
    size_t n;
    size_t at; /* the one in the prompt; n: what was typed */
    size_t lo; /* where the word starts in the prompt */
    char *typed;
    bool more; /* there were too many */
};

void completion_release(struct completion *c);

/* The word starts at lo of the line; candidates are added if `typed` begins
 * them, with what to show beside them (NULL: nothing). */
void completion_begin(struct completion *c, const char *line, size_t lo, size_t at);
void completion_add(struct completion *c, const char *candidate, const char *note);

/* Add it whatever was typed. */
void completion_offer(struct completion *c, const char *candidate, const char *note);

struct prompt_def {
    const char *label;
    int past; /* PAST_...: whose lines Up brings back */
    void (*changed)(struct ui *ui);
    void (*accept)(struct ui *ui, const char *line); /* the prompt is closed already */
    void (*cancel)(struct ui *ui);
    void (*complete)(const struct ui *ui, const char *line, size_t at, struct completion *c);
};

struct prompt {
    const struct prompt_def *def; /* NULL: closed */
    struct edit edit;
    struct completion completion;
    option_id option; /* prompt_option: which */
    size_t item;      /* prompt_option_panel_edit: the item that is changed */
    struct text label;
    struct text otherwise;      /* what an empty line means; n 0: nothing */
    struct past pasts[N_PASTS]; /* by prompt_def.past */
};

void prompt_open(struct ui *ui, const struct prompt_def *def, const char *text);
void prompt_label(struct ui *ui, const char *fmt, ...) ATTR_PRINTF(2, 3);
void prompt_key(struct ui *ui, uint32_t key); /* a character */

/* The prompt's label, text and cursor. */
void draw_prompt(const struct ui *ui, struct surface *s, int row, int col, int cols);

/* Candidates above the prompt, those around the chosen one. */
void draw_completions(const struct ui *ui, struct surface *s);

#endif
