/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must be in sight: the callers of an entry that opens (D1), the heaviest row after a change
 * of order or rows (D2). Entries here are longer than the screen, and so are all lists. */
#include "tui/app.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "tests/support/app_driver.h"
#include "tests/support/profile_builder.h"
#include "tui/history/anchor.h"

enum { CALLERS = 60, HUB = CALLERS, CALLEES = 60, FUNCTIONS = HUB + CALLEES + 2, RING = 40 };

/* f0 to f59 call f60, which calls f61 to f120; f0 to f39 call each other in a ring. */
static struct app *make_hub(enum view first)
{
    struct made m = {0};
    uint64_t ticks[FUNCTIONS] = {0};
    char name[16];
    made_init(&m, MADE_LO, made_addr(FUNCTIONS));
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        snprintf(name, sizeof name, "f%u", (unsigned)i);
        made_symbol(&m, name, made_addr(i), SYM_FUNC);
        ticks[i] = i * 37 % 101;
    }
    made_ticks(&m, ticks);
    for (uint32_t i = 0; i < CALLERS; i++)
        made_call(&m, i, HUB, i * 13 % 29 + 1);
    for (uint32_t i = 1; i <= CALLEES; i++)
        made_call(&m, HUB, HUB + i, i * 7 % 23 + 1);
    for (uint32_t i = 0; i < RING; i++)
        made_call(&m, i, (i + 1) % RING, 2);
    return make_app_of(first, "program", made_take(&m, "program", "gmon.out"));
}

static const struct {
    int rows, cols;
} sizes[] = {{15, 60}, {24, 80}, {36, 120}, {50, 200}, {10, 40}, {3, 20}};

static struct grid_row row_at(const struct screen *s, size_t i)
{
    struct grid_row r;
    s->grid->ops->row(s->grid, (uint32_t)i, &r);
    return r;
}

/* The row of the function or cycle that an entry is about. */
static size_t own_row(const struct screen *s)
{
    size_t i = 0;
    while (row_at(s, i).kind != ROW_PRIMARY && row_at(s, i).kind != ROW_CYCLE)
        i++;
    return i;
}

/* The function is under the cursor; its head, or else some callers, stand above it. */
static void check_entry(struct app *a)
{
    const struct screen *s = screen_here(app_ui(a));
    size_t own = own_row(s);
    assert_int_equal(s->list.cursor, own);
    assert_true(list_visible(&s->list, own));
    if (own + 1 < s->list.height)
        assert_int_equal(s->list.top, 0);
    if (s->list.height >= 4 && own && row_at(s, own - 1).kind == ROW_CALLER)
        assert_true(list_visible(&s->list, own - 1));
}

static void test_d1_an_entry_opens_with_its_callers(void **state)
{
    (void)state;
    static const char *const names[] = {"f60", "f61", "f3", "f59", "f120"};
    for (size_t z = 0; z < ARRAY_LEN(sizes); z++)
        for (size_t i = 0; i < ARRAY_LEN(names); i++) {
            struct app *a = make_hub(VIEW_FLAT);
            char line[32];
            app_resize(a, sizes[z].rows, sizes[z].cols, false);
            snprintf(line, sizeof line, "goto %s", names[i]);
            command(a, line);
            check_entry(a);
            struct anchor item = screen_here(app_ui(a))->item;
            press(a, "Gz"); /* its cycle, if it is in one */
            if (!anchor_equal(item, screen_here(app_ui(a))->item))
                check_entry(a);
            item = screen_here(app_ui(a))->item;
            press(a, "Gu");
            if (!anchor_equal(item, screen_here(app_ui(a))->item))
                check_entry(a);
            app_free(a);
        }
}

static void test_d1_the_first_entry_of_a_graph(void **state)
{
    (void)state;
    struct app *a = make_hub(VIEW_GRAPH);
    check_entry(a);
    app_free(a);
}

/* The names of all rows, one a line; the numbers of entries may change when no row does. */
static void row_names(struct app *a, struct text *out)
{
    const struct screen *s = screen_here(app_ui(a));
    text_clear(out);
    for (uint32_t i = 0; i < s->grid->n_rows; i++) {
        size_t lo = out->n;
        s->grid->ops->name(s->grid, i, out);
        out->n = lo + strcspn(text_z(out) + lo, " ");
        text_char(out, '\n');
    }
}

/* What is first must be seen; in an entry, its function. */
static void check_sight(struct app *a)
{
    const struct screen *s = screen_here(app_ui(a));
    if (!s->grid->n_rows)
        return;
    if (app_ui(a)->views->at == VIEW_GRAPH)
        assert_true(list_visible(&s->list, own_row(s)));
    else
        assert_int_equal(s->list.top, 0);
    assert_true(list_visible(&s->list, s->list.cursor));
}

static const char *const changes[] = {":sort total<Enter>",
                                      ":sort calls<Enter>",
                                      ":sort name<Enter>",
                                      ":sort self asc<Enter>",
                                      ":sort total asc<Enter>",
                                      ":sort name desc<Enter>",
                                      ":sort self<Enter>",
                                      "s<Down><Down><Enter>",
                                      "&7<Enter>",
                                      "&!3<Enter>",
                                      "&<Enter>",
                                      "&total%>=1<Enter>",
                                      "&<Enter>",
                                      "&nothing<Enter>",
                                      "U",
                                      "-z",
                                      "-l",
                                      "-l",
                                      "X",
                                      "X",
                                      "-E",
                                      "-k",
                                      "-a",
                                      "-D",
                                      "-f",
                                      "U",
                                      "U",
                                      "<C-r>",
                                      "z",
                                      "-F",
                                      "U",
                                      "b",
                                      ":-P f100<Enter>",
                                      ":-n f60<Enter>",
                                      ":-k f60/f100<Enter>",
                                      "U",
                                      "U",
                                      "U",
                                      "U",
                                      "U",
                                      "U",
                                      "U",
                                      "U",
                                      "U"};

static void test_d2_the_heaviest_row_is_seen_after_every_change(void **state)
{
    (void)state;
    static const char *const starts[] = {"", ":goto f60<Enter>", "3", ":goto f3<Enter>zz"};
    static const char *const moves[] = {"G", "", "<PageDown>", "<PageDown>k"};
    struct text before = {0}, after = {0};
    size_t seen = 0;
    for (size_t z = 0; z < ARRAY_LEN(sizes); z++)
        for (size_t i = 0; i < ARRAY_LEN(starts); i++) {
            struct app *a = make_hub(VIEW_FLAT);
            app_resize(a, sizes[z].rows, sizes[z].cols, false);
            press(a, starts[i]);
            for (size_t k = 0; k < ARRAY_LEN(changes); k++) {
                press(a, moves[k % ARRAY_LEN(moves)]);
                row_names(a, &before);
                press(a, changes[k]);
                row_names(a, &after);
                if (strcmp(text_z(&before), text_z(&after)) == 0)
                    continue;
                check_sight(a);
                seen++;
            }
            app_free(a);
        }
    assert_true(seen > 300);
    text_release(&before);
    text_release(&after);
}

static void test_d2_the_cursor_stays_on_what_is_seen(void **state)
{
    (void)state;
    struct app *a = make_hub(VIEW_FLAT);
    char name[16];
    press(a, "jjj");
    snprintf(name, sizeof name, "%s", here(a));
    press(a, "&[02468]$|9<Enter>"); /* it may be hidden, but the next one cannot be far */
    press(a, "&<Enter>");
    press(a, "gjjj");
    assert_string_equal(here(a), name);
    press(a, "-E-E");
    assert_string_equal(here(a), name);
    press(a, "G");
    assert_string_not_equal(here(a), name);
    press(a, ":sort self<Enter>:sort self<Enter>");
    assert_int_equal(screen_here(app_ui(a))->list.top, 0);
    app_free(a);
}

static void test_d2_looks_leave_the_place(void **state)
{
    (void)state;
    struct app *a = make_hub(VIEW_FLAT);
    char name[16];
    press(a, "<PageDown><PageDown>");
    snprintf(name, sizeof name, "%s", here(a));
    size_t top = screen_here(app_ui(a))->list.top;
    assert_true(top > 0);
    press(a, "DDc<Enter><Esc>p-b");
    app_resize(a, 24, 100, true);
    assert_string_equal(here(a), name);
    assert_int_equal(screen_here(app_ui(a))->list.top, top);
    app_free(a);
}

/* Modules by another kind of group: the cursor goes to the group with what is hottest in the one
 * that it was on. */
static void test_other_groups_keep_the_place(void **state)
{
    (void)state;
    static const char *const names[] = {"first", "_ZN1a3coolEv", "_ZN1b3hotEv", "_ZN1b4warmEv"};
    static const uint64_t ticks[] = {1, 20, 70, 3};
    struct made m = {0};
    made_functions(&m, names, ARRAY_LEN(names));
    made_ticks(&m, ticks);
    struct app *a = make_app_of(VIEW_MODULES, "program", made_take(&m, "program", "gmon.out"));
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, 1);
    press(a, "...");
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, 3);
    assert_string_equal(here(a), "_ZN1b3hotEv");
    press(a, "j....");
    assert_string_equal(here(a), "_ZN1b3hotEv"); /* of the whole program */
    app_free(a);
}

/* What was taken out stands at the end of Flat; what is left is seen from the top. */
static void test_flat_after_a_module_is_out(void **state)
{
    (void)state;
    static const char *const names[] = {"_ZN1a3oneEv", "_ZN1a3twoEv", "_ZN1b3hotEv",
                                        "_ZN1b4warmEv"};
    static const uint64_t ticks[] = {9, 20, 70, 3};
    struct made m = {0};
    made_functions(&m, names, ARRAY_LEN(names));
    made_ticks(&m, ticks);
    struct app *a = make_app_of(VIEW_MODULES, "program", made_take(&m, "program", "gmon.out"));
    press(a, "...");
    press(a, "X");
    press(a, "g1");
    assert_string_equal(here(a), "_ZN1a3twoEv");
    press(a, "3/b$<Enter>1");
    assert_string_equal(here(a), "_ZN1a3twoEv");
    assert_int_equal(screen_here(app_ui(a))->list.top, 0);
    app_free(a);
}

/* A profile without samples says so under its title, where there is room, and begins with what was
 * called most. */
static void test_a_profile_without_samples_opens_with_a_notice(void **state)
{
    (void)state;
    static const char *const names[] = {"main", "rare", "often", "last"};
    struct made m = {0};
    made_functions(&m, names, ARRAY_LEN(names));
    made_ticks(&m, NULL);
    made_call(&m, 0, 1, 3);
    made_call(&m, 0, 2, 70);
    struct app *a = make_app_of(VIEW_FLAT, "program", made_take(&m, "program", "gmon.out"));
    assert_int_equal(app_ui(a)->layout.notice, 1);
    assert_int_equal(app_ui(a)->layout.tabs, 2);
    assert_string_equal(here(a), "often");
    app_resize(a, 11, 80, false);
    assert_int_equal(app_ui(a)->layout.notice, -1);
    app_free(a);
    a = make_hub(VIEW_FLAT);
    assert_int_equal(app_ui(a)->layout.notice, -1);
    app_free(a);
}

/* Low: the cursor fell on the last row when a filter hid its own. */
static void test_low_a_hidden_row_leaves_the_cursor_on_the_first(void **state)
{
    (void)state;
    struct app *a = make_hub(VIEW_FLAT);
    press(a, "jj");
    char line[32];
    snprintf(line, sizeof line, "rows !^%s$", here(a));
    command(a, line);
    assert_int_equal(screen_here(app_ui(a))->list.cursor, 0);
    app_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_d1_an_entry_opens_with_its_callers),
        cmocka_unit_test(test_d1_the_first_entry_of_a_graph),
        cmocka_unit_test(test_d2_the_heaviest_row_is_seen_after_every_change),
        cmocka_unit_test(test_d2_the_cursor_stays_on_what_is_seen),
        cmocka_unit_test(test_d2_looks_leave_the_place),
        cmocka_unit_test(test_other_groups_keep_the_place),
        cmocka_unit_test(test_flat_after_a_module_is_out),
        cmocka_unit_test(test_a_profile_without_samples_opens_with_a_notice),
        cmocka_unit_test(test_low_a_hidden_row_leaves_the_cursor_on_the_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
