/* SPDX-License-Identifier: GPL-3.0-or-later */
/* command: what can be typed after a colon. Also the command language of scripts:
 *
 *     ACTION               any action by its name
 *     NUMBER               the entry of that index
 *     -OPTION [ARG]        an option as on the command line; on, or off if it is on already
 *     goto NAME            the entry of a function (Diff: its row), by its shown or raw name
 *     sort COLUMN [asc|desc]
 *     set NAME VALUE       a setting; without VALUE: what it is
 *     bind MODE KEYS ACTION
 *     rows [FILTER]        the row filter
 *     w[!] FILE            write what the view shows; ! replaces a file
 *     w[!] gprof FILE      write it in gprof's layout
 *     w[!] command FILE    write the command line that prints it
 *     dump FILE            the screen as text, looks and cursor
 *     forget               what is remembered from run to run
 *     map                  the help, with all bindings
 *     q                    quit */
#ifndef GPTUI_TUI_ACT_COMMAND_H
#define GPTUI_TUI_ACT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "tui/app/ui.h"

/* Run a line without its colon. */
void command_run(struct ui *ui, const char *line);

/* The i-th command that is no action; NULL after the last. */
struct command_def {
    const char *name, *args, *help;               /* args, help: for the help and the manual */
    void (*run)(struct ui *ui, const char *args); /* from the first word that follows the name on */
    bool bang;                                    /* takes a !, and so all that follows */
};
const struct command_def *command_get(size_t i);

#endif
