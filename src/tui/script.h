/* SPDX-License-Identifier: GPL-3.0-or-later */
/* script: key scripts, for --script. The format is an interface, kept once published:
 *
 *     gptui-script 1              the first line that is no comment
 *     # comment                   also blank lines
 *     keys jj<Enter>/foo<Enter>   keys as in keyname.h: <Esc> <C-d> <A-x> <F5> <Tab> <Space> <lt>;
 *                                 a blank between keys means nothing, <Space> is the key
 *     mouse left 3 10 double      left middle right wheel-up wheel-down, row and column from 0
 *     resize 24 80                rows and columns, 1 to 1000
 *     :sort self                  a command of the `:` prompt, run at once
 *     dump FILE                   the screen as it is now (dump.h); FILE is the rest of the line
 *
 * After the last line the browser quits. A mistake anywhere is found before anything runs. */
#ifndef GPTUI_TUI_SCRIPT_H
#define GPTUI_TUI_SCRIPT_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "tui/terminal/event.h"

enum step_kind { STEP_END, STEP_EVENT, STEP_RESIZE, STEP_COMMAND, STEP_DUMP };

struct script_step {
    enum step_kind kind;
    struct event event; /* STEP_EVENT: a key or the mouse; STEP_RESIZE: EVENT_RESIZE */
    int rows, cols;     /* STEP_RESIZE: the new size */
    const char *text;   /* STEP_COMMAND: without the colon; STEP_DUMP: the file; borrowed */
    size_t line;        /* in the script, from 1 */
};

/* An all-zero script is empty and ready. */
struct script {
    struct script_step *steps;
    size_t n_steps;
    size_t next;        /* step */
    struct arena lines; /* to which the texts of steps belong */
};

/* Parse n bytes; `name` is for messages. Fails with ERR_SCRIPT; then s is empty. */
bool script_parse(struct script *s, const char *name, const char *p, size_t n,
                  struct err *e) ATTR_MUST_USE;

/* Read a file and parse it ("-": standard input). Also fails as file_read does. */
bool script_read(struct script *s, const char *path, struct err *e) ATTR_MUST_USE;

/* The next step, STEP_END after the last one (again and again). */
struct script_step script_next(struct script *s);

void script_release(struct script *s);

#endif
