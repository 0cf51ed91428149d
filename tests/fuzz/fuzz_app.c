/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keys, mouse and sizes on a small invented profile: all invariants hold after every event, and
 * drawing works at any time. Prompts that would write a file are left with Esc.
 *
 * What takes time to make is made once and brought back to its first state after each input: the
 * study, by taking all options off; the keys, by copying them; the surface, by its size. */
#include "fuzz.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "tui/app/app_state.h"
#include "tui/app/prompts.h"
#include "tui/terminal/surface.h"

enum { FUNCTIONS = 12, SIZE = 16, BASE = 0x1000, EVENTS_MAX = 16, ROWS = 24, COLS = 80 };

static void require(bool holds)
{
    if (!holds)
        abort();
}

static struct image *make_image(void)
{
    static const char names[] = "main\0_ZN1a1bEv\0_ZN1a1bEi\0c.d\0e/f\0g\xff\0h\0i\0j\0k\0l\0m";
    struct image *im = mem_array(1, sizeof *im);
    require(im != NULL);
    im->path = mem_text("p", 1);
    im->addr_bytes = 8;
    im->symbols = mem_array(FUNCTIONS, sizeof *im->symbols);
    im->names = mem_text(names, sizeof names);
    im->n_name_bytes = sizeof names;
    require(im->path && im->symbols && im->names);
    uint32_t at = 0;
    for (unsigned i = 0; i < FUNCTIONS; i++) {
        im->symbols[i] = (struct raw_symbol){BASE + i * SIZE, at, i % 3 ? SYM_FUNC : SYM_STATIC};
        at += (uint32_t)strlen(names + at) + 1;
    }
    im->n_symbols = FUNCTIONS;
    im->text_lo = BASE;
    im->text_hi = BASE + FUNCTIONS * SIZE;
    return im;
}

static struct profile *make_profile(void)
{
    struct profile *p = profile_new(make_image());
    require(p != NULL);
    p->hists = mem_array(1, sizeof *p->hists);
    p->arcs = mem_array(2 * FUNCTIONS, sizeof *p->arcs);
    p->files = mem_array(1, sizeof *p->files);
    require(p->hists && p->arcs && p->files);
    p->hists[0] = (struct histogram){.lo = BASE, .hi = BASE + FUNCTIONS * SIZE};
    p->hists[0].n_bins = FUNCTIONS * SIZE / 2;
    p->hists[0].bins = mem_array(p->hists[0].n_bins, sizeof(uint64_t));
    require(p->hists[0].bins != NULL);
    for (uint32_t i = 0; i < p->hists[0].n_bins; i += 5)
        p->hists[0].bins[i] = i % 7;
    for (unsigned i = 1; i < FUNCTIONS; i++) {
        p->arcs[p->n_arcs++] = (struct raw_arc){BASE + i / 2 * SIZE + 4, BASE + i * SIZE, i};
        p->arcs[p->n_arcs++] = (struct raw_arc){BASE + i * SIZE + 4, BASE + i / 3 * SIZE, i};
    }
    p->n_hists = p->n_files = 1;
    p->scale = 1;
    p->rate_hz = 100;
    p->files[0] = (struct profile_file){.path = mem_text("g", 1), .rate_hz = 100, .ticks = 9};
    p->has_histogram = p->has_arcs = true;
    return p;
}

/* ---- what is ready ---- */

struct ready {
    struct study *study; /* NULL: nothing is made yet */
    struct keymap keys;
    struct surface *surface;
};

static void make_ready(struct ready *r)
{
    static const char *const files[] = {"g"};
    struct option_list none = {0};
    struct err e;
    err_clear(&e);
    struct study_request sr = {
        .image = "p", .files = files, .n_files = 1, .profile = make_profile(), .options = &none};
    setlocale(LC_CTYPE, "C.UTF-8");
    r->study = study_new(&sr, &e);
    r->surface = surface_start(&(struct surface_options){.headless = true}, &e);
    require(r->study && r->surface && keymap_init(&r->keys));
}

static void drop_lists(struct option_list *lists, size_t *n)
{
    while (*n > 0)
        option_list_release(&lists[--*n]);
}

static void restore(struct ready *r)
{
    struct option_list none = {0};
    struct err e;
    err_clear(&e);
    require(r->study->options.n == 0 || study_change(r->study, &none, &e));
    drop_lists(r->study->past, &r->study->n_past);
    drop_lists(r->study->future, &r->study->n_future);
    if (surface_rows(r->surface) != ROWS || surface_cols(r->surface) != COLS)
        surface_resize(r->surface, ROWS, COLS);
}

static struct app *make_app(struct ready *r)
{
    struct err e;
    err_clear(&e);
    struct app_request ar = {.study = r->study, .first = VIEW_FLAT, .frozen_clock = true};
    ar.keys = (struct keymap){.n = r->keys.n, .cap = r->keys.n};
    ar.keys.b = mem_array(r->keys.n, sizeof *r->keys.b);
    require(ar.keys.b != NULL);
    memcpy(ar.keys.b, r->keys.b, r->keys.n * sizeof *r->keys.b);
    prefs_init(&ar.prefs);
    struct app *a = app_new(&ar, &e);
    require(a != NULL);
    return a;
}

/* ---- events ---- */

static bool would_write(const struct app *a)
{
    const struct prompt *p = &a->prompt;
    const char *s = p->edit.text.p;
    size_t n = p->edit.text.n;
    if (p->def == &prompt_write_gprof || p->def == &prompt_write_screen)
        return true;
    while (n && *s == ' ') {
        s++;
        n--;
    }
    return p->def == &prompt_command && n && (*s == 'w' || *s == 'd');
}

/* An event from four bytes. */
static struct event event_of(const struct app *a, const uint8_t *p)
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

static void settle(struct app *a)
{
    struct text why = {0};
    while (app_busy(a))
        app_work(a);
    for (;;) {
        struct effect f = app_take_effect(a);
        if (f.kind == EFFECT_NONE)
            break;
        text_release(&f.text);
    }
    require(app_check(a, &why));
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    static struct ready ready;
    if (!ready.study)
        make_ready(&ready);
    struct surface *s = ready.surface;
    struct app *a = make_app(&ready);
    for (size_t i = 0; i + 4 <= n && i < 4 * EVENTS_MAX; i += 4) {
        if (p[i] >= 250) {
            surface_resize(s, p[i + 1] % 60, p[i + 2]);
            app_resize(a, surface_rows(s), surface_cols(s), p[i + 3] & 1);
        } else if (p[i] >= 248) {
            uint32_t key = p[i + 2];
            require(keymap_bind(&a->keys, (enum mode)(p[i + 1] % N_MODES), &key, 1,
                                (enum action)(p[i + 3] % N_ACTIONS)));
        } else {
            struct event ev = event_of(a, p + i);
            app_step(a, &ev);
        }
        settle(a);
        if (p[i] % 8 == 1)
            app_draw(a, s);
    }
    a->study = NULL; /* stays */
    app_free(a);
    restore(&ready);
    return 0;
}
