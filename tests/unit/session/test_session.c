/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of a profile made up in memory: what goes wrong leaves them as they were. What options
 * make of them, screens and reports show. */
#include "core/session/session.h"

#include "core/options/option_list.h"
#include "tests/support/sample_profile.h"
#include "tests/support/unit.h"

static const char *const files[] = {"gmon.out"};

/* The letters of options without arguments, or with the argument `arg`. */
static struct option_list options(const char *letters, const char *arg)
{
    struct option_list l = {0};
    for (; *letters; letters++)
        option_list_add(&l, option_by_letter((unsigned char)*letters), arg);
    return l;
}

static struct session *session(const char *letters, const char *arg)
{
    struct option_list l = options(letters, arg);
    const struct session_request r = {.image = "program",
                                      .files = files,
                                      .n_files = 1,
                                      .options = &l,
                                      .profile = invented_profile()};
    struct err e = ERR_INIT;
    struct session *s = session_new(&r, &e);
    if (!s != (e.code != ERR_NONE))
        fail_msg("failure %d", (int)e.code);
    assert_int_equal(l.n, 0); /* taken over in any case */
    assert_null(l.items);
    return s;
}

TEST(test_options_that_make_no_sense)
{
    assert_null(session("O", "nonsense"));
    assert_null(session("p", "/(/"));
}

static void check_change_fails(struct session *s, struct option_list l)
{
    const struct session before = *s;
    struct analysis *ready = NULL;
    size_t n = l.n;
    struct err e = ERR_INIT;
    assert_false(session_change(s, &l, &ready, &e));
    assert_true(e.code != ERR_NONE);
    assert_int_equal(l.n, n);
    assert_null(ready);
    assert_memory_equal(&before, s, sizeof before);
    option_list_release(&l);
}

TEST(test_failed_change_leaves_all_as_it_was)
{
    struct session *s = session("b", NULL);
    check_change_fails(s, options("O", "nonsense"));
    check_change_fails(s, options("p", "/(/"));
    check_change_fails(s, options("S", "no such file")); /* would be read anew */
    session_free(s);
}

/* The image of the profile is no file. */
TEST(test_failed_reload_leaves_all_as_it_was)
{
    struct session *s = session("b", NULL);
    const struct session before = *s;
    struct err e = ERR_INIT;
    assert_false(session_reload(s, &e));
    assert_int_equal(e.code, ERR_OPEN);
    assert_memory_equal(&before, s, sizeof before);
    session_free(s);
}
