/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source forms of C++ names with their parts, from libiberty's component tree (demangle.h of
 * libiberty; names of rules are the Itanium C++ ABI's, chapter 5).
 *
 * What is written here must be what the library prints of the whole tree, to the byte; where it is
 * not, the tree says something that this file does not know, and there is no form. So a later
 * version of the library can at worst make names that are not taken apart. */
#include "core/load/image/demangle_tree.h"

#include <stdlib.h>
#include <string.h>

#include <demangle.h>

#include "core/base/mem.h"
#include "core/load/bfd/guard.h"

typedef struct demangle_component node;

/* The tree shares nodes, and template parameters stand for other subtrees, so that a walk over all
 * of it may never end. */
enum { DEPTH_MOST = 128, NODES_MOST = 1 << 14, BYTES_MOST = 1 << 14 };
enum { OPTIONS = DMGL_PARAMS | DMGL_ANSI, NO_PACK = -1 };
#define NO_PART SIZE_MAX

struct tree_walk {
    struct name_form *out;
    node *template;    /* whose arguments T_, T0_, ... are; NULL: none */
    int pack;          /* which element of a pack they mean */
    unsigned n_lambda; /* around this: there they are auto:1, auto:2, ... */
    unsigned depth, n_nodes;
    bool lost;
};

/* ---- parts ---- */

static size_t open_part(struct tree_walk *w, enum form_kind kind)
{
    struct name_form *f = w->out;
    mem_grow(&f->parts, &f->cap_parts, f->n_parts + 1, sizeof *f->parts);
    f->parts[f->n_parts] = (struct form_part){(uint32_t)f->text.n, 0, kind};
    return f->n_parts++;
}

static void close_part(struct tree_walk *w, size_t i)
{
    if (i < w->out->n_parts)
        w->out->parts[i].hi = (uint32_t)w->out->text.n;
}

static void put_words(struct tree_walk *w, const char *s)
{
    text_str(&w->out->text, s);
}

static char last_char(const struct tree_walk *w)
{
    const struct text *t = &w->out->text;
    return (char)(t->n ? t->p[t->n - 1] : '\0');
}

static void add_bytes(const char *p, size_t n, void *ctx)
{
    struct tree_walk *w = ctx;
    text_add(&w->out->text, p, n);
    if (w->out->text.n > BYTES_MOST)
        guard_leave();
}

/* The library prints subtrees that do not depend on the names around them. */
static void put_by_library(struct tree_walk *w, node *c)
{
    if (!cplus_demangle_print_callback(OPTIONS, c, add_bytes, w))
        w->lost = true;
}

/* ---- words ---- */

/* What is written of components that stand around another one: qualifiers of functions, marks of
 * types, and what leads to a function. */
enum word_kind { WORD_QUALIFIER, WORD_MARK, WORD_THUNK };

static const char *word_of(const node *c, enum word_kind kind)
{
    static const struct {
        enum demangle_component_type type;
        enum word_kind kind;
        const char *word;
    } words[] = {
        {DEMANGLE_COMPONENT_CONST_THIS, WORD_QUALIFIER, " const"},
        {DEMANGLE_COMPONENT_VOLATILE_THIS, WORD_QUALIFIER, " volatile"},
        {DEMANGLE_COMPONENT_RESTRICT_THIS, WORD_QUALIFIER, " restrict"},
        {DEMANGLE_COMPONENT_REFERENCE_THIS, WORD_QUALIFIER, " &"},
        {DEMANGLE_COMPONENT_RVALUE_REFERENCE_THIS, WORD_QUALIFIER, " &&"},
        {DEMANGLE_COMPONENT_POINTER, WORD_MARK, "*"},
        {DEMANGLE_COMPONENT_REFERENCE, WORD_MARK, "&"},
        {DEMANGLE_COMPONENT_RVALUE_REFERENCE, WORD_MARK, "&&"},
        {DEMANGLE_COMPONENT_CONST, WORD_MARK, " const"},
        {DEMANGLE_COMPONENT_VOLATILE, WORD_MARK, " volatile"},
        {DEMANGLE_COMPONENT_RESTRICT, WORD_MARK, " restrict"},
        {DEMANGLE_COMPONENT_THUNK, WORD_THUNK, "non-virtual thunk to "},
        {DEMANGLE_COMPONENT_VIRTUAL_THUNK, WORD_THUNK, "virtual thunk to "},
        {DEMANGLE_COMPONENT_COVARIANT_THUNK, WORD_THUNK, "covariant return thunk to "},
        {DEMANGLE_COMPONENT_GUARD, WORD_THUNK, "guard variable for "},
        {DEMANGLE_COMPONENT_TLS_INIT, WORD_THUNK, "TLS init function for "},
        {DEMANGLE_COMPONENT_TLS_WRAPPER, WORD_THUNK, "TLS wrapper function for "},
        {DEMANGLE_COMPONENT_TRANSACTION_CLONE, WORD_THUNK, "transaction clone for "},
        {DEMANGLE_COMPONENT_NONTRANSACTION_CLONE, WORD_THUNK, "non-transaction clone for "},
    };
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (words[i].type == c->type && words[i].kind == kind)
            return words[i].word;
    return NULL;
}

/* ---- types and names ---- */

static void put_node(struct tree_walk *w, node *c);

static node *left(const node *c)
{
    return c->u.s_binary.left;
}

static node *right(const node *c)
{
    return c->u.s_binary.right;
}

/* One more step of the walk, unless there were too many. */
static bool enter_node(struct tree_walk *w, const node *c)
{
    w->lost |=
        !c || w->depth >= DEPTH_MOST || w->n_nodes >= NODES_MOST || w->out->text.n > BYTES_MOST;
    if (w->lost)
        return false;
    w->depth++;
    w->n_nodes++;
    return true;
}

/* Element `at` of a list; NULL after its end. */
static node *list_at(node *list, long at)
{
    for (unsigned steps = 0; list && at >= 0 && steps < NODES_MOST; steps++, at--) {
        if (at == 0)
            return left(list);
        list = right(list);
    }
    return NULL;
}

/* What a template parameter stands for; if it is a pack, the element that is being written. */
static node *argument_of(const struct tree_walk *w, const node *parameter)
{
    node *a = w->template ? list_at(right(w->template), parameter->u.s_number.number) : NULL;
    if (a && a->type == DEMANGLE_COMPONENT_TEMPLATE_ARGLIST && w->pack != NO_PACK)
        return list_at(a, w->pack);
    return a;
}

/* Parameters inside the argument would be those of an outer template. */
static void put_parameter(struct tree_walk *w, const node *c)
{
    node *a = argument_of(w, c), *template = w->template;
    if (w->n_lambda > 0) {
        text_printf(&w->out->text, "auto:%ld", c->u.s_number.number + 1);
        return;
    }
    w->template = NULL;
    put_node(w, a);
    w->template = template;
}

/* Elements as parts, ", " between those of which there is any text. */
static void put_list(struct tree_walk *w, node *list)
{
    size_t start = w->out->text.n;
    for (unsigned n = 0; list && !w->lost; list = right(list)) {
        size_t before = w->out->text.n, part;
        if (++n > NODES_MOST)
            w->lost = true;
        if (!left(list))
            continue;
        if (before > start)
            put_words(w, ", ");
        size_t from = w->out->text.n;
        bool pack = left(list)->type == DEMANGLE_COMPONENT_TEMPLATE_ARGLIST ||
                    left(list)->type == DEMANGLE_COMPONENT_PACK_EXPANSION;

        part = pack ? NO_PART : open_part(w, FORM_ARGUMENT);
        put_node(w, left(list));
        if (!pack)
            close_part(w, part);
        if (w->out->text.n == from)
            w->out->text.n = before;
    }
}

static void put_arguments(struct tree_walk *w, node *list)
{
    if (last_char(w) == '<')
        put_words(w, " ");
    size_t part = open_part(w, FORM_ARGUMENTS);

    put_words(w, "<");
    put_list(w, list);
    put_words(w, last_char(w) == '>' ? " >" : ">");
    close_part(w, part);
}

/* How long the pack is that a pattern expands; -1: there is none. */
static long pack_length(struct tree_walk *w, const node *c)
{
    long n = -1;
    if (!enter_node(w, c))
        return -1;
    switch (c->type) {
    case DEMANGLE_COMPONENT_TEMPLATE_PARAM: {
        int pack = w->pack;
        w->pack = NO_PACK;
        node *a = argument_of(w, c);
        w->pack = pack;
        if (a && a->type == DEMANGLE_COMPONENT_TEMPLATE_ARGLIST)
            for (n = 0; a && left(a) && n < NODES_MOST; a = right(a))
                n++;
        break;
    }
    case DEMANGLE_COMPONENT_POINTER:
    case DEMANGLE_COMPONENT_REFERENCE:
    case DEMANGLE_COMPONENT_RVALUE_REFERENCE:
    case DEMANGLE_COMPONENT_CONST:
    case DEMANGLE_COMPONENT_VOLATILE:
        n = pack_length(w, left(c));
        break;
    case DEMANGLE_COMPONENT_TEMPLATE:
    case DEMANGLE_COMPONENT_TEMPLATE_ARGLIST:
        for (const node *l = c->type == DEMANGLE_COMPONENT_TEMPLATE ? right(c) : c; l && n < 0;
             l = right(l))
            n = left(l) ? pack_length(w, left(l)) : -1;
        break;
    case DEMANGLE_COMPONENT_QUAL_NAME:
        n = pack_length(w, left(c));
        break;
    default:
        break;
    }
    w->depth--;
    return n;
}

static void put_expansion(struct tree_walk *w, node *c)
{
    long n = w->n_lambda ? -1 : pack_length(w, left(c));
    size_t start = w->out->text.n;
    int pack = w->pack;
    w->lost |= n < 0;
    for (long i = 0; i < n && !w->lost; i++) {
        if (w->out->text.n > start)
            put_words(w, ", ");
        size_t part = open_part(w, FORM_ARGUMENT);

        w->pack = (int)i;
        put_node(w, left(c));
        close_part(w, part);
    }
    w->pack = pack;
}

/* The type that a modifier stands at, parameters resolved, in *inner. A reference to a reference is
 * one: & unless both are &&. */
static const node *collapsed(const struct tree_walk *w, const node *c, node **inner)
{
    *inner = left(c);
    if (*inner && (*inner)->type == DEMANGLE_COMPONENT_TEMPLATE_PARAM && !w->n_lambda)
        *inner = argument_of(w, *inner);
    if (*inner && (c->type == DEMANGLE_COMPONENT_REFERENCE ||
                   c->type == DEMANGLE_COMPONENT_RVALUE_REFERENCE)) {
        if ((*inner)->type == DEMANGLE_COMPONENT_REFERENCE || (*inner)->type == c->type) {
            c = *inner;
            *inner = left(c);
        } else if ((*inner)->type == DEMANGLE_COMPONENT_RVALUE_REFERENCE) {
            *inner = left(*inner);
        }
    }
    return c;
}

/* Functions and arrays are written around what points to them. */
static bool wraps(const node *c)
{
    for (unsigned steps = 0; c && steps < DEPTH_MOST; steps++) {
        switch (c->type) {
        case DEMANGLE_COMPONENT_FUNCTION_TYPE:
        case DEMANGLE_COMPONENT_ARRAY_TYPE:
        case DEMANGLE_COMPONENT_PTRMEM_TYPE:
            return true;
        case DEMANGLE_COMPONENT_POINTER:
        case DEMANGLE_COMPONENT_REFERENCE:
        case DEMANGLE_COMPONENT_RVALUE_REFERENCE:
        case DEMANGLE_COMPONENT_CONST:
        case DEMANGLE_COMPONENT_VOLATILE:
            c = left(c);
            break;
        default:
            return false;
        }
    }
    return false;
}

static void put_modified(struct tree_walk *w, node *c, const char *mark)
{
    node *inner, *template = w->template;
    const node *outer = collapsed(w, c, &inner);
    if (outer != c)
        mark = outer->type == DEMANGLE_COMPONENT_REFERENCE ? "&" : "&&";
    if (wraps(inner)) {
        put_by_library(w, c);
        return;
    }
    bool own = left(c)->type != DEMANGLE_COMPONENT_TEMPLATE_PARAM || w->n_lambda;

    if (!own)
        w->template = NULL;
    put_node(w, inner);
    w->template = template;
    put_words(w, mark);
}

static void put_lambda(struct tree_walk *w, node *c)
{
    put_words(w, "{lambda");
    size_t part = open_part(w, FORM_LAMBDA);

    put_words(w, "(");
    w->n_lambda++;
    put_list(w, c->u.s_unary_num.sub);
    w->n_lambda--;
    put_words(w, ")");
    close_part(w, part);
    text_printf(&w->out->text, "#%d}", c->u.s_unary_num.num + 1);
}

/* "std::string" and the like, which the library has as one word. */
static void put_standard(struct tree_walk *w, const node *c)
{
    const char *s = c->u.s_string.string;
    size_t n = (size_t)c->u.s_string.len;
    if (n > 5 && memcmp(s, "std::", 5) == 0) {
        size_t part = open_part(w, FORM_SCOPE);
        put_words(w, "std::");
        close_part(w, part);
        s += 5;
        n -= 5;
    }
    const char *open = memchr(s, '<', n);
    size_t n_name = open ? (size_t)(open - s) : n;

    text_add(&w->out->text, s, n_name);
    if (!open)
        return;
    size_t part = open_part(w, FORM_ARGUMENTS);

    text_add(&w->out->text, open, n - n_name);
    close_part(w, part);
}

/* ---- functions ---- */

/* c without its qualifiers, which are written in the order of the source: the inner ones first. */
static node *unqualified(node *c, const char **words, unsigned *n, unsigned most)
{
    while (c && word_of(c, WORD_QUALIFIER) && *n < most) {
        words[(*n)++] = word_of(c, WORD_QUALIFIER);
        c = left(c);
    }
    return c;
}

static size_t put_node_name(struct tree_walk *w, node *c, enum form_kind kind);

/* A name and its parameters, f<int>(char) const; returns what put_name does. */
static size_t put_function(struct tree_walk *w, node *c, enum form_kind kind)
{
    enum { WORDS_MOST = 8 };
    const char *words[WORDS_MOST];
    unsigned n = 0;
    node *name = unqualified(left(c), words, &n, WORDS_MOST), *last = name;
    node *template = w->template, *type = right(c);
    if (!name || !type || type->type != DEMANGLE_COMPONENT_FUNCTION_TYPE) {
        w->lost = true;
        return NO_PART;
    }
    if (name->type == DEMANGLE_COMPONENT_LOCAL_NAME)
        last = unqualified(right(name), words, &n, WORDS_MOST);
    size_t open = put_node_name(w, name, kind);

    if (last && last->type == DEMANGLE_COMPONENT_TEMPLATE)
        w->template = last;
    size_t part = open_part(w, FORM_PARAMETERS);

    put_words(w, "(");
    put_list(w, right(type));
    put_words(w, ")");
    while (n > 0)
        put_words(w, words[--n]);
    close_part(w, part);
    w->template = template;
    return open;
}

/* What stands before the last "::" of a name, with that. */
static void put_scope(struct tree_walk *w, node *c)
{
    if (!enter_node(w, c))
        return;
    size_t part = c->type == DEMANGLE_COMPONENT_TYPED_NAME ? put_function(w, c, FORM_SCOPE)
                                                           : put_node_name(w, c, FORM_SCOPE);
    put_words(w, "::");
    close_part(w, part);
    w->depth--;
}

/* The scopes of a name; returns its last component, of which *args are the template arguments
 * (NULL: it has none). */
static node *put_scopes(struct tree_walk *w, node *c, node **args)
{
    const char *words[4];
    unsigned n = 0;
    for (*args = NULL; c && !w->lost;) {
        node *inner = c;
        if (c->type == DEMANGLE_COMPONENT_TEMPLATE && !*args) {
            *args = right(c);
            inner = left(c);
        } else if (c->type == DEMANGLE_COMPONENT_QUAL_NAME) {
            put_scope(w, left(c));
            inner = right(c);
        } else if (c->type == DEMANGLE_COMPONENT_LOCAL_NAME) {
            put_scope(w, left(c));
            inner = unqualified(right(c), words, &n, ARRAY_LEN(words));
        }
        if (inner == c)
            return c;
        c = inner;
        w->lost |= ++w->n_nodes > NODES_MOST;
    }
    w->lost = true;
    return NULL;
}

/* A name, whose last component becomes a part of that kind. A scope's is left open, for what
 * follows, and returned. */
static size_t put_node_name(struct tree_walk *w, node *c, enum form_kind kind)
{
    node *args;
    if (!enter_node(w, c))
        return NO_PART;
    c = put_scopes(w, c, &args);
    size_t part = kind == FORM_NONE ? NO_PART : open_part(w, kind);

    put_node(w, c);
    if (kind == FORM_OWN)
        close_part(w, part);
    if (args)
        put_arguments(w, args);
    w->depth--;
    return part;
}

/* ---- any component ---- */

static void put_node(struct tree_walk *w, node *c)
{
    if (!enter_node(w, c))
        return;
    const char *mark = word_of(c, WORD_MARK);
    switch (c->type) {
    case DEMANGLE_COMPONENT_NAME:
        text_add(&w->out->text, c->u.s_name.s, (size_t)c->u.s_name.len);
        break;
    case DEMANGLE_COMPONENT_SUB_STD:
        put_standard(w, c);
        break;
    case DEMANGLE_COMPONENT_CTOR:
        put_node(w, c->u.s_ctor.name);
        break;
    case DEMANGLE_COMPONENT_DTOR:
        put_words(w, "~");
        put_node(w, c->u.s_dtor.name);
        break;
    case DEMANGLE_COMPONENT_QUAL_NAME:
    case DEMANGLE_COMPONENT_LOCAL_NAME:
    case DEMANGLE_COMPONENT_TEMPLATE:
        put_node_name(w, c, FORM_NONE);
        break;
    case DEMANGLE_COMPONENT_TEMPLATE_PARAM:
        put_parameter(w, c);
        break;
    case DEMANGLE_COMPONENT_TEMPLATE_ARGLIST:
        put_list(w, c);
        break;
    case DEMANGLE_COMPONENT_PACK_EXPANSION:
        put_expansion(w, c);
        break;
    case DEMANGLE_COMPONENT_LAMBDA:
        put_lambda(w, c);
        break;
    case DEMANGLE_COMPONENT_TAGGED_NAME: /* "f[abi:cxx11]" */
        put_node(w, left(c));
        put_words(w, "[abi:");
        put_node(w, right(c));
        put_words(w, "]");
        break;
    default:
        if (mark)
            put_modified(w, c, mark);
        else
            put_by_library(w, c);
    }
    w->depth--;
}

/* ---- whole names ---- */

/* A function, a thunk that leads to one, or a clone that the compiler made. */
static void put_whole(struct tree_walk *w, node *c)
{
    if (!enter_node(w, c))
        return;
    if (c->type == DEMANGLE_COMPONENT_CLONE) {
        put_whole(w, left(c));
        size_t part = open_part(w, FORM_CLONE);

        put_words(w, " [clone ");
        put_node(w, right(c));
        put_words(w, "]");
        close_part(w, part);
    } else if (word_of(c, WORD_THUNK)) {
        put_words(w, word_of(c, WORD_THUNK));
        put_whole(w, left(c));
    } else if (c->type == DEMANGLE_COMPONENT_TYPED_NAME) {
        put_function(w, c, FORM_OWN);
    } else {
        put_node_name(w, c, FORM_OWN);
    }
    w->depth--;
}

struct tree_reading {
    const char *name;
    struct name_form *out;
    struct text whole; /* as the library has it */
    void *memory;
    bool done;
};

static void add_whole(const char *p, size_t n, void *ctx)
{
    struct text *t = ctx;
    text_add(t, p, n);
    if (t->n > BYTES_MOST)
        guard_leave();
}

static void read_tree(void *ctx)
{
    struct tree_reading *r = ctx;
    node *tree = cplus_demangle_v3_components(r->name, OPTIONS, &r->memory);
    struct tree_walk w = {.out = r->out, .pack = NO_PACK};
    if (!tree ||
        !cplus_demangle_print_callback(OPTIONS | DMGL_RET_DROP, tree, add_whole, &r->whole))
        return;
    put_whole(&w, tree);
    r->done = !w.lost && r->out->text.n == r->whole.n && r->whole.n > 0 &&
              memcmp(r->out->text.p, r->whole.p, r->whole.n) == 0;
}

bool demangle_parts(const char *name, int style, struct name_form *out)
{
    struct tree_reading r = {.name = name, .out = out};
    bool done = style & (DMGL_AUTO | DMGL_GNU_V3) && guard_run(read_tree, &r) && r.done;
    if (!done)
        name_form_clear(out);
    out->swells = r.whole.n > BYTES_MOST;
    text_release(&r.whole);
    free(r.memory);
    return done;
}

void name_form_clear(struct name_form *f)
{
    text_clear(&f->text);
    f->n_parts = 0;
    f->swells = false;
}

void name_form_release(struct name_form *f)
{
    text_release(&f->text);
    free(f->parts);
    *f = (struct name_form){0};
}
