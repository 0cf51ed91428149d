/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/popup/finder.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/view/grid/picks.h"
#include "tui/act/options.h"
#include "tui/act/source.h"
#include "tui/app/popup.h"
#include "tui/app/function_names.h"
#include "tui/app/prompt.h"
#include "tui/app/screens.h"
#include "tui/app/search.h"
#include "tui/app/window.h"
#include "tui/terminal/surface_draw.h"

/* RANK_NAMES: while names are gathered, what is typed is ranked again after that many more. */
enum { FINDER_COLS = 74, RANK_NAMES = 1 << 15 };

static struct list *list_of(const struct ui *ui)
{
    return &ui->popups[POPUP_FINDER].list;
}

static void drop_rows(struct finder *f)
{
    grid_free(f->rows);
    f->rows = NULL;
}

static void rank(struct ui *ui)
{
    struct finder *f = ui->finder;
    const struct function_names *names = ui->names;
    f->n_found = 0;
    mem_grow(&f->found, &f->cap_found, names->n, sizeof *f->found);
    mem_grow(&f->classes, &f->cap_classes, names->n, sizeof *f->classes);
    struct text *typed = &ui->prompt->edit.text;
    if (f->regex) { /* all that match, heaviest first */
        struct err e = ERR_INIT;
        struct regex *r = search_regex(text_z(typed), typed->n, &e);
        for (uint32_t i = 0; r && i < names->ready; i++)
            if (regex_find(r, names->items[i].name, names->items[i].n, 0, NULL, NULL))
                f->found[f->n_found++] = i;
        regex_free(r);
    } else if (names->ready) {
        struct fuzzy pattern;
        fuzzy_init(&pattern, typed->p ? typed->p : "", typed->n);
        f->n_found = fuzzy_rank(&pattern, names->items, names->ready, f->classes, f->found);
    }
    list_of(ui)->n = 0;
    drop_rows(f);
    popup_fit(ui);
}

static bool busy(const struct ui *ui)
{
    return !function_names_ready(ui->names);
}

static bool work(struct ui *ui)
{
    const struct function_names *names = ui->names;
    function_names_gather(ui);
    if (names->ready == names->n || names->ready % RANK_NAMES == 0) {
        rank(ui);
        ui->dirty = true;
    }
    return true;
}

/* The selected one of the names; NO_ID if there is none. */
static uint32_t selected(const struct ui *ui)
{
    const struct finder *f = ui->finder;
    size_t at = list_of(ui)->cursor;
    return at < f->n_found ? f->found[at] : NO_ID;
}

/* ---- the pop-up ---- */

static struct window window(const struct ui *ui)
{
    int cols = ui->layout.cols * 3 / 4;
    struct window w = {.tail = 1};
    w.area = window_centred(&ui->layout, ui->layout.rows > 30 ? 20 : 12,
                            cols > FINDER_COLS ? cols : FINDER_COLS);
    w.bare = w.area.rows < 3;
    w.lead = w.bare ? 1 : w.area.rows > 6 ? 3 : 2; /* frame, prompt, heading */
    w.tail = !w.bare;
    return w;
}

static void fit(struct ui *ui)
{
    struct finder *f = ui->finder;
    struct window w = window(ui);
    const struct picks found = {ui->names->nodes, f->found, f->n_found};
    const struct grid_style style = screen_style(ui, w.area.cols - 2);
    if (!f->rows || f->cols != style.cols) {
        drop_rows(f);
        f->cols = style.cols;
        f->rows = picks_grid(&ui->session->view, &found, &style);
    }
    list_resize(list_of(ui), f->rows ? f->n_found : 0, window_height(&w));
}

static void add_line(const struct ui *ui, size_t i, struct line *out)
{
    const struct grid *g = ui->finder->rows;
    grid_format(g, (uint32_t)i, out);
}

/* Mark the letters of the rows that what is typed stands for, as far as they are shown. */
static void draw_letters(const struct ui *ui, struct surface *s, const struct window *w)
{
    const struct list *list = list_of(ui);
    const struct text *typed = &ui->prompt->edit.text;
    const int cols = w->area.cols - 2;
    struct fuzzy pattern;
    struct line l = {0};
    fuzzy_init(&pattern, typed->p ? typed->p : "", typed->n);
    for (int y = 0; y < window_height(w) && list_row_at(list, y) != LIST_NONE; y++) {
        uint32_t at[FUZZY_BYTES];
        add_line(ui, list_row_at(list, y), &l);
        size_t n = l.n_spans ? l.spans[0].hi : 0;
        size_t n_at = n > 1 ? fuzzy_positions(&pattern, l.text.p + 1, n - 1, at, FUZZY_BYTES) : 0;
        for (size_t i = 0; i < n_at; i++) {
            int x = 1 + (int)utf8_cols(l.text.p + 1, at[i]);
            if (x < cols)
                surface_paint(s, window_top(w) + y, w->area.col + 1 + x, 1,
                              LOOK_UNDERLINE | LOOK_BOLD);
        }
    }
    line_release(&l);
}

static void draw(const struct ui *ui, struct surface *s, const struct window *w)
{
    const struct finder *f = ui->finder;
    struct line l = {0};
    struct text t = {0};
    if (w->bare)
        surface_fill(s, w->area.row, w->area.col, w->area.cols, ' ', ROLE_PLAIN, 0);
    else
        window_frame(ui, s, &w->area, "", 0);
    text_printf(&t, " %u of %u%s ", (unsigned)f->n_found, (unsigned)ui->names->n,
                function_names_ready(ui->names) ? "" : "  gathering names...");
    int cols = w->area.cols - 2, end = w->area.row + w->area.rows - 1, in = w->bare ? 0 : 2;
    if (!w->bare)
        surface_text(s, end, w->area.col + 2, cols - 2, t.p, t.n, ROLE_STRONG, 0);
    if (w->lead > 2 && f->rows) {
        grid_heading(f->rows, &l);
        surface_line(s, w->area.row + 2, w->area.col + 1, cols, &l, 0, 0);
    }
    window_list(ui, s, w, list_of(ui), add_line);
    if (!f->regex)
        draw_letters(ui, s, w);
    if (ui->prompt->def)
        draw_prompt(ui, s, w->area.row + !w->bare, w->area.col + in, w->area.cols - 2 * in);
    text_release(&t);
    line_release(&l);
}

static void detail(const struct ui *ui, struct line *out)
{
    const struct finder *f = ui->finder;
    if (f->rows && selected(ui) != NO_ID)
        grid_detail(f->rows, (uint32_t)list_of(ui)->cursor, out);
}

static void stale(struct ui *ui)
{
    ui->finder->n_found = 0;
    drop_rows(ui->finder);
}

static void release(struct ui *ui)
{
    struct finder *f = ui->finder;
    drop_rows(f);
    free(f->found);
    free(f->classes);
    *f = (struct finder){0};
}

static void close(struct ui *ui)
{
    popup_leave(ui, &popup_finder);
}

const struct popup_ops popup_finder = {
    .id = POPUP_FINDER,
    .mode = MODE_FINDER,
    .typed = true,
    .double_click = ACTION_PROMPT_ACCEPT,
    .window = window,
    .fit = fit,
    .draw = draw,
    .detail = detail,
    .busy = busy,
    .work = work,
    .stale = stale,
    .release = release,
};

/* The selected function of the session; where there is none, that is reported. */
static node_id chosen(struct ui *ui)
{
    uint32_t i = selected(ui);
    if (i == NO_ID)
        ui_warn(ui, "no function found");
    return i == NO_ID ? NO_ID : ui->names->nodes[i];
}

static void accept(struct ui *ui, const char *line)
{
    node_id n = chosen(ui);
    close(ui);
    if (n != NO_ID)
        go_to_node(ui, n);
}

static const struct prompt_def prompt_find = {
    .label = "find function > ",
    .past = PAST_FIND,
    .changed = rank,
    .accept = accept,
    .cancel = close,
};

void act_find(struct ui *ui, const struct call *c)
{
    popup_open(ui, &popup_finder);
    prompt_open(ui, &prompt_find, "");
    function_names_gather(ui);
    rank(ui);
}

void act_finder_regex(struct ui *ui, const struct call *c)
{
    ui->finder->regex = !ui->finder->regex;
    prompt_label(ui, "%s", ui->finder->regex ? "find expression > " : prompt_find.label);
    rank(ui);
}

/* Close the finder, and show the source of the selected function or (param 1) turn -E on for it. */
void act_finder_use(struct ui *ui, const struct call *c)
{
    node_id n = chosen(ui);
    if (n == NO_ID)
        return;
    act_prompt_cancel(ui, c);
    if (c->param)
        filter_subject(ui, option_by_letter('E'), (struct subject){n, NO_ID});
    else
        source_show_node(ui, n);
}
