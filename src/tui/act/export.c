/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/act/export.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/analyze/questions/ranges.h"
#include "core/base/file/file.h"
#include "core/base/file/path.h"
#include "core/base/shell.h"
#include "core/base/utf8.h"
#include "core/options/option_list.h"
#include "core/options/settings.h"
#include "core/session/compare.h"
#include "core/base/file/sink.h"
#include "core/view/format/diff.h"
#include "core/view/format/gnu.h"
#include "core/view/format/report.h"
#include "tui/act/complete.h"
#include "tui/app/menu.h"
#include "tui/app/prompt.h"
#include "tui/app/reply.h"
#include "tui/app/screen.h"
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

/* The words that --format takes, what they are for, and how their files are usually called. */
static const struct {
    const char *name, *args, *what, *before, *after;
} FORMATS[] = {
    {"csv", " csv FILE", "tables", "", ".csv"},
    {"json", " json FILE", "everything, for programs", "", ".json"},
    {"dot", " dot FILE", "the call graph, for Graphviz", "", ".dot"},
    {"callgrind", " callgrind FILE", "for KCachegrind", "callgrind.out.", ""},
    {"folded", " folded FILE", "estimated stacks, for flame graphs", "", ".folded"},
    {"pprof", " pprof FILE", "estimated stacks, for pprof", "", ".pb.gz"},
};

/* What can be written: how it is made, and the words after :w! that replace a file with it. What is
 * to be said of it is appended to `note`. */
struct output_def {
    const char *args;
    bool (*produce)(struct ui *ui, const char *format, struct file_writer *w, struct text *note,
                    struct err *e);
    const char *format; /* what --format takes, NULL: text */
};

/* Report a failure; where the file exists already, with the remedy. */
static void failed(struct ui *ui, const char *args, const char *path, const struct err *e)
{
    if (e->code == ERR_WRITE && e->sys == EEXIST)
        ui_warn(ui, "%s exists; :w!%s replaces it", path, args);
    else if (e->code == ERR_CANCELLED)
        ui_say(ui, "stopped: %s is not written", path);
    else
        ui_say_error(ui, e);
}

static void export(struct ui *ui, const char *path, bool replace, struct output_def what)
{
    struct err e = ERR_INIT;
    struct text note = {0};
    struct file_writer w;
    if (!file_create(&w, path, replace ? FILE_REPLACE : FILE_NEW, &e)) {
        failed(ui, what.args, path, &e);
        return;
    }
    w.progress = ui->session->request.progress;
    if (!what.produce(ui, what.format, &w, &note, &e)) {
        file_abort(&w);
        failed(ui, what.args, path, &e);
    } else if (!file_commit(&w, &e)) {
        failed(ui, what.args, path, &e);
    } else {
        ui_say(ui, "written: %s%s", path, text_z(&note));
    }
    text_release(&note);
}

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

static bool produce_screen(struct ui *ui, const char *format, struct file_writer *w,
                           struct text *note, struct err *e)
{
    (void)format;
    (void)note;
    struct grid *g = screen_here(ui)->grid;
    struct line l = {0};
    struct text t = {0};
    bool ok = true;
    ranges_make(ui->session->ranges);
    g->uncut = true;
    g->ops->heading(g, &l);
    if (l.text.n)
        add_line(&t, &l);
    for (uint32_t i = 0; ok && i < g->n_rows; i++) {
        line_clear(&l);
        g->ops->format(g, i, &l);
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

void export_screen(struct ui *ui, const char *path, bool replace)
{
    if (screen_here(ui)->grid)
        export(ui, path, replace, (struct output_def){"", produce_screen, NULL});
}

/* ---- as gprof prints it ---- */

/* Add the options of the view, the last one with its argument. A long one says that the output is
 * text, which it is. */
static void add_styles(const struct ui *ui, struct option_list *l)
{
    const struct screen_ops *o = screen_ops(ui->views->at);
    struct text spec = {0};
    if (o->spec)
        o->spec(ui, &spec);
    for (const char *p = o->styles; *p; p++)
        if (*p == '-' && p[1] == '-')
            p += strcspn(p, " ") - 1;
        else if (*p == '-') {
            option_list_add(l, option_by_letter((unsigned char)p[1]),
                            spec.n && !strchr(p + 1, '-') ? text_z(&spec) : NULL);
        }
    text_release(&spec);
}

/* Is the output a comparison? Formats for other programs that know of none have the new side. */
static bool is_comparison(const struct ui *ui, const char *format)
{
    return session_compares(ui->session) && screen_ops(ui->views->at)->compares &&
           (!format || !strcmp(format, "csv") || !strcmp(format, "json"));
}

/* The options of the command shown: those that are on, then those of the view, or the format. */
static void command_options(const struct ui *ui, const char *format, struct option_list *l)
{
    options_of_output(ui, is_comparison(ui, format), l);
    if (format)
        option_list_add(l, option_by_name("format"), format);
    else
        add_styles(ui, l);
}

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

static bool write_comparison(struct session *s, const struct emitter *out, struct err *e)
{
    const struct view_diff *v = session_diff(s, e);
    return v && format_diff(v, out, e);
}

/* The report that the command shown prints, by a session of its own. */
static bool produce_report(struct ui *ui, const char *format, struct file_writer *w,
                           struct text *note, struct err *e)
{
    struct option_list l;
    struct report_out to = {w, note};
    const struct session_watch watch = {
        .program = "", .warn = note_warning, .print_info = write_info, .ctx = &to};
    const struct emitter out = emitter_to_file(w);
    struct session_request r = ui->session->request;
    if (!lines_ready(ui->session->lookup.lines, r.progress, e))
        return false;
    command_options(ui, format, &l);
    r.options = &l;
    r.watch = &watch;
    r.report = true;
    r.base = ui->session;
    struct session *s = session_new(&r, e);
    bool any = s && s->styles & STYLE_INFO && s->settings.output == OUTPUT_TEXT;
    bool ok = s && (is_comparison(ui, format)
                        ? write_comparison(s, &out, e)
                        : !s->analysis || report_write(&s->view, s->styles, any, &out, e));
    session_free(s);
    return ok;
}

void export_gprof(struct ui *ui, const char *path, bool replace)
{
    export(ui, path, replace, (struct output_def){" gprof FILE", produce_report, NULL});
}

bool export_format(struct ui *ui, const char *format, size_t n, const char *path, bool replace)
{
    for (size_t i = 0; i < ARRAY_LEN(FORMATS); i++)
        if (strlen(FORMATS[i].name) == n && !memcmp(FORMATS[i].name, format, n)) {
            export(ui, path, replace,
                   (struct output_def){FORMATS[i].args, produce_report, FORMATS[i].name});
            return true;
        }
    return false;
}

static bool produce_command(struct ui *ui, const char *format, struct file_writer *w,
                            struct text *note, struct err *e)
{
    (void)format;
    (void)note;
    struct text t = {0};
    export_command_text(ui, &t);
    text_char(&t, '\n');
    bool ok = flush(w, &t, e);
    text_release(&t);
    return ok;
}

void export_command(struct ui *ui, const char *path, bool replace)
{
    export(ui, path, replace, (struct output_def){" command FILE", produce_command, NULL});
}

/* ---- prompts and menu ---- */

/* Open a prompt for a file that is called after the program unless another name is typed: the first
 * such name that is free, as "prog-flat.txt", "prog-flat-2.txt". */
static void ask_path(struct ui *ui, const struct prompt_def *def, const char *before,
                     const char *after)
{
    const char *program = path_base(ui->session->request.image);
    const size_t suffix = strcspn(after, ".");
    struct text *name = &ui->prompt->otherwise;
    prompt_open(ui, def, "");
    for (unsigned i = 1; i < 1000; i++) {
        text_clear(name);
        text_printf(name, "%s%s%.*s", before, program, (int)suffix, after);
        if (i > 1)
            text_printf(name, "-%u", i);
        text_str(name, after + suffix);
        if (access(text_z(name), F_OK) != 0)
            break;
    }
}

static void accept_gprof(struct ui *ui, const char *path)
{
    export_gprof(ui, path, false);
}

static void accept_screen(struct ui *ui, const char *path)
{
    export_screen(ui, path, false);
}

static const struct prompt_def prompt_write_gprof = {
    .label = "",
    .past = PAST_FILE,
    .accept = accept_gprof,
    .complete = complete_path,
};

static const struct prompt_def prompt_write_screen = {
    .label = "",
    .past = PAST_FILE,
    .accept = accept_screen,
    .complete = complete_path,
};

/* "write gprof layout to (prog-flat.txt): " */
static void write_label(struct ui *ui, const char *what)
{
    struct text name = {0};
    text_shown(&name, text_z(&ui->prompt->otherwise), ui->prompt->otherwise.n, ui->ascii);
    prompt_label(ui, "write %s to (%s): ", what, text_z(&name));
    text_release(&name);
}

static void accept_format(struct ui *ui, const char *path)
{
    const char *name = FORMATS[ui->prompt->item].name;
    export_format(ui, name, strlen(name), path, false);
}

static const struct prompt_def prompt_write_format = {
    .label = "",
    .past = PAST_FILE,
    .accept = accept_format,
    .complete = complete_path,
};

/* The lines of the menu: the two layouts of the view, then the formats of the whole profile. */
enum { LINE_GPROF, LINE_SCREEN, LINE_FORMATS };

static void write_fill(struct ui *ui)
{
    struct text t = {0};
    export_command_text(ui, &t);
    menu_add(ui, "%-10s %s", "gprof", text_z(&t));
    menu_add(ui, "%-10s %s", "screen", "what the view shows, all rows");
    for (size_t i = 0; i < ARRAY_LEN(FORMATS); i++)
        menu_add(ui, "%-10s %s", FORMATS[i].name, FORMATS[i].what);
    text_release(&t);
}

static void ask_format(struct ui *ui, size_t i)
{
    ask_path(ui, &prompt_write_format, FORMATS[i].before, FORMATS[i].after);
    write_label(ui, FORMATS[i].name);
    ui->prompt->item = i;
}

static void ask_layout(struct ui *ui, const struct prompt_def *layout)
{
    const struct screen *s = screen_here(ui);
    struct text after = {0};
    text_printf(&after, "-%s.txt", mode_name((enum mode)view_get(ui->views->at)->mode));
    ask_path(ui, layout, "", text_z(&after));
    text_release(&after);
    write_label(ui, layout == &prompt_write_screen ? "what is shown" : "gprof layout");
    if (layout == &prompt_write_gprof &&
        (s->filter.n || s->sort.column != COLUMN_NONE || s->folded))
        ui_say(ui, "row filter, order and folds are no options of gprof: not in this file");
}

static void write_accept(struct ui *ui, size_t line)
{
    if (line >= LINE_FORMATS)
        ask_format(ui, line - LINE_FORMATS);
    else
        ask_layout(ui, line == LINE_SCREEN ? &prompt_write_screen : &prompt_write_gprof);
}

void act_write(struct ui *ui, const struct call *c)
{
    (void)c;
    struct list *l =
        menu_open(ui, "write the view, or the whole profile", write_fill, write_accept);
    if (ui->views->at == VIEW_GRAPH) /* of an entry people want the entry, not the whole graph */
        list_set(l, LINE_SCREEN);
}

/* ---- copying ---- */

void act_yank_row(struct ui *ui, const struct call *c)
{
    (void)c;
    const struct screen *s = screen_here(ui);
    struct line l = {0};
    if (side_pane_has_keys(ui))
        side_pane_line(ui, &l);
    else if (s->grid && s->list.cursor < s->grid->n_rows && screen_row(ui).kind != ROW_SECTION)
        s->grid->ops->format(s->grid, (uint32_t)s->list.cursor, &l);
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
    (void)c;
    struct text t = {0};
    export_command_text(ui, &t);
    ui_request(ui, REQUEST_COPY, t.p, t.n);
    ui_say(ui, "copied: %s", text_z(&t));
    text_release(&t);
}
