/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/scope.h"

#include <string.h>

#include "core/base/char.h"
#include "core/load/image/demangle.h"

/* ---- components ---- */

static void clear(struct scope *s)
{
    s->n = 0;
    s->any_case = false;
    text_clear(&s->text);
}

static void add(struct scope *s, const char *p, size_t n)
{
    if (s->n == SCOPE_DEPTH)
        return;
    if (s->n)
        text_str(&s->text, "::");
    text_add(&s->text, p, n);
    s->end[s->n++] = s->text.n;
}

/* The component last added was the function's own name. */
static void drop_last(struct scope *s)
{
    if (s->n)
        s->n--;
    s->text.n = s->n ? s->end[s->n - 1] : 0;
}

/* ---- source forms ---- */

/* The end of what a bracket at p opens, at most `end`. */
static const char *skip_brackets(const char *p, const char *end)
{
    unsigned depth = 0;
    for (; p < end; p++) {
        if (strchr("<({[", *p))
            depth++;
        else if (strchr(">)}]", *p) && --depth == 0)
            return p + 1;
    }
    return end;
}

/* What a type of Rust may have before its path. */
static const char *skip_pointers(const char *p, const char *end)
{
    static const char *const words[] = {"&", "*const ", "*mut ", "mut ", "dyn ", "<"};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        size_t n = strlen(words[i]);
        if ((size_t)(end - p) >= n && memcmp(p, words[i], n) == 0)
            return skip_pointers(p + n, end);
    }
    return p;
}

static bool is_word(char c)
{
    return char_is_letter(c) || char_is_digit(c) || c == '_' || c == '$';
}

/* Is p the name of an operator, which is a function? */
static bool is_operator(const char *p, const char *end)
{
    static const char word[] = "operator";
    size_t n = strlen(word);
    return (size_t)(end - p) >= n && memcmp(p, word, n) == 0 &&
           ((size_t)(end - p) == n || !is_word(p[n]));
}

/* The end of the component's name at p; *ends: no scope follows after it. */
static const char *component_end(const char *p, const char *end, bool *ends)
{
    static const char unnamed[] = "(anonymous namespace)";
    size_t n = strlen(unnamed);
    if ((size_t)(end - p) >= n && memcmp(p, unnamed, n) == 0)
        return p + n;
    while (p < end && *p != ':' && *p != '<' && *p != ' ' && *p != '(' && *p != '{' && *p != '>')
        p++;
    *ends = p < end && *p != ':' && *p != '<';
    return p;
}

/* A source form without parameters: components, and the function's own name unless `all`. */
static void read_form(struct scope *s, const char *p, const char *end, bool all)
{
    bool ends = false;
    while (p < end && !ends && !is_operator(p, end)) {
        const char *name_end = component_end(p, end, &ends);
        const char *after = name_end;
        if (after < end && *after == '<')
            after = skip_brackets(after, end);
        bool more = end - after > 2 && after[0] == ':' && after[1] == ':';
        if (name_end == p || (!more && !all) || (ends && !all))
            return;
        add(s, p, (size_t)(name_end - p));
        if (!more)
            return;
        p = after + 2;
    }
}

/* Where the name begins after the words of one that the compiler made: "virtual thunk to f". */
static const char *skip_words(const char *p)
{
    static const char *const words[] = {" thunk to ", " for "};
    for (size_t i = 0; i < ARRAY_LEN(words); i++) {
        const char *at = strstr(p, words[i]);
        if (at)
            p = at + strlen(words[i]);
    }
    return p;
}

static bool read_by_library(struct scope *s, const char *plain)
{
    clear(s);
    text_clear(&s->form);
    bool known = demangle_as(plain, demangle_style_auto(), DEMANGLE_NAME, &s->form);
    const char *p = text_z(&s->form);
    if (s->form.failed)
        return false;
    if (!known)
        return true;
    if (plain[0] == '_' && plain[1] == 'Z' && (plain[2] == 'T' || plain[2] == 'G'))
        p = skip_words(p);
    const char *end = p + strlen(p), *path = skip_pointers(p, end);
    read_form(s, path, end, path > p);
    return !s->text.failed;
}

/* ---- mangled names, as far as they are plain ---- */

enum scope_reading {
    READ_DONE,
    READ_OPEN, /* the library has to look */
};

/* A source name: its length in digits, and its bytes. Adds it and returns what follows; NULL: it is
 * none. */
static const char *take_name(struct scope *s, const char *p)
{
    static const char unnamed[] = "_GLOBAL__N_1";
    size_t n = 0;
    while (char_is_digit(*p) && n < 100000)
        n = n * 10 + (size_t)(*p++ - '0');
    if (n == 0 || memchr(p, '\0', n))
        return NULL;
    if (n == strlen(unnamed) && memcmp(p, unnamed, n) == 0)
        add(s, "(anonymous namespace)", strlen("(anonymous namespace)"));
    else if (memchr(p, '$', n) || memchr(p, '.', n)) /* Rust writes types so */
        return NULL;
    else
        add(s, p, n);
    return p + n;
}

/* A nested name after its N. A component is a scope if another one follows. */
static enum scope_reading read_nested(struct scope *s, const char *p, unsigned wanted)
{
    const char *last = p;
    p += strspn(p, "rVKRO");
    if (p[0] == 'S' && p[1] == 't') {
        add(s, "std", 3);
        p += 2;
    }
    while (p && s->n <= wanted && char_is_digit(p[p[0] == 'L'])) {
        last = p + (p[0] == 'L');
        p = take_name(s, last);
    }
    if (!p || (s->n <= wanted && (!*p || strchr("ISTB", *p))))
        return READ_OPEN;
    if (*p == 'E' && demangle_is_rust_hash(last + 2, (size_t)(p - last - 2)))
        drop_last(s);
    if (*p == 'E' || s->n > wanted)
        drop_last(s);
    return READ_DONE;
}

/* What follows "_Z". */
static enum scope_reading read_encoding(struct scope *s, const char *p, unsigned wanted)
{
    p += strspn(p, "Z"); /* local to a function: in its scope */
    if (p[0] == 'N')
        return read_nested(s, p + 1, wanted);
    if (p[0] == 'S' && p[1] == 't') {
        add(s, "std", 3);
        return READ_DONE;
    }
    p += p[0] == 'L';
    return char_is_digit(*p) || char_is_small(*p) ? READ_DONE : READ_OPEN;
}

/* ---- Fortran and Ada ---- */

/* __MODULE_MOD_name */
static bool read_fortran(struct scope *s, const char *plain)
{
    const char *mod = plain[0] == '_' && plain[1] == '_' ? strstr(plain + 2, "_MOD_") : NULL;
    if (!mod || mod == plain + 2 || !mod[strlen("_MOD_")])
        return false;
    add(s, plain + 2, (size_t)(mod - plain - 2));
    s->any_case = true;
    return true;
}

/* package__child__name, after which a number may tell those of one name apart. */
static void read_ada(struct scope *s, const char *plain)
{
    const char *p = plain, *gap;
    s->any_case = true;
    while (char_is_small(*p) && (gap = strstr(p, "__")) && !char_is_digit(gap[2]) && gap[2]) {
        add(s, p, (size_t)(gap - p));
        p = gap + 2;
    }
}

/* ---- all of them ---- */

struct scope scope_reader(const struct image *im)
{
    struct scope s = {0};
    for (uint32_t i = 0; i < im->n_symbols && !s.ada; i++) {
        const char *plain = image_plain_name(im, image_name(im, &im->symbols[i]));
        s.ada = plain[0] == '_' ? strncmp(plain, "_ada_", 5) == 0 : strcmp(plain, "adainit") == 0;
    }
    return s;
}

void scope_release(struct scope *s)
{
    text_release(&s->text);
    text_release(&s->form);
    *s = (struct scope){0};
}

bool scope_read(struct scope *s, const char *plain, unsigned wanted)
{
    clear(s);
    if (plain[0] == '_' && plain[1] == 'Z' && read_encoding(s, plain + 2, wanted) == READ_DONE)
        return !s->text.failed;
    if (read_fortran(s, plain))
        return !s->text.failed;
    if (demangle_may(plain, demangle_style_auto()))
        return read_by_library(s, plain);
    if (s->ada)
        read_ada(s, plain);
    return !s->text.failed;
}

/* ---- what somebody typed ---- */

bool scope_wish_make(struct scope_wish *w, const char *p, size_t n)
{
    const char *end = p + n, *from = p;
    *w = (struct scope_wish){0};
    text_clear(&w->scope.form);
    for (; p < end; p++) {
        bool colons = end - p >= 2 && p[0] == ':' && p[1] == ':';
        if (*p == '<') { /* the arguments of a template */
            add(&w->scope, from, (size_t)(p - from));
            p = skip_brackets(p, end);
            from = p + 2 < end && *p == ':' ? p + 2 : end;
            p = from - 1;
        } else if (colons || *p == '.') {
            if (p > from)
                add(&w->scope, from, (size_t)(p - from));
            p += colons;
            from = p + 1;
        }
    }
    if (from < end)
        add(&w->scope, from, (size_t)(end - from));
    for (size_t i = 0; i < w->scope.text.n; i++)
        text_char(&w->small, char_small(w->scope.text.p[i]));
    return !w->scope.text.failed && !w->small.failed;
}

void scope_wish_release(struct scope_wish *w)
{
    scope_release(&w->scope);
    text_release(&w->small);
}

bool scope_grants(const struct scope *s, const struct scope_wish *w)
{
    unsigned n = w->scope.n;
    if (n == 0)
        return s->n == 0;
    const struct text *want = s->any_case ? &w->small : &w->scope.text;
    return s->n >= n && s->end[n - 1] == want->n && memcmp(s->text.p, want->p, want->n) == 0;
}
