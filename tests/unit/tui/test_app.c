/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The browser without a terminal, on an invented profile: what keys do, what survives sorting,
 * filtering and recomputation, and that nothing breaks under random events. */
#include "tui/app.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tui/app/changes.h"
#include "tui/app/menu.h"
#include "tui/app/places.h"
#include "tui/app/search.h"
#include "tui/app/wording.h"
#include "tui/popup/cycle_list.h"
#include "tui/popup/finder.h"
#include "tui/popup/option_panel.h"
#include "tui/terminal/surface.h"
#include "tui/terminal/surface_draw.h"

#include "core/analyze/entry.h"
#include "tests/support/app_driver.h"
#include "tests/support/scratch_folder.h"

/* What item i of the option panel changes. */
static const char *effect(struct app *a, size_t i)
{
    return option_effect(app_ui(a)->option_panel, i);
}

/* ---- tests ---- */

static void test_row_option_twice_is_nothing(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    static const char letters[] = "eEfFaDzTbL";
    for (const char *p = letters; *p; p++) {
        char keys[3] = {'-', *p, 0};
        press(a, keys);
        assert_true(app_ui(a)->session->options.n == 1);
        press(a, keys);
        assert_options(a, "");
    }
    assert_int_equal(app_ui(a)->changes->undo.n_past, 2 * strlen(letters));
    app_free(a);
}

static void test_specs_of_odd_names(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    command(a, "goto with.dot");
    press(a, "-e");
    assert_options(a, "-e :with.dot");
    press(a, "-e");
    command(a, "goto odd/slash");
    press(a, "-e");
    assert_int_equal(app_ui(a)->session->options.n, 1);
    assert_string_equal(app_ui(a)->session->options.items[0].arg, "/^odd\\/slash$/");
    assert_false(analysis_has_entry(app_ui(a)->session->analysis,
                                    anchor_node(app_ui(a)->session, screen_here(app_ui(a))->item),
                                    false));
    app_free(a);
}

static void test_cut_arc(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    assert_int_equal(app_ui(a)->session->analysis->cycles->n_cycles, 1);
    press(a, "-k");
    assert_non_null(strstr(message(a), "-k cuts the arc"));
    command(a, "goto ping");
    while (row_at_hand(app_ui(a)).kind != ROW_CALLEE || strcmp(here(a), "pong") != 0) {
        size_t before = screen_here(app_ui(a))->list.cursor;
        press(a, "j");
        assert_true(screen_here(app_ui(a))->list.cursor > before);
    }
    press(a, "-k");
    assert_options(a, "-k ping/pong");
    assert_int_equal(app_ui(a)->session->analysis->cycles->n_cycles, 0);
    press(a, "U");
    assert_int_equal(app_ui(a)->session->analysis->cycles->n_cycles, 1);
    app_free(a);
}

/* The only cycle opens at once; Enter on a cut makes it. */
static void test_cycles(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "C");
    assert_int_equal(ui_mode(app_ui(a)), MODE_MENU);
    assert_int_equal(app_ui(a)->cycle_list->cycle, 1);
    const struct cycle_list *x = app_ui(a)->cycle_list;
    assert_non_null(x->without[0]);
    assert_int_equal(x->without[0]->cycles->n_cycles, 0);
    while (x->lines.v[popup_list(app_ui(a))->cursor].kind != CYCLE_LINE_CUT) {
        size_t before = popup_list(app_ui(a))->cursor;
        press(a, "j");
        assert_true(popup_list(app_ui(a))->cursor > before);
    }
    press(a, "<Enter>");
    assert_int_equal(app_ui(a)->session->analysis->cycles->n_cycles, 0);
    assert_null(app_ui(a)->popup);
    assert_int_equal(app_ui(a)->session->options.n, 1);
    assert_int_equal(app_ui(a)->session->options.items[0].id, option_by_letter('k'));
    press(a, "C");
    assert_null(app_ui(a)->popup);
    assert_non_null(strstr(message(a), "no functions call each other in circles"));
    press(a, "U");
    assert_int_equal(app_ui(a)->session->analysis->cycles->n_cycles, 1);
    press(a, "C<Enter>");
    assert_int_equal(app_ui(a)->views->at, VIEW_GRAPH);
    press(a, "Cq");
    assert_null(app_ui(a)->popup);
    app_free(a);
}

/* Every view explains its row; what has no number says so. */
static void test_explanation(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    static const char *const views[] = {"1", "2", "3"};
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        press(a, views[i]);
        press(a, "=");
        assert_int_equal(ui_mode(app_ui(a)), MODE_EXPLANATION);
        assert_non_null(strstr(text_z(&app_ui(a)->popups[POPUP_EXPLANATION].text), "self "));
        press(a, "=");
        assert_null(app_ui(a)->popup);
    }
    press(a, "4=");
    assert_null(app_ui(a)->popup);
    assert_non_null(strstr(message(a), "no number on this line"));
    press(a, "1=");
    command(a, "-E ping"); /* its numbers are others now */
    assert_null(app_ui(a)->popup);
    app_free(a);
}

static void test_undo_is_identity(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    struct text before = {0}, after = {0}, far = {0}, again = {0};
    static const char *const changes[] = {
        "-e", "j-E", "-z", "-a", "jj-f", "-D", ":-k main/ping<Enter>", ":-n main<Enter>",
        "-z", "k-F", "-T"};
    size_t n = sizeof changes / sizeof *changes;
    rows(a, &before);
    for (size_t i = 0; i < n; i++)
        press(a, changes[i]);
    rows(a, &far);
    size_t steps = app_ui(a)->changes->undo.n_past;
    for (size_t i = 0; i < steps; i++)
        press(a, "U");
    assert_options(a, "");
    rows(a, &after);
    assert_string_equal(text_z(&before), text_z(&after));
    press(a, "U");
    assert_string_equal(message(a), "nothing to undo");
    for (size_t i = 0; i < steps; i++)
        press(a, "<C-r>");
    rows(a, &again);
    assert_string_equal(text_z(&far), text_z(&again));
    text_release(&before);
    text_release(&after);
    text_release(&far);
    text_release(&again);
    app_free(a);
}

/* Back and Forward restore view, item, order and scroll, and no filter. */
static void test_d8_history_restores_places_and_no_filter(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    struct text line = {0}, line2 = {0};
    press(a, ":sort calls<Enter><PageDown>");
    app_state_line(a, &line);
    press(a, "<Enter>-E");
    press(a, "}<Enter>:sort name<Enter>4");
    assert_int_equal(app_ui(a)->views->at, VIEW_INFO);
    size_t on = app_ui(a)->session->options.n;
    assert_int_equal(on, 1);
    press(a, "[[[[[[");
    app_state_line(a, &line2);
    assert_string_equal(text_z(&line), text_z(&line2));
    assert_int_equal(app_ui(a)->session->options.n, on);
    press(a, "]]]]]]");
    assert_int_equal(app_ui(a)->views->at, VIEW_INFO);
    press(a, "<Backspace>&function<Enter>");
    assert_int_equal(app_ui(a)->views->at, VIEW_GRAPH);
    text_release(&line);
    text_release(&line2);
    app_free(a);
}

/* D8: two histories that undid each other: U after Back switched the filter on again. */
static void test_d8_undo_after_back_takes_the_filter_off(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "<Enter>-E1[[");
    assert_int_equal(app_ui(a)->session->options.n, 1);
    press(a, "U");
    assert_options(a, "");
    assert_non_null(strstr(message(a), "undone: -E "));
    app_free(a);
}

static void test_d9_row_filters_are_undone_in_words(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    size_t all = screen_here(app_ui(a))->list.n;
    press(a, "&^function<Enter>&ping<Enter>");
    assert_int_equal(screen_here(app_ui(a))->list.n, 1);
    press(a, "4-bU"); /* from another view: options, then rows */
    assert_string_equal(message(a), "undone: -b");
    press(a, "U");
    assert_string_equal(message(a), "undone: & ping (Flat)");
    press(a, "U");
    assert_string_equal(message(a), "undone: & ^function (Flat)");
    press(a, "U");
    assert_string_equal(message(a), "nothing to undo");
    press(a, "1");
    assert_int_equal(screen_here(app_ui(a))->list.n, all);
    press(a, "<C-r>");
    assert_string_equal(message(a), "done again: & ^function (Flat)");
    assert_true(screen_here(app_ui(a))->list.n < all);
    press(a, "&<Enter>U");
    assert_string_equal(message(a), "undone: & off (Flat)");
    assert_true(screen_here(app_ui(a))->list.n < all);
    press(a, "&^function<Space>total%>=2<Enter>U");
    assert_string_equal(message(a), "undone: & ^function total%>=2 (Flat)");
    app_free(a);
}

static void test_d9_folds_are_undone(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, ":goto ping<Enter>z");
    size_t all = screen_here(app_ui(a))->list.n;
    press(a, "z");
    assert_true(screen_here(app_ui(a))->list.n < all);
    press(a, "[U");
    assert_string_equal(message(a), "undone: members folded");
    press(a, "]");
    assert_int_equal(screen_here(app_ui(a))->list.n, all);
    press(a, "<C-r>");
    assert_string_equal(message(a), "done again: members folded");
    assert_true(screen_here(app_ui(a))->list.n < all);
    app_free(a);
}

/* Modules opens its functions in Flat by a row filter: that is a step as well. */
static void test_d9_functions_of_a_module_are_a_step(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "3<Enter>");
    assert_int_equal(app_ui(a)->views->at, VIEW_FLAT);
    assert_true(screen_here(app_ui(a))->filter.n > 0);
    press(a, "U");
    assert_int_equal(screen_here(app_ui(a))->filter.n, 0);
    app_free(a);
}

static uint32_t entry_number(struct app *a)
{
    node_id n = anchor_node(app_ui(a)->session, screen_here(app_ui(a))->item);
    return app_ui(a)->session->analysis->order->index[n];
}

static void test_d5_digits_choose_views_at_once(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "21G");
    assert_int_equal(app_ui(a)->views->at, VIEW_FLAT);
    assert_int_equal(screen_here(app_ui(a))->list.cursor, screen_here(app_ui(a))->list.n - 1);
    press(a, "l10");
    assert_int_equal(screen_here(app_ui(a))->skip, 0);
    assert_string_equal(message(a), "");
    press(a, "9");
    assert_non_null(strstr(message(a), "means nothing here"));
    app_free(a);
}

static void test_d5_entry_by_number(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "#21<Enter>");
    assert_int_equal(app_ui(a)->views->at, VIEW_GRAPH);
    assert_int_equal(entry_number(a), 21);
    press(a, ":10<Enter>");
    assert_int_equal(entry_number(a), 10);
    press(a, "#9999<Enter>");
    assert_non_null(strstr(message(a), "no entry [9999]"));
    press(a, "#-1<Enter>");
    assert_non_null(strstr(message(a), "no number: -1"));
    assert_int_equal(entry_number(a), 10);
    app_free(a);
}

/* Esc ends one thing at a time, and then goes back. */
static void test_esc_ends_things_in_order(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    struct ui *ui = app_ui(a);
    app_resize(a, 36, 120, false);
    press(a, "/function<Enter><Enter>1s<Esc>"); /* a pop-up */
    assert_null(popup_top(ui));
    press(a, "<Tab>-<Esc>"); /* pending keys */
    assert_string_equal(message(a), "");
    press(a, ":sort<Esc>"); /* the prompt */
    assert_int_equal(ui_mode(ui), MODE_SIDE_PANE);
    press(a, "<Esc>");
    assert_false(side_pane_has_keys(ui));
    assert_non_null(ui->search->regex);
    press(a, "<Esc>");
    assert_null(ui->search->regex);
    assert_int_equal(ui->views->at, VIEW_FLAT);
    press(a, "<Esc>");
    assert_int_equal(ui->views->at, VIEW_GRAPH);
    press(a, "<Esc>");
    assert_int_equal(ui->views->at, VIEW_FLAT);
    press(a, "<Esc>");
    assert_non_null(strstr(message(a), "q quits"));
    assert_int_equal(app_exit_status(a), -1);
    app_free(a);
}

static void test_q_leaves_the_entry_then_the_program(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "<Enter>q");
    assert_int_equal(app_exit_status(a), -1);
    assert_int_equal(app_ui(a)->views->at, VIEW_FLAT);
    press(a, "q");
    assert_int_equal(app_exit_status(a), 0);
    app_free(a);
    a = make_app(VIEW_GRAPH);
    press(a, "q");
    assert_int_equal(app_exit_status(a), 0);
    app_free(a);
}

/* ---- what the review of the browser lists as low ---- */

static void test_low_the_sort_menu_opens_on_the_order_and_turns(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    const struct popup_state *m = &app_ui(a)->popups[POPUP_MENU];
    press(a, "s");
    assert_int_equal(m->list.cursor, 0);
    assert_non_null(strstr(m->line[0].text, "gprof"));
    press(a, "k");
    assert_int_equal(m->list.cursor, m->n - 1);
    press(a, "j");
    assert_int_equal(m->list.cursor, 0);
    press(a, "jj<Enter>s");
    assert_int_equal(m->list.cursor, 2);
    assert_int_equal(m->line[2].text[1], 'v');
    app_free(a);
}

static void test_low_the_only_match_is_said_to_be(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "/function_21<Enter>n");
    assert_string_equal(message(a), "this is the only match");
    press(a, "/main|function_5<Enter>G");
    press(a, "n");
    assert_string_equal(message(a), "search goes on at the top");
    app_free(a);
}

static void test_low_rules_are_not_copied(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_INFO);
    press(a, "g");
    while (row_at_hand(app_ui(a)).kind != ROW_SECTION)
        press(a, "j");
    press(a, "y");
    assert_string_equal(message(a), "nothing on this line to copy");
    app_free(a);
}

static void test_low_options_that_pile_up_are_remarked(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_GRAPH);
    press(a, "-E-f");
    assert_non_null(strstr(message(a), "it is also under -E"));
    press(a, "-f");
    assert_null(strstr(message(a), "also under"));
    app_free(a);
}

static void test_search(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "/Function_1");
    press(a, "<Enter>");
    assert_non_null(strstr(message(a), "no match")); /* a capital: case matters */
    press(a, "/function_2[13]<Enter>");
    char first[64];
    snprintf(first, sizeof first, "%s", here(a));
    assert_true(!strcmp(first, "function_21") || !strcmp(first, "function_23"));
    press(a, "n");
    assert_string_not_equal(here(a), first);
    press(a, "n");
    assert_string_equal(here(a), first);
    assert_non_null(strstr(message(a), "search goes on at the top"));
    press(a, "NN");
    assert_string_equal(here(a), first);
    press(a, "/ping<Esc>");
    assert_string_equal(here(a), first);
    press(a, "/bar(<Enter>"); /* no regex, so plain text; parameters tell the two apart */
    assert_non_null(strstr(here(a), "_ZN3foo3bar"));
    press(a, "/<Up><Up><Enter>");
    assert_non_null(strstr(here(a), "function_2"));
    app_free(a);
}

static void test_filter_rows(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    uint32_t all = screen_here(app_ui(a))->grid->n_rows;
    press(a, "&ping|pong<Enter>");
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, 2);
    press(a, "&!ping|pong<Enter>");
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, all - 2);
    press(a, "&self>>1<Enter>");
    assert_true(app_ui(a)->reply->warns);
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, all - 2);
    press(a, "&no such name<Enter>");
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, 0);
    press(a, "jG<Enter>-eu&<Enter>");
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, all);
    app_free(a);
}

static void test_panel(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    command(a, "-e main");
    command(a, "-E ping");
    command(a, "-k main/ping");
    press(a, "--J");
    assert_options(a, "-E ping -e main -k main/ping");
    press(a, "K<Space>");
    assert_options(a, "-E ping -k main/ping");
    press(a, "S3dd");
    assert_options(a, "-k main/ping");
    press(a, "<Enter><C-u>main/pong<Enter>");
    assert_options(a, "-k main/pong");
    press(a, "an main<Enter>3");
    assert_options(a, "-E ping -k main/ping");
    press(a, "UUU<Esc>");
    assert_options(a, "-k main/ping");
    assert_int_equal(ui_mode(app_ui(a)), MODE_FLAT);
    app_free(a);
}

/* The panel tells what each option takes away, whether it is on or not. */
static void test_panel_effects(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    command(a, "-k ping/pong");
    command(a, "-e nosuch");
    command(a, "-E function_31");
    command(a, "-z");
    command(a, "-b");
    assert_false(app_busy(a)); /* not wanted yet */
    press(a, "--");
    assert_int_equal(app_ui(a)->option_panel->effects.ready, 5);
    assert_non_null(strstr(effect(a, 0), "-1 arc  -"));
    assert_non_null(strstr(effect(a, 0), "-1 cycle"));
    assert_string_equal(effect(a, 1), "changes nothing");
    assert_int_equal(strncmp(effect(a, 2), "-1 entry  -", 11), 0);
    assert_int_equal(strncmp(effect(a, 3), "+", 1), 0);
    assert_string_equal(effect(a, 4), "");
    char cut[80], excluded[80];
    snprintf(cut, sizeof cut, "%s", effect(a, 0));
    snprintf(excluded, sizeof excluded, "%s", effect(a, 2));
    press(a, "<Space>jj<Space>");
    assert_string_equal(effect(a, 0), cut);
    assert_string_equal(effect(a, 2), excluded);
    assert_options(a, "-e nosuch -z -b");
    app_free(a);
}

static void test_bad_option_changes_nothing(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    static const char *const bad[] = {"-e",       "-j x",       "-e /(/", "--demangle=nosuch",
                                      "--nosuch", "--script=x", "-O zzz", "-z x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        command(a, bad[i]);
        assert_true(app_ui(a)->reply->warns);
        assert_options(a, "");
    }
    command(a, "nonsense");
    assert_true(app_ui(a)->reply->warns);
    app_free(a);
}

static void test_names_and_finder(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "ffunc 31<Enter>");
    assert_string_equal(node_name(app_ui(a)->session,
                                  anchor_node(app_ui(a)->session, screen_here(app_ui(a))->item),
                                  NAME_RAW),
                        "function_31");
    press(a, "1fzzzzzz<Enter>");
    assert_non_null(strstr(message(a), "no function"));
    press(a, "f<Esc>");
    assert_int_equal(ui_mode(app_ui(a)), MODE_FLAT);
    press(a, "f^f.*n_3[12]$");
    assert_int_equal(app_ui(a)->finder->n_found, 0); /* letters, of which no name has such */
    press(a, "<M-/>");
    assert_int_equal(app_ui(a)->finder->n_found, 2);
    press(a, "<M-/>");
    assert_int_equal(app_ui(a)->finder->n_found, 0);
    press(a, "<M-/><C-u>function_31");
    assert_int_equal(app_ui(a)->finder->n_found, 1);
    press(a, "<C-e>");
    assert_options(a, "-E function_31");
    assert_int_equal(ui_mode(app_ui(a)), MODE_FLAT);
    press(a, "ffunction_31");
    assert_false(app_ui(a)->finder->regex);
    press(a, "<C-e>");
    assert_options(a, "");
    press(a, "fzzzzz<C-e>"); /* nobody to exclude: the finder stays */
    assert_int_equal(ui_mode(app_ui(a)), MODE_FINDER);
    app_free(a);
}

static void test_cycle(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_GRAPH);
    command(a, "goto ping");
    press(a, "z");
    node_id n = anchor_node(app_ui(a)->session, screen_here(app_ui(a))->item);
    assert_true(node_is_cycle(app_ui(a)->session->analysis, n));
    uint32_t rows_open = screen_here(app_ui(a))->grid->n_rows;
    press(a, "z");
    assert_true(screen_here(app_ui(a))->grid->n_rows < rows_open);
    press(a, "z");
    assert_int_equal(screen_here(app_ui(a))->grid->n_rows, rows_open);
    press(a, "-e");
    assert_non_null(strstr(message(a), "members"));
    app_free(a);
}

/* A change taken back brings the analysis back that was there, with all its numbers. */
static void test_taking_back_computes_nothing(void **state)
{
    (void)state;
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
    (void)phase;
    (void)done;
    (void)total;
    return *(const bool *)ctx;
}

static void test_broken_off_change_changes_nothing(void **state)
{
    (void)state;
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

static void test_broken_off_effects_are_given_up(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    bool on = true;
    const struct progress progress = {.step = go_on, .ctx = &on};
    app_ui(a)->session->request.progress = &progress;
    press(a, "-E");
    on = false;
    press(a, "--");
    assert_true(app_ui(a)->option_panel->effects.given_up);
    assert_string_equal(effect(a, 0), "");
    press(a, "<Esc>");
    on = true;
    press(a, "-E-E--");
    assert_false(app_ui(a)->option_panel->effects.given_up);
    app_free(a);
}

/* The number of the stage that was begun last: in a second analysis numbers begin anew. */
static bool until_second(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    uint64_t *last = ctx;
    (void)total;
    if (strcmp(phase, "analysis") != 0)
        return true;
    bool first = done > *last;
    *last = first ? done : UINT64_MAX;
    return first;
}

/* The source view needs a second analysis after the change, and that one is stopped. */
static void test_broken_off_view_takes_the_change_back(void **state)
{
    (void)state;
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
    assert_string_equal(text_z(&old), text_z(&new));
    text_release(&old);
    text_release(&new);
    app_free(a);
}

static void test_quit(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    press(a, "<Esc><Esc>?q--q");
    assert_int_equal(app_exit_status(a), -1);
    press(a, "q");
    assert_int_equal(app_exit_status(a), 0);
    app_free(a);
    a = make_app(VIEW_FLAT);
    press(a, "f<C-c>");
    assert_int_equal(app_exit_status(a), 130);
    app_free(a);
    a = make_app(VIEW_FLAT);
    struct event lost = {.kind = EVENT_LOST, .signal = 15};
    app_step(a, &lost);
    assert_int_equal(app_exit_status(a), 143);
    app_free(a);
}

static void test_copy(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_GRAPH);
    struct event y = {.kind = EVENT_KEY, .key = 'Y'};
    command(a, "-e main");
    app_step(a, &y);
    struct terminal_request f = app_take_request(a);
    assert_int_equal(f.kind, REQUEST_COPY);
    assert_string_equal(text_z(&f.text), "gptui -e main -P -q program gmon.out");
    text_release(&f.text);
    app_free(a);
}

/* Any text that the surface shows for the view is text of its lines. */
static void test_screen_is_lines(void **state)
{
    (void)state;
    struct app *a = make_app(VIEW_FLAT);
    struct err e = ERR_INIT;
    struct surface *s = surface_start(&(struct surface_options){.headless = true}, &e);
    assert_non_null(s);
    for (int cols = 60; cols < 200; cols += 7) {
        surface_resize(s, 30, cols);
        app_resize(a, 30, cols, surface_ascii(s));
        app_draw(a, s);
        struct line l = {0};
        struct text shown = {0};
        screen_here(app_ui(a))->grid->ops->format(screen_here(app_ui(a))->grid, 3, &l);
        surface_read_text(s, app_ui(a)->layout.body.row + 3, &shown);
        size_t n =
            (size_t)app_ui(a)->layout.body.cols - 1; /* one for the mark of what is cut off */
        if (n > l.text.n)
            n = l.text.n;
        assert_true(n > 20 && n <= shown.n);
        assert_memory_equal(shown.p, l.text.p, n);
        line_release(&l);
        text_release(&shown);
    }
    surface_stop(s);
    app_free(a);
}

/* ---- random events ---- */

struct dice {
    uint64_t s;
};

static uint32_t roll(struct dice *d, uint32_t n)
{
    d->s = d->s * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(d->s >> 33) % n;
}

static uint32_t random_key(struct dice *d)
{
    static const uint32_t named[] = {
        KEYS_UP,      KEYS_DOWN,      KEYS_LEFT,  KEYS_RIGHT,     KEYS_HOME,   KEYS_END,
        KEYS_PAGE_UP, KEYS_TAB,       KEYS_ENTER, KEYS_BACKSPACE, KEYS_ESCAPE, KEYS_F1,
        KEYS_F12,     KEYS_PAGE_DOWN, KEYS_ENTER, KEYS_ESCAPE,    KEYS_DELETE, KEY_ALT | KEYS_LEFT,
        KEYS_BACK_TAB};
    uint32_t what = roll(d, 10);
    if (what < 6)
        return ' ' + roll(d, 95);
    if (what < 7)
        return 1 + roll(d, 31);
    if (what < 8)
        return roll(d, 0x3000);
    return named[roll(d, sizeof named / sizeof *named)];
}

static struct event random_event(struct dice *d)
{
    struct event e = {.kind = EVENT_KEY};
    if (roll(d, 12) == 0) {
        e.kind = EVENT_MOUSE;
        e.button = (enum mouse_button)roll(d, MOUSE_WHEEL_DOWN + 1);
        e.row = (int)roll(d, 45);
        e.col = (int)roll(d, 130);
        e.double_click = roll(d, 2);
    } else {
        e.key = random_key(d);
    }
    return e;
}

static void random_run(uint64_t seed, unsigned n)
{
    struct dice d = {seed};
    struct err e = ERR_INIT;
    struct app *a = make_app(VIEW_FLAT);
    struct surface *s = surface_start(&(struct surface_options){.headless = true}, &e);
    assert_non_null(s);
    for (unsigned i = 0; i < n; i++) {
        struct event ev = random_event(&d);
        if (roll(&d, 40) == 0) {
            surface_resize(s, 1 + (int)roll(&d, 50), 1 + (int)roll(&d, 180));
            app_resize(a, surface_rows(s), surface_cols(s), roll(&d, 2));
        }
        app_step(a, &ev);
        app_ui(a)->status = -1;
        settle(a);
        if (roll(&d, 4) == 0)
            app_draw(a, s);
    }
    surface_stop(s);
    app_free(a);
}

static void test_random_events(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++)
        random_run(seed, 2500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_row_option_twice_is_nothing),
        cmocka_unit_test(test_specs_of_odd_names),
        cmocka_unit_test(test_cut_arc),
        cmocka_unit_test(test_cycles),
        cmocka_unit_test(test_explanation),
        cmocka_unit_test(test_undo_is_identity),
        cmocka_unit_test(test_d8_history_restores_places_and_no_filter),
        cmocka_unit_test(test_d8_undo_after_back_takes_the_filter_off),
        cmocka_unit_test(test_d9_row_filters_are_undone_in_words),
        cmocka_unit_test(test_d9_folds_are_undone),
        cmocka_unit_test(test_d9_functions_of_a_module_are_a_step),
        cmocka_unit_test(test_d5_digits_choose_views_at_once),
        cmocka_unit_test(test_d5_entry_by_number),
        cmocka_unit_test(test_low_the_sort_menu_opens_on_the_order_and_turns),
        cmocka_unit_test(test_low_the_only_match_is_said_to_be),
        cmocka_unit_test(test_low_rules_are_not_copied),
        cmocka_unit_test(test_low_options_that_pile_up_are_remarked),
        cmocka_unit_test(test_esc_ends_things_in_order),
        cmocka_unit_test(test_q_leaves_the_entry_then_the_program),
        cmocka_unit_test(test_search),
        cmocka_unit_test(test_filter_rows),
        cmocka_unit_test(test_panel),
        cmocka_unit_test(test_panel_effects),
        cmocka_unit_test(test_bad_option_changes_nothing),
        cmocka_unit_test(test_names_and_finder),
        cmocka_unit_test(test_cycle),
        cmocka_unit_test(test_taking_back_computes_nothing),
        cmocka_unit_test(test_broken_off_change_changes_nothing),
        cmocka_unit_test(test_broken_off_effects_are_given_up),
        cmocka_unit_test(test_broken_off_view_takes_the_change_back),
        cmocka_unit_test(test_quit),
        cmocka_unit_test(test_copy),
        cmocka_unit_test(test_screen_is_lines),
        cmocka_unit_test(test_random_events),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
