/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/scope.h"

#include <string.h>

#include "core/base/char.h"
#include "core/load/image/demangle.h"

/* ---- components ---- */

static void clear_scope(struct scope *s)
{
    s->n = 0;
    s->any_case = false;
    text_clear(&s->text);
}

static void add_component(struct scope *s, const char *p, size_t n)
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

/* "<alloc::vec::Vec<T> as core::fmt::Debug>::": the path of the type. */
static void read_type(struct scope *s, const char *p, const char *end)
{
    p = skip_pointers(p, end);
    for (const char *from = p; p <= end; p++) {
        bool colons = end - p > 2 && p[0] == ':' && p[1] == ':';
        if (p < end && !colons && !strchr("<> ,(", *p))
            continue;
        if (p > from)
            add_component(s, from, (size_t)(p - from));
        if (!colons)
            return;
        from = ++p + 1;
    }
}

/* Scopes, without their arguments, before the first function. */
static void read_form(struct scope *s, const struct name_form *f)
{
    for (size_t i = 0, next; i < f->n_parts && f->parts[i].kind == FORM_SCOPE; i = next) {
        const struct form_part *e = &f->parts[i];
        const char *p = f->text.p + e->lo;
        uint32_t end = e->hi - (uint32_t)strlen("::"), after = 0; /* arguments, from end on */
        for (next = i + 1; next < f->n_parts && f->parts[next].lo < e->hi; next++) {
            const struct form_part *inner = &f->parts[next];
            if (inner->lo < after || *p == '<')
                continue;
            if (inner->kind != FORM_ARGUMENTS)
                return;
            if (!after)
                end = inner->lo;
            after = inner->hi;
        }
        if (*p == '{')
            return;
        if (*p == '<')
            read_type(s, p, f->text.p + end);
        else
            add_component(s, p, end - e->lo);
    }
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
        add_component(s, "(anonymous namespace)", strlen("(anonymous namespace)"));
    else if (memchr(p, '$', n) || memchr(p, '.', n)) /* Rust writes types so */
        return NULL;
    else
        add_component(s, p, n);
    return p + n;
}

/* A nested name after its N. A component is a scope if another one follows. */
static enum scope_reading read_nested(struct scope *s, const char *p, unsigned wanted)
{
    const char *last = p;
    p += strspn(p, "rVKRO");
    if (p[0] == 'S' && p[1] == 't') {
        add_component(s, "std", 3);
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
        add_component(s, "std", 3);
        return READ_DONE;
    }
    p += p[0] == 'L';
    return char_is_digit(*p) || char_is_small(*p) ? READ_DONE : READ_OPEN;
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
    name_form_release(&s->form);
    *s = (struct scope){0};
}

void scope_read(struct scope *s, const char *plain, unsigned wanted)
{
    clear_scope(s);
    if (plain[0] == '_' && plain[1] == 'Z' && read_encoding(s, plain + 2, wanted) == READ_DONE)
        return;
    size_t n_module;
    if (demangle_fortran(plain, &n_module)) {
        add_component(s, plain + 2, n_module);
        s->any_case = true;
        return;
    }
    if (demangle_may(plain, demangle_style_auto())) {
        clear_scope(s);
        name_form_clear(&s->form);
        if (name_form_read(plain, demangle_style_auto(), &s->form))
            read_form(s, &s->form);
        return;
    }
    if (s->ada) {
        /* package__child__name, after which a number may tell those of one name apart. */
        const char *p = plain, *gap;
        s->any_case = true;
        while (char_is_small(*p) && (gap = strstr(p, "__")) && !char_is_digit(gap[2]) && gap[2]) {
            add_component(s, p, (size_t)(gap - p));
            p = gap + 2;
        }
    }
}

/* ---- what somebody typed ---- */

/* The end of the arguments that open at p, at most `end`. */
static const char *skip_arguments(const char *p, const char *end)
{
    unsigned depth = 0;
    for (; p < end; p++) {
        depth += *p == '<';
        if (*p == '>' && --depth == 0)
            return p + 1;
    }
    return end;
}

void scope_wish_make(struct scope_wish *w, const char *p, size_t n)
{
    const char *end = p + n, *from = p;
    *w = (struct scope_wish){0};
    for (; p < end; p++) {
        bool colons = end - p >= 2 && p[0] == ':' && p[1] == ':';
        if (*p == '<') { /* the arguments of a template */
            add_component(&w->scope, from, (size_t)(p - from));
            p = skip_arguments(p, end);
            from = p + 2 < end && *p == ':' ? p + 2 : end;
            p = from - 1;
        } else if (colons || *p == '.') {
            if (p > from)
                add_component(&w->scope, from, (size_t)(p - from));
            p += colons;
            from = p + 1;
        }
    }
    if (from < end)
        add_component(&w->scope, from, (size_t)(end - from));
    for (size_t i = 0; i < w->scope.text.n; i++)
        text_char(&w->small, char_small(w->scope.text.p[i]));
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
