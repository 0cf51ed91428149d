/* SPDX-License-Identifier: GPL-3.0-or-later */
/* char: kinds of characters as the C locale has them, whatever the current locale. Bytes outside
 * ASCII are of none of these kinds. */
#ifndef GPTUI_BASE_CHAR_H
#define GPTUI_BASE_CHAR_H

#include <stdbool.h>

/* Blanks and line ends. */
static inline bool char_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool char_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool char_is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static inline bool char_is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

static inline bool char_is_letter(char c)
{
    return char_is_small(c) || char_is_capital(c);
}

/* The small letter of a capital one, else c. */
static inline char char_small(char c)
{
    return (char)(char_is_capital(c) ? c + ('a' - 'A') : c);
}

#endif
