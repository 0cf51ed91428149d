/* SPDX-License-Identifier: GPL-3.0-or-later */
/* info_words: the words of lines that our runtime writes, "NAME VALUE VALUE ...", in memory that
 * may be written to. */
#ifndef GPTUI_LOAD_JOIN_INFO_WORDS_H
#define GPTUI_LOAD_JOIN_INFO_WORDS_H

#include <stdbool.h>
#include <stdint.h>

/* The word at *at, which ends at `end` in any case; what is after it becomes *at. */
char *info_word(char **at, char end);

/* \040 and the like become what they stand for. */
void info_decode(char *word);

/* False: the word is not a number, and *value stays. */
bool info_number(const char *word, int base, uint64_t *value);

#endif
