/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pane of callers and callees: how the keys get into it and out, and what they do there. */
#include "tui/app/side_pane.h"
#include "tui/terminal/surface_draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tui/terminal/surface.h"

#include "tests/support/app_driver.h"

static struct app *wide_app(enum view first)
{
    struct app *a = make_app(first);
    app_resize(a, 36, 120, true);
    return a;
}

/* The flat profile at main, which is a row of it when it is sorted by total. */
static void go_to_main(struct app *a)
{
    press(a, "1");
    command(a, "sort total desc");
    press(a, "g/^main$<Enter>");
    assert_string_equal(here(a), "main");
}

static void test_tab_goes_round(void **state)
{
    (void)state;
    struct app *a = wide_app(VIEW_FLAT);
    static const int round[] = {FOCUS_FIRST, FOCUS_SECOND, FOCUS_VIEW};
    command(a, "goto ping");
    press(a, "1");
    for (int i = 0; i < 3; i++) {
        press(a, "<Tab>");
        assert_int_equal(app_ui(a)->side_pane->focus, round[i]);
        assert_int_equal(ui_mode(app_ui(a)), i < 2 ? MODE_SIDE_PANE : MODE_FLAT);
    }
    press(a, "<Tab><Esc>");
    assert_int_equal(app_ui(a)->side_pane->focus, FOCUS_VIEW);
    app_free(a);
}

/* Every row of both lists can be selected and entered. */
static void test_rows_are_entered(void **state)
{
    (void)state;
    struct app *a = wide_app(VIEW_FLAT);
    go_to_main(a);
    press(a, "<Tab>");
    assert_int_equal(app_ui(a)->side_pane->focus, FOCUS_SECOND); /* nobody calls main */
    size_t n = app_ui(a)->side_pane->list[LINK_CALLEES].n;
    assert_true(n > 10);
    for (size_t i = 0; i < n; i++) {
        go_to_main(a);
        press(a, "<Tab>");
        for (size_t k = 0; k < i; k++)
            press(a, "j");
        node_id want = row_at_hand(app_ui(a)).subject.node;
        char name[64];
        snprintf(name, sizeof name, "%s", here(a));
        press(a, "<Enter>");
        if (want == NO_ID) {
            assert_non_null(strstr(message(a), "nothing to open"));
            continue;
        }
        assert_int_equal(app_ui(a)->side_pane->focus, FOCUS_VIEW);
        assert_string_equal(here(a), name);
    }
    app_free(a);
}

static void test_options_act_on_the_selected_row(void **state)
{
    (void)state;
    struct app *a = wide_app(VIEW_FLAT);
    command(a, "goto ping");
    press(a, "1<Tab>");
    while (strcmp(here(a), "pong") != 0) {
        const struct list *l = side_pane_list(app_ui(a));
        assert_true(l->cursor + 1 < l->n);
        press(a, "j");
    }
    press(a, "-k");
    assert_options(a, "-k pong/ping");
    press(a, "U");
    assert_int_equal(app_ui(a)->side_pane->focus, FOCUS_FIRST);
    press(a, "g-e");
    assert_int_equal(app_ui(a)->session->options.n, 1);
    app_free(a);
}

static void test_keys_return_when_the_pane_goes(void **state)
{
    (void)state;
    static const char *const ways[] = {"p", "4", "2", "/x", "f", "--", ":goto main<Enter>"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct app *a = wide_app(VIEW_FLAT);
        press(a, "<Tab>");
        assert_true(side_pane_has_keys(app_ui(a)));
        press(a, ways[i]);
        assert_false(side_pane_has_keys(app_ui(a)));
        app_free(a);
    }
    struct app *a = wide_app(VIEW_FLAT);
    press(a, "<Tab>");
    app_resize(a, 8, 40, true);
    assert_false(side_pane_has_keys(app_ui(a)));
    app_free(a);
}

static void test_tab_opens_the_pane(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    assert_int_equal(app_ui(a)->layout.side_pane.rows, 0);
    press(a, "<Tab>");
    assert_true(app_ui(a)->layout.side_pane.rows && side_pane_has_keys(app_ui(a)));
    press(a, "<Esc>4<Tab>");
    assert_true(app_ui(a)->reply->warns && !side_pane_has_keys(app_ui(a)));
    press(a, "1");
    app_resize(a, 5, 40, true);
    press(a, "<Tab>");
    assert_true(app_ui(a)->reply->warns && !side_pane_has_keys(app_ui(a)));
    app_free(a);
}

/* No row has the mark but that of the cursor. */
static void test_one_mark(void **state)
{
    (void)state;
    struct app *a = wide_app(VIEW_FLAT);
    struct err e = ERR_INIT;
    struct surface *s = surface_start(&(struct surface_options){.headless = true}, &e);
    static const char *const ways[] = {"",      "<Tab>", "j",      "<Tab>",
                                       "<Esc>", "s",     "<Esc>f", "<Esc>--"};
    surface_resize(s, 36, 120);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        press(a, ways[i]);
        app_draw(a, s);
        struct surface_cursor c = surface_read_cursor(s);
        unsigned marks = 0;
        for (int row = 4; row < 34; row++) {
            struct text shown = {0};
            surface_read_text(s, row, &shown);
            marks += shown.n && *shown.p == '>' && c.row != row;
            text_release(&shown);
        }
        assert_int_equal(marks, 0);
    }
    surface_stop(s);
    app_free(a);
}

static void click(struct app *a, int row, int col, bool twice)
{
    struct event e = {.kind = EVENT_MOUSE, .button = MOUSE_LEFT, .row = row, .col = col};
    e.double_click = twice;
    app_step(a, &e);
    settle(a);
}

static void test_mouse(void **state)
{
    (void)state;
    struct app *a = wide_app(VIEW_FLAT);
    go_to_main(a);
    const struct area *p = &app_ui(a)->layout.side_pane;
    click(a, p->row + 3, p->col + 70, false);
    assert_int_equal(app_ui(a)->side_pane->focus, FOCUS_SECOND);
    assert_int_equal(side_pane_list(app_ui(a))->cursor, 1);
    size_t top = screen_here(app_ui(a))->list.top;
    struct event wheel = {.kind = EVENT_MOUSE, .button = MOUSE_WHEEL_DOWN};
    wheel.row = p->row + 3;
    wheel.col = p->col + 70;
    app_step(a, &wheel);
    assert_true(app_ui(a)->side_pane->list[LINK_CALLEES].top > 0 &&
                screen_here(app_ui(a))->list.top == top);
    click(a, app_ui(a)->layout.body.row + 1, 4, false);
    assert_int_equal(app_ui(a)->side_pane->focus, FOCUS_VIEW);
    click(a, p->row + 3, p->col + 70, true);
    assert_string_not_equal(here(a), "main");
    app_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tab_goes_round),
        cmocka_unit_test(test_rows_are_entered),
        cmocka_unit_test(test_options_act_on_the_selected_row),
        cmocka_unit_test(test_keys_return_when_the_pane_goes),
        cmocka_unit_test(test_tab_opens_the_pane),
        cmocka_unit_test(test_one_mark),
        cmocka_unit_test(test_mouse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
