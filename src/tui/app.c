/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: events become actions; what is left of a step is done after it. See app/app.h. */
#include "tui/app/app.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "tui/app/app_state.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"
#include "tui/keys/keyname.h"
#include "tui/mouse.h"
#include "tui/popup/finder.h"
#include "tui/popup/help.h"
#include "tui/popup/option_panel.h"
#include "tui/popup/popups.h"

/* Names are gathered ahead, while nothing is pressed, for programs up to this size. */
enum { AHEAD_MAX = 300000 };

static void init_screens(struct app *a)
{
    for (int v = 0; v < N_VIEWS; v++) {
        a->screens[v].sort.column = COLUMN_NONE;
        a->screens[v].item = NO_ANCHOR;
        a->screens[v].row = (struct row_anchor){.kind = ROW_TEXT, .at = NO_ANCHOR};
        a->screens[v].folded = a->prefs.v[PREF_FOLD];
    }
}

/* The first of several lines, and how many there are. */
static void show_notice(struct app *a, const char *notice)
{
    size_t n = strcspn(notice, "\n"), lines = 0;
    for (const char *p = notice; *p; p++)
        lines += *p == '\n';
    if (lines > 1)
        app_bad(a, "%.*s (and %zu more)", (int)n, notice, lines - 1);
    else
        app_bad(a, "%.*s", (int)n, notice);
}

struct app *app_new(const struct app_request *r, struct err *e)
{
    struct app *a = mem_array(1, sizeof *a);
    if (!a) {
        struct keymap keys = r->keys;
        keymap_release(&keys);
        session_free(r->session);
        err_memory(e, sizeof *a);
        return NULL;
    }
    a->session = r->session;
    a->keys = r->keys;
    a->prefs = r->prefs;
    a->frozen_clock = r->frozen_clock;
    a->status = -1;
    a->change_ms = -1;
    a->pane.at = NO_ANCHOR;
    a->view = screen_ops(r->first) ? r->first : VIEW_FLAT;
    init_screens(a);
    a->findings = info_findings(&a->session->view);
    app_resize(a, 24, 80, false);
    history_push(&a->history, app_place(a));
    if (r->notice && *r->notice)
        show_notice(a, r->notice);
    return a;
}

static void release_screens(struct app *a)
{
    for (int v = 0; v < N_VIEWS; v++) {
        grid_free(a->screens[v].grid);
        text_release(&a->screens[v].filter);
        free(a->screens[v].file);
    }
    pane_release(a);
}

static void release_lists(struct app *a)
{
    history_release(&a->history);
    for (int i = 0; i < N_MARKS; i++)
        place_release(&a->marks[i]);
    place_release(&a->last);
    place_release(&a->before_digits);
    for (int i = 0; i < N_PASTS; i++)
        past_release(&a->pasts[i]);
    for (int i = 0; i < N_SETS_SAVED; i++)
        option_list_release(&a->saved[i]);
    for (size_t i = 0; i < a->n_effects; i++)
        text_release(&a->effects[i].text);
}

void app_free(struct app *a)
{
    if (!a)
        return;
    release_screens(a);
    release_lists(a);
    prompt_close(a);
    edit_release(&a->prompt.edit);
    text_release(&a->prompt.label);
    menu_close(a);
    text_release(&a->menu.title);
    finder_release(&a->finder);
    panel_effects_drop(a);
    help_close(a);
    search_release(&a->search);
    search_release(&a->help_search);
    text_release(&a->message);
    keymap_release(&a->keys);
    undo_release(&a->undo);
    session_free(a->session);
    free(a);
}

/* ---- events ---- */

/* What every step ends with: all that the drawing reads is there. */
static void settle(struct app *a)
{
    if (!app_screen(a)->grid)
        app_refresh(a);
    popups_fit(a);
    pane_settle(a);
}

/* Digits live as long as nothing else is pressed. */
static void forget_digits(struct app *a, enum action action)
{
    if (action == ACTION_DIGIT || action == ACTION_LAST || action == ACTION_LINE_START ||
        action_get(action)->run == act_view)
        return;
    a->n_digits = 0;
    a->digits = 0;
}

static void say_unbound(struct app *a, size_t n)
{
    struct text t = {0};
    for (size_t i = 0; i < n; i++)
        keyname_text(a->pending[i], &t);
    app_say(a, "%s means nothing here%s", text_z(&t),
            app_mode(a) == MODE_HELP ? "" : "; ? lists the keys");
    text_release(&t);
}

static void on_key(struct app *a, uint32_t key)
{
    bool more;
    enum mode m = app_mode(a);
    text_clear(&a->message);
    a->dirty = true;
    a->pending[a->n_pending++] = key;
    const struct binding *b = keymap_find(&a->keys, m, a->pending, a->n_pending, &more);
    if (!b && more && a->n_pending < KEYS_MAX)
        return;
    size_t n = a->n_pending;
    a->n_pending = 0;
    if (b) {
        enum action action = (enum action)b->action;
        forget_digits(a, action);
        if (action)
            app_run(a, action, key);
    } else {
        forget_digits(a, ACTION_NONE);
        if (!a->prompt.def)
            say_unbound(a, n);
        else if (n == 1)
            prompt_key(a, key);
    }
}

static void on_lost(struct app *a, int signal)
{
    a->status = 128 + (signal ? signal : 1);
}

void app_resize(struct app *a, int rows, int cols, bool ascii)
{
    if (rows == a->rows && cols == a->cols && ascii == a->ascii)
        return;
    bool other_width = cols != a->cols || ascii != a->ascii;
    a->rows = rows;
    a->cols = cols;
    a->ascii = ascii;
    struct layout before = a->layout;
    app_layout(a);
    if (other_width || before.body.cols != a->layout.body.cols)
        app_stale(a);
    app_refresh(a);
    settle(a);
}

void app_step(struct app *a, const struct event *e)
{
    switch (e->kind) {
    case EVENT_KEY:
        on_key(a, e->key);
        break;
    case EVENT_MOUSE:
        mouse_event(a, e);
        break;
    case EVENT_RESIZE:
    case EVENT_RESUME:
        a->dirty = true;
        break;
    case EVENT_LOST:
        on_lost(a, e->signal);
        break;
    case EVENT_NONE:
        break;
    }
    settle(a);
}

void app_do_command(struct app *a, const char *line)
{
    app_command(a, line);
    settle(a);
}

static bool popup_busy(const struct app *a)
{
    return a->popup && a->popup->busy && a->popup->busy(a);
}

bool app_busy(const struct app *a)
{
    return a->search.running || popup_busy(a);
}

bool app_idle_work(const struct app *a)
{
    return app_busy(a) || (!finder_ready(a) && a->session->analysis->n_symbols <= AHEAD_MAX);
}

void app_work(struct app *a)
{
    if (a->search.running)
        search_work(a);
    else if (popup_busy(a))
        a->popup->work(a);
    else if (!finder_ready(a))
        finder_work(a);
    settle(a);
}

bool app_dirty(const struct app *a)
{
    return a->dirty;
}

void app_drawn(struct app *a)
{
    a->dirty = false;
}

int app_exit_status(const struct app *a)
{
    return a->status;
}

/* ---- state ---- */

void app_state_line(const struct app *a, struct text *out)
{
    const struct screen *s = app_screen_const(a);
    text_printf(out, "view=%s mode=%s row=%zu/%zu top=%zu", view_get(a->view)->title,
                mode_name(app_mode(a)), s->list.n ? s->list.cursor + 1 : 0, s->list.n, s->list.top);
}

static bool broken(struct text *why, const char *what)
{
    text_str(why, what);
    return false;
}

bool app_check(const struct app *a, struct text *why)
{
    for (int v = 0; v < N_VIEWS; v++) {
        const struct screen *s = &a->screens[v];
        if (!list_valid(&s->list))
            return broken(why, "a view's list");
        if (s->grid && v == (int)a->view && s->list.n != s->grid->n_rows)
            return broken(why, "rows of list and grid");
        if (s->skip < 0)
            return broken(why, "sideways scroll");
    }
    if (!screen_ops(a->view) || !a->screens[a->view].grid)
        return broken(why, "no view");
    if (!history_valid(&a->history))
        return broken(why, "history");
    if (!list_valid(&a->panel) || !list_valid(&a->menu.list) || !list_valid(&a->help.list) ||
        !list_valid(&a->finder.list))
        return broken(why, "a pop-up's list");
    if (!list_valid(&a->pane.list[0]) || !list_valid(&a->pane.list[1]))
        return broken(why, "a list of the pane");
    if (pane_has_keys(a) && ((!a->pane.links && !a->pane.hot) || !a->layout.pane.rows))
        return broken(why, "keys in a pane that is not there");
    if (a->prompt.edit.at > a->prompt.edit.text.n)
        return broken(why, "the prompt's cursor");
    return true;
}
