/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/select/regex.h"

#include <stdlib.h>
#include <string.h>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

#include "core/base/char.h"
#include "core/base/mem.h"

enum {
    MATCH_LIMIT = 100000,   /* backtracking steps per subject: well under a millisecond */
    HEAP_LIMIT_KIB = 16384, /* per match */
    JIT_AFTER = 64,         /* subjects after which compiling to machine code pays */
};

/* One way to look at the pattern, compiled when first needed. */
struct regex_form {
    pcre2_code *code;
    pcre2_match_data *data;
    unsigned n_subjects; /* up to JIT_AFTER */
    bool broken;         /* it does not compile this way */
};

/* What a match changes. */
struct regex_work {
    struct regex_form utf, bytes;
    pcre2_match_context *limits;
};

struct regex {
    char *pattern;
    size_t n;
    bool caseless;
    bool literal;
    struct regex_work *work; /* NULL for plain text */
};

/* ---- plain text ---- */

bool regex_is_literal(const char *pattern, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (pattern[i] && strchr("\\^$.[|()?*+{", pattern[i]))
            return false;
    return true;
}

static bool is_ascii(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] >= 0x80)
            return false;
    return true;
}

/* Has the pattern a capital letter that stands for itself, unlike those of \W and \S? */
static bool has_capital(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (s[i] == '\\')
            i++;
        else if (char_is_capital(s[i]))
            return true;
    return false;
}

static bool same_text(const struct regex *r, const char *s)
{
    if (!r->caseless)
        return memcmp(s, r->pattern, r->n) == 0;
    for (size_t i = 0; i < r->n; i++)
        if (char_small(s[i]) != char_small(r->pattern[i]))
            return false;
    return true;
}

/* The next place from i where the pattern could start, or n. */
static size_t next_start(const struct regex *r, const char *s, size_t n, size_t i)
{
    const char first = char_small(r->pattern[0]);
    if (!r->caseless) {
        const char *p = memchr(s + i, r->pattern[0], n - i);
        return p ? (size_t)(p - s) : n;
    }
    while (i < n && char_small(s[i]) != first)
        i++;
    return i;
}

static bool find_text(const struct regex *r, const char *s, size_t n, size_t from, size_t *lo,
                      size_t *hi)
{
    size_t i = from;
    if (r->n > n - from)
        return false;
    for (; r->n > 0; i++) {
        i = next_start(r, s, n, i);
        if (n - i < r->n)
            return false;
        if (same_text(r, s + i))
            break;
    }
    if (lo)
        *lo = i;
    if (hi)
        *hi = i + r->n;
    return true;
}

/* ---- expressions ---- */

static void form_release(struct regex_form *f)
{
    pcre2_match_data_free(f->data);
    pcre2_code_free(f->code);
    *f = (struct regex_form){0};
}

/* Returns PCRE2's error number, 0 if all went well; *at is where in the pattern. */
static int form_compile(struct regex_form *f, const struct regex *r, uint32_t options, size_t *at)
{
    PCRE2_SIZE where = 0;
    int code = 0;
    options |= PCRE2_NEVER_BACKSLASH_C | PCRE2_DOLLAR_ENDONLY | PCRE2_DOTALL;
    if (r->caseless)
        options |= PCRE2_CASELESS;
    f->code = pcre2_compile((PCRE2_SPTR)r->pattern, r->n, options, &code, &where, NULL);
    *at = where;
    if (!f->code)
        return code;
    f->data = pcre2_match_data_create(1, NULL);
    return f->data ? 0 : PCRE2_ERROR_NOMEMORY;
}

static bool refuse(struct err *e, const struct regex *r, int code, size_t at)
{
    PCRE2_UCHAR reason[160];
    if (code == PCRE2_ERROR_NOMEMORY || code == PCRE2_ERROR_HEAP_FAILED)
        return false;
    if (pcre2_get_error_message(code, reason, sizeof reason) < 0 && reason[0] == '\0')
        strcpy((char *)reason, "not understood");
    err_what(e, ERR_REGEX, NULL, (const char *)reason, r->pattern);
    if (e->code == ERR_REGEX)
        e->offset = at;
    return false;
}

/* Compile the pattern as UTF-8; if it is not UTF-8, it is matched as bytes. */
static bool compile(struct regex *r, struct err *e)
{
    struct regex_work *w = mem_array(1, sizeof *w);
    size_t at;
    r->work = w;
    if (!(w->limits = pcre2_match_context_create(NULL)))
        return false;
    pcre2_set_match_limit(w->limits, MATCH_LIMIT);
    pcre2_set_heap_limit(w->limits, HEAP_LIMIT_KIB);
    int code = form_compile(&w->utf, r, PCRE2_UTF, &at);
    if (code <= PCRE2_ERROR_UTF8_ERR1 && code >= PCRE2_ERROR_UTF8_ERR21) {
        w->utf.broken = true;
        code = form_compile(&w->bytes, r, 0, &at);
    }
    return code == 0 || refuse(e, r, code, at);
}

struct regex *regex_new(const char *pattern, size_t n, enum regex_case c, struct err *e)
{
    struct regex *r = mem_array(1, sizeof *r);
    r->pattern = mem_text(pattern, n);
    r->n = n;
    r->caseless = c == REGEX_SMART && !has_capital(pattern, n);
    r->literal = regex_is_literal(pattern, n) && (!r->caseless || is_ascii(pattern, n));
    if (r->literal || compile(r, e))
        return r;
    regex_free(r);
    return NULL;
}

void regex_free(struct regex *r)
{
    if (!r)
        return;
    if (r->work) {
        form_release(&r->work->utf);
        form_release(&r->work->bytes);
        pcre2_match_context_free(r->work->limits);
        free(r->work);
    }
    free(r->pattern);
    free(r);
}

static int form_match(struct regex_form *f, const struct regex *r, const char *s, size_t n,
                      size_t from)
{
    const struct regex_work *w = r->work;
    /* Compiling to machine code pays only for many subjects; if it fails, PCRE2 interprets. */
    if (f->n_subjects <= JIT_AFTER && ++f->n_subjects == JIT_AFTER)
        (void)pcre2_jit_compile(f->code, PCRE2_JIT_COMPLETE);
    int got = pcre2_match(f->code, (PCRE2_SPTR)s, n, from, 0, f->data, w->limits);
    if (got == PCRE2_ERROR_JIT_STACKLIMIT)
        got = pcre2_match(f->code, (PCRE2_SPTR)s, n, from, PCRE2_NO_JIT, f->data, w->limits);
    return got;
}

/* The form for a subject that is not UTF-8, or NULL if the pattern makes no sense there. */
static struct regex_form *bytes_form(const struct regex *r)
{
    struct regex_form *f = &r->work->bytes;
    size_t at;
    if (!f->code && !f->broken)
        f->broken = form_compile(f, r, 0, &at) != 0;
    return f->broken ? NULL : f;
}

static bool not_utf8(int got)
{
    return (got <= PCRE2_ERROR_UTF8_ERR1 && got >= PCRE2_ERROR_UTF8_ERR21) ||
           got == PCRE2_ERROR_BADUTFOFFSET;
}

bool regex_find(const struct regex *r, const char *s, size_t n, size_t from, size_t *lo, size_t *hi)
{
    if (from > n)
        return false;
    if (r->literal)
        return find_text(r, s, n, from, lo, hi);
    struct regex_form *f = &r->work->utf;
    int got = f->broken ? PCRE2_ERROR_UTF8_ERR1 : form_match(f, r, s, n, from);

    if (not_utf8(got)) {
        f = bytes_form(r);
        got = f ? form_match(f, r, s, n, from) : PCRE2_ERROR_NOMATCH;
    }
    if (got < 0)
        return false;
    const PCRE2_SIZE *range = pcre2_get_ovector_pointer(f->data);
    size_t start = range[0], end = range[1];

    if (lo)
        *lo = start < end ? start : end; /* \K in a lookahead can turn them round */
    if (hi)
        *hi = start < end ? end : start;
    return true;
}
