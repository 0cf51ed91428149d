/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prompt: the line being typed, and the kinds of it. What is typed is looked at (changed), taken
 * (accept) or dropped (cancel); any of the three may be NULL. */
#ifndef GPTUI_TUI_APP_PROMPT_H
#define GPTUI_TUI_APP_PROMPT_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/text.h"
#include "core/options/option.h"
#include "tui/app/completion.h"
#include "tui/app/ui.h"
#include "tui/widget/edit.h"

struct surface;

/* Lines typed before, by what they were typed for. */
enum { PAST_SEARCH, PAST_ROWS, PAST_COMMAND, PAST_SPEC, PAST_FILE, PAST_FIND, N_PASTS };

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
