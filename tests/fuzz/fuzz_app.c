/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys, mouse and sizes on a small invented profile: all invariants hold after every event, and
 * drawing works at any time. Prompts that would write a file are left with Esc.
 *
 * What takes time to make is made once and brought back to its first state after each input: the
 * study, by taking all options off; the keys, by copying them; the surface, by its size. */
#include "fuzz.h"

#include <locale.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/options/option_list.h"
#include "tui/app.h"
#include "tui/app/prompt.h"
#include "tui/terminal/surface.h"

#include "tests/support/app_driver.h"
#include "tests/support/profile_builder.h"
#include "tests/support/require.h"

enum { EVENTS_MAX = 16, ROWS = 24, COLS = 80 };

static struct profile *make_profile(void)
{
    static const char *const names[] = {"main", "_ZN1a1bEv", "_ZN1a1bEi", "c.d", "e/f", "g\xff",
                                        "h",    "i",         "j",         "k",   "l",   "m"};
    static const uint64_t ticks[ARRAY_LEN(names)] = {0, 1, 2, 3, 4, 5, 6, 0, 1, 2, 3, 4};
    struct made m = {0};
    made_functions(&m, names, ARRAY_LEN(names));
    made_ticks(&m, ticks);
    for (uint32_t i = 0; i < ARRAY_LEN(names); i++)
        m.symbols[i].flags = i % 3 ? SYM_FUNC : SYM_STATIC;
    for (uint32_t i = 1; i < ARRAY_LEN(names); i++) {
        made_call(&m, i / 2, i, i);
        made_call(&m, i, i / 3, i);
    }
    return made_take(&m, "p", "g");
}

/* ---- what is ready ---- */

struct ready {
    struct session *session; /* NULL: nothing is made yet */
    struct keymap keys;
    struct surface *surface;
};

static void make_ready(struct ready *r)
{
    struct err e = ERR_INIT;
    setlocale(LC_CTYPE, "C.UTF-8");
    r->session = make_session("p", make_profile());
    r->surface = surface_start(&(struct surface_options){.headless = true}, &e);
    require(r->surface);
    keymap_init(&r->keys);
}

static void restore(struct ready *r)
{
    struct option_list none = {0};
    struct err e = ERR_INIT;
    struct analysis *old = NULL;
    require(r->session->options.n == 0 || session_change(r->session, &none, &old, &e));
    analysis_free(old);
    option_list_release(&none);
    if (surface_rows(r->surface) != ROWS || surface_cols(r->surface) != COLS)
        surface_resize(r->surface, ROWS, COLS);
}

static struct app *start(struct ready *r)
{
    struct keymap keys = {.n = r->keys.n, .cap = r->keys.n};
    keys.b = mem_array(r->keys.n, sizeof *r->keys.b);
    memcpy(keys.b, r->keys.b, r->keys.n * sizeof *r->keys.b);
    return make_app_on(r->session, keys, VIEW_FLAT);
}

/* ---- events ---- */

static bool would_write(struct app *a)
{
    const struct prompt *p = app_ui(a)->prompt;
    const char *s = p->edit.text.p;
    size_t n = p->edit.text.n;
    if (p->def && p->def->past == PAST_FILE)
        return true;
    for (; n && *s == ' '; n--)
        s++;
    return p->def && p->def->past == PAST_COMMAND && n && (*s == 'w' || *s == 'd');
}

/* An event from four bytes. */
static struct event event_of(struct app *a, const uint8_t *p)
{
    struct event e = {.kind = EVENT_KEY, .key = p[1]};
    if (would_write(a)) {
        e.key = KEYS_ESCAPE;
    } else if (p[0] < 40) {
        e.key = KEY_BASE_ + 1 + p[1] % 30;
    } else if (p[0] < 50) {
        e.key = (uint32_t)p[1] << 8 | p[2];
    } else if (p[0] < 60) {
        e = (struct event){.kind = EVENT_MOUSE,
                           .button = (enum mouse_button)(p[1] % 6),
                           .double_click = p[1] >> 7,
                           .row = p[2] % 50,
                           .col = p[3]};
    }
    return e;
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    static struct ready ready;
    if (!ready.session)
        make_ready(&ready);
    struct surface *s = ready.surface;
    struct app *a = start(&ready);
    for (size_t i = 0; i + 4 <= n && i < 4 * EVENTS_MAX; i += 4) {
        if (p[i] >= 250) {
            surface_resize(s, p[i + 1] % 60, p[i + 2]);
            app_resize(a, surface_rows(s), surface_cols(s), p[i + 3] & 1);
        } else if (p[i] >= 248) {
            uint32_t key = p[i + 2];
            keymap_bind(app_ui(a)->keys, (enum mode)(p[i + 1] % N_MODES), &key, 1,
                        (enum action)(p[i + 3] % N_ACTIONS));
        } else {
            struct event ev = event_of(a, p + i);
            app_step(a, &ev);
        }
        settle(a);
        if (p[i] % 8 == 1)
            app_draw(a, s);
    }
    app_ui(a)->session = NULL; /* stays */
    app_free(a);
    restore(&ready);
    return 0;
}
