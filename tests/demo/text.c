/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const char *const stems[] = {
    "river", "stone", "cloud", "amber", "cedar",  "delta", "ember",  "frost",  "grain",  "hazel",
    "ivory", "jewel", "knoll", "lilac", "maple",  "north", "ocean",  "pearl",  "quartz", "ridge",
    "shade", "thorn", "umber", "vapor", "willow", "xylem", "yarrow", "zephyr",
};
static const char *const endings[] = {
    "", "s", "ed", "ing", "er", "less", "ful", "like", "wards", "side", "land", "light",
};

enum { N_STEMS = sizeof stems / sizeof *stems, N_ENDINGS = sizeof endings / sizeof *endings };

uint64_t random_next(struct random *r)
{
    r->state ^= r->state << 13;
    r->state ^= r->state >> 7;
    r->state ^= r->state << 17;
    return r->state;
}

unsigned vocabulary_size(void)
{
    return N_STEMS * N_ENDINGS;
}

/* Made once; later calls only look. */
const char *vocabulary_word(unsigned n)
{
    static char words[N_STEMS * N_ENDINGS][24];
    char *word = words[n % (N_STEMS * N_ENDINGS)];
    if (!*word)
        snprintf(word, sizeof *words, "%s%s", stems[n % N_STEMS], endings[n / N_STEMS % N_ENDINGS]);
    return word;
}

/* A few words are frequent, most are rare. */
static unsigned pick_word(struct random *r)
{
    uint64_t bits = random_next(r), n = bits % (N_STEMS * N_ENDINGS);
    for (bits >>= 20; n > 3 && bits % 3; bits /= 3)
        n /= 2;
    return (unsigned)n;
}

static size_t append_word(char *to, size_t at, size_t room, const char *word, bool capital)
{
    size_t n = strlen(word);
    if (at + n + 2 >= room)
        return at;
    memcpy(to + at, word, n);
    if (capital)
        to[at] = (char)toupper((unsigned char)to[at]);
    to[at + n] = ' ';
    to[at + n + 1] = '\0';
    return at + n + 1;
}

size_t make_document(struct random *r, char *to, size_t room)
{
    size_t at = 0;
    to[0] = '\0';
    for (int i = 0; i < DOC_WORDS; i++)
        at = append_word(to, at, room, vocabulary_word(pick_word(r)), i % 12 == 0);
    return at;
}

static inline bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 'a' - 'A') : c;
}

size_t next_word(const char **at, char word[24])
{
    const char *p = *at;
    size_t n = 0;
    while (*p && !is_letter(*p))
        p++;
    for (; is_letter(*p); p++)
        if (n < 23)
            word[n++] = lower(*p);
    word[n] = '\0';
    *at = p;
    return n;
}
