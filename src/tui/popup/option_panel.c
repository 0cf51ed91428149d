/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/option_panel.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "tui/act/complete.h"
#include "tui/act/export.h"
#include "tui/act/options.h"
#include "tui/act/view.h"
#include "tui/app/popup.h"
#include "tui/app/changes.h"
#include "tui/app/prompt.h"
#include "tui/app/remembered.h"
#include "tui/app/screen.h"
#include "tui/app/window.h"
#include "tui/app/wording.h"
#include "tui/terminal/surface_draw.h"

/* ---- what each option changes ---- */

static void drop_effects(struct option_effects *f)
{
    for (size_t i = 0; i < f->ready; i++)
        text_release(&f->note[i]);
    free(f->note);
    *f = (struct option_effects){0};
}

const char *option_effect(const struct option_panel *p, size_t i)
{
    return i < p->effects.ready ? text_z(&p->effects.note[i]) : "";
}

/* What item i changes. False if it was interrupted. */
static bool find_effect(const struct session *s, size_t i, struct text *out)
{
    const struct option_item *it = &s->options.items[i];
    struct effect_sums now, other;
    struct option_list l;
    struct err e = ERR_INIT;
    if (!option_use(it->id)->selects)
        return true;
    option_list_copy(&l, &s->options);
    l.items[i].on = !l.items[i].on;
    bool ok = session_sums(s, &l, &other, &e);
    option_list_release(&l);
    if (!ok)
        return e.code != ERR_CANCELLED;
    effect_sums(s->analysis, s->settings.unused, &now);
    effect_text(out, s->profile, it->on ? &other : &now, it->on ? &now : &other);
    return true;
}

/* Unless nothing is left to find out, or the program is too large: each figure costs as much as a
 * toggle. */
static bool busy(const struct ui *ui)
{
    const struct option_effects *f = &ui->option_panel->effects;
    const struct session *s = ui->session;
    return s->analysis->n_symbols <= UNASKED_MAX && !(f->n == s->options.n && f->ready == f->n);
}

/* One item. */
static bool work(struct ui *ui)
{
    struct option_effects *f = &ui->option_panel->effects;
    const struct session *s = ui->session;
    ui->dirty = true;
    if (f->n != s->options.n) {
        drop_effects(f);
        f->note = mem_array(s->options.n, sizeof *f->note);
        f->n = s->options.n;
    }
    if (f->ready < f->n && !find_effect(s, f->ready, &f->note[f->ready]))
        return false;
    f->ready += f->ready < f->n;
    return true;
}

/* ---- lines ---- */

enum line_kind { LINE_ITEM, LINE_ROWS, LINE_SWITCH, LINE_NONE };

struct option_panel_at {
    enum line_kind kind;
    size_t i;          /* the item */
    option_id offered; /* the switch */
};

static struct option_panel_at at(const struct ui *ui, size_t i)
{
    size_t n = ui->session->options.n;
    if (i < n)
        return (struct option_panel_at){LINE_ITEM, i, OPTION_NONE};
    i -= n;
    if (screen_here(ui)->filter.n) {
        if (!i)
            return (struct option_panel_at){LINE_ROWS, 0, OPTION_NONE};
        i--;
    }
    option_id offered;
    for (unsigned place = 1; (offered = option_switch_at(place)) != OPTION_NONE; place++) {
        size_t k = 0; /* the item that it is */
        while (k < n && ui->session->options.items[k].id != offered)
            k++;
        if (k == n && !i--)
            return (struct option_panel_at){LINE_SWITCH, 0, offered};
    }
    return (struct option_panel_at){LINE_NONE, 0, OPTION_NONE};
}

static struct list *list_of(const struct ui *ui)
{
    return &ui->popups[POPUP_OPTION_PANEL].list;
}

static struct option_panel_at here(const struct ui *ui)
{
    return at(ui, list_of(ui)->cursor);
}

enum { OPTION_COLS = 26 };

/* "[x] -E mcount     -0.31 s  what it does" */
static void option_line(const struct ui *ui, option_id id, const char *arg, bool on,
                        const char *effect, struct line *out)
{
    const struct option_def *d = option_get(id);
    struct option_item item = {.id = id, .arg = arg, .on = true};
    struct option_list one = {.items = &item, .n = 1};
    struct text t = {0};
    options_shown(ui->session, &one, OPTIONS_ALL, ui_name_level(ui), &t);
    text_str(&out->text, on ? " [x] " : " [ ] ");
    size_t lo = out->text.n;
    text_shown(&out->text, t.p ? t.p : "", t.n, false);
    line_mark(out, lo, on ? ROLE_STRONG : ROLE_PLAIN, COLUMN_NONE);
    size_t cols = utf8_cols(out->text.p + lo, out->text.n - lo);
    text_fill(&out->text, ' ', cols < OPTION_COLS ? OPTION_COLS - cols : 1);
    lo = out->text.n;
    text_str(&out->text, effect);
    line_mark(out, lo, ROLE_NUMBER, COLUMN_NONE);
    text_str(&out->text, *effect ? "  " : "");
    lo = out->text.n;
    const struct option_use *use = option_use(id);
    /* The whole sentence is below the list, see detail(). */
    const char *brief = arg ? use->on_row : d->arg == OPTION_NO_ARG ? use->on_key : NULL;
    text_str(&out->text, brief ? brief : d->help);
    line_mark(out, lo, ROLE_DIM, COLUMN_NONE);
    text_release(&t);
}

static void option_panel_line(const struct ui *ui, size_t i, struct line *out)
{
    struct option_panel_at p = at(ui, i);
    const struct text *filter = &screen_here(ui)->filter;
    switch (p.kind) {
    case LINE_ITEM: {
        const struct option_item *it = &ui->session->options.items[p.i];
        option_line(ui, it->id, it->arg, it->on, option_effect(ui->option_panel, p.i), out);
        break;
    }
    case LINE_ROWS:
        text_str(&out->text, " [x] & ");
        text_shown(&out->text, filter->p, filter->n, false);
        text_str(&out->text, "   rows shown (no option of gprof)");
        break;
    case LINE_SWITCH:
        option_line(ui, p.offered, NULL, false, "", out);
        break;
    case LINE_NONE:
        break;
    }
}

/* Append what the selected line does, in full. */
static void detail(const struct ui *ui, struct line *out)
{
    struct option_panel_at p = here(ui);
    option_id id = p.kind == LINE_ITEM ? ui->session->options.items[p.i].id : p.offered;
    if (id == OPTION_NONE)
        return;
    const struct option_def *d = option_get(id);
    if (d->letter)
        text_printf(&out->text, " -%c", d->letter);
    else
        text_printf(&out->text, " --%s", d->name);
    if (d->arg != OPTION_NO_ARG && d->arg_name)
        text_printf(&out->text, " %s", d->arg_name);
    text_printf(&out->text, ": %s", d->help);
    if (p.kind == LINE_ITEM) {
        /* The argument as it is written, if the line shows it in another form. */
        const char *arg = ui->session->options.items[p.i].arg;
        struct text read = {0};
        if (arg)
            spec_shown(ui->session, arg, ui_name_level(ui), &read);
        if (read.n && strcmp(text_z(&read), arg) != 0) {
            text_str(&out->text, "   ");
            text_shown(&out->text, arg, strlen(arg), ui->ascii);
        }
        text_release(&read);
    }
}

/* ---- the window ---- */

enum { DRAWER_COLS = 100 };

/* Shown if there is room: what the key line and the prompts do not say. */
static const char *const HINTS[] = {
    " S and a digit: keep these as a set; the digit: use it",
    " SYMSPEC: f  f.c:  f.c:f  f.c:12  /regex/   arc: F/G",
};
enum { HINTS_FROM = 18 };

static void command_text(const struct ui *ui, struct text *out)
{
    text_str(out, " batch: ");
    export_command_text(ui, out);
}

/* The bytes of the command's next line, with the blanks after it. */
static size_t command_break(const struct text *t, size_t from, size_t cols)
{
    size_t n = window_words(t->p + from, t->n - from, cols);
    while (from + n < t->n && t->p[from + n] == ' ')
        n++;
    return n;
}

/* The rows that the command gets: those that it needs, within half of the window. */
static int command_rows(const struct ui *ui, const struct window *w)
{
    struct text t = {0};
    int rows = 0, most = w->area.rows / 2 - 2, cols = w->area.cols - 2;
    command_text(ui, &t);
    for (size_t from = 0; from < t.n && cols > 0 && rows < most; rows++)
        from += command_break(&t, from, (size_t)cols);
    text_release(&t);
    return rows;
}

static struct window window(const struct ui *ui)
{
    struct area g = window_ground(&ui->layout);
    struct window w = {.area = g, .lead = 1};
    if (g.cols >= DRAWER_COLS) {
        w.area.cols = g.cols / 2;
        w.area.col = g.cols - w.area.cols;
    }
    w.tail = g.rows > 2 ? 1 + command_rows(ui, &w) : 0;
    if (g.rows >= HINTS_FROM)
        w.tail += (int)ARRAY_LEN(HINTS);
    return w;
}

static void fit(struct ui *ui)
{
    struct window w = window(ui);
    size_t n = 0;
    while (at(ui, n).kind != LINE_NONE)
        n++;
    list_resize(list_of(ui), n, window_height(&w));
}

/* The command, over as many lines as there are. */
static void draw_command(const struct ui *ui, struct surface *s, const struct window *w)
{
    struct text t = {0};
    int rows = command_rows(ui, w), cols = w->area.cols - 2;
    int row = w->area.row + w->area.rows - 1 - rows;
    command_text(ui, &t);
    size_t from = 0;
    for (int y = 0; y < rows && from < t.n && cols > 0; y++) {
        size_t n = command_break(&t, from, (size_t)cols);
        surface_text(s, row + y, w->area.col + 1, cols, t.p + from, n, ROLE_STRONG, 0);
        from += n;
    }
    if (from < t.n && rows && cols > 2)
        surface_text(s, row + rows - 1, w->area.col + cols - 1, 2, "..", 2, ROLE_STRONG, 0);
    text_release(&t);
}

static void draw(const struct ui *ui, struct surface *s, const struct window *w)
{
    struct text title = {0};
    /* " filters: 2 of 2 on, other options: 0 of 1 on " */
    size_t n = 0, on = 0;
    for (size_t i = 0; i < ui->session->options.n; i++) {
        bool filter = option_use(ui->session->options.items[i].id)->selects;
        n += filter;
        on += filter && ui->session->options.items[i].on;
    }
    text_printf(&title, " filters: %zu of %zu on", on, n);
    if (ui->session->options.n > n)
        text_printf(&title, ", other options: %zu of %zu on",
                    options_on(&ui->session->options) - on, ui->session->options.n - n);
    text_char(&title, ' ');
    window_frame(ui, s, &w->area, title.p, title.n);
    window_list(ui, s, w, list_of(ui), option_panel_line);
    int row = w->area.row + w->area.rows - w->tail;
    for (size_t i = 0; w->area.rows >= HINTS_FROM && i < ARRAY_LEN(HINTS); i++)
        surface_text(s, row + (int)i, w->area.col + 1, w->area.cols - 2, HINTS[i], strlen(HINTS[i]),
                     ROLE_DIM, 0);
    draw_command(ui, s, w);
    text_release(&title);
}

static void stale(struct ui *ui)
{
    drop_effects(&ui->option_panel->effects);
}

const struct popup_ops popup_option_panel = {
    .id = POPUP_OPTION_PANEL,
    .mode = MODE_OPTION_PANEL,
    .double_click = ACTION_OPTION_PANEL_TOGGLE,
    .window = window,
    .fit = fit,
    .draw = draw,
    .detail = detail,
    .busy = busy,
    .work = work,
    .stale = stale,
    .release = stale,
};

/* ---- changes ---- */

void act_option_panel(struct ui *ui, const struct call *c)
{
    popup_open(ui, &popup_option_panel);
    popup_fit(ui);
}

/* Switch the line on or off, or (param 1) delete it. */
void act_option_panel_change(struct ui *ui, const struct call *c)
{
    struct option_panel_at p = here(ui);
    if (p.kind == LINE_ROWS) {
        rows_filter(ui, "");
    } else if (p.kind == LINE_ITEM) {
        struct option_list l = options_copy(ui);
        l.items[p.i].on = !l.items[p.i].on;
        if (c->param)
            option_list_remove(&l, p.i);
        options_change(ui, &l);
    } else if (c->param) {
        ui_say(ui, "this option is not on");
    } else if (p.kind == LINE_SWITCH) {
        filter_press(ui, p.offered);
    }
    popup_fit(ui);
}

void act_option_panel_move(struct ui *ui, const struct call *c)
{
    struct option_panel_at p = here(ui);
    size_t to = p.i + (size_t)c->param;
    if (p.kind != LINE_ITEM || to >= ui->session->options.n)
        return;
    struct option_list l = options_copy(ui);
    option_list_move(&l, p.i, to);
    options_change(ui, &l);
    list_set(list_of(ui), to);
}

static const struct prompt_def prompt_option_panel_edit, prompt_option_panel_add;

void act_option_panel_edit(struct ui *ui, const struct call *c)
{
    struct option_panel_at p = here(ui);
    if (p.kind == LINE_ROWS) {
        act_filter_rows(ui, c);
        edit_set(&ui->prompt->edit, screen_here(ui)->filter.p, screen_here(ui)->filter.n);
        return;
    }
    const struct option_item *it = p.kind == LINE_ITEM ? &ui->session->options.items[p.i] : NULL;
    const struct option_def *d = it ? option_get(it->id) : NULL;
    if (!it || d->arg == OPTION_NO_ARG) {
        act_option_panel_change(ui, c);
        return;
    }
    prompt_open(ui, &prompt_option_panel_edit, it->arg ? it->arg : "");
    ui->prompt->item = p.i;
    if (d->letter)
        prompt_label(ui, "-%c ", d->letter);
    else
        prompt_label(ui, "--%s=", d->name);
}

static void edit_accept(struct ui *ui, const char *line)
{
    size_t i = ui->prompt->item;
    if (i >= ui->session->options.n)
        return;
    struct option_list l = options_copy(ui);
    option_id id = l.items[i].id;
    bool none = !*line && option_get(id)->arg == OPTION_MAY_ARG;
    option_list_remove(&l, i);
    if (*line || none) {
        option_list_add(&l, id, none ? NULL : line);
        option_list_move(&l, l.n - 1, i);
    }
    options_change(ui, &l);
}

static const struct prompt_def prompt_option_panel_edit = {
    .label = "",
    .past = PAST_SPEC,
    .accept = edit_accept,
    .complete = complete_spec,
};

void act_option_panel_add(struct ui *ui, const struct call *c)
{
    prompt_open(ui, &prompt_option_panel_add, "-");
}

static void add_accept(struct ui *ui, const char *line)
{
    option_id id;
    const char *arg;
    if (!strcmp(line, "-") || !filter_parse(ui, line, &id, &arg))
        return;
    if (filter_add(ui, id, arg))
        filter_check(ui, id, arg);
    popup_fit(ui);
    if (ui->session->options.n)
        list_set(list_of(ui), ui->session->options.n - 1);
}

static const struct prompt_def prompt_option_panel_add = {
    .label = "add option: ",
    .past = PAST_SPEC,
    .accept = add_accept,
    .complete = complete_command,
};

/* ---- numbered sets ---- */

void act_option_panel_save(struct ui *ui, const struct call *c)
{
    if (c->key < '1' || c->key > '9') {
        ui_warn(ui, "sets have the numbers 1 to 9");
        return;
    }
    unsigned i = c->key - '1';
    struct option_set *set = &ui->remembered->set[i];
    option_list_release(&set->list);
    *set = (struct option_set){options_copy(ui), true, true};
    ui_say(ui, "kept as set %u%s: %u loads it", i + 1,
           set->list.n > SET_OPTIONS_MOST ? " until you leave" : "", i + 1);
}

void act_option_panel_load(struct ui *ui, const struct call *c)
{
    const struct option_set *set = &ui->remembered->set[(c->key - '1') % N_OPTION_SETS];
    if (c->key < '1' || c->key > '9' || !set->is_kept) {
        ui_warn(ui, "there is no such set; S and a digit keep one");
        return;
    }
    struct option_list l;
    option_list_copy(&l, &set->list);
    if (options_change(ui, &l))
        ui_say(ui, "set %c", (int)c->key);
    popup_fit(ui);
}
