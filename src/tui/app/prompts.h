/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prompts: the kinds of prompt. What is typed is looked at (changed), taken (accept) or dropped
 * (cancel); any of the three may be NULL. */
#ifndef GPTUI_TUI_APP_PROMPTS_H
#define GPTUI_TUI_APP_PROMPTS_H

#include <stddef.h>

struct app;
struct completion;

struct prompt_def {
    const char *label;
    int past; /* PAST_...: whose lines Up brings back */
    void (*changed)(struct app *a);
    void (*accept)(struct app *a, const char *line); /* the prompt is closed already */
    void (*cancel)(struct app *a);
    void (*complete)(const struct app *a, const char *line, size_t at, struct completion *c);
};

extern const struct prompt_def prompt_search, prompt_help_search, prompt_rows, prompt_command,
    prompt_option, prompt_panel_edit, prompt_panel_add, prompt_write_gprof, prompt_write_screen,
    prompt_write_format, prompt_find, prompt_source_map;

#endif
