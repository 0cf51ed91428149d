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

/* As asked for, or as a browser does. */
static struct session *make(struct option_list l, const struct session_request *how)
{
    struct session_request r = how ? *how : (struct session_request){0};
    struct err e = ERR_INIT;
    r.image = "program";
    r.files = files;
    r.n_files = 1;
    r.options = &l;
    r.profile = r.base ? NULL : invented_profile();
    struct session *s = session_new(&r, &e);
    if (!s != (e.code != ERR_NONE))
        fail_msg("failure %d", (int)e.code);
    assert_null(l.items); /* taken over in any case */
    return s;
}

static struct session *session(const char *letters, const char *arg)
{
    return make(options(letters, arg), NULL);
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

TEST(test_failure_leaves_all_as_it_was)
{
    struct session *s = session("b", NULL);
    check_change_fails(s, options("O", "nonsense"));
    check_change_fails(s, options("p", "/(/"));
    check_change_fails(s, options("S", "no such file")); /* would be read anew */
    /* The image of the profile is no file. */
    const struct session before = *s;
    struct err e = ERR_INIT;
    assert_false(session_reload(s, &e));
    assert_int_equal(e.code, ERR_OPEN);
    assert_memory_equal(&before, s, sizeof before);
    session_free(s);
}

/* Entries are made for whoever reads them. */
TEST(test_reports_make_what_they_print)
{
    static const struct {
        const char *letters;
        bool traces, entries;
    } cases[] = {{"p", false, false}, {"p", true, true}, {"pT", false, true}, {"q", false, true}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        const struct session_request how = {.report = true, .traces = cases[i].traces};
        struct session *s = make(options(cases[i].letters, NULL), &how);
        assert_int_equal(s->analysis->order != NULL, cases[i].entries);
        session_free(s);
    }
}

static bool wait_for(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    return (*(unsigned *)ctx)-- > 0;
}

TEST(test_source_is_of_the_analysis_at_hand)
{
    struct session *s = session("", NULL);
    unsigned patience, of_facts = 0;
    const struct progress progress = {.step = wait_for, .ctx = &patience};
    struct err e = ERR_INIT;
    s->request.progress = &progress;
    for (unsigned cut = 0; patience = cut, !session_source(s, &e); err_clear(&e)) {
        assert_int_equal(e.code, ERR_CANCELLED);
        cut = s->source_analysis ? of_facts++ : cut + 1;
    }
    assert_true(of_facts > 2);
    s->request.progress = NULL;
    struct option_list l = options("a", NULL);
    struct analysis *ready = NULL;
    const struct source_facts *f = s->source;
    assert_ptr_equal(f->shown, s->analysis);
    assert_ptr_equal(session_source(s, no_err()), f);
    assert_true(session_change(s, &l, &ready, no_err()));
    assert_non_null(s->old_source_analysis);
    assert_ptr_equal(session_source(s, no_err())->shown, s->analysis);
    analysis_free(ready);
    option_list_release(&l);
    session_free(s);
}

TEST(test_no_other_end_without_paths)
{
    struct session *s = session("", NULL);
    assert_true(session_tree(s, false, no_err())->forest);
    assert_null(session_tree(s, true, no_err()));
    session_free(s);
}

static bool refuse_file(void *ctx, const struct profile_file *f, struct err *e)
{
    return err_set(e, ERR_WRITE, f->path);
}

TEST(test_info_that_cannot_be_printed)
{
    const struct session_watch watch = {.print_info = refuse_file};
    const struct session_request how = {.report = true, .watch = &watch};
    assert_null(make(options("i", NULL), &how));
}

TEST(test_report_borrows_from_a_session)
{
    struct session *s = session("", NULL);
    const struct session_request how = {.report = true, .base = s};
    struct session *r = make(options("q", NULL), &how);
    assert_null(make(options("rR", NULL), &how));
    assert_ptr_equal(r->profile, s->profile);
    assert_ptr_equal(r->names, s->names);
    assert_ptr_equal(r->analysis->times, s->analysis->times);
    assert_int_equal(r->styles, STYLE_GRAPH);
    assert_int_equal(s->options.n, 0);
    session_free(r);
    assert_string_equal(names_get(s->names, s->analysis->table->symbols[0].raw, NAME_RAW), "main");
    session_free(s);
}
