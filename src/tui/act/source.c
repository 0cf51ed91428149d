/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/source.h"

#include <stdlib.h>
#include <string.h>

#include "core/analyze/questions/questions.h"
#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/sort.h"
#include "core/model/symbol.h"
#include "core/view/grid/picks.h"
#include "core/view/grid/source.h"
#include "core/view/values.h"
#include "tui/act/options.h"
#include "tui/act/complete.h"
#include "tui/app/menu.h"
#include "tui/app/prompt.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"
#include "tui/history/anchor.h"
#include "tui/history/history.h"

/* What the source view shows. */
static const struct source_facts *facts(struct ui *ui)
{
    struct err e = ERR_INIT;
    const struct source_facts *f = session_source(ui->session, &e);
    if (!f)
        ui_say_error(ui, &e);
    return f;
}

/* ---- going to a line ---- */

static void point_at(struct ui *ui, const char *path, uint32_t line)
{
    struct screen *s = &ui->views->screen[VIEW_SOURCE];
    screen_set_file(s, path);
    s->skip = 0;
    screen_point(ui->session, s,
                 (struct row_anchor){.kind = ROW_LINE, .index = line - 1, .line = line});
}

static void source_show(struct ui *ui, const char *path, uint32_t line)
{
    places_leave(ui);
    point_at(ui, path, line);
    screens_open(ui, VIEW_SOURCE);
    screen_aim(screen_here(ui));
    places_arrive(ui);
}

void source_open_line(struct ui *ui)
{
    struct grid_row r = side_pane_row(ui);
    if (r.line)
        source_show(ui, ui->side_pane->file, r.line);
    else
        ui_say(ui, "nothing to open on this line");
}

static bool place_of_node(struct ui *ui, node_id n, struct line_pos *out)
{
    struct anchor at = anchor_of_node(ui->session, n);
    const struct source_facts *f = at.there ? facts(ui) : NULL;
    return f && source_place_of(f, at.addr, out);
}

enum { SAID_COLS = 30 };

/* The place of a node; a place that is not known is reported to the user. */
static bool find_node(struct ui *ui, node_id n, struct line_pos *out)
{
    if (place_of_node(ui, n, out))
        return true;
    const struct analysis *a = ui->session->analysis;
    struct text name = {0};
    names_within(ui->session->names, a->table->symbols[analysis_symbol_of(a, n)].raw,
                 ui_name_level(ui), ui->ascii, SAID_COLS, &name);
    double ticks = node_is_cycle(a, n) ? 0 : a->samples->self[n];
    ui_say(ui, "no lines are known of %s (%.1f %%): compile with -g", text_z(&name),
           percent_or_0(ticks, a->samples->total));
    text_release(&name);
    return false;
}

bool source_point(struct ui *ui, node_id n)
{
    struct line_pos at;
    if (!find_node(ui, n, &at))
        return false;
    const struct source_facts *f = facts(ui);
    uint32_t line = source_own_caller(f, anchor_of_node(ui->session, n).addr);
    if (line == NO_ID) {
        point_at(ui, at.file, at.line);
        return true;
    }
    point_at(ui, source_file_of(f, line)->path, f->lines->lines[line].line);
    ui_say(ui, "it comes with the system: the line that calls it");
    return true;
}

void source_show_node(struct ui *ui, node_id n)
{
    struct line_pos at;
    if (n == NO_ID)
        ui_say(ui, "no function here");
    else if (find_node(ui, n, &at))
        source_show(ui, at.file, at.line);
}

/* ---- sources that moved ---- */

static bool is_missing(const struct screen *s)
{
    return s->grid && s->file && !source_grid_path(s->grid);
}

static void map_accept(struct ui *ui, const char *line)
{
    const char *to = strchr(line, '=');
    if (!to || to == line || !to[1]) {
        ui_warn(ui, "FROM=TO: the folder in the debug information, and where it is now");
        return;
    }
    if (!filter_add(ui, option_by_name("source-map"), line))
        return;
    const struct screen *s = &ui->views->screen[VIEW_SOURCE];
    if (s == screen_here(ui) && is_missing(s))
        ui_warn(ui, "still not found; U takes the change back");
}

static const struct prompt_def prompt_source_map = {
    .label = "sources below FROM are below TO; FROM=TO: ",
    .past = PAST_FILE,
    .accept = map_accept,
    .complete = complete_path,
};

static void ask_source_map(struct ui *ui)
{
    const char *path = ui->views->screen[VIEW_SOURCE].file;
    struct text from = {0};
    if (path)
        text_add(&from, path, (size_t)(path_base(path) - path));
    while (from.n > 1 && from.p[from.n - 1] == '/')
        from.n--;
    if (from.n)
        text_char(&from, '=');
    prompt_open(ui, &prompt_source_map, text_z(&from));
    text_release(&from);
}

/* ---- calls ---- */

/* The index of the cursor's line in f->lines, NO_ID if nothing is known of it. */
static uint32_t line_here(const struct ui *ui, const struct source_facts *f)
{
    const struct screen *s = &ui->views->screen[VIEW_SOURCE];
    uint32_t line = screen_row(ui).line;
    const struct annotated_file *file = s->file ? source_file_find(f, s->file) : NULL;
    const struct annotated_line *l = file ? annotation_find(f->lines, file, line) : NULL;
    return l ? (uint32_t)(l - f->lines->lines) : NO_ID;
}

static void go_callee(struct ui *ui, const struct source_facts *f, sym_id callee)
{
    struct line_pos at;
    if (source_place_of(f, f->functions->table->symbols[callee].addr, &at)) {
        source_show(ui, at.file, at.line);
        return;
    }
    open_entry(ui, source_function_node(f, callee));
    ui_say(ui, "no source is known of it: its entry");
}

static void calls_fill(struct ui *ui)
{
    const struct source_facts *f = ui->session->source;
    uint32_t line = line_here(ui, f);
    const struct grid_style style = screen_style(ui, ui->layout.cols);
    const struct source_line *l = source_line(f, line);
    for (uint32_t i = 0; i < l->n_calls; i++) {
        struct text t = {0};
        source_call_row(&ui->session->view, f, &l->calls[i], &style, &t);
        menu_add(ui, "%s", text_z(&t));
        text_release(&t);
    }
}

static void calls_accept(struct ui *ui, size_t i)
{
    const struct source_facts *f = ui->session->source;
    uint32_t line = line_here(ui, f);
    if (line != NO_ID && i < source_line(f, line)->n_calls)
        go_callee(ui, f, source_line(f, line)->calls[i].callee);
}

void source_follow(struct ui *ui)
{
    const struct source_facts *f = facts(ui);
    if (!f)
        return;
    if (side_pane_has_keys(ui)) {
        source_show_node(ui, side_pane_row(ui).subject.node);
        return;
    }
    uint32_t line = line_here(ui, f);
    const uint32_t n = line == NO_ID ? 0 : source_line(f, line)->n_calls;
    if (!n && is_missing(&ui->views->screen[VIEW_SOURCE]))
        ask_source_map(ui);
    else if (!n)
        ui_say(ui, "no call was recorded from this line");
    else if (n == 1)
        go_callee(ui, f, source_line(f, line)->calls->callee);
    else
        menu_open(ui, "calls of this line", calls_fill, calls_accept);
}

void source_up(struct ui *ui)
{
    const struct source_facts *f = facts(ui);
    struct anchor at = anchor_of_node(ui->session, row_at_hand(ui).subject.node);
    if (!f)
        return;
    if (!at.there) {
        ui_warn(ui, "no function here");
        return;
    }
    uint32_t line = source_calling_line(f, table_find(f->functions->table, at.addr), false);
    if (line == NO_ID)
        ui_say(ui, "no line is known that calls it");
    else
        source_show(ui, source_file_of(f, line)->path, f->lines->lines[line].line);
}

/* ---- the hottest lines ---- */

static void go_rank(struct ui *ui, const struct source_facts *f, uint32_t rank)
{
    uint32_t line = f->hot[rank];
    source_show(ui, source_file_of(f, line)->path, f->lines->lines[line].line);
    struct text t = {0};
    text_line_time(&t, ui->session->analysis, f->lines->lines[f->hot[rank]].ticks);
    ui_say(ui, "hottest line %u of %u: %s", rank + 1, f->n_hot, text_z(&t));
    text_release(&t);
}

void source_hottest(struct ui *ui)
{
    const struct source_facts *f = facts(ui);
    if (f && f->n_hot)
        go_rank(ui, f, 0);
    else if (f)
        ui_warn(ui, "no line has any time");
}

/* From a line without time it goes to the hottest; at the ends it goes round. */
void source_hot_step(struct ui *ui, bool next)
{
    const struct source_facts *f = facts(ui);
    uint32_t here = f ? line_here(ui, f) : NO_ID, rank = 0;
    if (!f || !f->n_hot) {
        source_hottest(ui);
        return;
    }
    while (rank < f->n_hot && f->hot[rank] != here)
        rank++;
    if (rank < f->n_hot)
        rank += next ? 1 : f->n_hot - 1;
    rank %= f->n_hot;
    go_rank(ui, f, rank);
}

/* ---- files ---- */

/* The indices of the files, most time first; the caller frees them. */
static uint32_t *ranked_files(const struct source_facts *f)
{
    uint32_t n = f->lines->n_files;
    uint32_t *ids = mem_array_raw(n, sizeof *ids);
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; i < n; i++) {
        ids[i] = i;
        keys[i] = sort_key_descending(f->lines->files[i].ticks);
    }
    sort_radix(keys, ids, n);
    free(keys);
    return ids;
}

static void files_fill(struct ui *ui)
{
    const struct source_facts *f = ui->session->source;
    uint32_t *ids = ranked_files(f);
    const struct grid_style style = screen_style(ui, ui->layout.cols);
    for (uint32_t i = 0; i < f->lines->n_files; i++) {
        struct text t = {0};
        source_file_row(&ui->session->view, f, ids[i], &style, &t);
        menu_add(ui, "%s", text_z(&t));
        text_release(&t);
    }
    free(ids);
}

static void files_accept(struct ui *ui, size_t i)
{
    const struct source_facts *f = ui->session->source;
    uint32_t *ids = ranked_files(f);
    if (i < f->lines->n_files) {
        const struct annotated_file *file = &f->lines->files[ids[i]];
        source_show(ui, file->path, f->lines->lines[source_hottest_line(f, file)].line);
    }
    free(ids);
}

void source_choose_file(struct ui *ui, const char *args)
{
    const struct source_facts *f = facts(ui);
    if (!f)
        return;
    if (!f->lines->n_files)
        ui_warn(ui, "no source file is known");
    else
        menu_open(ui, "source files", files_fill, files_accept);
}

/* ---- the editor ---- */

void act_edit(struct ui *ui, const struct call *c)
{
    struct grid_row r = row_at_hand(ui);
    struct line_pos at = {screen_here(ui)->file, r.line};
    struct text what = {0};
    if (side_pane_has_keys(ui))
        at.file = ui->side_pane->file;
    bool here = at.file && at.line;
    if (!here && (r.subject.node == NO_ID || !place_of_node(ui, r.subject.node, &at))) {
        ui_warn(ui, "no source is known of this line");
        return;
    }
    /* Where the file is on this machine. */
    struct source_search search =
        settings_search_near(&ui->session->settings, ui->session->profile->image);
    struct source_text t;
    struct err e = ERR_INIT;
    if (source_text_open(&t, at.file, &search, &e)) {
        text_printf(&what, "%u\n", at.line);
        text_add(&what, t.path.p, t.path.n);
        ui_request(ui, REQUEST_EDIT, what.p, what.n);
        source_text_close(&t);
    } else {
        ui_say_error(ui, &e);
    }
    text_release(&what);
}

void source_files_changed(struct ui *ui)
{
    struct screen *s = &ui->views->screen[VIEW_SOURCE];
    if (s == screen_here(ui))
        screens_remake(ui);
    else
        screen_drop_grid(s);
}
