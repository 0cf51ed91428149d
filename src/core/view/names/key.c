/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/key.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/hash.h"
#include "core/load/image/demangle.h"

enum { MAX_DEPTH = 60 };

/* <number> <identifier> at *s: moves *s after it. False if it is damaged. */
static bool skip_identifier(const char **s, const char **p, size_t *n)
{
    size_t len = 0;
    while (char_is_digit(**s) && len < 100000)
        len = len * 10 + (size_t)(*(*s)++ - '0');
    if (len == 0 || strnlen(*s, len) < len)
        return false;
    *p = *s;
    *n = len;
    *s += len;
    return true;
}

/* ---- types, to be skipped ---- */

static bool skip_type(const char **s, int depth);

/* Types up to an E. */
static bool skip_list(const char **s, int depth)
{
    while (**s != 'E')
        if (!skip_type(s, depth))
            return false;
    (*s)++;
    return true;
}

static bool skip_arguments(const char **s, int depth)
{
    if (**s != 'I')
        return true;
    (*s)++;
    return skip_list(s, depth);
}

/* St6vector, Sa, S_, S1A_, T_, T0_, perhaps with arguments. */
static bool skip_reference(const char **s, int depth)
{
    const char *p;
    size_t n;
    if ((*s)[0] == 'S' && (*s)[1] == 't') {
        *s += 2;
        return skip_identifier(s, &p, &n) && skip_arguments(s, depth);
    }
    if ((*s)[0] == 'S' && char_is_small((*s)[1])) {
        *s += 2;
        return skip_arguments(s, depth);
    }
    *s += 1 + strspn(*s + 1, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return *(*s)++ == '_' && skip_arguments(s, depth);
}

/* A qualified name up to its E. */
static bool skip_nested(const char **s, int depth)
{
    const char *p;
    size_t n;
    *s += strspn(*s, "rVKRO");
    while (**s != 'E') {
        bool ok = char_is_digit(**s)                 ? skip_identifier(s, &p, &n)
                  : **s == 'I'                       ? skip_arguments(s, depth)
                  : (*s)[0] == 'S' && (*s)[1] == 't' ? (*s += 2, true)
                  : **s == 'S' || **s == 'T'         ? skip_reference(s, depth)
                                                     : false;
        if (!ok)
            return false;
    }
    (*s)++;
    return true;
}

/* L <type> <value> E */
static bool skip_literal(const char **s, int depth)
{
    if (**s == '_' || !skip_type(s, depth))
        return false;
    *s += strspn(*s, "n0123456789abcdef.");
    return *(*s)++ == 'E';
}

static bool skip_array(const char **s, int depth)
{
    *s += strspn(*s, "0123456789");
    return *(*s)++ == '_' && skip_type(s, depth);
}

/* What begins with a capital: c stands before *s. */
static bool skip_compound(const char **s, char c, int depth)
{
    switch (c) {
    case 'P':
    case 'R':
    case 'O':
    case 'K':
    case 'V':
        return skip_type(s, depth);
    case 'N':
        return skip_nested(s, depth);
    case 'I':
    case 'J':
    case 'F':
        return skip_list(s, depth);
    case 'M':
        return skip_type(s, depth) && skip_type(s, depth);
    case 'A':
        return skip_array(s, depth);
    case 'L':
        return skip_literal(s, depth);
    default:
        return false;
    }
}

/* After a D: a pack, or one of a few types. */
static bool skip_special(const char **s, int depth)
{
    char c = **s;
    if (c == '\0' || !strchr("pnisuac", c))
        return false;
    (*s)++;
    return c != 'p' || skip_type(s, depth);
}

/* One type or other template argument of the common kinds; false for any other. */
static bool skip_type(const char **s, int depth)
{
    const char *p, c = **s;
    size_t n;
    if (depth == 0 || c == '\0')
        return false;
    if (char_is_digit(c))
        return skip_identifier(s, &p, &n) && skip_arguments(s, depth - 1);
    if (c == 'S' || c == 'T')
        return skip_reference(s, depth - 1);
    (*s)++;
    if (strchr("vwbcahstijlmxynofdegz", c))
        return true;
    if (c == 'r')
        return skip_type(s, depth - 1);
    return c == 'D' ? skip_special(s, depth - 1) : skip_compound(s, c, depth - 1);
}

/* ---- names ---- */

struct key_walk {
    const char *s;
    uint64_t hash;
    bool start_only;
    bool nested;      /* between N and E */
    bool done, lost;  /* lost: what follows is not known */
    const char *last; /* last identifier, for constructors */
    size_t n_last;
};

static void add_component(struct key_walk *w, const char *p, size_t n)
{
    w->hash = hash_more(hash_more(w->hash, p, n), ":", 1);
}

static void lose(struct key_walk *w)
{
    w->lost = w->done = true;
}

static bool is_anonymous(const char *p, size_t n)
{
    return n >= 10 && memcmp(p, "_GLOBAL_", 8) == 0 && strchr("._$", p[8]) && p[9] == 'N';
}

static void read_identifier(struct key_walk *w)
{
    if (!skip_identifier(&w->s, &w->last, &w->n_last)) {
        lose(w);
        return;
    }
    if (is_anonymous(w->last, w->n_last))
        add_component(w, "(", 1);
    else if (!demangle_is_rust_hash(w->last, w->n_last)) /* which demangling drops */
        add_component(w, w->last, w->n_last);
    w->done = !w->nested; /* after an outermost one come its parameters */
}

/* St is std::, Sa std::allocator; the others have template arguments of their own. */
static void read_standard(struct key_walk *w)
{
    if (w->s[1] != 't' && w->s[1] != 'a') {
        lose(w);
        return;
    }
    add_component(w, "std", 3);
    if (w->s[1] == 'a') {
        w->last = "allocator";
        w->n_last = strlen(w->last);
        add_component(w, w->last, w->n_last);
    }
    w->s += 2;
}

/* Constructors and destructors are named as their class. */
static void read_structor(struct key_walk *w)
{
    if (*w->s == 'D')
        add_component(w, "~", 1);
    add_component(w, w->last ? w->last : "", w->n_last);
    if (char_is_digit(w->s[1]))
        w->s += 2;
    else
        lose(w);
}

/* Two letters; unary and binary forms of one sign look alike. Conversions and literal operators
 * have more in their names. */
static void read_operator(struct key_walk *w)
{
    static const char alike[][5] = {"pspl", "ngmi", "adan", "deml"};
    const char *code = w->s;
    if (!char_is_letter(code[1]) || memcmp(code, "cv", 2) == 0 || memcmp(code, "li", 2) == 0) {
        lose(w);
        return;
    }
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++)
        if (memcmp(alike[i], w->s, 2) == 0)
            code = alike[i] + 2;
    add_component(w, code, 2);
    w->s += 2;
}

static void read_arguments(struct key_walk *w)
{
    if (w->start_only)
        w->done = true;
    else if (!skip_arguments(&w->s, MAX_DEPTH))
        lose(w);
}

static void read_step(struct key_walk *w)
{
    switch (*w->s) {
    case 'N':
        w->nested = true;
        w->s += 1 + strspn(w->s + 1, "rVKRO");
        break;
    case 'L':
    case 'B': /* an ABI tag, as one more component */
        w->s++;
        break;
    case 'S':
        read_standard(w);
        break;
    case 'I':
        read_arguments(w);
        break;
    case 'C':
    case 'D':
        read_structor(w);
        break;
    case 'E':
        w->done = true;
        break;
    default:
        if (char_is_digit(*w->s))
            read_identifier(w);
        else if (char_is_small(*w->s) && w->nested)
            read_operator(w);
        else
            lose(w);
    }
}

/* "h16_" or "v0_n24_" of a thunk, which its source form does not show. */
static const char *skip_thunk(const char *s)
{
    static const char digits[] = "n0123456789";
    bool is_virtual = s[0] == 'T' && s[1] == 'v';
    if (!is_virtual && !(s[0] == 'T' && s[1] == 'h'))
        return s;
    s += 2 + strspn(s + 2, digits);
    s += *s == '_';
    if (is_virtual) {
        s += strspn(s, digits);
        s += *s == '_';
    }
    return s;
}

static void walk_name(struct key_walk *w, const char *raw)
{
    w->hash = HASH_START;
    w->s = raw + strspn(raw, ".$");
    w->s += *w->s == '@';
    if (w->s[0] != '_' || w->s[1] != 'Z') {
        add_component(w, w->s, strcspn(w->s, "@."));
        return;
    }
    /* What is local to a function has that one's name in front. */
    const char *s = skip_thunk(w->s + 2);
    for (; *s == 'Z'; s++)
        w->lost = true;
    w->s = s;
    while (!w->done)
        read_step(w);
}

static uint32_t short_hash(const struct key_walk *w)
{
    return (uint32_t)(w->hash ^ w->hash >> 29);
}

uint32_t names_key_start(const char *raw)
{
    struct key_walk w = {.start_only = true};
    walk_name(&w, raw);
    return short_hash(&w);
}

uint32_t names_key_whole(const char *raw)
{
    struct key_walk w = {.start_only = false};
    walk_name(&w, raw);
    return w.lost ? NAMES_KEY_UNKNOWN : short_hash(&w) | 2;
}
