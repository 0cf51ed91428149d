/* SPDX-License-Identifier: GPL-3.0-or-later */
/* shell: what a POSIX shell takes a command line for. */
#ifndef TESTS_FUZZ_SHELL_H
#define TESTS_FUZZ_SHELL_H

#include <stddef.h>

/* Take `line` apart into words, in place: quotes, backslashes, $(printf 'FORMAT') with octal
 * escapes, and ${gptui_newline%.}. Ends the program if the line means more than words: expansions,
 * patterns, operators, a word that a tilde begins, or a comment. Returns the bytes used:
 * zero-terminated words, one after the other. */
size_t shell_words(char *line);

#endif
