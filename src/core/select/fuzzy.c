/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/fuzzy.h"

#include <string.h>

#include "core/base/char.h"

static bool starts_word(const char *name, size_t i)
{
    /* Parts of words are letters, digits, and what is outside ASCII. */
    if (i == 0 || !(char_is_letter(name[i - 1]) || char_is_digit(name[i - 1]) ||
                    (unsigned char)name[i - 1] >= 0x80))
        return true;
    return char_is_capital(name[i]) && !char_is_capital(name[i - 1]);
}

/* Which of 64 classes a byte is in: letters without case and digits have their own. */
static uint64_t mask_bit(char c)
{
    unsigned u = (unsigned char)c;
    if (char_is_small(char_small(c)))
        return UINT64_C(1) << (char_small(c) - 'a');
    if (char_is_digit(c))
        return UINT64_C(1) << (26 + c - '0');
    return UINT64_C(1) << (36 + u % 28);
}

uint64_t fuzzy_mask(const char *name, size_t n)
{
    uint64_t mask = 0;
    for (size_t i = 0; i < n; i++)
        mask |= mask_bit(name[i]);
    return mask;
}

/* ---- pattern ---- */

void fuzzy_init(struct fuzzy *f, const char *pattern, size_t n)
{
    size_t room = 0;
    *f = (struct fuzzy){0};
    for (size_t i = 0; i < n && room < FUZZY_BYTES; i++) {
        bool more = i > 0 && pattern[i - 1] != ' ';
        if (pattern[i] == ' ')
            continue;
        if (!more && f->n_words == FUZZY_WORDS)
            break;
        if (!more)
            f->words[f->n_words++] = (struct fuzzy_word){(uint16_t)room, 0};
        f->words[f->n_words - 1].n++;
        f->bytes[room++] = pattern[i];
    }
    f->mask = fuzzy_mask(f->bytes, room);
}

/* ---- one word ---- */

struct pattern_word {
    const char *p;
    size_t n;
};

static struct pattern_word word_of(const struct fuzzy *f, unsigned i)
{
    return (struct pattern_word){f->bytes + f->words[i].lo, f->words[i].n};
}

/* Bytes of the character at p[i], as UTF-8 has them; stray bytes stand alone. */
static size_t char_bytes(const char *p, size_t n, size_t i)
{
    size_t end = i + 1;
    if ((unsigned char)p[i] >= 0xc0)
        while (end < n && ((unsigned char)p[end] & 0xc0) == 0x80)
            end++;
    return end - i;
}

/* Do the n bytes of the pattern at p match those of the name? */
static bool same_run(const char *p, const char *name, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (p[i] != name[i] && !(char_is_small(p[i]) && p[i] == char_small(name[i])))
            return false;
    return true;
}

/* The first place of w in name at or after `from` that is a word start if asked for, or n. */
static size_t find_run(struct pattern_word w, const char *name, size_t n, size_t from, bool at_word)
{
    const char small = w.p[0], big = (char)(char_is_small(small) ? small - ('a' - 'A') : small);
    for (size_t i = from; w.n <= n && i <= n - w.n; i++) {
        if (name[i] != small && name[i] != big)
            continue;
        if (same_run(w.p, name + i, w.n) && (!at_word || starts_word(name, i)))
            return i;
    }
    return n;
}

/* Where the characters of a word were found; at NULL: not wanted. */
struct match_places {
    uint32_t *at;
    size_t n, room;
};

static void place(struct match_places *to, size_t lo, size_t n)
{
    for (size_t i = 0; i < n && to && to->n < to->room; i++)
        to->at[to->n++] = (uint32_t)(lo + i);
}

/* The characters of w in order, each as early as possible. */
static bool find_subsequence(struct pattern_word w, const char *name, size_t n,
                             struct match_places *to)
{
    size_t i = 0, len;
    for (size_t k = 0; k < w.n; k += len) {
        len = char_bytes(w.p, w.n, k);
        i = find_run((struct pattern_word){w.p + k, len}, name, n, i, false);
        if (i == n)
            return false;
        place(to, i, len);
        i += len;
    }
    return true;
}

/* Find the characters of w in their order, each at a word start or directly after the one before.
 * Early is not always right: the run is kept as long as it goes, then the next word start is tried,
 * without going back. */
static bool find_initials(struct pattern_word w, const char *name, size_t n,
                          struct match_places *to)
{
    size_t i = 0, len;
    bool run = false;
    for (size_t k = 0; k < w.n; k += len) {
        struct pattern_word c = {w.p + k, char_bytes(w.p, w.n, k)};
        len = c.n;
        if (!run || len > n - i || !same_run(c.p, name + i, len))
            i = find_run(c, name, n, i, true);
        if (i == n)
            return false;
        place(to, i, len);
        i += len;
        run = true;
    }
    return true;
}

static enum fuzzy_class match_run(struct pattern_word w, const char *name, size_t n)
{
    size_t at = find_run(w, name, n, 0, false);
    if (at == n)
        return FUZZY_NONE;
    if (at == 0)
        return w.n == n || name[w.n] == '(' ? FUZZY_EQUAL : FUZZY_PREFIX;
    return find_run(w, name, n, at, true) < n ? FUZZY_WORD_START : FUZZY_SUBSTRING;
}

static enum fuzzy_class match_word(struct pattern_word w, const char *name, size_t n)
{
    enum fuzzy_class c = match_run(w, name, n);
    if (c != FUZZY_NONE)
        return c;
    if (!find_subsequence(w, name, n, NULL))
        return FUZZY_NONE;
    return find_initials(w, name, n, NULL) ? FUZZY_INITIALS : FUZZY_SUBSEQUENCE;
}

/* ---- names ---- */

enum fuzzy_class fuzzy_match(const struct fuzzy *f, const char *name, size_t n)
{
    enum fuzzy_class worst = f->n_words ? FUZZY_EQUAL : FUZZY_PREFIX;
    for (unsigned i = 0; i < f->n_words && worst != FUZZY_NONE; i++) {
        enum fuzzy_class c = match_word(word_of(f, i), name, n);
        if (c > worst)
            worst = c;
    }
    return worst;
}

/* Put `more` ascending places after the n ascending ones of at[] into order; returns how many are
 * left without repetition. */
static size_t merge_places(uint32_t *at, size_t n, size_t more)
{
    size_t kept = n;
    for (size_t i = n; i < n + more; i++) {
        uint32_t v = at[i];
        size_t k = kept;
        while (k > 0 && at[k - 1] > v)
            k--;
        if (k > 0 && at[k - 1] == v)
            continue;
        memmove(at + k + 1, at + k, (kept - k) * sizeof *at);
        at[k] = v;
        kept++;
    }
    return kept;
}

size_t fuzzy_positions(const struct fuzzy *f, const char *name, size_t n, uint32_t *at, size_t room)
{
    size_t kept = 0;
    if (fuzzy_match(f, name, n) == FUZZY_NONE)
        return 0;
    for (unsigned i = 0; i < f->n_words; i++) {
        struct match_places to = {at + kept, 0, room - kept};
        struct pattern_word w = word_of(f, i);
        const enum fuzzy_class c = match_word(w, name, n);
        const size_t lo = find_run(w, name, n, 0, true);
        if (c <= FUZZY_PREFIX)
            place(&to, 0, w.n);
        else if (c <= FUZZY_SUBSTRING)
            place(&to, lo < n ? lo : find_run(w, name, n, 0, false), w.n);
        else
            (c == FUZZY_INITIALS ? find_initials : find_subsequence)(w, name, n, &to);
        kept = merge_places(at, kept, to.n);
    }
    return kept;
}

uint32_t fuzzy_rank(const struct fuzzy *f, const struct fuzzy_item *items, uint32_t n,
                    uint8_t *classes, uint32_t *out)
{
    uint32_t at[FUZZY_NONE + 2] = {0};
    for (uint32_t i = 0; i < n; i++) {
        bool may = !(f->mask & ~items[i].mask);
        classes[i] = (uint8_t)(may ? fuzzy_match(f, items[i].name, items[i].n) : FUZZY_NONE);
        at[classes[i] + 1]++;
    }
    for (unsigned c = 1; c <= FUZZY_NONE; c++)
        at[c] += at[c - 1];
    uint32_t matches = at[FUZZY_NONE];

    for (uint32_t i = 0; i < n; i++)
        if (classes[i] != FUZZY_NONE)
            out[at[classes[i]]++] = i;
    return matches;
}
