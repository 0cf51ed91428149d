/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/app_driver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "tui/keys/keyname.h"

#include "tests/support/sample_profile.h"

struct app *make_app_of(enum view first, const char *image, struct profile *p)
{
    static const char *const files[] = {"gmon.out"};
    struct option_list none = {0};
    struct err e;
    err_clear(&e);
    struct study_request sr = {
        .image = image, .files = files, .n_files = 1, .profile = p, .options = &none};
    struct app_request ar = {.first = first, .frozen_clock = true};
    ar.study = study_new(&sr, &e);
    assert_non_null(ar.study);
    prefs_init(&ar.prefs);
    assert_true(keymap_init(&ar.keys));
    struct app *a = app_new(&ar, &e);
    assert_non_null(a);
    return a;
}

struct app *make_app(enum view first)
{
    return make_app_of(first, "program", invented_profile());
}

static void assert_sane(const struct app *a)
{
    struct text why = {0};
    if (!app_check(a, &why))
        fail_msg("broken: %s", text_z(&why));
    text_release(&why);
}

void settle(struct app *a)
{
    while (app_busy(a))
        app_work(a);
    for (;;) {
        struct effect f = app_take_effect(a);
        if (f.kind == EFFECT_NONE)
            break;
        text_release(&f.text);
    }
    assert_sane(a);
}

void press(struct app *a, const char *keys)
{
    uint32_t key;
    while (keyname_parse(&keys, &key)) {
        struct event e = {.kind = EVENT_KEY, .key = key};
        app_step(a, &e);
        settle(a);
    }
    assert_int_equal(*keys, 0);
}

void command(struct app *a, const char *line)
{
    app_do_command(a, line);
    settle(a);
}

/* ---- looking at it ---- */

const char *here(struct app *a)
{
    return study_name(a->study, app_row(a).subject.node, NAME_RAW);
}

const char *message(struct app *a)
{
    return text_z(&a->message);
}

static void options(struct app *a, struct text *out)
{
    text_clear(out);
    option_list_command(&a->study->options, out);
}

void assert_options(struct app *a, const char *want)
{
    struct text t = {0};
    options(a, &t);
    assert_string_equal(text_z(&t), want);
    text_release(&t);
}

/* All rows of the view, as text. */
void rows(struct app *a, struct text *out)
{
    const struct grid *g = app_screen(a)->grid;
    struct line l = {0};
    text_clear(out);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        line_clear(&l);
        g->ops->format(g, i, &l);
        text_add(out, l.text.p, l.text.n);
        text_char(out, '\n');
    }
    line_release(&l);
}
