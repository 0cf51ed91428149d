/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/export.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file/file.h"
#include "core/base/file/path.h"
#include "core/base/shell.h"
#include "core/base/utf8.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "core/view/format/format.h"
#include "core/view/format/gnu.h"
#include "tui/act/complete.h"
#include "tui/app/menu.h"
#include "tui/app/prompt.h"
#include "tui/app/screens.h"
#include "tui/app/side_pane.h"
#include "tui/app/wording.h"
#include "tui/keys/keymap.h"

enum { FLUSH_BYTES = 1 << 16 };

/* The options that are on; without those that make a comparison of any output, unless it is to be
 * one. Release them. */
static void options_of_output(const struct ui *ui, bool compares, struct option_list *l)
{
    static const char *const of_diff[] = {"diff", "diff-image"};
    option_list_copy(l, &ui->session->options);
    for (size_t i = 0; !compares && i < ARRAY_LEN(of_diff); i++)
        option_list_drop(l, option_by_name(of_diff[i]));
}

void export_command_text(const struct ui *ui, struct text *out)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    struct text styles = {0}, spec = {0};
    struct option_list l;
    text_str(&styles, o->styles);
    if (o->spec)
        o->spec(ui, &spec);
    if (spec.n)
        text_shell(&styles, text_z(&spec));
    options_of_output(ui, o->compares, &l);
    batch_command(ui->session, &l, text_z(&styles), out);
    option_list_release(&l);
    text_release(&styles);
    text_release(&spec);
}

/* What can be written. */
struct output_def {
    const char *name;           /* after :w, and in the menu; --format takes it if it is_format */
    const char *what;           /* the menu says so */
    const char *before, *after; /* how its files are usually called */
    /* What is to be said of it is appended to `note`. */
    bool (*produce)(struct ui *ui, const struct output_def *what, struct file_writer *w,
                    struct text *note, struct err *e);
    bool is_format; /* of the whole profile, for other programs */
};

/* ---- as on the screen ---- */

static bool flush(struct file_writer *w, struct text *t, struct err *e)
{
    bool ok = file_write(w, t->p ? t->p : "", t->n, e);
    text_clear(t);
    return ok;
}

static void add_line(struct text *out, const struct line *l)
{
    size_t n = l->text.n;
    while (n && l->text.p[n - 1] == ' ')
        n--;
    text_add(out, l->text.p, n);
    text_char(out, '\n');
}

static bool produce_screen(struct ui *ui, const struct output_def *what, struct file_writer *w,
                           struct text *note, struct err *e)
{
    struct line l = {0};
    struct text t = {0};
    bool ok = screens_catch_up(ui) || err_set(e, ERR_CANCELLED, NULL);
    struct grid *g = screen_here(ui)->grid;
    g->uncut = true;
    grid_heading(g, &l);
    if (l.text.n)
        add_line(&t, &l);
    for (uint32_t i = 0; ok && i < g->n_rows; i++) {
        line_clear(&l);
        grid_format(g, i, &l);
        add_line(&t, &l);
        if (t.n >= FLUSH_BYTES)
            ok = flush(w, &t, e);
    }
    ok = ok && flush(w, &t, e);
    g->uncut = false;
    line_release(&l);
    text_release(&t);
    return ok;
}

/* ---- as gprof prints it ---- */

struct report_out {
    struct file_writer *w;
    struct text *note;
};

static bool write_info(void *ctx, const struct profile_file *f, struct err *e)
{
    const struct report_out *r = ctx;
    struct text t = {0};
    gnu_file_info(f, false, &t);
    bool ok = flush(r->w, &t, e);
    text_release(&t);
    return ok;
}

/* What batch says on standard error, as "PROGRAM: MESSAGE\n", with no program. */
static void note_warning(void *ctx, const struct text *message)
{
    struct text *note = ((const struct report_out *)ctx)->note;
    if (message->n > 3)
        text_printf(note, "; %.*s", (int)(message->n - 3), message->p + 2);
}

/* The report that the command shown prints, by a session of its own with its options: those that
 * are on, then those of the view, or the format. */
static bool produce_report(struct ui *ui, const struct output_def *what, struct file_writer *w,
                           struct text *note, struct err *e)
{
    struct option_list l;
    struct report_out to = {w, note};
    const struct session_watch watch = {
        .program = "", .warn = note_warning, .print_info = write_info, .ctx = &to};
    const struct emitter out = file_emitter(w);
    /* Formats for other programs that know of no comparison have the new side. */
    const bool compares =
        session_compares(ui->session) && screen_ops(ui->views->at)->compares &&
        (!what->is_format || !strcmp(what->name, "csv") || !strcmp(what->name, "json"));
    struct session_request r = ui->session->request;
    if (!lines_ready(ui->session->lookup.lines, r.progress, e))
        return false;
    /* Lines and their files as batch finds them, unless the command asks for more. */
    if (ui->session->settings.by_line || ui->views->at == VIEW_SOURCE)
        r.splits = lines_are_split(ui->session->lookup.lines);
    options_of_output(ui, compares, &l);
    if (what->is_format)
        option_list_add(&l, option_by_name("format"), what->name);
    else {
        /* Add the options of the view, the last one with its argument. */
        static const char format[] = "--format=";
        const struct screen_ops *o = screen_ops(ui->views->at);
        const bool named = !strncmp(o->styles, format, sizeof format - 1);
        struct text spec = {0};
        if (o->spec)
            o->spec(ui, &spec);
        if (named)
            option_list_add(&l, option_by_name("format"), o->styles + sizeof format - 1);
        for (const char *p = o->styles; *p && !named; p++)
            if (*p == '-')
                option_list_add(&l, option_by_letter((unsigned char)p[1]),
                                spec.n && !strchr(p + 1, '-') ? text_z(&spec) : NULL);
        text_release(&spec);
    }
    r.options = &l;
    r.watch = &watch;
    r.report = true;
    r.base = ui->session;
    struct session *s = session_new(&r, e);
    const struct view_diff *v = s && compares ? session_diff(s, e) : NULL;
    bool any = s && s->styles & STYLE_INFO && s->settings.output == OUTPUT_TEXT;
    bool ok =
        s && (compares ? v && format_diff(v, &out, e)
                       : (!session_finds(s) || report_findings(&s->view, &out, e)) &&
                             (!s->analysis || report_write(&s->view, s->styles, any, &out, e)));
    session_free(s);
    return ok;
}

/* A picture of the tree, in Tree as it is seen there. */
static bool produce_svg(struct ui *ui, const struct output_def *what, struct file_writer *w,
                        struct text *note, struct err *e)
{
    const struct screen *s = ui->views->at == VIEW_TREE ? screen_here(ui) : NULL;
    struct call_tree *t = session_tree(ui->session, s && s->by, e);
    const struct emitter out = file_emitter(w);
    const bool seen = t && !t->diff && !t->marks; /* else the new side alone, and all rows */
    return t && format_svg_tree(&ui->session->view, seen ? t : NULL,
                                seen && s ? tree_find(t, &ui->views->open, s->root) : 0, &out, e);
}

static bool produce_command(struct ui *ui, const struct output_def *what, struct file_writer *w,
                            struct text *note, struct err *e)
{
    struct text t = {0};
    export_command_text(ui, &t);
    text_char(&t, '\n');
    bool ok = flush(w, &t, e);
    text_release(&t);
    return ok;
}

/* ---- what there is ---- */

/* All but the first are lines of the menu. */
enum { OUT_COMMAND, OUT_GPROF, OUT_SCREEN };
static const struct output_def OUTPUTS[] = {
    [OUT_COMMAND] = {"command", NULL, "", NULL, produce_command, false},
    [OUT_GPROF] = {"gprof", NULL, "", NULL, produce_report, false},
    [OUT_SCREEN] = {"screen", "what the view shows, all rows", "", NULL, produce_screen, false},
    {"csv", "tables", "", ".csv", produce_report, true},
    {"json", "everything, for programs", "", ".json", produce_report, true},
    {"dot", "the call graph, for Graphviz", "", ".dot", produce_report, true},
    {"callgrind", "for KCachegrind", "callgrind.out.", "", produce_report, true},
    {"folded", "stacks, measured or estimated, for flame graphs", "", ".folded", produce_report,
     true},
    {"pprof", "stacks, measured or estimated, for pprof", "", ".pb.gz", produce_report, true},
    {"svg", "the tree of calls as a picture, for web browsers", "", ".svg", produce_svg, true},
};

/* Report a failure; where the file exists already, with the remedy. */
static void failed(struct ui *ui, const struct output_def *what, const char *path,
                   const struct err *e)
{
    if (e->code == ERR_WRITE && e->sys == EEXIST && what == &OUTPUTS[OUT_SCREEN])
        ui_warn(ui, "%s exists; :w! replaces it", path);
    else if (e->code == ERR_WRITE && e->sys == EEXIST)
        ui_warn(ui, "%s exists; :w! %s FILE replaces it", path, what->name);
    else if (e->code == ERR_CANCELLED)
        ui_say(ui, "stopped: %s is not written", path);
    else
        ui_say_error(ui, e);
}

static void export(struct ui *ui, const struct output_def *what, const char *path, bool replace)
{
    struct err e = ERR_INIT;
    struct text note = {0};
    struct file_writer w;
    if (what == &OUTPUTS[OUT_SCREEN] && !screen_here(ui)->grid)
        return;
    bool ok = file_create(&w, path, replace ? FILE_REPLACE : FILE_NEW, &e);
    if (ok) {
        w.progress = ui->session->request.progress;
        ok = what->produce(ui, what, &w, &note, &e) && file_commit(&w, &e);
        file_abort(&w);
    }
    if (ok)
        ui_say(ui, "written: %s%s", path, text_z(&note));
    else
        failed(ui, what, path, &e);
    text_release(&note);
}

void export_screen(struct ui *ui, const char *path, bool replace)
{
    export(ui, &OUTPUTS[OUT_SCREEN], path, replace);
}

bool export_as(struct ui *ui, const char *name, size_t n, const char *path, bool replace)
{
    for (size_t i = 0; i < ARRAY_LEN(OUTPUTS); i++)
        if (i != OUT_SCREEN && text_is(name, n, OUTPUTS[i].name)) {
            export(ui, &OUTPUTS[i], path, replace);
            return true;
        }
    return false;
}

/* ---- prompt and menu ---- */

static void write_accept(struct ui *ui, const char *path)
{
    export(ui, &OUTPUTS[ui->prompt->item], path, false);
}

static const struct prompt_def prompt_write = {
    .label = "",
    .past = PAST_FILE,
    .accept = write_accept,
    .complete = complete_path,
};

static void menu_fill(struct ui *ui)
{
    struct text command = {0};
    export_command_text(ui, &command);
    for (size_t i = OUT_GPROF; i < ARRAY_LEN(OUTPUTS); i++)
        menu_add(ui, "%-10s %s", OUTPUTS[i].name,
                 i == OUT_GPROF ? text_z(&command) : OUTPUTS[i].what);
    text_release(&command);
}

/* Open a prompt for a file that is called after the program unless another name is typed: the first
 * such name that is free, as "prog-flat.txt", "prog-flat-2.txt". */
static void menu_accept(struct ui *ui, size_t line)
{
    const size_t i = OUT_GPROF + line;
    const struct output_def *what = &OUTPUTS[i];
    const struct screen *s = screen_here(ui);
    const char *program = path_base(ui->session->request.image);
    struct text layout = {0}, shown = {0}, *name = &ui->prompt->otherwise;
    text_printf(&layout, "-%s.txt", mode_name((enum mode)view_get(ui->views->at)->mode));
    const char *after = what->is_format ? what->after : text_z(&layout);
    const size_t suffix = strcspn(after, ".");
    prompt_open(ui, &prompt_write, "");
    ui->prompt->item = i;
    for (unsigned k = 1; k < 1000; k++) {
        text_clear(name);
        text_printf(name, "%s%s%.*s", what->before, program, (int)suffix, after);
        if (k > 1)
            text_printf(name, "-%u", k);
        text_str(name, after + suffix);
        if (access(text_z(name), F_OK) != 0)
            break;
    }
    text_shown(&shown, text_z(name), name->n, ui->ascii);
    prompt_label(ui, "write %s to (%s): ",
                 i == OUT_GPROF    ? "gprof layout"
                 : i == OUT_SCREEN ? "what is shown"
                                   : what->name,
                 text_z(&shown));
    if (i == OUT_GPROF && (s->filter.n || s->sort.column != COLUMN_NONE || s->folded))
        ui_say(ui, "row filter, order and folds are no options of gprof: not in this file");
    text_release(&layout);
    text_release(&shown);
}

void act_write(struct ui *ui, const struct call *c)
{
    struct list *l = menu_open(ui, "write the view, or the whole profile", menu_fill, menu_accept);
    if (ui->views->at == VIEW_GRAPH) /* of an entry people want the entry, not the whole graph */
        list_set(l, OUT_SCREEN - OUT_GPROF);
}

/* Under the first such name that is free, by a session as that of -s: what is counted by now, of a
 * process that runs. */
void act_write_profile(struct ui *ui, const struct call *c)
{
    struct err e = ERR_INIT;
    struct sum_rest rest;
    struct option_list l = {0};
    struct session_request r = ui->session->request;
    struct text name = {0};
    unsigned k = 0;
    do {
        text_clear(&name);
        text_printf(&name, "gmon.out.%u", ++k);
    } while (access(text_z(&name), F_OK) == 0);
    option_list_add(&l, option_by_letter('s'), NULL);
    option_list_add(&l, option_by_name("sum-output"), text_z(&name));
    r.options = &l;
    r.report = true;
    struct session *s = session_new(&r, &e);
    if (s && session_write_sum(s, &rest, &e))
        ui_say(ui, "written: %s; :diff %s compares with it", name.p, name.p);
    else
        ui_say_error(ui, &e);
    session_free(s);
    text_release(&name);
}

/* ---- copying ---- */

void act_yank_row(struct ui *ui, const struct call *c)
{
    const struct screen *s = screen_here(ui);
    struct line l = {0};
    if (side_pane_has_keys(ui))
        side_pane_line(ui, &l);
    else if (s->grid && s->list.cursor < s->grid->n_rows && screen_row(ui).kind != ROW_SECTION)
        grid_format(s->grid, (uint32_t)s->list.cursor, &l);
    size_t lo = 0, n = l.text.n;
    while (n && l.text.p[n - 1] == ' ')
        n--;
    while (lo < n && l.text.p[lo] == ' ')
        lo++;
    if (n > lo) {
        ui_request(ui, REQUEST_COPY, l.text.p + lo, n - lo);
        ui_say(ui, "copied: %.*s", (int)(n - lo), l.text.p + lo);
    } else {
        ui_say(ui, "nothing on this line to copy");
    }
    line_release(&l);
}

void act_yank_command(struct ui *ui, const struct call *c)
{
    struct text t = {0};
    export_command_text(ui, &t);
    ui_request(ui, REQUEST_COPY, t.p, t.n);
    ui_say(ui, "copied: %s", text_z(&t));
    text_release(&t);
}
