/* SPDX-License-Identifier: GPL-3.0-or-later */
/* clipboard: the bytes that put text into a terminal's clipboard (OSC 52). */
#ifndef GPTUI_TUI_TERMINAL_CLIPBOARD_H
#define GPTUI_TUI_TERMINAL_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/text.h"

#define CLIPBOARD_MAX_BYTES 74994 /* the most that common terminals take: 100,000 encoded */

/* What stands between us and the terminal. */
enum clipboard_wrap { CLIPBOARD_PLAIN, CLIPBOARD_TMUX, CLIPBOARD_SCREEN };

/* From the variables TMUX and STY (either may be NULL). */
enum clipboard_wrap clipboard_wrap(const char *tmux, const char *sty);

/* Append the sequence for n bytes of p. In tmux it comes plain and wrapped: which of the two tmux
 * lets pass depends on its options. False, and nothing appended, when n is over the limit. */
bool clipboard_sequence(struct text *out, const char *p, size_t n, enum clipboard_wrap wrap);

#endif
