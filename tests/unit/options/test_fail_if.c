/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grammar of --fail-if: what each text means, and which ones mean nothing. */
#include <math.h>

#include "core/options/fail_if.h"

#include "tests/support/unit.h"

TEST(conditions_are_taken_apart)
{
    static const struct {
        const char *text, *name;
        struct fail_if want; /* but for its name */
    } rows[] = {
        {"self(f)>+5% real", "f", {FAIL_SELF, NULL, 0, false, true, true, true, true, 5}},
        {"self(f)>5%", "f", {FAIL_SELF, NULL, 0, false, true, true, true, false, 5}},
        {" total ( main ) < - 3 ", NULL, {0}},
        {"total(main)<-3", "main", {FAIL_TOTAL, NULL, 0, false, false, false, true, false, -3}},
        {"self(total)>1.5s", "total", {FAIL_SELF, NULL, 0, true, true, false, false, false, 1.5}},
        {"percall(f)>+20us real",
         "f",
         {FAIL_PER_CALL, NULL, 0, false, true, false, true, true, 2e-5}},
        {"calls(a.c:f)>3k", "a.c:f", {FAIL_CALLS, NULL, 0, false, true, false, false, false, 3000}},
        {"calls(/^f(a|b)$/) < 7",
         "/^f(a|b)$/",
         {FAIL_CALLS, NULL, 0, false, false, false, false, false, 7}},
        {"self(f(int))>+1%real", "f(int)", {FAIL_SELF, NULL, 0, false, true, true, true, true, 1}},
        {"self(f)>-5%", "f", {FAIL_SELF, NULL, 0, false, true, true, true, false, -5}},
    };
    for (size_t i = 0; i < ARRAY_LEN(rows); i++) {
        struct fail_if f;
        struct err e = ERR_INIT;
        const struct fail_if *w = &rows[i].want;
        if (!rows[i].name) {
            assert_false(fail_if_parse(&f, rows[i].text, &e));
            continue;
        }
        assert_true(fail_if_parse(&f, rows[i].text, &e));
        assert_int_equal(f.n_name, strlen(rows[i].name));
        assert_memory_equal(f.name, rows[i].name, f.n_name);
        assert_true(f.what == w->what && f.whole == w->whole && f.above == w->above);
        assert_true(f.percent == w->percent && f.change == w->change && f.real == w->real);
        assert_true(fabs(f.limit - w->limit) <= 1e-12 * fabs(w->limit));
    }
}

TEST(what_means_nothing_is_refused)
{
    static const char *const texts[] = {
        "",
        "self",
        "self()",
        "self(f)",
        "self(f)>",
        "self(f)=5",
        "self(f)>x",
        "self(f)>5x",
        "self(f)>5% noise",
        "wall(f)>5%",
        "self f>5%",
        "self(f)>5k",
        "calls(f)>5ms",
        "self(f)>+-5",
        "self(f)>1e999",
        "self(f)>5s5",
        "self(f)>5% real real",
    };
    for (size_t i = 0; i < ARRAY_LEN(texts); i++) {
        struct fail_if f;
        struct err e = ERR_INIT;
        if (fail_if_parse(&f, texts[i], &e))
            fail_msg("%s", texts[i]);
        assert_int_equal(e.code, ERR_SPEC);
    }
}
