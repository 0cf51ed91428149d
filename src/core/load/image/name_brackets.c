/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/image/name_brackets.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/load/image/demangle.h"

enum { MAX_DEPTH = 200, MAX_PIECES = 120 };

/* A name, or the part of one that is looked at. */
struct raw_name {
    const char *p;
    size_t n;
};

enum piece_kind {
    PIECE_LITERAL,
    PIECE_TEMPLATE,  /* <...>, perhaps with a blank before it */
    PIECE_PARAMS,    /* (...) */
    PIECE_QUALIFIER, /* " const &" after parameters */
};

struct piece {
    enum piece_kind kind;
    size_t lo, hi;
};

static bool starts_with(struct raw_name s, size_t at, const char *word)
{
    size_t n = strlen(word);
    return n <= s.n - at && memcmp(s.p + at, word, n) == 0;
}

static char char_at(struct raw_name s, size_t i)
{
    return (char)(i < s.n ? s.p[i] : '\0');
}

static bool is_identifier(char c)
{
    return char_is_letter(c) || char_is_digit(c) || c == '_' || c == '$' ||
           (unsigned char)c >= 0x80;
}

/* ---- operators ---- */

static inline bool at_operator(struct raw_name s, size_t i)
{
    return s.p[i] == 'o' && starts_with(s, i, "operator") &&
           (i == 0 || !is_identifier(s.p[i - 1])) && !is_identifier(char_at(s, i + 8));
}

/* Bytes of the symbol of the operator at i, longest first; 0 for operators that are words. */
static size_t symbol_bytes(struct raw_name s, size_t i)
{
    static const char *const symbols[] = {
        "->*", "<=>", "<<=", ">>=", "()", "[]", "->", "<<", ">>", "<=", ">=", "==", "!=",
        "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "+",
        "-",   "*",   "/",   "%",   "^",  "&",  "|",  "~",  "!",  "=",  "<",  ">",  ",",
    };
    for (size_t k = 0; k < ARRAY_LEN(symbols); k++)
        if (starts_with(s, i, symbols[k]))
            return strlen(symbols[k]);
    return 0;
}

/* What follows the operator at i, its symbol included. */
static size_t skip_operator(struct raw_name s, size_t i)
{
    i += 8;
    return i + symbol_bytes(s, i);
}

/* ---- brackets ---- */

struct nesting {
    char open[MAX_DEPTH];
    size_t n;
};

static bool push_bracket(struct nesting *b, char open)
{
    if (b->n == MAX_DEPTH)
        return false;
    b->open[b->n++] = open;
    return true;
}

/* A closing bracket also ends what only looked like an opening '<'. */
static bool pop_bracket(struct nesting *b, char open)
{
    while (b->n > 0 && b->open[b->n - 1] == '<' && open != '<')
        b->n--;
    if (b->n == 0 || b->open[b->n - 1] != open)
        return false;
    b->n--;
    return true;
}

static bool bracket(struct nesting *b, char c, char before)
{
    switch (c) {
    case '(':
    case '[':
    case '{':
        return push_bracket(b, c);
    case '<':
        /* "(a)<(b)" and "{parm#1}<(b)" compare. */
        return before == ')' || before == '}' || push_bracket(b, '<');
    case '>':
        return before == '-' || b->n == 0 || b->open[b->n - 1] != '<' || pop_bracket(b, '<');
    case ')':
        return pop_bracket(b, '(');
    case ']':
        return pop_bracket(b, '[');
    case '}':
        return pop_bracket(b, '{');
    default:
        return true;
    }
}

static bool opens(char c)
{
    return c == '(' || c == '<' || c == '[' || c == '{';
}

/* What follows the bracket at i and its match; 0 if there is none. */
static size_t skip_group(struct raw_name s, size_t i)
{
    struct nesting b = {.n = 0};
    char before = '\0'; /* what the first bracket stands after does not matter */
    while (i < s.n) {
        if (at_operator(s, i)) {
            i = skip_operator(s, i);
            before = 'x';
            continue;
        }
        if (!bracket(&b, s.p[i], before))
            return 0;
        before = s.p[i++];
        if (b.n == 0)
            return i;
    }
    return 0;
}

/* ---- a name as pieces ---- */

struct parse {
    struct raw_name s;
    size_t i;       /* next byte */
    size_t literal; /* start of the piece that is being read */
    struct piece pieces[MAX_PIECES];
    size_t n;
    bool in_operator;     /* in a word operator's name: blanks belong to it */
    bool keep_blanks;     /* they separate nothing */
    bool has_params, cut; /* found any; left out anything before the name */
};

static bool add_piece(struct parse *p, enum piece_kind kind, size_t lo, size_t hi)
{
    if (lo == hi)
        return true;
    if (p->n == MAX_PIECES)
        return false;
    p->pieces[p->n++] = (struct piece){kind, lo, hi};
    p->literal = p->i = hi;
    return true;
}

static bool finish_literal(struct parse *p)
{
    return add_piece(p, PIECE_LITERAL, p->literal, p->i);
}

/* A piece whose bracket stands at `open`, which is p->i or one blank after it. */
static bool add_group(struct parse *p, enum piece_kind kind, size_t open)
{
    size_t end = skip_group(p->s, open);
    return end > 0 && finish_literal(p) && add_piece(p, kind, p->i, end);
}

static bool skip_literal_group(struct parse *p)
{
    size_t end = skip_group(p->s, p->i);
    p->i = end;
    return end > 0;
}

static void start_name(struct parse *p, size_t at)
{
    p->cut = true;
    p->has_params = false;
    p->n = 0;
    p->i = p->literal = at;
}

static size_t skip_qualifiers(struct raw_name s, size_t i)
{
    static const char *const words[] = {" const",    " volatile", " restrict",
                                        " noexcept", " &&",       " &"};
    for (size_t k = 0; k < ARRAY_LEN(words); k++) {
        if (starts_with(s, i, words[k]) && !is_identifier(char_at(s, i + strlen(words[k])))) {
            i += strlen(words[k]);
            k = SIZE_MAX; /* from the first word again */
        }
    }
    return i;
}

/* A blank: in front of qualifiers, of a clone's mark, or after a return type. */
static bool read_blank(struct parse *p)
{
    bool after_params = p->n > 0 && p->pieces[p->n - 1].kind == PIECE_PARAMS && p->i == p->literal;
    size_t end = after_params ? skip_qualifiers(p->s, p->i) : p->i;
    if (end > p->i &&
        (end == p->s.n || starts_with(p->s, end, "::") || starts_with(p->s, end, " [clone ")))
        return add_piece(p, PIECE_QUALIFIER, p->i, end);
    if (starts_with(p->s, p->i, " [clone ")) {
        p->i = p->s.n;
        return true;
    }
    if (p->in_operator || p->keep_blanks)
        p->i++;
    else
        start_name(p, p->i + 1);
    return true;
}

static bool is_pointer_group(struct raw_name s, size_t i)
{
    return char_at(s, i + 1) == '*' || char_at(s, i + 1) == '&';
}

static bool read_paren(struct parse *p)
{
    static const char anonymous[] = "(anonymous namespace)";
    if (starts_with(p->s, p->i, anonymous)) {
        p->i += sizeof anonymous - 1;
        return true;
    }
    if (p->in_operator) { /* "operator void (*)(int)()": all but the last group are the type's */
        size_t end = skip_group(p->s, p->i);
        if (is_pointer_group(p->s, p->i) || (end > 0 && char_at(p->s, end) == '('))
            return skip_literal_group(p);
    }
    if (is_pointer_group(p->s, p->i) && p->n == 0 && p->i == p->literal && p->i > 0) {
        /* "(*f<int>(int))(char)": a function that returns a pointer to one; its name is inside. */
        size_t end = skip_group(p->s, p->i), at = p->i + 1;
        if (end == 0)
            return false;
        while (at < end - 1 && strchr("*& ", p->s.p[at]))
            at++;
        p->s.n = end - 1;
        start_name(p, at);
        return true;
    }
    p->in_operator = false;
    p->has_params = true;
    return add_group(p, PIECE_PARAMS, p->i);
}

static bool read_next(struct parse *p)
{
    if (at_operator(p->s, p->i)) {
        size_t symbol = symbol_bytes(p->s, p->i + 8);
        p->i += 8 + symbol;
        p->in_operator = symbol == 0;
        if (char_at(p->s, p->i) == ' ' && char_at(p->s, p->i + 1) == '<' && symbol > 0)
            return add_group(p, PIECE_TEMPLATE, p->i + 1);
        return true;
    }
    switch (p->s.p[p->i]) {
    case ' ':
        return read_blank(p);
    case '<':
        if (p->i == 0) /* "<T as Trait>::f" */
            return skip_literal_group(p);
        return add_group(p, PIECE_TEMPLATE, p->i);
    case '(':
        return read_paren(p);
    case '[':
    case '{':
        return skip_literal_group(p);
    default:
        p->i++;
        return true;
    }
}

static bool read_name(struct parse *p)
{
    while (p->i < p->s.n)
        if (!read_next(p))
            return false;
    return finish_literal(p);
}

/* Only functions have a return type to leave out. */
static bool parse_name(struct parse *p, struct raw_name s)
{
    *p = (struct parse){.s = s};
    if (read_name(p) && (p->has_params || !p->cut))
        return p->n > 0;
    *p = (struct parse){.s = s, .keep_blanks = true};
    return read_name(p) && p->n > 0;
}

/* ---- parts of a name ---- */

/* Where the first of the arguments in [open, hi) ends. */
static size_t first_argument(struct raw_name s, size_t open, size_t hi)
{
    size_t i = open + 1;
    while (i < hi && s.p[i] != ',' && s.p[i] != '>') {
        size_t end = 0;
        if (at_operator(s, i)) {
            i = skip_operator(s, i);
            continue;
        }
        if (opens(s.p[i]))
            end = skip_group(s, i);
        i = end > 0 ? end : i + 1;
    }
    return i;
}

/* "non-virtual thunk to " and the like, which stand before names: their bytes, 0 if none. */
static size_t prefix_bytes(struct raw_name s)
{
    static const char *const prefixes[] = {"non-virtual thunk to ",
                                           "virtual thunk to ",
                                           "covariant return thunk to ",
                                           "transaction clone for ",
                                           "non-transaction clone for ",
                                           "hidden alias for ",
                                           "TLS init function for ",
                                           "TLS wrapper function for ",
                                           "guard variable for ",
                                           "vtable for ",
                                           "VTT for ",
                                           "construction vtable for ",
                                           "typeinfo for ",
                                           "typeinfo name for ",
                                           "typeinfo fn for ",
                                           "global constructors keyed to ",
                                           "global destructors keyed to ",
                                           "initializer for module ",
                                           "java Class for "};
    for (size_t k = 0; k < ARRAY_LEN(prefixes); k++)
        if (starts_with(s, 0, prefixes[k]))
            return strlen(prefixes[k]);
    return 0;
}

enum { FORM_BYTES_MOST = 1 << 14 };

/* The name that is read, and the parts that are found. */
struct parts {
    struct raw_name s;
    size_t start, before; /* where the name begins, in s and in the form */
    struct name_form *out;
};

static void note_part(struct parts *p, enum form_kind kind, size_t lo, size_t hi)
{
    struct name_form *f = p->out;
    if (lo >= hi)
        return;
    mem_grow(&f->parts, &f->cap_parts, f->n_parts + 1, sizeof *f->parts);
    f->parts[f->n_parts++] = (struct form_part){(uint32_t)(lo - p->start + p->before),
                                                (uint32_t)(hi - p->start + p->before), kind};
}

static void read_list(struct parts *p, enum form_kind kind, size_t open, size_t end, size_t after);

/* "{lambda(int)#1}" at `open`, up to `end`. */
static void read_lambda(struct parts *p, size_t open, size_t end)
{
    static const char before[] = "{lambda";
    const size_t list = open + sizeof before - 1;
    if (!starts_with(p->s, open, before) || char_at(p->s, list) != '(')
        return;
    const size_t close = skip_group((struct raw_name){p->s.p, end}, list);
    if (close > 0)
        read_list(p, FORM_LAMBDA, list, close, close);
}

/* What follows the parameters at `open` of a function that is a scope, as in f(int) const::A; *end
 * is that without qualifiers. 0: there is none. */
static size_t skip_parameters(struct raw_name s, size_t open, size_t *end)
{
    *end = skip_group(s, open);
    const size_t after = *end > 0 ? skip_qualifiers(s, *end) : 0;
    return after > 0 && starts_with(s, after, "::") ? after : 0;
}

/* The scopes, arguments and lambdas of the types in [lo, hi). Goes no deeper than skip_group, whose
 * nesting is bounded. */
static void read_types(struct parts *p, size_t lo, size_t hi)
{
    static const char anonymous[] = "(anonymous namespace)";
    struct raw_name s = {p->s.p, hi};
    size_t from = lo, close; /* from: where the component begins that i is in, or after */
    for (size_t i = lo, end; i < hi; i = end) {
        end = 0;
        if (at_operator(s, i)) {
            end = skip_operator(s, i);
        } else if (starts_with(s, i, "::") && i > from) {
            end = i + 2;
            note_part(p, FORM_SCOPE, from, end);
            from = end;
        } else if (starts_with(s, i, anonymous)) {
            end = i + sizeof anonymous - 1;
        } else if (s.p[i] == '<' && i > from && (end = skip_group(s, i)) > 0) {
            read_list(p, FORM_ARGUMENTS, i, end, end);
        } else if (s.p[i] == '(' && i > from && (end = skip_parameters(s, i, &close)) > 0) {
            read_list(p, FORM_PARAMETERS, i, close, end);
        } else if (s.p[i] == '{' && (end = skip_group(s, i)) > 0) {
            read_lambda(p, i, end);
        } else if (s.p[i] == '[' && i > from) {
            end = skip_group(s, i); /* [abi:cxx11] */
        }
        if (end == 0) {
            end = i + 1;
            from = is_identifier(s.p[i]) || s.p[i] == '~' ? from : end;
        }
    }
}

/* Arguments or parameters between the bracket at `open` and the one before `end`; the part goes on
 * to `after`. */
static void read_list(struct parts *p, enum form_kind kind, size_t open, size_t end, size_t after)
{
    struct raw_name s = {p->s.p, end};
    size_t lo = open + 1;
    note_part(p, kind, open, after);
    while (lo < end) {
        size_t hi = first_argument(s, lo - 1, end);
        while (hi < end && s.p[hi] == '>' && hi + 1 < end && kind != FORM_ARGUMENTS)
            hi = first_argument(s, hi, end);
        hi = hi < end ? hi : end - 1;
        note_part(p, FORM_ARGUMENT, lo, hi - (hi > lo && s.p[hi - 1] == ' '));
        read_types(p, lo, hi);
        lo = hi + 1 + (hi + 1 < end && s.p[hi + 1] == ' ');
    }
}

/* What brackets hold that belong to a component: "{lambda(int)#1}", "<T as Trait>". */
static void read_literal(struct parts *p, size_t lo, size_t hi)
{
    struct raw_name s = {p->s.p, hi};
    for (size_t i = lo, end; i < hi; i = end) {
        end = opens(s.p[i]) ? skip_group(s, i) : 0;
        if (end > 0 && s.p[i] == '{')
            read_lambda(p, i, end);
        else if (end > 0 && s.p[i] == '<')
            read_types(p, i + 1, end - 1);
        end = end > 0 ? end : i + 1;
    }
}

/* The components of a name, in its literal pieces; returns where the last one begins. */
static size_t read_scopes(struct parts *p, const struct parse *name)
{
    size_t from = p->start;
    for (size_t k = 0; k < name->n; k++) {
        const struct piece *e = &name->pieces[k];
        struct raw_name s = {p->s.p, e->hi};
        for (size_t i = e->lo; e->kind == PIECE_LITERAL && i < e->hi;) {
            size_t end = 0;
            if (at_operator(s, i) || starts_with(s, i, " [clone "))
                break;
            if (opens(s.p[i]))
                end = skip_group(s, i);
            /* Rust's a::f::<T> */
            if (starts_with(s, i, "::") && char_at(p->s, i + 2) != '<') {
                end = i + 2;
                note_part(p, FORM_SCOPE, from, end);
                from = end;
            }
            i = end > 0 ? end : i + 1;
        }
    }
    return from;
}

/* " [clone .cold]" and what follows it. */
static size_t clone_at(struct raw_name s, size_t from)
{
    while (from < s.n && !starts_with(s, from, " [clone "))
        from++;
    return from;
}

/* False for a name that is nothing but brackets. */
static bool read_pieces(struct parts *p, const struct parse *name)
{
    size_t own = read_scopes(p, name), own_end = clone_at(p->s, own);
    for (size_t k = 0; k < name->n; k++) {
        const struct piece *e = &name->pieces[k];
        if (e->kind != PIECE_LITERAL && e->lo >= own && e->lo < own_end)
            own_end = e->lo - (e->lo > own + 2 && p->s.p[e->lo - 1] == ':' ? 2 : 0);
        const bool goes_on = k + 1 < name->n && e[1].kind == PIECE_QUALIFIER;
        if (e->kind == PIECE_TEMPLATE)
            read_list(p, FORM_ARGUMENTS, e->lo + (p->s.p[e->lo] == ' '), e->hi, e->hi);
        else if (e->kind == PIECE_PARAMS)
            read_list(p, FORM_PARAMETERS, e->lo, e->hi, e[goes_on].hi);
        else if (e->kind == PIECE_LITERAL)
            read_literal(p, e->lo, e->hi);
    }
    note_part(p, FORM_OWN, own, own_end);
    for (size_t lo = clone_at(p->s, own), hi; lo < p->s.n; lo = hi) {
        hi = clone_at(p->s, lo + 1);
        note_part(p, FORM_CLONE, lo, hi);
    }
    return own < own_end;
}

static int by_place(const void *pa, const void *pb)
{
    const struct form_part *a = pa, *b = pb;
    if (a->lo != b->lo)
        return a->lo < b->lo ? -1 : 1;
    return a->hi != b->hi ? (a->hi > b->hi ? -1 : 1) : (int)a->kind - (int)b->kind;
}

void name_form_by_brackets(const char *name, size_t n, struct name_form *out)
{
    struct raw_name s = {name, n};
    struct parse parse;
    size_t skip;
    while ((skip = prefix_bytes(s)) > 0) {
        text_add(&out->text, s.p, skip);
        s = (struct raw_name){s.p + skip, s.n - skip};
    }
    if (n > FORM_BYTES_MOST || !parse_name(&parse, s)) {
        text_add(&out->text, s.p, s.n);
        return;
    }
    struct parts p = {{s.p, parse.pieces[parse.n - 1].hi}, parse.pieces[0].lo, out->text.n, out};

    text_add(&out->text, s.p + p.start, p.s.n - p.start);
    if (!read_pieces(&p, &parse))
        out->n_parts = 0;
    qsort(out->parts, out->n_parts, sizeof *out->parts, by_place);
}

/* ---- names of symbols ---- */

bool name_form_read(const char *plain, int style, struct name_form *out)
{
    struct text full = {0};
    const bool read = demangle_short(plain, style, FORM_BYTES_MOST, &full);
    if (read)
        name_form_by_brackets(text_z(&full), full.n, out);
    text_release(&full);
    return read;
}

void name_form_clear(struct name_form *f)
{
    text_clear(&f->text);
    f->n_parts = 0;
}

void name_form_release(struct name_form *f)
{
    text_release(&f->text);
    free(f->parts);
    *f = (struct name_form){0};
}
