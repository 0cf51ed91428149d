/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/browser.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/shell.h"
#include "core/base/text.h"
#include "core/load/pairs.h"
#include "core/options/settings.h"
#include "core/view/message.h"
#include "tui/app.h"
#include "tui/act/source.h"
#include "tui/app/remembered.h"
#include "tui/app/screen.h"
#include "tui/chooser.h"
#include "tui/keys/config.h"
#include "tui/keys/state_file.h"
#include "tui/script.h"
#include "tui/terminal/dump.h"
#include "tui/terminal/progress_screen.h"
#include "tui/terminal/surface.h"
#include "tui/terminal/surface_event.h"

/* Whether this run remembers anything, and the file of it. Scripts neither read nor write it; nor
 * do tests (GPTUI_TEST=1), unless they set XDG_STATE_HOME to a folder of their own. */
struct recall {
    struct text path;
    bool on;
    bool first; /* there was no file: the program is new to its user */
};

struct browser {
    const struct browser_request *request;
    const char *image, *const *files; /* those of the request, or a pair's */
    size_t n_files;
    struct pairs pairs;
    struct surface *surface;
    struct load_screen load;
    struct app *app;
    struct script script;
    struct recall recall;
    struct state remembered; /* by runs before this one, until the app has it */
    bool testing;            /* GPTUI_TEST=1: invariants are checked after each step */
    struct keymap keys;
    struct prefs prefs;
    struct text notice;
    struct text loading;
};

/* The view that the options name; the last one that does wins. Else the first that has something to
 * show. */
static enum view first_view(const struct option_list *l, const struct profile *p)
{
    enum view v = p->has_histogram ? VIEW_FLAT : p->has_arcs ? VIEW_GRAPH : VIEW_INFO;
    const option_id diff = option_by_name("diff");
    for (size_t i = 0; i < l->n; i++) {
        const struct option_item *it = &l->items[i];
        enum view named =
            it->id == diff ? VIEW_DIFF : view_of_style(option_opens(it->id, it->arg != NULL));
        if (it->on && named != VIEW_NONE)
            v = named;
    }
    return v;
}

/* ---- what is remembered from run to run ---- */

static void leave_as_is(void *ctx, struct state *s) {}

/* Read the file. What is wrong with it is reported, as lines; then it is not touched. A file that
 * is missing is made at once: where that fails nothing is remembered. */
static void recall_begin(struct browser *b)
{
    struct recall *r = &b->recall;
    const char *own = getenv("XDG_STATE_HOME");
    struct err e = ERR_INIT;
    if ((b->testing && !(own && *own)) || !state_path(&r->path))
        return;
    r->first = access(text_z(&r->path), F_OK) != 0;
    r->on = !r->first || state_update(r->path.p, leave_as_is, NULL, &e);
    if (r->on && !state_read(&b->remembered, r->path.p, &e)) {
        r->on = false;
        message_text(&e, "state", &b->notice);
    }
}

static void remember(void *ui, struct state *now)
{
    remembered_add(ui, now);
}

/* Add what this run leaves to what the file has by now. Nobody is there any more who could learn
 * that it failed. */
static void recall_end(const struct recall *r, struct app *a)
{
    struct err ignored = ERR_INIT;
    if (r->on)
        (void)!state_update(r->path.p, remember, app_ui(a), &ignored);
}

/* ---- requests ---- */

static void fit(struct browser *b)
{
    app_resize(b->app, surface_rows(b->surface), surface_cols(b->surface),
               surface_ascii(b->surface));
}

/* What is asked for only by what is drawn may take long, and show progress in place of it: then all
 * is drawn again. */
static void draw(struct browser *b)
{
    load_screen_begin(&b->load, "working");
    do {
        b->load.shown_ms = 0;
        app_draw(b->app, b->surface);
    } while (b->load.shown_ms);
    app_ui(b->app)->dirty = false;
}

static bool dump(struct browser *b, const char *path, struct err *e)
{
    struct text state = {0};
    for (draw(b); b->request->script && app_busy(b->app) && app_work(b->app);)
        draw(b);
    app_state_line(b->app, &state);
    bool ok = dump_write(b->surface, text_z(&state), path, e);
    text_release(&state);
    return ok;
}

/* what: the line, a line end, the file. It is opened in the editor of the environment, which may
 * have arguments of its own; the file is named so that the editor takes it for nothing else. */
static void edit(struct browser *b, struct text *what)
{
    char shell[] = "sh", command[] = "-c";
    const char *editor = getenv("VISUAL");
    struct text script = {0}, at = {0}, path = {0};
    text_z(what);
    char *file = what->p ? strchr(what->p, '\n') : NULL;
    if (!file)
        return;
    *file++ = 0;
    if (!editor || !*editor)
        editor = getenv("EDITOR");
    text_operand(&path, file);
    text_printf(&script, "%s \"$@\"", editor && *editor ? editor : "vi");
    text_printf(&at, "+%s", what->p);
    ui_say(app_ui(b->app), "opened: %s, line %s", text_z(&path), what->p);
    text_z(&script);
    text_z(&at);
    char *argv[] = {shell, command, script.p, shell, at.p, path.p, NULL};
    int status = surface_run(b->surface, argv);
    text_release(&script);
    text_release(&at);
    text_release(&path);
    fit(b);
    source_files_changed(app_ui(b->app));
    if (status == 127)
        ui_say(app_ui(b->app), "the editor cannot be run: set VISUAL or EDITOR");
    else if (status > 0)
        ui_say(app_ui(b->app), "the editor ended with status %d", status);
    else if (status < 0 && !b->request->script)
        ui_say(app_ui(b->app), "the editor could not be started");
}

static void do_request(struct browser *b, struct terminal_request *f)
{
    struct err e = ERR_INIT;
    switch (f->kind) {
    case REQUEST_COPY:
        if (!surface_copy(b->surface, f->text.p, f->text.n) && !b->request->script)
            ui_say(app_ui(b->app), "too long for the terminal's clipboard");
        break;
    case REQUEST_DUMP:
        if (!dump(b, text_z(&f->text), &e))
            ui_say_error(app_ui(b->app), &e);
        break;
    case REQUEST_MOUSE_ON:
    case REQUEST_MOUSE_OFF:
        surface_set_mouse(b->surface, f->kind == REQUEST_MOUSE_ON);
        break;
    case REQUEST_REDRAW:
        surface_refresh(b->surface);
        break;
    case REQUEST_SUSPEND:
        surface_suspend(b->surface);
        fit(b);
        break;
    case REQUEST_FORGET:
        b->recall.on = false;
        if (!state_update(text_z(&b->recall.path), NULL, NULL, &e))
            ui_say_error(app_ui(b->app), &e);
        break;
    case REQUEST_EDIT:
        edit(b, &f->text);
        break;
    case REQUEST_NONE:
        break;
    }
}

static void do_requests(struct browser *b)
{
    for (;;) {
        struct terminal_request f = app_take_request(b->app);
        if (f.kind == REQUEST_NONE)
            return;
        do_request(b, &f);
        text_release(&f.text);
    }
}

/* Under test a broken invariant ends the run with a report. What ends anyway owes no view. */
static bool check(struct browser *b, struct err *e)
{
    struct text why = {0};
    bool ok = !b->testing || app_ui(b->app)->status >= 0 || app_check(b->app, &why);
    if (!ok)
        err_what(e, ERR_TERMINAL, NULL, text_z(&why), NULL);
    text_release(&why);
    return ok;
}

/* A step, a piece of other work (ev NULL), or a look at the files where nothing was pressed for a
 * while (EVENT_NONE) may compute much: it gets its own quiet time before progress shows. */
static bool step(struct browser *b, const struct event *ev, struct err *e)
{
    load_screen_begin(&b->load, ev ? "working" : NULL);
    if (!ev)
        (void)app_work(b->app);
    else if (ev->kind == EVENT_NONE)
        app_look(b->app);
    else
        app_step(b->app, ev);
    if (b->load.lost.kind == EVENT_LOST)
        app_step(b->app, &b->load.lost);
    do_requests(b);
    return check(b, e);
}

/* ---- the two loops ---- */

static int run_terminal(struct browser *b, struct err *e)
{
    app_watch(b->app, b->request->live_ms);
    while (app_ui(b->app)->status < 0) {
        if (app_ui(b->app)->dirty) {
            draw(b);
            surface_show(b->surface);
        }
        bool work = app_idle_work(b->app);
        struct event ev = load_screen_held(&b->load);
        if (ev.kind == EVENT_NONE)
            ev = surface_event(b->surface, work ? 0 : app_wait_ms(b->app));
        if (ev.kind == EVENT_RESIZE)
            fit(b);
        if (!step(b, ev.kind == EVENT_NONE && work ? NULL : &ev, e))
            return 1;
    }
    return app_ui(b->app)->status;
}

static int run_script(struct browser *b, struct err *e)
{
    if (b->request->live_ms)
        app_watch(b->app, b->request->live_ms);
    while (app_ui(b->app)->status < 0) {
        while (app_busy(b->app) && app_work(b->app)) {
        }
        struct script_step s = script_next(&b->script);
        bool ok = true;
        switch (s.kind) {
        case STEP_END:
            return 0;
        case STEP_RESIZE:
            surface_resize(b->surface, s.rows, s.cols);
            fit(b);
            ok = step(b, &s.event, e);
            break;
        case STEP_EVENT:
            ok = step(b, &s.event, e);
            break;
        case STEP_COMMAND:
            app_do_command(b->app, s.text);
            do_requests(b);
            ok = check(b, e);
            break;
        case STEP_DUMP:
            ok = dump(b, s.text, e);
            break;
        }
        if (!ok)
            return 1;
    }
    return app_ui(b->app)->status;
}

/* ---- start and end ---- */

/* Where nothing was named, and several programs and profiles are there, the user says which. */
static bool choose_files(struct browser *b, struct err *e)
{
    const struct browser_request *r = b->request;
    const struct pairs_request here = {.folder = ".", .progress = &b->load.progress};
    size_t chosen = 0;
    b->image = r->image;
    b->files = r->files;
    b->n_files = r->n_files;
    if (r->looks) {
        if (!pairs_find(&here, &b->pairs, e) ||
            ((b->pairs.n > 1 || (b->pairs.n && !b->pairs.fits)) &&
             !chooser_run(b->surface, &b->keys, &b->pairs, &chosen, &b->load.lost, e)))
            return false;
        if (b->pairs.n) {
            b->image = b->pairs.p[chosen].image;
            b->files = &b->pairs.p[chosen].profile;
            b->n_files = 1;
        }
    }
    text_str(&b->loading, "loading ");
    text_str(&b->loading, b->image);
    load_screen_begin(&b->load, text_z(&b->loading));
    return true;
}

static bool start_terminal(struct browser *b, struct err *e)
{
    struct config c = {&b->keys, &b->prefs};
    const char *script = b->request->script;
    prefs_init(&b->prefs);
    keymap_init(&b->keys);
    config_load(&c, &b->notice);
    if (b->request->notice)
        text_str(&b->notice, b->request->notice);
    if (!script)
        recall_begin(b);
    else if (!script_read(&b->script, script, e))
        return false;
    const struct surface_options o = {.headless = script, .mouse = b->prefs.v[PREF_MOUSE]};
    b->surface = surface_start(&o, e);
    if (!b->surface)
        return false;
    load_screen_init(&b->load, b->surface, "looking for profiles");
    return true;
}

static bool start_app(struct browser *b, struct err *e)
{
    const struct browser_request *r = b->request;
    struct session_request sr = {
        .image = b->image,
        .files = b->files,
        .n_files = b->n_files,
        .runs = true,
        .options = r->items,
        .source_dirs = r->source_dirs,
        .progress = &b->load.progress,
        .clones = true,
        .splits = true,
        .joins = true,
    };
    struct session *session = session_new(&sr, e);
    if (!session)
        return false;
    struct app_request ar = {
        .session = session,
        .keys = b->keys,
        .prefs = b->prefs,
        .first = first_view(&session->options, session->profile),
        .notice = text_z(&b->notice),
        .rows = surface_rows(b->surface),
        .cols = surface_cols(b->surface),
        .ascii = surface_ascii(b->surface),
        .then = b->recall.on ? &b->remembered : NULL,
    };
    b->keys = (struct keymap){0};
    b->app = app_new(&ar);
    if (b->recall.on && b->recall.first && !b->notice.n &&
        !app_ui(b->app)->findings.notice.problem[0])
        ui_say(app_ui(b->app),
               "new here? Enter opens a function, X takes it out, ? lists all keys");
    fit(b);
    return true;
}

int browser_run(const struct browser_request *r, struct err *e)
{
    const char *testing = getenv("GPTUI_TEST");
    struct browser b = {.request = r, .testing = testing && !strcmp(testing, "1")};
    int status = 1;
    if (start_terminal(&b, e) && choose_files(&b, e) && start_app(&b, e))
        status = r->script ? run_script(&b, e) : run_terminal(&b, e);
    else if (e->code == ERR_CANCELLED) /* by a signal (Ctrl-C is one), or by q */
        status = b.load.lost.kind != EVENT_LOST ? 0
                 : b.load.lost.signal           ? 128 + b.load.lost.signal
                                                : 128 + SIGHUP;
    surface_stop(b.surface);
    if (b.app && status != 1)
        recall_end(&b.recall, b.app);
    app_free(b.app);
    text_release(&b.recall.path);
    state_release(&b.remembered);
    pairs_release(&b.pairs);
    script_release(&b.script);
    keymap_release(&b.keys);
    text_release(&b.notice);
    text_release(&b.loading);
    return status;
}
