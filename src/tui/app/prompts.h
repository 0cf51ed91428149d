/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prompts: the line being typed, and the kinds of it. What is typed is looked at (changed), taken
 * (accept) or dropped (cancel); any of the three may be NULL. */
#ifndef GPTUI_TUI_APP_PROMPTS_H
#define GPTUI_TUI_APP_PROMPTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/text.h"
#include "core/options/option.h"
#include "tui/app/complete.h"
#include "tui/widget/edit.h"

struct app;

/* Lines typed before, by what they were typed for. */
enum { PAST_SEARCH, PAST_ROWS, PAST_COMMAND, PAST_SPEC, PAST_FILE, PAST_FIND, N_PASTS };

struct prompt_def {
    const char *label;
    int past; /* PAST_...: whose lines Up brings back */
    void (*changed)(struct app *a);
    void (*accept)(struct app *a, const char *line); /* the prompt is closed already */
    void (*cancel)(struct app *a);
    void (*complete)(const struct app *a, const char *line, size_t at, struct completion *c);
};

struct prompt {
    const struct prompt_def *def; /* NULL: closed */
    struct edit edit;
    struct completion completion;
    option_id option; /* prompt_option: which */
    size_t item;      /* prompt_panel_edit: the item that is changed */
    struct text label;
};

void prompt_open(struct app *a, const struct prompt_def *def, const char *text);
void prompt_label(struct app *a, const char *fmt, ...) ATTR_PRINTF(2, 3);
void prompt_key(struct app *a, uint32_t key);
void prompt_close(struct app *a);

extern const struct prompt_def prompt_search, prompt_help_search, prompt_rows, prompt_command,
    prompt_option, prompt_panel_edit, prompt_panel_add, prompt_write_gprof, prompt_write_screen,
    prompt_write_format, prompt_find, prompt_source_map;

#endif
