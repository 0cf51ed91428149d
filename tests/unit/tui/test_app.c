/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Changes in the browser that are taken back, or cancelled while they are computed. What keys do
 * is tested by scripts (tests/screen). */
#include "tui/app.h"

#include <poll.h>

#include "tui/app/function_names.h"
#include "tui/app/wording.h"
#include "tui/popup/option_panel.h"
#include "tui/terminal/dump.h"
#include "tui/terminal/event.h"
#include "tui/terminal/signals.h"
#include "tui/terminal/surface.h"

#include "tests/support/app_driver.h"
#include "tests/support/profile_builder.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

/* Else a browser that waits for more of it would never sleep again. */
TEST(test_news_is_taken_once)
{
    const struct termios modes = {0};
    assert_true(restore_arm(-1, &modes, "", 0));
    struct pollfd wake = {.fd = restore_wake_fd(), .events = POLLIN};
    raise(SIGWINCH);
    assert_int_equal(poll(&wake, 1, 0), 1);
    assert_true(restore_news().resized);
    assert_int_equal(poll(&wake, 1, 0), 0);
    restore_disarm();
}

/* A change taken back brings the analysis back that was there, with all its numbers. */
TEST(test_taking_back_computes_nothing)
{
    struct app *a = make_app(VIEW_GRAPH);
    const struct analysis *before = app_ui(a)->session->analysis;
    struct text old = {0}, new = {0};
    press(a, "}");
    rows(a, &old);
    press(a, "-k");
    const struct analysis *cut = app_ui(a)->session->analysis;
    assert_ptr_not_equal(cut, before);
    press(a, "U");
    assert_ptr_equal(app_ui(a)->session->analysis, before);
    rows(a, &new);
    assert_string_equal(text_z(&old), text_z(&new));
    press(a, "<C-r>");
    assert_ptr_equal(app_ui(a)->session->analysis, cut);
    text_release(&old);
    text_release(&new);
    app_free(a);
}

static bool go_on(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    return *(const bool *)ctx;
}

TEST(test_broken_off_change_changes_nothing)
{
    struct app *a = make_app(VIEW_FLAT);
    bool on = false;
    const struct progress progress = {.step = go_on, .ctx = &on};
    struct text old = {0}, new = {0};
    app_ui(a)->session->request.progress = &progress;
    rows(a, &old);
    press(a, "-E");
    assert_true(app_ui(a)->reply->warns);
    assert_options(a, "");
    rows(a, &new);
    assert_string_equal(text_z(&old), text_z(&new));
    on = true;
    press(a, "-E");
    assert_false(app_ui(a)->reply->warns);
    rows(a, &new);
    assert_string_not_equal(text_z(&old), text_z(&new));
    text_release(&old);
    text_release(&new);
    app_free(a);
}

TEST(test_broken_off_effects_are_tried_again)
{
    struct app *a = make_app(VIEW_FLAT);
    bool on = true;
    const struct progress progress = {.step = go_on, .ctx = &on};
    app_ui(a)->session->request.progress = &progress;
    press(a, "-E");
    on = false;
    press(a, "--");
    assert_string_equal(option_effect(app_ui(a)->option_panel, 0), "");
    assert_true(app_busy(a));
    on = true;
    settle(a);
    assert_string_not_equal(option_effect(app_ui(a)->option_panel, 0), "");
    app_free(a);
}

/* The number of the stage that was begun last: in a second analysis numbers begin anew. */
static bool until_second(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    uint64_t *last = ctx;
    if (strcmp(phase, "analysis") != 0)
        return true;
    bool first = done > *last;
    *last = first ? done : UINT64_MAX;
    return first;
}

/* The source view needs a second analysis after the change, and that one is stopped. */
TEST(test_broken_off_view_takes_the_change_back)
{
    struct app *a = make_app(VIEW_FLAT);
    bool on = false;
    const struct progress progress = {.step = go_on, .ctx = &on};
    app_ui(a)->session->request.progress = &progress;
    press(a, "5");
    assert_int_equal(app_ui(a)->views->at, VIEW_FLAT);
    assert_true(app_ui(a)->reply->warns);
    on = true;
    press(a, "5");
    assert_int_equal(app_ui(a)->views->at, VIEW_SOURCE);
    struct text old = {0}, new = {0};
    rows(a, &old);
    uint64_t last = 0;
    const struct progress first = {.step = until_second, .ctx = &last};
    app_ui(a)->session->request.progress = &first;
    command(a, "-a");
    assert_true(last == UINT64_MAX && app_ui(a)->reply->warns);
    assert_int_equal(app_ui(a)->views->at, VIEW_SOURCE);
    assert_options(a, "");
    rows(a, &new);
    assert_taken(&old, text_z(&new));
    text_release(&new);
    app_free(a);
}

/* Whether the screen has a text. */
static bool shows(struct app *a, struct surface *surface, const char *text)
{
    struct text t = {0};
    app_draw(a, surface);
    dump_text(surface, "", &t);
    bool found = strstr(text_z(&t), text);
    text_release(&t);
    return found;
}

/* The finder of a program with many functions is there at once, says that it works, and finds what
 * it has read so far. */
TEST(test_finder_says_that_it_works)
{
    enum { N = 2000 };
    static char names[N][16];
    const char *list[N];
    struct made m = {0};
    struct keymap keys = {0};
    for (int i = 0; i < N; i++) {
        snprintf(names[i], sizeof names[i], "function%d", i);
        list[i] = names[i];
    }
    made_functions(&m, list, N);
    made_ticks(&m, NULL)[0] = 1;
    keymap_init(&keys);
    struct app *a =
        make_app_on(make_session("program", made_take(&m, "program", "gmon.out")), keys, VIEW_FLAT);
    struct surface *surface = surface_start(&(struct surface_options){.headless = true}, no_err());
    assert_non_null(surface);
    surface_resize(surface, 24, 80);
    app_resize(a, 24, 80, true);
    for (const char *typed = "f8"; *typed; typed++) {
        app_step(a, &(struct event){.kind = EVENT_KEY, .key = (uint32_t)*typed});
        assert_true(shows(a, surface, "find function > "));
        assert_true(shows(a, surface, " of 2000  gathering names..."));
    }
    assert_true(shows(a, surface, "- 86 of 2000  gathering names... -"));
    while (!function_names_ready(app_ui(a)->names)) {
        assert_true(shows(a, surface, "gathering names..."));
        assert_true(app_work(a));
    }
    assert_false(shows(a, surface, "gathering names..."));
    assert_true(shows(a, surface, " 542 of 2000 "));
    surface_stop(surface);
    app_free(a);
}

/* What only marks need is made when the screen has been drawn, and a key stops that. */
TEST(test_first_screen_has_what_it_shows)
{
    struct app *a = make_app(VIEW_FLAT);
    struct session *s = app_ui(a)->session;
    bool on = false;
    const struct progress progress = {.step = go_on, .ctx = &on};
    struct text first = {0}, t = {0};
    rows(a, &first);
    s->request.progress = &progress;
    assert_true(app_busy(a));
    assert_false(app_work(a));
    rows(a, &t);
    assert_null(strchr(text_z(&t), '?'));
    on = true;
    settle(a);
    assert_false(session_waits(s));
    rows(a, &t);
    assert_non_null(strchr(text_z(&t), '?'));
    assert_int_equal(t.n, first.n);
    text_release(&first);
    text_release(&t);
    app_free(a);
}

/* Functions with call paths: a second analysis, by calls, is for marks alone. */
TEST(test_opens_with_one_analysis)
{
    static const char *const names[] = {"main", "a", "b", "c"};
    static const uint64_t ticks[] = {0, 300, 100, 0};
    static struct path_frame nodes[] = {{PATH_NO_NODE, MADE_LO + 3, 0, 0},
                                        {0, MADE_LO + MADE_BYTES + 1, 300, 0},
                                        {0, MADE_LO + 2 * MADE_BYTES + 1, 100, 0}};
    static struct profile_paths paths = {nodes, 3, 400, 0, 0, 0};
    struct made m = {0};
    struct keymap keys = {0};
    made_functions(&m, names, 4);
    made_ticks(&m, ticks);
    made_call(&m, 0, 1, 3);
    made_call(&m, 0, 2, 1);
    struct profile *p = made_take(&m, "program", "gmon.out");
    p->paths = &paths;
    keymap_init(&keys);
    struct app *a = make_app_on(make_session("program", p), keys, VIEW_FLAT);
    const struct session *s = app_ui(a)->session;
    assert_non_null(s->analysis->paths);
    assert_null(s->other);
    assert_true(app_busy(a));
    settle(a);
    assert_non_null(s->other);
    assert_null(s->other->paths);
    assert_false(app_busy(a));
    app_free(a);
}

ALL_TESTS(scratch_enter, scratch_leave);
