/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions of a profile made up in memory: what options make of it, changes, reports. */
#include "core/session/session.h"

#include "core/base/mem.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
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

static struct session *session(struct option_list *l, const struct session_request *how)
{
    struct session_request r = how ? *how : (struct session_request){0};
    struct err e = ERR_INIT;
    r.image = "program";
    r.files = files;
    r.n_files = 1;
    r.options = l;
    r.profile = r.base || r.profile ? r.profile : invented_profile();
    struct session *s = session_new(&r, &e);
    if (!s != (e.code != ERR_NONE))
        fail_msg("failure %d", (int)e.code);
    assert_int_equal(l->n, 0); /* taken over in any case */
    assert_null(l->items);
    return s;
}

static struct session *plain(const char *letters)
{
    struct option_list l = options(letters, NULL);
    struct session *s = session(&l, NULL);
    assert_non_null(s);
    return s;
}

static struct session *report(const char *letters, const struct session *base, bool traces)
{
    struct option_list l = options(letters, NULL);
    return session(&l, &(struct session_request){.report = true, .traces = traces, .base = base});
}

/* ---- what options make ---- */

TEST(test_all_is_there)
{
    struct session *s = plain("a");
    assert_int_equal(s->options.n, 1);
    assert_true(s->settings.no_static);
    assert_int_equal(s->settings.n_files, 1);
    assert_string_equal(s->settings.image, "program");
    assert_int_equal(s->styles, STYLE_FLAT | STYLE_GRAPH);
    assert_ptr_equal(s->view.analysis, s->analysis);
    assert_ptr_equal(s->view.settings, &s->settings);
    assert_ptr_equal(s->view.names, s->names);
    assert_ptr_equal(s->view.lines, s->lookup.lines);
    assert_non_null(s->analysis->order);
    assert_int_equal(s->view.helpers, 0);
    session_free(s);
}

TEST(test_options_that_make_no_sense)
{
    struct option_list l = options("O", "nonsense"), regex = options("p", "/(/");
    assert_null(session(&l, NULL));
    assert_null(session(&regex, NULL));
}

TEST(test_folders_of_sources)
{
    struct option_list l = options("I", "x");
    struct session *s = session(&l, &(struct session_request){.source_dirs = "y:z"});
    assert_int_equal(s->settings.n_dirs, 3);
    assert_string_equal(s->settings.dirs[0], "x");
    assert_string_equal(s->settings.dirs[2], "z");
    session_free(s);
}

/* ---- changes ---- */

TEST(test_change_swaps_lists_and_analyses)
{
    struct session *s = plain("");
    struct option_list l = options("E", "main");
    struct analysis *before = s->analysis, *ready = NULL;
    assert_true(session_change(s, &l, &ready, no_err()));
    assert_int_equal(l.n, 0);
    assert_int_equal(s->options.n, 1);
    assert_ptr_equal(ready, before);
    assert_ptr_not_equal(s->analysis, before);
    assert_ptr_equal(s->view.analysis, s->analysis);
    assert_ptr_equal(s->analysis->table, before->table); /* is lent */
    assert_true(session_change(s, &l, &ready, no_err()));
    assert_int_equal(l.n, 1);
    assert_ptr_equal(s->analysis, before); /* was ready */
    analysis_free(ready);
    option_list_release(&l);
    session_free(s);
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
    struct session *s = plain("b");
    check_change_fails(s, options("O", "nonsense"));
    check_change_fails(s, options("p", "/(/"));
    check_change_fails(s, options("S", "no such file")); /* would be read anew */
    session_free(s);
}

/* The image of the profile is no file. */
TEST(test_failed_reload_leaves_all_as_it_was)
{
    struct session *s = plain("b");
    const struct session before = *s;
    struct err e = ERR_INIT;
    assert_false(session_reload(s, &e));
    assert_int_equal(e.code, ERR_OPEN);
    assert_memory_equal(&before, s, sizeof before);
    session_free(s);
}

TEST(test_sums_change_nothing)
{
    struct session *s = plain("");
    struct option_list l = options("E", "main");
    const struct session before = *s;
    struct effect_sums now, then;
    assert_true(session_sums(s, &s->options, &now, no_err()) &&
                session_sums(s, &l, &then, no_err()));
    assert_memory_not_equal(&now, &then, sizeof now);
    assert_memory_equal(&before, s, sizeof before);
    option_list_release(&l);
    session_free(s);
}

TEST(test_source_is_of_the_analysis_at_hand)
{
    struct session *s = plain("");
    struct option_list l = options("a", NULL);
    struct analysis *ready = NULL;
    const struct source_facts *f = session_source(s, no_err());
    assert_non_null(f);
    assert_ptr_equal(f->shown, s->analysis);
    assert_ptr_equal(session_source(s, no_err()), f);
    assert_true(session_change(s, &l, &ready, no_err()));
    assert_null(s->source);
    assert_non_null(s->old_source_analysis);
    assert_ptr_equal(session_source(s, no_err())->shown, s->analysis);
    analysis_free(ready);
    option_list_release(&l);
    session_free(s);
}

/* ---- reports ---- */

TEST(test_reports_make_what_they_print)
{
    static const struct {
        const char *letters;
        bool traces, entries;
    } cases[] = {{"p", false, false}, {"p", true, true}, {"pT", false, true}, {"q", false, true}};
    for (size_t i = 0; i < ARRAY_LEN(cases); i++) {
        struct session *s = report(cases[i].letters, NULL, cases[i].traces);
        assert_int_equal(s->analysis->order != NULL, cases[i].entries);
        assert_false(s->settings.sources);
        session_free(s);
    }
    struct session *s = report("A", NULL, false);
    assert_true(s->settings.sources);
    session_free(s);
}

static bool count_files(void *ctx, const struct profile_file *f, struct err *e)
{
    (void)f;
    (void)e;
    ++*(unsigned *)ctx;
    return true;
}

TEST(test_info_alone_finds_what_is_wrong)
{
    unsigned n = 0;
    const struct session_watch watch = {.print_info = count_files, .ctx = &n};
    struct session_request how = {.report = true, .watch = &watch};
    struct option_list info = options("i", NULL), both = options("ip", NULL),
                       other = options("p", NULL), strict = options("i", NULL);
    struct session *s = session(&info, &how);
    assert_true(session_finds(s));
    assert_non_null(s->analysis);
    assert_int_equal(n, 1);
    session_free(s);
    s = session(&both, &how);
    assert_false(session_finds(s));
    assert_non_null(s->analysis);
    assert_int_equal(n, 2);
    session_free(s);
    s = session(&other, &how);
    assert_int_equal(n, 2);
    session_free(s);
    option_list_add(&strict, option_by_name("strict"), NULL);
    s = session(&strict, &how);
    assert_false(session_finds(s));
    assert_null(s->analysis);
    assert_int_equal(n, 3);
    session_free(s);
}

static bool refuse_file(void *ctx, const struct profile_file *f, struct err *e)
{
    (void)ctx;
    return err_set(e, ERR_WRITE, f->path);
}

TEST(test_info_that_cannot_be_printed)
{
    const struct session_watch watch = {.print_info = refuse_file};
    struct option_list l = options("i", NULL);
    assert_null(session(&l, &(struct session_request){.report = true, .watch = &watch}));
}

TEST(test_orders_are_settled_for_reports)
{
    struct option_list l = {0};
    option_list_add(&l, option_by_name("order-format"), "gcc");
    struct session *s = session(&l, &(struct session_request){.report = true});
    assert_int_equal(s->styles, STYLE_FUNCTION_ORDER);
    session_free(s);
    option_list_add(&l, option_by_letter('r'), NULL);
    option_list_add(&l, option_by_name("file-ordering"), "map");
    assert_null(session(&l, &(struct session_request){.report = true}));
}

TEST(test_report_borrows_from_a_session)
{
    struct session *s = plain("");
    struct session *r = report("q", s, false), *bad = report("rR", s, false);
    assert_null(bad);
    assert_ptr_equal(r->profile, s->profile);
    assert_ptr_equal(r->names, s->names);
    assert_ptr_equal(r->analysis->times, s->analysis->times);
    assert_int_equal(r->styles, STYLE_GRAPH);
    assert_int_equal(s->options.n, 0);
    session_free(r);
    assert_string_equal(names_get(s->names, s->analysis->table->symbols[0].raw, NAME_RAW), "main");
    session_free(s);
}
