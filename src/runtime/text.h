/* SPDX-License-Identifier: MIT */
/* text: strings of bounded size. Not libc's: those use vector registers. */
#ifndef GPTUI_RUNTIME_TEXT_H
#define GPTUI_RUNTIME_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of s without the final 0. */
size_t text_length(const char *s);

/* Appends to the string in to, which has room for `room` bytes, final 0 included. What does not
 * fit is cut off. */
void text_add(char *to, size_t room, const char *s);
void text_add_number(char *to, size_t room, uint64_t number);

bool text_equal(const char *a, const char *b);

/* A decimal number of nothing but digits, within the limits; false: it is not one, *number is
 * unchanged. */
bool text_to_number(const char *s, unsigned least, unsigned most, unsigned *number);

/* The number that *at begins with, in hexadecimal digits as the kernel writes them, 0 if there are
 * none; *at is after it then. What does not fit is lost. */
uint64_t text_take_hex(const char **at);

/* The part after the last slash. */
const char *text_base(const char *path);

/* Writes "gptui-rt: WHAT WHERE WHY" to stderr, a line of its own, and with error > 0 ": " and what
 * this errno means. WHERE is cut if it is long; all of it but printable ASCII is shown as \xHH, as
 * nothing is known of the terminal that the line goes to. */
void text_complain(const char *what, const char *where, const char *why, int error);

#endif
