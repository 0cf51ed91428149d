/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tool: what the test tools share: growing bytes, numbers in either byte order, words, chance.
 *
 * Independent of src/ on purpose: a test must not inherit the errors of what it tests.
 * Every function that cannot do its work ends the program with one line and status 2. */
#ifndef TESTS_TOOL_H
#define TESTS_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

_Noreturn void fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Room for n + 1 items of size bytes; p may move. */
void *grow(void *p, size_t n, size_t *cap, size_t size);
char *copy_text(const char *s);
char *text_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

struct bytes {
    unsigned char *p;
    size_t n, cap;
    bool big; /* byte order of bytes_number */
};

void bytes_add(struct bytes *b, const void *p, size_t n);
void bytes_number(struct bytes *b, uint64_t v, unsigned width); /* width 1..8 bytes, truncates */
void bytes_patch(struct bytes *b, size_t at, uint64_t v, unsigned width);
void bytes_string(struct bytes *b, const char *s); /* with its zero byte */
void bytes_uleb(struct bytes *b, uint64_t v);
void bytes_sleb(struct bytes *b, int64_t v);
void bytes_fill(struct bytes *b, unsigned char c, size_t n);
void bytes_release(struct bytes *b);
uint64_t number_at(const unsigned char *p, unsigned width, bool big);

/* The whole file, or NULL and errno; *n its size. A zero byte follows. The caller frees. */
char *file_read(const char *path, size_t *n);
void file_write(const char *path, const void *p, size_t n);

/* Split a line in place at blanks; '...' and "..." keep blanks and are removed. Ends at a `#` that
 * begins a word. Returns the number of words, at most max; words[n] = NULL if there is room. */
size_t split_words(char *line, char **words, size_t max);

/* Make of each line of standard input what the statement of its first word, and `words` in all,
 * makes; *line is its number. */
struct maker;
struct statement {
    const char *name;
    size_t words;
    void (*make)(struct maker *m, char **words);
};
void make_all(const struct statement *v, size_t n, struct maker *m, size_t *line);

struct chance {
    uint64_t state;
};
uint64_t chance_next(struct chance *c);
size_t chance_below(struct chance *c, size_t n); /* 0..n-1; n > 0 */
bool chance_in(struct chance *c, unsigned of);   /* one time in of */

#endif
