/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symspecs: the parts that are found lie inside of the text, and only ours are regexes. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/options/symspec.h"
#include "core/select/regex.h"
#include "core/select/scope.h"
#include "tests/support/require.h"

static void check_part(const char *text, size_t n, const char *part, size_t part_bytes)
{
    if (!part)
        return;
    require(part >= text && part <= text + n && part_bytes <= n);
    require(part_bytes <= (size_t)(text + n - part));
}

/* Any bytes are a scope that somebody types, and any are a name. */
static void check_scope(const struct side *s)
{
    struct scope_wish w;
    struct scope at = {.ada = true};
    char *name = mem_text(s->name, s->name_bytes);
    scope_wish_make(&w, s->name, s->name_bytes);
    require(w.scope.n <= SCOPE_DEPTH && w.small.n == w.scope.text.n);
    scope_read(&at, name, w.scope.n + 1);
    scope_grants(&at, &w);
    scope_release(&at);
    scope_wish_release(&w);

    free(name);
}

static void check_side(const struct side *s, const char *text, size_t n, bool strict)
{
    check_part(text, n, s->file, s->file_bytes);
    check_part(text, n, s->name, s->name_bytes);
    require(!strict || (s->kind == SIDE_SPEC && !s->file_is_path && !s->escaped));
    if (s->kind == SIDE_SCOPE)
        check_scope(s);
    if (s->kind != SIDE_REGEX)
        return;
    struct err e = ERR_INIT;
    struct regex *r = regex_new(s->name, s->name_bytes, REGEX_EXACT, &e);
    require(r || e.code != ERR_NONE);
    if (r)
        regex_find(r, "some::name<int>(char)", 21, 0, NULL, NULL);
    regex_free(r);
}

static void check(const struct symspec *s, const char *text, size_t n, bool strict)
{
    check_side(&s->left, text, n, strict);
    if (s->has_right)
        check_side(&s->right, text, n, strict);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    char *text = mem_text((const char *)p, n);
    n = strlen(text);
    for (int strict = 0; strict < 2; strict++) {
        struct symspec s;
        symspec_parse(&s, text, strict);
        check(&s, text, n, strict);
        arc_parse(&s, text, strict);
        check(&s, text, n, strict);
    }
    free(text);
    return 0;
}
