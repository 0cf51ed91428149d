/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the screen spends its lines on (the ten blemishes of the review), read from its cells. */
#include "tui/screen_draw.h"
#include "tui/terminal/surface_draw.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tui/terminal/surface.h"

#include "tests/support/app_driver.h"

static struct surface *open_surface(int rows, int cols)
{
    struct err e = ERR_INIT;
    struct surface *s =
        surface_start(&(struct surface_options){.headless = true, .no_color = true}, &e);
    assert_non_null(s);
    surface_resize(s, rows, cols);
    return s;
}

/* A row of the screen as it would be drawn now. */
static const char *shown(struct app *a, struct surface *s, int row, struct text *t)
{
    app_draw(a, s);
    text_clear(t);
    surface_read_text(s, row, t);
    return text_z(t);
}

/* Blemish 7: with 24 rows the graph has 16 lines for links while the detail needs one. */
static void test_links_have_the_room(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_GRAPH);
    struct grid_row r;
    int others = 0;
    app_resize(a, 24, 80, true);
    command(a, "goto main");
    const struct grid *g = screen_here(app_ui(a))->grid;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->row(g, i, &r);
        others += r.kind == ROW_SECTION || r.kind == ROW_PRIMARY || r.kind == ROW_NOTE;
    }
    assert_int_equal(app_ui(a)->layout.body.rows - others, 16);
    app_resize(a, 40, 80, true); /* where there is room, the function has its head and remarks */
    g = screen_here(app_ui(a))->grid;
    others = 0;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->row(g, i, &r);
        others += r.kind == ROW_SECTION || r.kind == ROW_PRIMARY || r.kind == ROW_NOTE;
    }
    assert_int_equal(others, 6);
    app_free(a);
}

/* Blemish 7: heads of sections stay in sight while their section scrolls, and never cover the
 * cursor. */
static void test_heads_are_pinned(void **state)
{
    (void)state;
    struct text t = {0};
    struct surface *s = open_surface(12, 80);
    struct app *a = make_app(VIEW_GRAPH);
    app_resize(a, 12, 80, true);
    command(a, "goto main");
    const struct list *l = &screen_here(app_ui(a))->list;
    press(a, "G");
    assert_true(l->top > 4);
    assert_int_equal(strncmp(shown(a, s, app_ui(a)->layout.body.row, &t), " callees -", 10), 0);
    while (l->cursor > 1) {
        size_t before = l->cursor;
        press(a, "k");
        if (l->cursor == before)
            break;
        assert_int_equal(*shown(a, s, app_ui(a)->layout.body.row + (int)(l->cursor - l->top), &t),
                         '>');
        assert_true(l->cursor > l->top || !l->top);
    }
    app_free(a);
    surface_stop(s);
    text_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_links_have_the_room),
        cmocka_unit_test(test_heads_are_pinned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
