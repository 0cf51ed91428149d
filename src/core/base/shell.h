/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell: command lines for people to copy. Every one that the program shows or copies is quoted
 * here.
 *
 * 1. Pasted into any terminal it does nothing before Return is pressed: nothing but visible
 *    characters (base/utf8) comes out. A raw Ctrl-U or line end would act at once.
 * 2. Every POSIX shell gets the word back, byte for byte; in csh and fish, too, nothing inside a
 *    word runs.
 *
 * Plain words stay as they are; others are made of
 *     'text'                      all that is visible but ' \ and !
 *     "'"  \\  \!                 these, which some shell interprets between single quotes
 *     "$(printf '\025\033')"      other bytes. It loses line ends before its own end, so that one
 *                                 takes what follows along,
 *     "${gptui_newline%.}"        or is this at the end of the word. */
#ifndef GPTUI_BASE_SHELL_H
#define GPTUI_BASE_SHELL_H

#include "core/base/text.h"

/* Append a word, with quotes only if it needs them. */
void text_shell(struct text *out, const char *word);

/* Append the path of an image or a profile as a word of gptui's own command line: "./" stands
 * before one that would be taken for something else there. */
void text_shell_operand(struct text *out, const char *path);

/* Append a command made of words from above, after what they need to be set. */
void text_shell_command(struct text *out, struct text *words);

/* Append a path that no command takes for an option, or for a command of its own: absolute, or
 * beginning with "./". Not quoted. */
void text_operand(struct text *out, const char *path);

#endif
