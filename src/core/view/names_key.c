/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names_key.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Where in a mangled name we are (Itanium C++ ABI, "5.1 External Names"). */
struct walk {
    const char *s;
    uint64_t hash;
    bool nested; /* between N and E */
    bool done;
};

static void add_component(struct walk *w, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        w->hash = (w->hash ^ (unsigned char)p[i]) * UINT64_C(1099511628211);
    w->hash = (w->hash ^ ':') * UINT64_C(1099511628211);
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The hash at the end of an old Rust name, which demangling drops. */
static bool is_rust_hash(const char *p, size_t n)
{
    return n == 17 && p[0] == 'h' && strspn(p + 1, "0123456789abcdef") >= 16;
}

static bool is_anonymous(const char *p, size_t n)
{
    return n >= 10 && memcmp(p, "_GLOBAL_", 8) == 0 && strchr("._$", p[8]) && p[9] == 'N';
}

/* <number> <identifier>. Behind an outermost one come its parameters. */
static void read_identifier(struct walk *w)
{
    size_t n = 0;

    while (is_digit(*w->s) && n < 100000)
        n = n * 10 + (size_t)(*w->s++ - '0');
    if (n == 0 || strnlen(w->s, n) < n) {
        w->done = true;
        return;
    }
    if (is_anonymous(w->s, n))
        add_component(w, "(", 1);
    else if (!is_rust_hash(w->s, n))
        add_component(w, w->s, n);
    w->s += n;
    w->done = !w->nested;
}

/* St is std::, Sa std::allocator; the others have template arguments of their own. */
static void read_standard(struct walk *w)
{
    if (w->s[1] == 't' || w->s[1] == 'a')
        add_component(w, "std", 3);
    if (w->s[1] == 'a')
        add_component(w, "allocator", 9);
    w->done = w->s[1] != 't' && w->s[1] != 'a';
    w->s += w->done ? 0 : 2;
}

static void read_step(struct walk *w)
{
    switch (*w->s) {
    case 'N':
        w->nested = true;
        w->s += 1 + strspn(w->s + 1, "rVKRO");
        break;
    case 'Z': /* what is local to a function has its name in front */
    case 'L':
        w->s++;
        break;
    case 'S':
        read_standard(w);
        break;
    default:
        if (is_digit(*w->s))
            read_identifier(w);
        else
            w->done = true;
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

uint32_t names_key(const char *raw)
{
    struct walk w = {.s = raw + strspn(raw, ".$"), .hash = UINT64_C(1469598103934665603)};

    if (w.s[0] == '_' && w.s[1] == 'Z') {
        w.s = skip_thunk(w.s + 2);
        while (!w.done)
            read_step(&w);
    } else {
        add_component(&w, w.s, strlen(w.s));
    }
    return (uint32_t)(w.hash ^ w.hash >> 29);
}
