/* SPDX-License-Identifier: GPL-3.0-or-later */
/* app: puts the parts of the browser together; events become actions, and what is left of a step
 * is done after it. */
#include "tui/app.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/clock.h"
#include "core/base/mem.h"
#include "tui/app/changes.h"
#include "tui/act/command.h"
#include "tui/app/menu.h"
#include "tui/app/function_names.h"
#include "tui/app/prompt.h"
#include "tui/app/remembered.h"
#include "tui/app/screens.h"
#include "tui/app/search.h"
#include "tui/app/side_pane.h"
#include "tui/app/watch.h"
#include "tui/keys/keyname.h"
#include "tui/mouse.h"
#include "tui/history/undo.h"
#include "tui/popup/cycle_list.h"
#include "tui/popup/finder.h"
#include "tui/popup/help.h"
#include "tui/popup/option_panel.h"
#include "tui/screen_draw.h"

struct app {
    struct ui ui; /* points to the parts below */
    struct pending_keys pending;
#define P(type, part) struct type part;
    PARTS(P)
#undef P
    struct popup_state popups[N_POPUPS];
};

struct ui *app_ui(struct app *a)
{
    return &a->ui;
}

struct app *app_new(const struct app_request *r)
{
    struct app *a = mem_array(1, sizeof *a);
#define P(type, part) a->ui.part = &a->part;
    PARTS(P)
#undef P
    a->ui.popups = a->popups;
    a->ui.session = r->session;
    a->ui.prefs = r->prefs;
    a->ui.status = -1;
    a->reply.opened = true;
    a->ui.findings = session_findings(r->session);
    a->keys = r->keys;
    a->side_pane.at = NO_ANCHOR;
    a->views.at = screen_ops(r->first) ? r->first : VIEW_FLAT;
    for (int i = VIEW_NONE + 1; i < N_VIEWS; i++)
        a->views.screen[i] = (struct screen){
            .list.lead = screen_ops((enum view)i)->pins ? 1 : 0,
            .sort.column = COLUMN_NONE,
            .item = NO_ANCHOR,
            .row = {.kind = ROW_TEXT, .at = NO_ANCHOR},
        };
    if (r->then)
        remembered_begin(&a->ui, r->then);
    app_resize(a, r->rows ? r->rows : 24, r->cols ? r->cols : 80, r->ascii);
    history_push(&a->history, place_here(&a->ui));
    if (r->notice && *r->notice) {
        /* The first of several lines, and how many there are. */
        size_t n = strcspn(r->notice, "\n"), lines = 0;
        for (const char *p = r->notice; *p; p++)
            lines += *p == '\n';
        if (lines > 1)
            ui_warn(&a->ui, "%.*s (and %zu more)", (int)n, r->notice, lines - 1);
        else
            ui_warn(&a->ui, "%.*s", (int)n, r->notice);
    }
    return a;
}

void app_free(struct app *a)
{
    if (!a)
        return;
    for (int v = 0; v < N_VIEWS; v++) {
        screen_drop_grid(&a->views.screen[v]);
        text_release(&a->views.screen[v].filter);
        free(a->views.screen[v].file);
        screen_sort_anew(&a->views.screen[v]);
    }
    for (int p = 0; p < N_POPUPS; p++)
        popup_leave(&a->ui, popup_ops((enum popup)p));
    side_pane_release(&a->side_pane);
    history_release(&a->history);
    remembered_release(&a->remembered);
    watch_release(&a->watch);
    free(a->views.marks.on);
    open_paths_release(&a->views.open);
    completion_release(&a->prompt.completion);
    edit_release(&a->prompt.edit);
    text_release(&a->prompt.label);
    text_release(&a->prompt.otherwise);
    for (int i = 0; i < N_PASTS; i++)
        past_release(&a->prompt.pasts[i]);
    function_names_release(&a->names);
    search_release(&a->search);
    search_release(&a->line_search);
    struct reply *r = &a->reply;
    text_release(&r->message);
    for (size_t i = 0; i < r->n_requests; i++)
        text_release(&r->requests[i].text);
    keymap_release(&a->keys);
    undo_release(&a->undo);
    session_free(a->ui.session);
    free(a);
}

/* ---- events ---- */

/* What every step ends with: all that the drawing reads is there. */
static void settle(struct ui *ui)
{
    if (!screen_here(ui)->grid)
        screens_refresh(ui);
    popup_fit(ui);
    side_pane_settle(ui);
}

static void on_key(struct app *a, uint32_t key)
{
    bool more;
    struct ui *ui = &a->ui;
    struct pending_keys *p = &a->pending;
    ui_say_nothing(ui);
    ui->reply->opened = false;
    ui->dirty = true;
    /* Esc ends one thing at a time: first a search that is under way, then keys that wait for more.
     * What comes after these has keys of its own. */
    if (key == KEYS_ESCAPE && (search_here(&a->ui)->running || p->n)) {
        if (search_here(&a->ui)->running)
            ui_say(ui, "search stopped");
        else
            p->n = 0;
        search_here(&a->ui)->running = false;
        return;
    }
    p->key[p->n++] = key;
    const struct binding *b = keymap_find(&a->keys, ui_mode(ui), p->key, p->n, &more);
    if (!b && more && p->n < KEYS_MAX)
        return;
    size_t n = p->n;
    enum action action = b ? (enum action)b->action : ACTION_NONE;
    p->n = 0;
    if (action)
        ui_run(ui, action, key);
    else if (!b && a->prompt.def && n == 1 && key_is_text(key))
        prompt_key(ui, key);
    else {
        struct text t = {0};
        for (size_t i = 0; i < n; i++)
            keyname_text(p->key[i], &t);
        const char *help = ui->prompt->def            ? "Esc leaves the line, then ? lists the keys"
                           : ui_mode(ui) == MODE_HELP ? "? closes this list of keys"
                                                      : "? lists the keys";
        ui_say(ui, "%s means nothing here; %s", text_z(&t), help);
        text_release(&t);
    }
}

void app_resize(struct app *a, int rows, int cols, bool ascii)
{
    struct ui *ui = &a->ui;
    struct layout before = ui->layout;
    if (rows == before.rows && cols == before.cols && ascii == ui->ascii)
        return;
    ui->layout.rows = rows;
    ui->layout.cols = cols;
    bool restyled = cols != before.cols || ascii != ui->ascii;
    ui->ascii = ascii;
    screens_layout(ui);
    if (restyled || before.body.cols != ui->layout.body.cols || before.brief != ui->layout.brief)
        screens_stale(ui);
    screens_refresh(ui);
    settle(ui);
}

void app_step(struct app *a, const struct event *e)
{
    switch (e->kind) {
    case EVENT_KEY:
        on_key(a, e->key);
        break;
    case EVENT_MOUSE:
        mouse_event(&a->ui, e);
        break;
    case EVENT_RESIZE:
    case EVENT_RESUME:
        a->ui.dirty = true;
        break;
    case EVENT_LOST:
        a->ui.status = 128 + (e->signal ? e->signal : 1);
        break;
    case EVENT_NONE:
        break;
    }
    settle(&a->ui);
}

void app_watch(struct app *a, int live_ms)
{
    struct session_request *r = &a->ui.session->request;
    watch_begin(&a->watch, r->image, r->files, r->n_files);
    r->held = a->watch.held;
    a->keys.live = r->held;
    if (live_ms)
        a->watch.every_ms = live_ms;
}

/* Until what is counted is to be read again, which takes a tenth of the time at most. */
static int64_t left_ms(const struct watch *w)
{
    const int64_t tenfold = 10 * w->renewal_ms;
    return w->renewed_ms + (w->every_ms > tenfold ? w->every_ms : tenfold) - clock_ms();
}

int app_wait_ms(const struct app *a)
{
    const int64_t left = a->watch.state == WATCH_RUNS ? left_ms(&a->watch) : WATCH_MS;
    return left > 0 && left < WATCH_MS ? (int)left : WATCH_MS;
}

static void renew(struct app *a)
{
    struct watch *w = &a->watch;
    if (w->frozen || left_ms(w) > 0)
        return;
    w->renewed_ms = clock_ms();
    (void)files_reload(&a->ui);
    w->renewal_ms = clock_ms() - w->renewed_ms;
}

void app_look(struct app *a)
{
    struct ui *ui = &a->ui;
    const struct watch *w = &a->watch;
    const enum watch_state then = w->state;
    const bool was = w->changed, ready = watch_look(&a->watch);
    ui->dirty |= w->changed != was || w->state != then;
    if (ready && !a->prompt.def && !ui->popup && !ui->over && !a->pending.n) {
        if (w->state != WATCH_FILES)
            renew(a);
        else if (ui->prefs.v[PREF_FOLLOW])
            ui_run(ui, ACTION_RELOAD, 0);
    }
    settle(ui);
}

void app_do_command(struct app *a, const char *line)
{
    command_run(&a->ui, line);
    settle(&a->ui);
}

static bool popup_busy(const struct ui *ui)
{
    return ui->popup && ui->popup->busy && ui->popup->busy(ui);
}

bool app_busy(const struct app *a)
{
    return search_here(&a->ui)->running || popup_busy(&a->ui) || session_waits(a->ui.session) ||
           side_pane_waits(&a->ui);
}

bool app_idle_work(const struct app *a)
{
    return app_busy(a) ||
           (!function_names_ready(&a->names) && a->ui.session->analysis->n_symbols <= UNASKED_MAX);
}

bool app_work(struct app *a)
{
    bool ok = true;
    if (search_here(&a->ui)->running)
        search_work(&a->ui);
    else if (popup_busy(&a->ui))
        ok = a->ui.popup->work(&a->ui);
    else if (session_waits(a->ui.session))
        ok = screens_catch_up(&a->ui);
    else if (side_pane_waits(&a->ui))
        ok = side_pane_work(&a->ui);
    else if (!function_names_ready(&a->names))
        function_names_gather(&a->ui);
    settle(&a->ui);
    return ok;
}

struct terminal_request app_take_request(struct app *a)
{
    struct reply *r = &a->reply;
    struct terminal_request q = {.kind = REQUEST_NONE};
    if (!r->n_requests)
        return q;
    q = r->requests[0];
    r->n_requests--;
    memmove(r->requests, r->requests + 1, r->n_requests * sizeof *r->requests);
    return q;
}

void app_draw(const struct app *a, struct surface *s)
{
    screen_draw(&a->ui, &a->pending, s);
}

/* ---- state ---- */

void app_state_line(const struct app *a, struct text *out)
{
    const struct list *l = &screen_here(&a->ui)->list;
    text_printf(out, "view=%s mode=%s row=%zu/%zu top=%zu", view_get(a->views.at)->title,
                mode_name(ui_mode(&a->ui)), l->n ? l->cursor + 1 : 0, l->n, l->top);
}

static bool broken(struct text *why, const char *what)
{
    text_str(why, what);
    return false;
}

bool app_check(const struct app *a, struct text *why)
{
    const struct ui *ui = &a->ui;
    const struct side_pane *pane = &a->side_pane;
    for (int v = 0; v < N_VIEWS; v++) {
        const struct screen *s = &a->views.screen[v];
        if (!list_valid(&s->list))
            return broken(why, "a view's list");
        if (s->grid && v == (int)a->views.at && s->list.n != s->grid->n_rows)
            return broken(why, "rows of list and grid");
        if (s->skip < 0)
            return broken(why, "sideways scroll");
    }
    if (!screen_ops(a->views.at) || !screen_here(ui)->grid)
        return broken(why, "no view");
    if (!history_valid(&a->history))
        return broken(why, "history");
    for (int p = 0; p < N_POPUPS; p++)
        if (!list_valid(&a->popups[p].list))
            return broken(why, "a pop-up's list");
    if (!list_valid(&pane->list[0]) || !list_valid(&pane->list[1]))
        return broken(why, "a list of the side pane");
    if (side_pane_has_keys(ui) && (!pane->grid[0] || !ui->layout.side_pane.rows))
        return broken(why, "keys in a side pane that is not there");
    if (a->prompt.edit.at > a->prompt.edit.text.n)
        return broken(why, "the prompt's cursor");
    return true;
}
