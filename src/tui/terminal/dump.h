/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dump: a screen as a file, for `:dump` and `dump`. The format is an interface:
 *
 *     gptui-dump 1 24x80 cursor=4,0 hidden view=flat row=1/21
 *     --text--                      24 lines, trailing blanks cut
 *     --roles--                     24 lines, a letter per cell (table below), trailing '.' cut
 *     --looks--                     24 lines, a hexadecimal digit per cell, trailing '.' cut
 *     --end--
 *
 * The first line: format version, rows x columns, where the cursor is (from 0), whether it is
 * "shown" or "hidden", then the caller's words. Roles: . plain, n number, f name, h heading, r
 * rule, d dim, H hot, w warm, c cycle, s strong, ! warning. Looks are sums of 1 reverse, 2 bold, 4
 * underline, 8 dim, as they are with the colours in use. A wide character takes two cells of the
 * planes and one character of the text. */
#ifndef GPTUI_TUI_TERMINAL_DUMP_H
#define GPTUI_TUI_TERMINAL_DUMP_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "tui/terminal/surface.h"

/* Append the dump; `state` is what to say at the end of the first line ("view=flat row=1/21"). */
void dump_text(const struct surface *s, const char *state, struct text *out);

/* Write it to a file, whole or not at all; an existing one is replaced. */
bool dump_write(const struct surface *s, const char *state, const char *path,
                struct err *e) ATTR_MUST_USE;

#endif
