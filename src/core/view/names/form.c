/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/form.h"

#include <string.h>

#include "core/base/utf8.h"

static bool is_plain(const struct name_form *f)
{
    for (size_t i = 0; i < f->text.n; i++)
        if (f->text.p[i] < ' ' || f->text.p[i] > '~')
            return false;
    return true;
}

struct form form_of(const struct name_form *f)
{
    return (struct form){f->text.p ? f->text.p : "", (uint32_t)f->text.n, (uint32_t)f->n_parts,
                         is_plain(f), f->parts};
}

struct writing {
    const struct form *f;
    const uint8_t *how;
    enum form_signs signs; /* that may still be written */
    bool quiet;
    struct form_mark *marks;
    unsigned n_marks, mark; /* the next one */
    uint32_t at;            /* bytes of the form that are done with */
    struct text *out;
};

/* The marks before `hi` stand where they are, `out` the text's end at w->at; or nowhere. */
static void place_marks(struct writing *w, uint32_t hi, bool shown)
{
    for (; w->mark < w->n_marks && w->marks[w->mark].at < hi; w->mark++)
        w->marks[w->mark].out =
            shown ? (uint32_t)w->out->n + (w->marks[w->mark].at - w->at) : UINT32_MAX;
}

static void write_up_to(struct writing *w, uint32_t hi)
{
    if (hi < w->at) /* what was left out before took a comma or a blank of it */
        return;
    place_marks(w, hi, true);
    text_add(w->out, w->f->text + w->at, hi - w->at);
    w->at = hi;
}

static void write_quiet(struct writing *w, const char *before, const char *p, size_t n,
                        const char *after)
{
    text_str(w->out, before);
    if (w->quiet)
        text_char(w->out, QUIET_BEGIN);
    text_add(w->out, p, n);
    if (w->quiet)
        text_char(w->out, QUIET_END);
    text_str(w->out, after);
}

/* What is written of part i, which is elided. */
static enum form_how elided(struct writing *w, uint32_t i)
{
    const struct form_part *e = &w->f->parts[i];
    enum form_how how = w->how[i];
    if (how == FORM_DROP && e->kind == FORM_SCOPE && e->lo > 0 && w->f->text[e->lo - 1] == ':')
        how = FORM_CUT;
    if (w->signs == FORM_SIGNS_NONE)
        return FORM_DROP;
    if (w->signs == FORM_SIGNS_ONE && how != FORM_DROP)
        w->signs = FORM_SIGNS_NONE;
    return how;
}

static bool same_gap(const struct form_part *a, const struct form_part *b)
{
    uint32_t gap = a->kind == FORM_ARGUMENT ? 2 : 0; /* ", " */
    return a->kind == b->kind && (a->kind == FORM_SCOPE || a->kind == FORM_ARGUMENT) &&
           b->lo >= a->hi && b->lo - a->hi == gap;
}

/* The next part after i that does not lie in it. */
static uint32_t next_apart(const struct form *f, uint32_t i)
{
    uint32_t hi = f->parts[i].hi;
    for (i++; i < f->n_parts && f->parts[i].lo < hi; i++)
        continue;
    return i;
}

/* Part i and those like it that follow become one ellipsis. Returns the part after them. */
static uint32_t write_elided(struct writing *w, uint32_t i)
{
    const struct form *f = w->f;
    uint32_t last = i, next = next_apart(f, i), lo = f->parts[i].lo, hi;
    enum form_how how = elided(w, i);
    while (next < f->n_parts && w->how[next] == w->how[i] &&
           same_gap(&f->parts[last], &f->parts[next])) {
        last = next;
        next = next_apart(f, next);
    }
    hi = f->parts[last].hi;
    if (how == FORM_DROP && f->parts[i].kind == FORM_ARGUMENT) { /* and one comma */
        if (lo >= w->at + 2 && f->text[lo - 2] == ',')
            lo -= 2;
        else if (hi + 1 < f->n && f->text[hi] == ',')
            hi += 2;
    }
    const bool list = how == FORM_DROP && f->parts[i].kind == FORM_ARGUMENTS;
    if (list && lo >= w->at + 2 && f->text[lo - 1] == ':') /* of Rust's f::<T> */
        lo -= 2;
    write_up_to(w, lo);
    place_marks(w, hi, false);
    if (how == FORM_CUT || how == FORM_DOTS) {
        const enum form_kind kind = how == FORM_CUT ? f->parts[i].kind : FORM_NONE;
        const bool round = kind == FORM_PARAMETERS || kind == FORM_LAMBDA;
        write_quiet(w,
                    kind == FORM_ARGUMENTS ? "<"
                    : round                ? "("
                                           : "",
                    "..", 2,
                    kind == FORM_SCOPE       ? "::"
                    : kind == FORM_ARGUMENTS ? ">"
                    : round                  ? ")"
                                             : "");
    }
    w->at = hi;
    if (w->at + 1 < f->n && f->text[w->at] == ' ' &&
        (f->parts[i].kind == FORM_ARGUMENT || (list && f->text[w->at + 1] == '>')))
        w->at++; /* it kept a '>' from the one that was there */
    return next;
}

void form_write(const struct form *f, const uint8_t *how, enum form_signs signs, bool quiet,
                struct form_mark *marks, unsigned n_marks, struct text *out)
{
    struct writing w = {.f = f,
                        .how = how,
                        .signs = signs,
                        .quiet = quiet,
                        .marks = marks,
                        .n_marks = n_marks,
                        .out = out};
    for (uint32_t i = 0; i < f->n_parts;) {
        if (how[i] != FORM_SHOW) {
            i = write_elided(&w, i);
            continue;
        }
        if (f->parts[i].kind == FORM_CLONE) {
            /* " [clone .cold]" as ".cold": a few columns are worth more than the brackets. */
            const struct form_part *e = &f->parts[i];
            const char *p = w.f->text + e->lo;
            size_t n = e->hi - e->lo;
            write_up_to(&w, e->lo);
            place_marks(&w, e->hi, true);
            if (n > 10 && memcmp(p, " [clone ", 8) == 0 && p[n - 1] == ']') {
                p += 8;
                n -= 9;
            }
            write_quiet(&w, "", p, n, "");
            w.at = e->hi;
        }
        i++;
    }
    write_up_to(&w, f->n);
    place_marks(&w, UINT32_MAX, true);
}

size_t quiet_cols(const char *p, size_t n)
{
    size_t cols = 0;
    for (size_t lo = 0, hi; lo < n; lo = hi + 1) {
        for (hi = lo; hi < n && p[hi] != QUIET_BEGIN && p[hi] != QUIET_END; hi++)
            continue;
        cols += utf8_cols(p + lo, hi - lo);
    }
    return cols;
}
