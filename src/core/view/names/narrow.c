/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/narrow.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/char.h"
#include "core/base/mem.h"
#include "core/base/utf8.h"

void narrow_tools_release(struct narrow_tools *t)
{
    free(t->how);
    free(t->forced);
    text_release(&t->plain);
    *t = (struct narrow_tools){0};
}

/* ---- which parts are shown ---- */

/* How much is elided of what need not be seen. */
struct shape {
    unsigned depth; /* levels of template arguments, more in parameters by one */
    bool first;     /* of arguments on their own the others are elided */
    bool siblings;  /* of arguments of which one must be seen the others are elided */
    bool terse;     /* the own name's arguments and what is `inner` leave no ellipsis */
    enum form_how params;
    bool inner;          /* lambdas' parameters, and scopes in arguments */
    unsigned scopes;     /* how many are elided, from the left */
    enum form_how scope; /* what becomes of these */
};

enum { ALL = 1000 };

static unsigned outer_scopes(const struct form *f)
{
    unsigned n = 0;
    for (uint32_t i = 0, hi = 0; i < f->n_parts; i++) {
        n += f->parts[i].lo >= hi && f->parts[i].kind == FORM_SCOPE;
        hi = f->parts[i].hi > hi ? f->parts[i].hi : hi;
    }
    return n;
}

/* The next shorter one; false after the last. */
static bool shrink(struct shape *s, const struct form *f)
{
    if (f->n_parts == 0)
        return false;
    if (s->depth == 1 && !s->first) {
        s->first = true;
    } else if (s->depth > 0) {
        s->depth = s->depth > 3 ? 3 : s->depth - 1;
        s->siblings = s->depth == 0;
    } else if (s->params != FORM_DROP) {
        s->params = s->params == FORM_SHOW ? FORM_CUT : FORM_DROP;
    } else if (!s->inner) {
        s->inner = true;
    } else if (s->scopes + 1 < outer_scopes(f)) {
        s->scopes++;
    } else if (s->scopes && s->scope != FORM_DROP) {
        s->scope = s->terse ? FORM_DROP : s->scope + 1;
    } else if (s->scopes < outer_scopes(f)) { /* the class, after its namespaces are gone */
        s->scopes++;
        s->scope = FORM_CUT;
    } else {
        return false;
    }
    return true;
}

/* Whether e has a byte that must be seen. A list that ends where another one goes on differs by its
 * end. */
static bool holds(const struct form_part *e, const struct name_keep *keep)
{
    bool ends = e->kind == FORM_ARGUMENT || e->kind == FORM_PARAMETERS;
    for (unsigned k = 0; k < keep->n; k++)
        if (keep->at[k] >= e->lo && keep->at[k] < e->hi + ends)
            return true;
    return false;
}

struct part_place {
    bool later;     /* not the first of its list */
    unsigned depth; /* lists of arguments or parameters around it */
    bool in_list;
    bool own;       /* after the own name */
    unsigned scope; /* number of the outer scope */
};

static enum form_how decide(const struct form_part *e, const struct shape *s, struct part_place at)
{
    const enum form_how cut = s->terse ? FORM_DROP : FORM_CUT;
    switch (e->kind) {
    case FORM_ARGUMENTS:
        return at.depth < s->depth ? FORM_SHOW : at.own ? cut : FORM_CUT;
    case FORM_ARGUMENT:
        return s->siblings || (s->first && at.later) ? FORM_CUT : FORM_SHOW;
    case FORM_PARAMETERS:
        return s->params;
    case FORM_LAMBDA:
        return s->inner ? cut : FORM_SHOW;
    case FORM_SCOPE:
        if (at.in_list)
            return s->inner ? cut : FORM_SHOW;
        return at.scope >= s->scopes ? FORM_SHOW : s->scope;
    default:
        return FORM_SHOW;
    }
}

/* Elements of a list that is shown for its own sake are shown, too. */
static void decide_all(struct narrow_tools *t, const struct form *f, const struct shape *s)
{
    enum { NESTING = 64 };
    uint32_t around[NESTING];
    unsigned n = 0, scopes = 0;
    bool own = false;
    for (uint32_t i = 0; i < f->n_parts; i++) {
        const struct form_part *e = &f->parts[i];
        struct part_place at = {.own = own, .scope = scopes};
        while (n > 0 && f->parts[around[n - 1]].hi <= e->lo)
            n--;
        for (unsigned k = 0; k < n; k++) {
            const enum form_kind kind = f->parts[around[k]].kind;
            at.depth += kind == FORM_ARGUMENTS || kind == FORM_PARAMETERS || kind == FORM_LAMBDA;
        }
        at.in_list = at.depth > 0;
        at.later = n > 0 && e->lo > f->parts[around[n - 1]].lo + 1;
        scopes += e->kind == FORM_SCOPE && !at.in_list;
        own |= e->kind == FORM_OWN;
        t->how[i] = (uint8_t)decide(e, s, at);
        if (t->forced[i] || (e->kind == FORM_ARGUMENT && n > 0 && !t->forced[around[n - 1]] &&
                             !(s->first && at.later)))
            t->how[i] = FORM_SHOW;
        if (n < NESTING)
            around[n++] = i;
    }
}

/* ---- windows: a name that is still too long ---- */

struct name_window {
    uint32_t lo, hi;
};

struct windows {
    const char *p;
    uint32_t n;
    bool plain;                                   /* ASCII: a column for each byte */
    struct name_window v[3 * NAME_KEEP_MOST + 1]; /* of a place two more: see add_place */
    unsigned n_windows;
    bool cut; /* what is left out at the end has an ellipsis */
};

static size_t cols_of(const struct windows *w, uint32_t lo, uint32_t hi)
{
    return w->plain ? hi - lo : utf8_cols(w->p + lo, hi - lo);
}

static bool inside_character(const struct windows *w, uint32_t i)
{
    return i < w->n && ((unsigned char)w->p[i] & 0xc0) == 0x80;
}

static bool is_word(char c)
{
    return char_is_letter(c) || char_is_digit(c) || c == '_' || (unsigned char)c >= 0x80;
}

/* Whether an ellipsis stands for the class whose list the windows begin with. */
static bool has_head(const struct windows *w)
{
    return w->n_windows > 0 && w->v[0].lo > 0 && w->p[w->v[0].lo] == '<';
}

/* Whether the gap after window i has an ellipsis: in a word, between words, and once before what
 * ends a list. What a list begins with goes without, and where a head has one, what ends it. */
static bool has_sign(const struct windows *w, unsigned i, bool *before)
{
    const uint32_t at = w->v[i].hi;
    const bool last = i + 1 == w->n_windows, empty = at == 0;
    const char prior = empty ? ' ' : w->p[at - 1];
    const bool ends = last || strchr(">):", w->p[w->v[i + 1].lo]);
    const bool inside = !empty && at < w->n && is_word(w->p[at]) && is_word(prior);
    if (at == (last ? w->n : w->v[i + 1].lo) || prior == '<' || prior == '(')
        return false;
    if (ends && (inside ? i == 0 && has_head(w) : *before || (last && !w->cut)))
        return false;
    *before = true;
    return true;
}

static size_t windows_cols(const struct windows *w)
{
    bool before = has_head(w);
    size_t cols = before ? 2 : 0;
    for (unsigned i = 0; i < w->n_windows; i++)
        cols += cols_of(w, w->v[i].lo, w->v[i].hi) + (has_sign(w, i, &before) ? 2 : 0);
    return cols;
}

/* Add one, in order and joined with those that it touches. */
static void add_window(struct windows *w, uint32_t lo, uint32_t hi)
{
    unsigned at = 0, end;
    while (inside_character(w, lo))
        lo--;
    while (inside_character(w, hi))
        hi++;
    while (at < w->n_windows && w->v[at].hi < lo)
        at++;
    for (end = at; end < w->n_windows && w->v[end].lo <= hi; end++) {
        lo = w->v[end].lo < lo ? w->v[end].lo : lo;
        hi = w->v[end].hi > hi ? w->v[end].hi : hi;
    }
    memmove(w->v + at + 1, w->v + end, (w->n_windows - end) * sizeof *w->v);
    w->n_windows = w->n_windows - end + at + 1;
    w->v[at] = (struct name_window){lo, hi};
}

/* Make the windows grow to the ends of their words while there is room. */
static void widen(struct windows *w, size_t cols)
{
    for (bool grown = true; grown;) {
        grown = false;
        for (unsigned i = 0; i < w->n_windows; i++) {
            struct windows more = *w;
            uint32_t hi = w->v[i].hi;
            if (hi == 0 || hi == w->n || !is_word(w->p[hi]) || !is_word(w->p[hi - 1]))
                continue;
            add_window(&more, w->v[i].lo, hi + 1);
            if (windows_cols(&more) > cols)
                continue;
            *w = more;
            grown = true;
        }
    }
}

/* The scopes before the own name, which begins at `own`, while there is room. */
static void widen_left(struct windows *w, uint32_t own, size_t cols)
{
    for (uint32_t lo = own; lo > 2 && w->p[lo - 1] == ':' && is_word(w->p[lo - 3]);) {
        struct windows more = *w;
        for (lo -= 2; lo > 0 && is_word(w->p[lo - 1]);)
            lo--;
        add_window(&more, lo, own);
        if (windows_cols(&more) > cols)
            return;
        *w = more;
    }
}

/* What is cut, all of it in a text that is too long. */
struct cutting {
    struct name_window own; /* the own name */
    struct cut_place {
        uint32_t at; /* a byte that must be seen */
        struct name_window
            head;     /* of the list in which it is: "(", "Index<" of a class; or empty */
        uint32_t end; /* of the list: its '>' */
    } places[NAME_KEEP_MOST];
    unsigned n;
};

static bool in_own(const struct cutting *c, uint32_t at)
{
    return at >= c->own.lo && at < c->own.hi;
}

/* Whether the own name is that of `head`: a constructor's, a destructor's. */
static bool names_class(const struct windows *w, const struct cutting *c, struct name_window head)
{
    uint32_t lo = c->own.lo + (w->p[c->own.lo] == '~'), n = head.hi - 1 - head.lo;
    return is_word(w->p[c->own.hi - 1]) && c->own.hi - lo == n &&
           memcmp(w->p + lo, w->p + head.lo, n) == 0;
}

enum brief { IN_FULL, BRIEF, BRIEFER };

/* A place, from where its word begins, or the one before it, and the brackets around it. In the
 * own name there are no words. Brief: without the scopes between a class and the name; briefer: no
 * more than the first letters of the class and of what is long. */
static void add_place(struct windows *w, const struct cutting *c, const struct cut_place *e,
                      enum brief brief)
{
    enum { SEEN = 3 };
    uint32_t lo = e->at, hi, before = c->own.lo, least = lo < c->own.hi ? 0 : c->own.hi;
    lo += lo + 1 < w->n && w->p[lo] == ' ' && is_word(w->p[lo + 1]);
    lo -= lo > least && lo < w->n && strchr("*&", w->p[lo]) && is_word(w->p[lo - 1]);
    hi = lo < w->n ? lo + 1 : lo;
    while (hi < w->n && hi < lo + SEEN && (in_own(c, lo) || is_word(w->p[hi])))
        hi++;
    if (in_own(c, lo)) {
        add_window(w, lo, hi);
        return;
    }
    if (hi + 2 >= w->n || !is_word(w->p[hi + 1]) || !is_word(w->p[hi + 2]))
        while (hi < w->n && is_word(w->p[hi])) /* no longer than the sign of a cut word */
            hi++;
    while (lo > least && is_word(w->p[lo]) &&
           (is_word(w->p[lo - 1]) || /* "unsigned long" is one word */
            (brief < BRIEFER && lo > least + 1 && w->p[lo - 1] == ' ' && is_word(w->p[lo - 2]))))
        lo -= is_word(w->p[lo - 1]) ? 1 : 2;
    while (hi > lo + 1 && w->p[hi - 1] == ' ')
        hi--;
    add_window(w, lo, brief == BRIEFER && hi - lo > SEEN + 2 ? lo + SEEN : hi);
    if (e->at >= lo + SEEN && e->at < hi && is_word(w->p[e->at]))
        add_window(w, e->at, hi);
    if (lo >= c->own.hi) {
        const bool in_list = e->end && w->p[e->end] == '>';
        uint32_t end = w->n, first = in_list ? e->end : c->own.hi;
        while (end > first && w->p[end - 1] != ')')
            end--;
        if (end <= lo + 1 && w->p[end] == '.') /* a clone */
            return;
        if (end <= lo + 1 && end > first) /* "() const" */
            add_window(w, end - 1, w->n);
        if (e->head.hi)
            add_window(w, e->head.lo, e->head.hi);
        else
            add_window(w, c->own.hi, c->own.hi + 1);
        if (in_list)
            end = e->end + 1;
        if (end > c->own.hi)
            add_window(w, end - 1, end);
        return;
    }
    while (before > 0 && w->p[before - 1] == ':')
        before--;
    before -= before > 0 && w->p[before - 1] == '>';
    add_window(w, before, c->own.lo);
    if (e->end)
        add_window(w, e->end, brief || e->end > before ? e->end + 1 : before);
    if (e->head.hi && brief == BRIEFER && e->head.hi - e->head.lo > 2 * SEEN) {
        if (!names_class(w, c, e->head)) /* "<int>::Index" */
            add_window(w, e->head.lo, e->head.lo + SEEN);
        add_window(w, e->head.hi - 1, e->head.hi);
    } else if (e->head.hi) {
        add_window(w, e->head.lo, e->head.hi);
    }
}

/* `head` columns of the own name, and the last k places. False if that is too much. */
static bool try_windows(struct windows *w, const struct cutting *c, size_t head, unsigned k,
                        enum brief brief, size_t cols)
{
    uint32_t own_n = c->own.hi - c->own.lo;
    w->n_windows = 0;
    if (w->plain)
        own_n = head < own_n ? (uint32_t)head : own_n;
    else
        own_n = (uint32_t)utf8_fit(w->p + c->own.lo, own_n, head, NULL);
    add_window(w, c->own.lo, c->own.lo + own_n);
    bool whole = own_n == c->own.hi - c->own.lo;
    w->cut = !whole;
    for (unsigned i = c->n - k; i < c->n; i++)
        if (whole || c->places[i].at < c->own.lo || c->places[i].at >= c->own.lo + own_n)
            add_place(w, c, &c->places[i], brief);
    return windows_cols(w) <= cols;
}

/* The whole own name, with as many places as can be; if it has no room, as much of it as leaves
 * some for one of them. */
static void choose(struct windows *w, const struct cutting *c, size_t cols)
{
    enum { HEAD = 4 };
    size_t whole = cols_of(w, c->own.lo, c->own.hi), most = whole < cols ? whole : cols;
    for (unsigned k = c->n; k > 0; k--)
        for (unsigned brief = IN_FULL; brief <= BRIEFER; brief++)
            if (try_windows(w, c, whole, k, (enum brief)brief, cols))
                return;
    for (size_t head = whole + whole / 2 + 6 < cols ? 0 : most; head > HEAD; head--)
        for (unsigned k = is_word(w->p[c->own.lo + head]) ? c->n : 0; k > 0; k--)
            if (try_windows(w, c, head, k, BRIEFER, cols)) /* signs of an operator stay together */
                return;
    for (size_t head = most; head > 0; head--)
        if (try_windows(w, c, head, 0, IN_FULL, cols))
            return;
}

/* Where [lo, hi) of the form stands in the text that is written of it; empty: it does not. */
static struct name_window written_at(struct narrow_tools *t, const struct form *f, uint32_t lo,
                                     uint32_t hi)
{
    struct form_mark ends[2] = {{lo, UINT32_MAX}, {hi - 1, UINT32_MAX}};
    text_clear(&t->plain);
    form_write(f, t->how, FORM_SIGNS_NONE, false, ends, 2, &t->plain);
    return ends[0].out < ends[1].out + 1 ? (struct name_window){ends[0].out, ends[1].out + 1}
                                         : (struct name_window){0, 0};
}

/* The list in which byte `at` of the form is: its head, and the end of a class's. */
static void find_list(struct narrow_tools *t, const struct form *f, uint32_t at,
                      struct cut_place *out)
{
    const struct form_part *scope = NULL;
    for (uint32_t i = 0; i < f->n_parts && f->parts[i].lo <= at; i++) {
        const struct form_part *e = &f->parts[i];
        if (at >= e->hi)
            continue;
        if (e->kind == FORM_SCOPE)
            scope = scope ? scope : e;
        if (e->kind != FORM_ARGUMENTS && (scope || e->kind != FORM_PARAMETERS))
            continue;
        out->head = written_at(t, f, scope ? scope->lo : e->lo, e->lo + 1);
        out->end = written_at(t, f, e->hi - 1, e->hi).lo;
        return;
    }
}

static void narrow_windows(struct narrow_tools *t, const struct form *f, size_t cols,
                           const struct name_keep *keep, struct text *out)
{
    struct cutting c = {.n = 0};
    /* Find what must be seen of f. */
    uint32_t lo = 0, hi = f->n;
    for (uint32_t i = 0; i < f->n_parts; i++)
        if (f->parts[i].kind == FORM_OWN) {
            lo = f->parts[i].lo;
            hi = f->parts[i].hi;
        }
    for (unsigned k = 0; k < keep->n; k++) {
        uint32_t at = keep->at[k] < f->n ? keep->at[k] : f->n - 1;
        struct name_window w = written_at(t, f, at, at + 1);
        if (w.hi)
            c.places[c.n++] = (struct cut_place){.at = w.lo};
        if (w.hi)
            find_list(t, f, at, &c.places[c.n - 1]);
    }
    c.own = written_at(t, f, lo, hi);
    struct windows w = {.p = text_z(&t->plain), .n = (uint32_t)t->plain.n, .plain = f->plain};
    if (c.own.hi > w.n || c.own.lo >= c.own.hi)
        c.own = (struct name_window){0, w.n};
    choose(&w, &c, cols);
    if (windows_cols(&w) > cols) {
        text_add(out, w.p + c.own.lo, utf8_fit(w.p + c.own.lo, w.n - c.own.lo, cols, NULL));
    } else {
        widen(&w, cols);
        widen_left(&w, c.own.lo, cols);
        const char *sign = t->loud ? ".." : "\001..\002";
        bool before = has_head(&w);
        unsigned first = 0;
        text_str(out, before ? sign : "");
        while (first + 1 < w.n_windows && w.p[w.v[first].hi - 1] == ':' &&
               w.v[first].lo + 2 >= w.v[first].hi && !is_word(w.p[w.v[first].lo]))
            first++; /* the colons of a class alone */
        for (unsigned i = first; i < w.n_windows; i++) {
            struct name_window e = w.v[i];
            /* Dots and blanks at the edge of a window say no more than its sign, colons nothing. */
            while (e.hi < w.n && e.hi > e.lo + 1 && strchr(". ", w.p[e.hi - 1]))
                e.hi--;
            while (e.lo > 0 && e.hi > e.lo + 1 && strchr(i > first ? ". " : ": ", w.p[e.lo]))
                e.lo++;
            text_add(out, w.p + e.lo, e.hi - e.lo);
            if (has_sign(&w, i, &before))
                text_str(out, sign);
        }
    }
    out->failed |= t->plain.failed;
}

/* ---- one name ---- */

static size_t written_cols(const struct form *f, const char *p, size_t n)
{
    size_t cols = n;
    if (!f->plain)
        return quiet_cols(p, n);
    for (size_t i = 0; i < n; i++)
        cols -= p[i] <= QUIET_END;
    return cols;
}

void name_narrow(struct narrow_tools *t, const struct form *f, enum name_level level, size_t cols,
                 const struct name_keep *keep, struct text *out)
{
    struct shape s = level == NAME_SHORT
                         ? (struct shape){.siblings = true,
                                          .terse = true,
                                          .params = FORM_DROP,
                                          .inner = true,
                                          .scope = FORM_DROP}
                         : (struct shape){.depth = ALL, .params = FORM_SHOW, .scope = FORM_CUT};
    size_t start = out->n;
    mem_grow(&t->how, &t->cap_how, f->n_parts, 1);
    mem_grow(&t->forced, &t->cap_forced, f->n_parts, 1);
    for (uint32_t i = 0; i < f->n_parts; i++)
        t->forced[i] = keep->n > 0 && holds(&f->parts[i], keep);
    if (f->n == 0)
        return;
    do {
        decide_all(t, f, &s);
        out->n = start;
        form_write(f, t->how, s.terse ? FORM_SIGNS_ONE : FORM_SIGNS_ALL, !t->loud, NULL, 0, out);
        if (out->failed || cols == 0 || written_cols(f, out->p + start, out->n - start) <= cols)
            return;
    } while (shrink(&s, f));
    out->n = start;
    s.scopes = 0;
    s.siblings = false;
    decide_all(t, f, &s);
    narrow_windows(t, f, cols, keep, out);
}
