/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going about in the source: callees, hottest lines, files, the editor, sources that moved. */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/file/path.h"
#include "core/base/sort.h"
#include "core/view/grid/source_pick.h"
#include "tui/app/act_options.h"
#include "tui/app/app_state.h"
#include "tui/app/prompts.h"
#include "tui/app/side_pane.h"

/* What the source view says; NULL, and said why, if there is no memory for it. */
static const struct source_facts *facts(struct app *a)
{
    struct err e = ERR_INIT;
    const struct source_facts *f = session_source(a->session, &e);
    if (!f)
        app_say_error(a, &e);
    return f;
}

static struct grid_style style_of(const struct app *a)
{
    return (struct grid_style){
        .cols = (unsigned)a->cols, .ascii = app_ascii(a), .names = app_level(a)};
}

/* ---- going to a line ---- */

static void point_at(struct app *a, const char *path, uint32_t line)
{
    struct screen *s = &a->screens[VIEW_SOURCE];
    screen_set_file(s, path);
    s->skip = 0;
    app_point(a, s, (struct row_anchor){.kind = ROW_LINE, .index = line - 1, .line = line});
}

void source_aim(struct app *a)
{
    struct list *l = &app_screen(a)->list;
    size_t above = l->height / 4;
    list_scroll(l, (ptrdiff_t)l->cursor - (ptrdiff_t)above - (ptrdiff_t)l->top);
}

void source_show(struct app *a, const char *path, uint32_t line)
{
    app_leave(a);
    point_at(a, path, line);
    app_set_view(a, VIEW_SOURCE);
    source_aim(a);
    app_arrive(a);
}

static bool place_of_addr(struct app *a, uint64_t addr, struct line_pos *out)
{
    const struct source_facts *f = facts(a);
    return f && source_place_of(f, addr, out);
}

static bool place_of_node(struct app *a, node_id n, struct line_pos *out)
{
    struct anchor at = study_anchor(a->session, n);
    return at.there && place_of_addr(a, at.addr, out);
}

/* The place of a node; a place that is not known is reported to the user. */
static bool find_node(struct app *a, node_id n, struct line_pos *out)
{
    if (place_of_node(a, n, out))
        return true;
    app_say(a, "no source is known of %s", study_name(a->session, n, app_level(a)));
    return false;
}

bool source_point(struct app *a, node_id n)
{
    struct line_pos at;
    if (!find_node(a, n, &at))
        return false;
    point_at(a, at.file, at.line);
    return true;
}

void source_show_node(struct app *a, node_id n)
{
    struct line_pos at;
    if (find_node(a, n, &at))
        source_show(a, at.file, at.line);
}

/* ---- calls ---- */

/* The index of the cursor's line in f->lines, NO_ID if nothing is known of it. */
static uint32_t line_here(const struct app *a, const struct source_facts *f)
{
    const struct screen *s = &a->screens[VIEW_SOURCE];
    uint32_t line = app_view_row(a).line;
    const struct annotated_file *file = s->file ? source_file_find(f, s->file) : NULL;
    const struct annotated_line *l = file ? annotation_find(f->lines, file, line) : NULL;
    return l ? (uint32_t)(l - f->lines->lines) : NO_ID;
}

static void go_callee(struct app *a, const struct source_facts *f, uint32_t call)
{
    sym_id callee = f->calls[call].callee;
    struct line_pos at;
    if (source_place_of(f, f->functions->table->symbols[callee].addr, &at)) {
        source_show(a, at.file, at.line);
        return;
    }
    app_show_node(a, source_function_node(f, callee));
    app_say(a, "no source is known of it: its entry");
}

static void calls_fill(struct app *a)
{
    const struct source_facts *f = a->session->source;
    uint32_t line = line_here(a, f);
    struct grid_style style = style_of(a);
    for (uint32_t i = f->call_lo[line]; i < f->call_lo[line + 1]; i++) {
        struct text t = {0};
        source_call_row(&a->session->view, f, i, &style, &t);
        menu_add(a, "%s", text_z(&t));
        text_release(&t);
    }
}

static void calls_accept(struct app *a, size_t i)
{
    const struct source_facts *f = a->session->source;
    uint32_t line = line_here(a, f);
    if (line != NO_ID && f->call_lo[line] + i < f->call_lo[line + 1])
        go_callee(a, f, f->call_lo[line] + (uint32_t)i);
}

static void open_hot(struct app *a, const struct source_facts *f, uint32_t rank)
{
    uint32_t line = f->hot[rank];
    source_show(a, source_file_of(f, line)->path, f->lines->lines[line].line);
}

void source_follow(struct app *a)
{
    const struct source_facts *f = facts(a);
    if (!f)
        return;
    if (pane_has_keys(a)) {
        open_hot(a, f, (uint32_t)pane_list(a)->cursor);
        return;
    }
    uint32_t line = line_here(a, f);
    uint32_t n = line == NO_ID ? 0 : f->call_lo[line + 1] - f->call_lo[line];
    if (!n)
        app_say(a, "no call was recorded from this line");
    else if (n == 1)
        go_callee(a, f, f->call_lo[line]);
    else
        menu_open(a, "calls of this line", calls_fill, calls_accept);
}

void source_up(struct app *a)
{
    const struct source_facts *f = facts(a);
    struct anchor at = study_anchor(a->session, app_row(a).subject.node);
    if (!f)
        return;
    if (!at.there) {
        app_bad(a, "no function here");
        return;
    }
    uint32_t line = source_calling_line(f, table_find(f->functions->table, at.addr));
    if (line == NO_ID)
        app_say(a, "no line is known that calls it");
    else
        source_show(a, source_file_of(f, line)->path, f->lines->lines[line].line);
}

/* ---- the hottest lines ---- */

static void go_rank(struct app *a, const struct source_facts *f, uint32_t rank)
{
    open_hot(a, f, rank);
    struct text t = {0};
    text_line_time(&t, a->session->analysis, f->lines->lines[f->hot[rank]].ticks);
    app_say(a, "hottest line %u of %u: %s", rank + 1, f->n_hot, text_z(&t));
    text_release(&t);
}

void source_hottest(struct app *a)
{
    const struct source_facts *f = facts(a);
    if (f && f->n_hot)
        go_rank(a, f, 0);
    else if (f)
        app_bad(a, "no line has any time");
}

/* From a line without time to the hottest; round the ends. */
void act_hot_step(struct app *a, const struct call *c)
{
    const struct source_facts *f = facts(a);
    uint32_t here = f ? line_here(a, f) : NO_ID, rank = 0;
    if (!f || !f->n_hot) {
        source_hottest(a);
        return;
    }
    while (rank < f->n_hot && f->hot[rank] != here)
        rank++;
    if (rank == f->n_hot)
        rank = 0;
    else
        rank = (rank + f->n_hot + (uint32_t)c->param) % f->n_hot;
    go_rank(a, f, rank);
}

/* ---- files ---- */

/* Files by their time; free it. NULL: no memory. */
static uint32_t *ranked_files(const struct source_facts *f)
{
    uint32_t n = f->lines->n_files;
    uint32_t *ids = mem_array_raw(n, sizeof *ids);
    uint64_t *keys = mem_array_raw(n, sizeof *keys);
    for (uint32_t i = 0; ids && keys && i < n; i++) {
        ids[i] = i;
        keys[i] = sort_key_descending(f->lines->files[i].ticks);
    }
    if (!ids || !keys || !sort_radix(keys, ids, n)) {
        free(ids);
        ids = NULL;
    }
    free(keys);
    return ids;
}

static void files_fill(struct app *a)
{
    const struct source_facts *f = a->session->source;
    uint32_t *ids = ranked_files(f);
    struct grid_style style = style_of(a);
    for (uint32_t i = 0; ids && i < f->lines->n_files; i++) {
        struct text t = {0};
        source_file_row(&a->session->view, f, ids[i], &style, &t);
        menu_add(a, "%s", text_z(&t));
        text_release(&t);
    }
    free(ids);
}

static void files_accept(struct app *a, size_t i)
{
    const struct source_facts *f = a->session->source;
    uint32_t *ids = ranked_files(f);
    if (ids && i < f->lines->n_files) {
        const struct annotated_file *file = &f->lines->files[ids[i]];
        source_show(a, file->path, f->lines->lines[source_hottest_line(f, file)].line);
    }
    free(ids);
}

void act_files(struct app *a, const struct call *c)
{
    (void)c;
    const struct source_facts *f = facts(a);
    if (!f)
        return;
    if (!f->lines->n_files)
        app_bad(a, "no source file is known");
    else
        menu_open(a, "source files", files_fill, files_accept);
}

/* ---- the editor ---- */

/* Where a file is on this machine. False, and said so, if it is nowhere. */
static bool resolve(struct app *a, const char *path, struct text *out)
{
    struct source_search search =
        settings_search(&a->session->settings, a->session->profile->image);
    struct source_text t;
    struct err e = ERR_INIT;
    if (!source_text_open(&t, path, &search, &e)) {
        app_say_error(a, &e);
        return false;
    }
    text_add(out, t.path.p, t.path.n);
    source_text_close(&t);
    return true;
}

void act_edit(struct app *a, const struct call *c)
{
    (void)c;
    struct grid_row r = app_row(a);
    struct line_pos at = {app_screen(a)->file, r.line};
    struct text what = {0};
    bool here = !pane_has_keys(a) && at.file && at.line;
    if (!here && (r.subject.node == NO_ID || !place_of_node(a, r.subject.node, &at))) {
        app_bad(a, "no source is known of this line");
        return;
    }
    text_printf(&what, "%u\n", at.line);
    if (resolve(a, at.file, &what))
        app_effect(a, EFFECT_EDIT, what.p, what.n);
    text_release(&what);
}

void app_files_changed(struct app *a)
{
    struct screen *s = &a->screens[VIEW_SOURCE];
    if (s->grid && s == app_screen(a))
        s->row = app_row_anchor(a);
    grid_free(s->grid);
    s->grid = NULL;
    app_refresh(a);
}

/* ---- sources that moved ---- */

static void map_accept(struct app *a, const char *line)
{
    const char *to = strchr(line, '=');
    if (!to || to == line || !to[1]) {
        app_bad(a, "FROM=TO: the folder in the debug information, and where it is now");
        return;
    }
    if (!filter_add(a, option_by_name("source-map"), line))
        return;
    const struct screen *s = &a->screens[VIEW_SOURCE];
    if (s == app_screen(a) && s->grid && s->file && !source_grid_path(s->grid))
        app_bad(a, "still not found; U takes the change back");
}

const struct prompt_def prompt_source_map = {
    .label = "sources below FROM are below TO; FROM=TO: ",
    .past = PAST_FILE,
    .accept = map_accept,
    .complete = complete_path,
};

void act_source_map(struct app *a, const struct call *c)
{
    (void)c;
    const char *path = a->screens[VIEW_SOURCE].file;
    struct text from = {0};
    if (path)
        text_add(&from, path, (size_t)(path_base(path) - path));
    while (from.n > 1 && from.p[from.n - 1] == '/')
        from.n--;
    if (from.n)
        text_char(&from, '=');
    prompt_open(a, &prompt_source_map, text_z(&from));
    text_release(&from);
}
