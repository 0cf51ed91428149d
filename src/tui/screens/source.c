/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Annotated source: one file, with the time and the counts of its lines. */
#include <string.h>

#include "core/base/file/path.h"
#include "core/base/utf8.h"
#include "core/select/symbol_places.h"
#include "core/view/grid/picks.h"
#include "core/view/grid/source.h"
#include "tui/act/source.h"
#include "tui/history/history.h"
#include "tui/app/screen.h"

/* The file to begin with, at its hottest line. */
static void choose_file(const struct session *session, struct screen *s,
                        const struct source_facts *f)
{
    uint32_t first = source_first_line(f);
    if (first == NO_ID)
        return;
    screen_set_file(s, source_file_of(f, first)->path);
    if (f->lines->lines[first].ticks > 0 && !s->row.line)
        screen_point(session, s,
                     (struct row_anchor){.kind = ROW_LINE, .line = f->lines->lines[first].line});
}

static struct grid *make_source_grid(struct ui *ui, const struct grid_style *style,
                                     const struct rowfilter *filter)
{
    struct screen *s = &ui->views->screen[VIEW_SOURCE];
    struct err e = ERR_INIT;
    const struct source_facts *f = session_source(ui->session, &e);
    if (!f) {
        ui_say_error(ui, &e);
        return NULL;
    }
    if (!s->file)
        choose_file(ui->session, s, f);
    return source_grid(&ui->session->view, f, s->file, style, filter);
}

static void status(const struct ui *ui, struct text *out)
{
    const struct source_facts *f = ui->session->source;
    const struct screen *s = &ui->views->screen[VIEW_SOURCE];
    const struct annotated_file *file = f && s->file ? source_file_find(f, s->file) : NULL;
    if (file)
        source_file_time(&ui->session->view, file, out);
}

/* Where the text is; else what the debug information says, and how to help: the explanation above
 * the lines is out of sight when the view opens at the hottest of them. */
static void trail(const struct ui *ui, struct text *out)
{
    const struct screen *s = &ui->views->screen[VIEW_SOURCE];
    const char *path = s->grid ? source_grid_path(s->grid) : NULL;
    if (!path)
        path = s->file;
    if (path)
        text_shown(out, path, strlen(path), ui->ascii);
    if (s->file && s->grid && !source_grid_path(s->grid))
        text_str(out, " is not here: Enter");
    else if (s->grid && source_grid_is_near(s->grid))
        text_str(out, " (found by its name)");
}

/* The shown file as a symspec: by its base name if that is gprof's way to mean it. */
static void spec(const struct ui *ui, struct text *out)
{
    const char *path = ui->views->screen[VIEW_SOURCE].file;
    const struct session *st = ui->session;
    if (!path || !st->source)
        return;
    const struct sources *sources = st->source->by_line->sources;
    const char *base = path_base(path);
    if ((*base && !strchr(base, ':') && sources_alone(sources, path)) || st->settings.strict) {
        text_str(out, base);
        text_char(out, ':');
        return;
    }
    text_str(out, "path=");
    text_str(out, path + strspn(path, "/"));
}

const struct screen_ops screen_source = {
    .filters = true,
    .columns = &source_columns,
    .beside = BESIDE_RELATIVES,
    .style = STYLE_ANNOTATE,
    .styles = "-P -Q -A",
    .spec = spec,
    .enter = source_point,
    .open = source_follow,
    .up = source_up,
    .hottest = source_hottest,
    .heaviest = source_hot_step,
    .make = make_source_grid,
    .status = status,
    .trail = trail,
};
