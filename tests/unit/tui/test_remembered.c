/* SPDX-License-Identifier: GPL-3.0-or-later */
/* tui/app/remembered: what one run leaves and the next one takes up, and what it must not. */
#include "tests/support/app_driver.h"
#include "tests/support/sample_profile.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"
#include "tui/app/prompt.h"
#include "tui/app/remembered.h"
#include "tui/history/anchor.h"
#include "tui/keys/state_file.h"

static void read_file(struct state *s)
{
    *s = (struct state){0};
    assert_true(state_read(s, "state", no_err()));
}

/* A run begins with what the file says, and ends with what it leaves. */
static struct app *begin(void)
{
    struct state s;
    struct app_request r = {
        .session = make_session("program", invented_profile()), .first = VIEW_FLAT, .then = &s};
    prefs_init(&r.prefs);
    keymap_init(&r.keys);
    read_file(&s);
    return app_new(&r);
}

static void end(struct app *a)
{
    struct state s;
    read_file(&s);
    remembered_add(app_ui(a), &s);
    assert_true(state_write(&s, "state", no_err()));
    state_release(&s);
    app_free(a);
}

/* A value of the file, of the program's section or of that for all; fails if it is another one. */
static void expect(bool of_program, const char *key, size_t i, const char *want)
{
    struct state s;
    char *image = realpath("program", NULL);
    size_t at = 0;
    read_file(&s);
    const char *section = of_program ? image : "", *got = state_next(&s, section, key, &at);
    while (got && i-- > 0)
        got = state_next(&s, section, key, &at);
    assert_string_equal(got ? got : "(none)", want ? want : "(none)");
    state_release(&s);
    free(image);
}

static int enter(void **state)
{
    int failed = scratch_enter(state);
    scratch_put("program", "");
    return failed;
}

TEST(test_first_screen)
{
    struct app *fresh = make_app(VIEW_FLAT), *a = begin();
    struct text before = {0}, after = {0};
    press(a, "sjj<Enter>&co<Enter>-eping<Enter>jj<Enter>zj");
    command(a, "-b");
    end(a);
    a = begin();
    rows(fresh, &before);
    rows(a, &after);
    assert_string_equal(text_z(&before), text_z(&after));
    assert_options(a, "");
    assert_int_equal(app_ui(a)->views->at, VIEW_FLAT);
    text_release(&before);
    text_release(&after);
    app_free(fresh);
    app_free(a);
}

TEST(test_sets)
{
    struct app *a = begin();
    command(a, "-E ping");
    command(a, "-b");
    command(a, "--demangle");
    press(a, "--S3<Esc>");
    end(a);
    a = begin();
    assert_options(a, "");
    press(a, "--3");
    assert_options(a, "-E ping -b --demangle");
    press(a, "4");
    assert_string_equal(message(a), "there is no such set; S and a digit keep one");
    press(a, "<Esc>");
    end(a);
    a = begin();
    press(a, "--3");
    assert_options(a, "-E ping -b --demangle");
    app_free(a);
}

TEST(test_by_hand)
{
    struct app *a = begin();
    end(a);
    expect(false, "names", 0, NULL);
    a = begin();
    command(a, "set names full");
    command(a, "set mouse off");
    press(a, "c<Enter><Esc>");
    uint32_t without = app_ui(a)->views->screen[VIEW_FLAT].without;
    assert_int_not_equal(without, 0);
    end(a);
    expect(false, "mouse", 0, NULL);
    expect(false, "names", 0, NULL);
    expect(true, "names", 0, "full");
    a = begin();
    assert_int_equal(app_ui(a)->prefs.v[PREF_NAMES], NAME_FULL);
    assert_true(app_ui(a)->prefs.v[PREF_MOUSE]);
    assert_int_equal(app_ui(a)->views->screen[VIEW_FLAT].without, without);
    app_free(a);
}

TEST(test_lines_typed)
{
    struct app *a = begin();
    press(a, "/pi<Enter>/po<Enter>");
    end(a);
    a = begin();
    press(a, "/<Up>");
    assert_string_equal(text_z(&app_ui(a)->prompt->edit.text), "po");
    press(a, "<Up>");
    assert_string_equal(text_z(&app_ui(a)->prompt->edit.text), "pi");
    app_free(a);
}

/* A file that is damaged, or too large for what it is about. */
TEST(test_damaged)
{
    FILE *f = fopen("state", "w");
    char *image = realpath("program", NULL);
    fprintf(f, "gptui-state 1\n[]\n");
    for (int i = 0; i < 20000; i++)
        fprintf(f, "search line %d\n", i);
    fprintf(f, "[%s]\nset1 on\nset1 onb\nset1 \nset1 on E=ping\n", image);
    for (int i = 0; i < 2 * SET_OPTIONS_MOST; i++)
        fprintf(f, "set2 on E=f%d\n", i);
    assert_int_equal(fclose(f), 0);
    struct app *a = begin();
    press(a, "--1");
    assert_options(a, "-E ping");
    press(a, "2");
    assert_string_equal(message(a), "there is no such set; S and a digit keep one");
    press(a, "<Esc>/<Up>");
    assert_string_equal(text_z(&app_ui(a)->prompt->edit.text), "line 19999");
    press(a, "<Esc>");
    for (int i = 0; i <= LINE_BYTES_MOST + 1; i++)
        press(a, i ? "x" : "/");
    press(a, "<Enter>/a<Enter>");
    end(a);
    expect(false, "search", 0, "line 19937");
    expect(false, "search", 63, "a");
    expect(false, "search", 62, "line 19999");
    free(image);
}

/* Two at a time: what the one left stays when the other one ends. */
TEST(test_two_runs)
{
    struct app *a = begin(), *b = begin();
    press(a, "/one<Enter>--S1<Esc>");
    command(b, "-E ping");
    press(b, "/two<Enter>--S2<Esc>");
    end(a);
    end(b);
    expect(false, "search", 0, "one");
    expect(false, "search", 1, "two");
    expect(true, "set1", 0, "");
    expect(true, "set2", 1, "on E=ping");
}

TEST(test_forget)
{
    struct app *a = begin();
    press(a, "/pi<Enter>--S1<Esc><Enter>");
    end(a);
    a = begin();
    app_do_command(a, "forget");
    struct terminal_request q = app_take_request(a);
    assert_int_equal(q.kind, REQUEST_FORGET);
    text_release(&q.text);
    press(a, "--1");
    assert_string_equal(message(a), "there is no such set; S and a digit keep one");
    app_free(a);
    a = make_app(VIEW_FLAT);
    command(a, "forget");
    assert_string_equal(message(a), "nothing is remembered in this run");
    app_free(a);
}

EACH_TEST(enter, scratch_leave);
