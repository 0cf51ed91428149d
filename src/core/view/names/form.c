/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/names/form.h"

#include <string.h>

#include "core/base/attr.h"
#include "core/base/char.h"
#include "core/base/utf8.h"
#include "core/load/image/demangle.h"
#include "core/view/names/store.h"

/* ---- making forms ---- */

static void add_part(struct name_form *f, size_t lo, size_t hi, enum form_kind kind)
{
    if (lo >= hi)
        return;
    mem_grow(&f->parts, &f->cap_parts, f->n_parts + 1, sizeof *f->parts);
    f->parts[f->n_parts++] = (struct form_part){(uint32_t)lo, (uint32_t)hi, kind};
}

/* Where a name of C ends and begins what a compiler adds to tell its copies apart. */
static size_t clone_at(const char *name)
{
    static const char *const words[] = {"constprop", "isra", "part",       "cold",
                                        "lto_priv",  "llvm", "localalias", "clone"};
    for (const char *dot = strchr(name, '.'); dot; dot = strchr(dot + 1, '.'))
        for (size_t k = 0; k < ARRAY_LEN(words) && dot > name; k++) {
            size_t n = strlen(words[k]);
            if (strncmp(dot + 1, words[k], n) == 0 && !char_is_letter(dot[1 + n]))
                return (size_t)(dot - name);
        }
    return strlen(name);
}

/* "__MODULE_MOD_PROCEDURE" of gfortran, whose names have no capitals of their own. */
static const char *fortran_procedure(const char *name, size_t *n_module)
{
    const char *mod = name[0] == '_' && name[1] == '_' ? strstr(name + 2, "_MOD_") : NULL;
    if (!mod || mod == name + 2 || !mod[5])
        return NULL;
    *n_module = (size_t)(mod - (name + 2));
    return mod + 5;
}

/* The main program of Fortran is called MAIN__ by its compilers, and what is in no module has one
 * underscore more at its end, g77's two, than in the source; C's names may have them, too. */
static const char *fortran_external(const struct names *n, uint32_t id, const char *name)
{
    bool program = strcmp(name, "MAIN__") == 0;
    size_t len = strlen(name);
    const char *source = program || (len > 1 && name[len - 1] == '_') ? names_source(n, id) : NULL;
    if (program)
        return source && strcmp(source, name) != 0 ? source : "program";
    if (!source || strncmp(source, name, strlen(source)) != 0)
        return name;
    name += strlen(source);
    return strcmp(name, "_") == 0 || strcmp(name, "__") == 0 ? source : name - strlen(source);
}

/* On Windows some calling conventions write the bytes of the arguments to a name: f@8 (stdcall),
 * @f@8 (fastcall), f@@8 (vectorcall). The n bytes of f; NULL if `plain` is no such name. */
static const char *undecorated(const struct names *n, const char *plain, size_t *n_bare)
{
    const char *at = strrchr(plain, '@'), *bare = plain + (plain[0] == '@');
    if (!n->profile->image->windows || !at || !at[1] || at[1 + strspn(at + 1, "0123456789")])
        return NULL;
    at -= at > bare && at[-1] == '@';
    *n_bare = at > bare ? (size_t)(at - bare) : 0;
    return *n_bare ? bare : NULL;
}

static bool is_plain(const struct name_form *f)
{
    for (size_t i = 0; i < f->text.n; i++)
        if (f->text.p[i] < ' ' || f->text.p[i] > '~')
            return false;
    return true;
}

void names_read_form(const struct names *n, uint32_t id, const char *plain, struct name_form *f)
{
    size_t n_bare;
    const char *bare = undecorated(n, plain, &n_bare);
    struct text t = {0};
    if (bare) {
        text_add(&t, bare, n_bare);
        plain = text_z(&t);
    }
    name_form_clear(f);
    if (!demangle_may(plain, n->style) || !name_form_read(plain, n->style, f)) {
        size_t n_module;
        const char *procedure = fortran_procedure(plain, &n_module);
        const char *name = procedure ? procedure : fortran_external(n, id, plain);
        if (procedure) {
            text_add(&f->text, plain + 2, n_module);
            text_str(&f->text, "::");
            add_part(f, 0, f->text.n, FORM_SCOPE);
        }
        const size_t lo = f->text.n, own = clone_at(name);
        text_str(&f->text, name);
        add_part(f, lo, lo + own, FORM_OWN);
        add_part(f, lo + own, f->text.n, FORM_CLONE);
    }
    if (!is_plain(f)) { /* what is not safe to show is shown in one piece */
        struct text shown = {0};
        text_shown(&shown, f->text.p, f->text.n, false);
        if (shown.n != f->text.n || memcmp(shown.p, f->text.p, shown.n) != 0) {
            name_form_clear(f);
            text_add(&f->text, shown.p ? shown.p : "", shown.n);
        }
        text_release(&shown);
    }
    text_release(&t);
}

struct form form_of(const struct name_form *f)
{
    return (struct form){f->text.p ? f->text.p : "", (uint32_t)f->text.n, (uint32_t)f->n_parts,
                         is_plain(f), f->parts};
}

static const struct form *keep_form(struct names *n, const struct name_form *f)
{
    uint64_t bytes = f->text.n + 1 + f->n_parts * sizeof *f->parts + sizeof(struct form);
    struct form_part *parts;
    struct form *kept;
    if (!names_may_keep(n, bytes))
        return NULL;
    parts = arena_alloc(&n->texts, f->n_parts, sizeof *parts);
    kept = arena_alloc(&n->texts, 1, sizeof *kept);
    memcpy(parts, f->parts ? f->parts : parts, f->n_parts * sizeof *parts);
    *kept = form_of(f);
    kept->text = arena_text(&n->texts, kept->text, kept->n);
    kept->parts = parts;
    return kept;
}

struct form names_form(struct names *n, uint32_t id)
{
    if (!n->forms)
        n->forms = mem_array(n->n, sizeof *n->forms);
    if (!n->forms[id]) {
        names_read_form(n, id, names_plain(n, id), &n->form);
        n->forms[id] = keep_form(n, &n->form);
    }
    return n->forms[id] ? *n->forms[id] : (struct form){.text = "", .plain = true};
}

/* ---- writing them ---- */

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
    write_up_to(w, lo);
    place_marks(w, hi, false);
    if (how == FORM_CUT) {
        const struct form_part *e = &f->parts[i];
        switch (e->kind) {
        case FORM_SCOPE:
            write_quiet(w, "", "..", 2, "::");
            break;
        case FORM_ARGUMENTS:
            write_quiet(w, "<", "..", 2, ">");
            break;
        case FORM_PARAMETERS:
        case FORM_LAMBDA:
            write_quiet(w, "(", "..", 2, ")");
            break;
        default:
            write_quiet(w, "", "..", 2, "");
        }
    } else if (how == FORM_DOTS)
        write_quiet(w, "", "..", 2, "");
    w->at = hi;
    if (f->parts[i].kind == FORM_ARGUMENT && f->text[w->at] == ' ')
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
