/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/app_driver.h"

#include <stdio.h>
#include <string.h>

#include "core/options/option_list.h"
#include "tui/app/wording.h"
#include "tui/keys/keyname.h"

#include "tests/support/require.h"
#include "tests/support/sample_profile.h"

struct session *make_session(const char *image, struct profile *p)
{
    static const char *files[1]; /* a session borrows its list */
    files[0] = p->files[0].path;
    struct option_list none = {0};
    struct err e = ERR_INIT;
    struct session_request sr = {
        .image = image, .files = files, .n_files = 1, .profile = p, .options = &none};
    struct session *s = session_new(&sr, &e);
    require(s != NULL);
    return s;
}

struct app *make_app_on(struct session *s, struct keymap keys, enum view first)
{
    struct app_request ar = {.session = s, .keys = keys, .first = first};
    prefs_init(&ar.prefs);
    struct app *a = app_new(&ar);
    require(a != NULL);
    return a;
}

struct app *make_app(enum view first)
{
    struct keymap keys = {0};
    keymap_init(&keys);
    return make_app_on(make_session("program", invented_profile()), keys, first);
}

static void check(const struct app *a)
{
    struct text why = {0};
    bool sane = app_check(a, &why);
    if (!sane)
        fprintf(stderr, "broken: %s\n", text_z(&why));
    text_release(&why);
    require(sane);
}

void settle(struct app *a)
{
    while (app_busy(a) && app_work(a)) {
    }
    for (;;) {
        struct terminal_request f = app_take_request(a);
        if (f.kind == REQUEST_NONE)
            break;
        text_release(&f.text);
    }
    check(a);
}

void press(struct app *a, const char *keys)
{
    uint32_t key;
    while (keyname_parse(&keys, &key)) {
        struct event e = {.kind = EVENT_KEY, .key = key};
        app_step(a, &e);
        settle(a);
    }
    require(*keys == 0);
}

void command(struct app *a, const char *line)
{
    app_do_command(a, line);
    settle(a);
}

/* ---- looking at it ---- */

const char *message(struct app *a)
{
    return text_z(&app_ui(a)->reply->message);
}

void assert_options(struct app *a, const char *want)
{
    struct text t = {0};
    option_list_command(&app_ui(a)->session->options, &t);
    bool same = strcmp(text_z(&t), want) == 0;
    if (!same)
        fprintf(stderr, "options: '%s', not '%s'\n", text_z(&t), want);
    text_release(&t);
    require(same);
}

/* All rows of the view, as text. */
void rows(struct app *a, struct text *out)
{
    const struct grid *g = screen_here(app_ui(a))->grid;
    struct line l = {0};
    text_clear(out);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        line_clear(&l);
        grid_format(g, i, &l);
        text_add(out, l.text.p, l.text.n);
        text_char(out, '\n');
    }
    line_release(&l);
}
