/* SPDX-License-Identifier: MIT */
/* words: texts of "name value" lines, as the files beside a profile have them. */
#ifndef GPTUI_RUNTIME_WORDS_H
#define GPTUI_RUNTIME_WORDS_H

#include <stddef.h>
#include <stdint.h>

struct writer;

void put(struct writer *w, const char *s);
void put_number(struct writer *w, uint64_t number);

/* With 0x before it. */
void put_hex(struct writer *w, uint64_t number);

/* n bytes as one word: spaces, backslashes and control bytes as \ooo. */
void put_word(struct writer *w, const char *s, size_t n);

/* "NAME NUMBER\n" */
void put_line(struct writer *w, const char *name, uint64_t number);

/* Seconds, with three digits after the point. */
void put_seconds(struct writer *w, uint64_t ns);

/* In hexadecimal; "-" if there are no bytes. */
void put_build_id(struct writer *w, const uint8_t *bytes, size_t n);

#endif
