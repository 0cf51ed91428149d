/* SPDX-License-Identifier: GPL-3.0-or-later */
/* terminal: is somebody at the terminal that standard output is?
 *
 * Launchers of parallel jobs, containers and systems for continuous integration give programs a
 * terminal to write to, for the sake of colours or of buffers, from which no key ever comes. */
#ifndef GPTUI_RECORD_TERMINAL_H
#define GPTUI_RECORD_TERMINAL_H

#include <stdbool.h>

/* Can keys come? Standard output, which is a terminal, is the one that controls us and we are in
 * its foreground, or nothing controls us and standard input is the same terminal. Never if the
 * environment says that this is a system for continuous integration (CI is set, not to "false"). */
bool terminal_has_keys(void);

#endif
