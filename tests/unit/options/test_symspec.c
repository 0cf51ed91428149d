/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symspecs taken apart: GNU forms, arcs, our forms. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "core/options/symspec.h"

static void describe_side(const struct side *s, char *out, size_t n)
{
    static const char *const words[] = {"", "re", "image", "dir", "ns"};
    if (s->kind != SIDE_SPEC)
        snprintf(out, n, "%s(%.*s)%s", words[s->kind], (int)s->name_bytes, s->name,
                 s->escaped ? "\\" : "");
    else
        snprintf(out, n, "%s%.*s|%.*s|%u", s->file_is_path ? "path " : "",
                 s->file ? (int)s->file_bytes : 0, s->file ? s->file : "",
                 s->name ? (int)s->name_bytes : 0, s->name ? s->name : "", (unsigned)s->line);
}

static void expect_parts(const struct symspec *s, const char *expected)
{
    char left[128], right[128], got[300];
    describe_side(&s->left, left, sizeof left);
    describe_side(&s->right, right, sizeof right);
    snprintf(got, sizeof got, s->has_right ? "%s -> %s" : "%s", left, right);
    assert_string_equal(got, expected);
}

static void expect(const char *text, bool strict, const char *expected)
{
    struct symspec s;
    symspec_parse(&s, text, strict);
    expect_parts(&s, expected);
}

static void expect_arc(const char *text, const char *expected)
{
    struct symspec s;
    arc_parse(&s, text, false);
    expect_parts(&s, expected);
}

static void gnu_forms(void **state)
{
    (void)state;
    expect("", true, "||0");
    expect("main", true, "|main|0");
    expect("b.c", true, "b.c||0");
    expect("b.c:", true, "b.c||0");
    expect("odd:", true, "odd||0");
    expect("b.c:stat", true, "b.c|stat|0");
    expect("b.c:12", true, "b.c||12");
    expect("12", true, "||12");
    expect("9stat", true, "||9");
    expect(":.mul", true, "|.mul|0");
    expect(":", true, "||0");
    expect("b.c:stat:x", true, "b.c:stat|x|0");
    expect("99999999999999999999", true, "||4294967295");
}

static void gnu_arcs(void **state)
{
    (void)state;
    expect("x/y", true, "|x|0 -> |y|0");
    expect("x/", true, "|x|0 -> ||0");
    expect("/y", true, "||0 -> |y|0");
    expect("sub/b.c", true, "|sub|0 -> b.c||0");
    expect("a/b/c", true, "|a|0 -> |b/c|0");
    expect("/leaf/", true, "||0 -> |leaf/|0");
    expect("re=x", true, "|re=x|0");
}

static void our_forms(void **state)
{
    (void)state;
    expect("/y", false, "||0 -> |y|0");
    expect("x/", false, "|x|0 -> ||0");
    expect("/re/", false, "re(re)");
    expect("main//re/", false, "|main|0 -> re(re)");
    expect("/a///b/", false, "re(a) -> re(b)");
    expect("/a//b", false, "re(a) -> |b|0");
    expect("/a\\/b/", false, "re(a\\/b)");
    expect("/a/x", false, "||0 -> |a/x|0");
    expect("//", false, "||0 -> |/|0");
    expect("re=^a.*z$", false, "re(^a.*z$)");
    expect("re=a/re=b", false, "re(a) -> re(b)");
    expect("path=src/b.c", false, "path src/b.c||0");
    expect("path=src/b.c:main", false, "path src/b.c|main|0");
    expect("path=src/b.c:main/leaf", false, "path src/b.c|main|0 -> |leaf|0");
    expect("path=C:\\src\\b.c", false, "path C:\\src\\b.c||0");
    expect("path=c:/src/b.c:7/leaf", false, "path c:/src/b.c||7 -> |leaf|0");
    expect("path=b:f", false, "path b|f|0");
    expect("x/path=src/b.c:7", false, "|x|0 -> path src/b.c||7");
}

/* D7: whole images, folders and namespaces. They take the rest of the word. */
static void d7_groups(void **state)
{
    (void)state;
    expect("image=libm.so.6", false, "image(libm.so.6)");
    expect("image=/usr/lib/libm.so.6", false, "image(/usr/lib/libm.so.6)");
    expect("dir=src/core/.", false, "dir(src/core/.)");
    expect("dir=", false, "dir()");
    expect("ns=acme::sim", false, "ns(acme::sim)");
    expect("ns=a\\/b", false, "ns(a\\/b)");
    expect("main/dir=src/core", false, "|main|0 -> dir(src/core)\\");
    expect("/re//ns=std", false, "re(re) -> ns(std)\\");
    expect("image", false, "|image|0");
    expect("xns=std", false, "|xns=std|0");
}

static void d7_groups_in_arcs(void **state)
{
    (void)state;
    expect_arc("dir=src\\/core/main", "dir(src\\/core)\\ -> |main|0");
    expect_arc("image=libm.so.6/ns=std", "image(libm.so.6)\\ -> ns(std)\\");
    expect_arc("ns=std", "ns(std)\\");
    expect_arc("ns=std/", "ns(std)\\ -> ||0");
    expect_arc("main/dir=a/b", "|main|0 -> dir(a/b)\\");
    expect_arc("x/y", "|x|0 -> |y|0");
}

static void d7_strict_has_none_of_them(void **state)
{
    struct symspec s;
    (void)state;
    expect("image=libm.so.6", true, "image=libm.so.6||0");
    expect("dir=src/core", true, "|dir=src|0 -> |core|0");
    expect("ns=acme::sim", true, "ns=acme:|sim|0");
    arc_parse(&s, "ns=std/main", true);
    expect_parts(&s, "|ns=std|0 -> |main|0");
}

static void words_of_our_forms(void **state)
{
    (void)state;
    assert_true(symspec_is_ours("ns=x") && symspec_is_ours("image=") && symspec_is_ours("re=x"));
    assert_false(symspec_is_ours("ns") || symspec_is_ours("main") || symspec_is_ours(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gnu_forms),          cmocka_unit_test(gnu_arcs),
        cmocka_unit_test(our_forms),          cmocka_unit_test(d7_groups),
        cmocka_unit_test(d7_groups_in_arcs),  cmocka_unit_test(d7_strict_has_none_of_them),
        cmocka_unit_test(words_of_our_forms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
