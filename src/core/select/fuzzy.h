/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fuzzy: which of many names a few typed letters mean.
 *
 * ALGORITHM. A pattern is one to eight words; a name matches if each word does. A word matches as
 * one of, best first:
 *
 *   equal        the whole name
 *   prefix       at its start
 *   word start   at the start of a word in it: after a character that is neither letter nor digit,
 *                or at a capital after a small letter or digit
 *   substring    anywhere
 *   initials     its characters in order, each at a word start or directly after the one before
 *   subsequence  its characters in order
 *
 * Small letters match both cases, capitals only themselves; characters outside ASCII match
 * themselves, whole. The class of a name is the worst of its words'. Names rank by class, and in
 * one class they keep the order given, which should be heaviest first. There are no scores: the
 * order can be said in a sentence, and one pass per name is enough.
 *
 * Rejection is cheap: 64 bits per name (fuzzy_mask) say which characters it has at all; a word
 * that needs another one is turned down without reading the name. */
#ifndef GPTUI_SELECT_FUZZY_H
#define GPTUI_SELECT_FUZZY_H

#include <stddef.h>
#include <stdint.h>

enum fuzzy_class {
    FUZZY_EQUAL,
    FUZZY_PREFIX,
    FUZZY_WORD_START,
    FUZZY_SUBSTRING,
    FUZZY_INITIALS,
    FUZZY_SUBSEQUENCE,
    FUZZY_NONE, /* no match */
};

enum { FUZZY_WORDS = 8, FUZZY_BYTES = 256 };

/* A prepared pattern; needs no release. */
struct fuzzy {
    char bytes[FUZZY_BYTES];
    struct fuzzy_word {
        uint16_t lo, n; /* in bytes[] */
    } words[FUZZY_WORDS];
    unsigned n_words; /* 0: matches everything, as a prefix */
    uint64_t mask;    /* what a name must have */
};

/* Split n bytes of pattern at blanks; what is beyond FUZZY_WORDS words or FUZZY_BYTES is cut. */
void fuzzy_init(struct fuzzy *f, const char *pattern, size_t n);

/* The characters of a name as a set, for fuzzy_item.mask. */
uint64_t fuzzy_mask(const char *name, size_t n);

enum fuzzy_class fuzzy_match(const struct fuzzy *f, const char *name, size_t n);

/* The bytes of a matching name that the pattern stands for, for highlighting: ascending, without
 * repetition, at most `room` of them into at[]. Returns how many; 0 if it does not match. */
size_t fuzzy_positions(const struct fuzzy *f, const char *name, size_t n, uint32_t *at,
                       size_t room);

struct fuzzy_item {
    const char *name;
    uint32_t n;
    uint64_t mask; /* fuzzy_mask, or ~0 if not known */
};

/* Write the indices of the matching items to out (room for n), best first; returns how many.
 * classes: room for n bytes, scratch. */
uint32_t fuzzy_rank(const struct fuzzy *f, const struct fuzzy_item *items, uint32_t n,
                    uint8_t *classes, uint32_t *out);

#endif
