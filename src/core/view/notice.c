/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/notice.h"

#include <string.h>

#include "core/base/file/path.h"
#include "core/base/shell.h"
#include "core/base/utf8.h"
#include "core/view/label.h"
#include "core/view/message.h"
#include "core/view/number.h"
#include "core/view/values.h"

/* How much is said, from all to little. */
enum notice_form { FORM_LONG, FORM_MIDDLE, FORM_SHORT, N_FORMS };

static const struct profile_file *misfit(const struct profile *p)
{
    for (uint32_t i = 0; i < p->n_files; i++)
        if (fit_is_bad(&p->files[i].fit))
            return &p->files[i];
    return NULL;
}

static void add_base(struct text *t, const char *path)
{
    const char *base = path_base(path);
    message_add(t, base, strlen(base));
}

static void add_misfit(struct text *t, const struct profile *p, const struct profile_file *f,
                       enum notice_form form)
{
    if (form == FORM_LONG) {
        message_misfit(f, p->image, t);
        return;
    }
    add_base(t, f->path);
    text_str(t, f->fit.verdict == FIT_OTHER_BUILD ? " is of another build of " : " is not of ");
    add_base(t, p->image->path);
    if (f->writer) {
        text_str(t, form == FORM_MIDDLE ? ": its numbers mean nothing here; " : "; ");
        add_base(t, f->writer);
        text_str(t, " wrote it");
    } else if (form == FORM_MIDDLE) {
        text_str(t, ": name the program that wrote it");
    }
}

/* " gptui record --repeat=auto ./prog" */
static void add_record(struct text *t, const struct profile *p, const char *before)
{
    struct text program = {0};
    text_operand(&program, p->image->path);
    text_str(t, before);
    text_str(t, " gptui record --repeat=auto ");
    text_shell(t, text_z(&program));
    text_release(&program);
}

static void add_no_samples(struct text *t, const struct profile *p, enum notice_form form)
{
    const char *calls = p->n_arcs ? "; calls are exact" : "; no calls: compile with -pg, too";
    text_str(t, form == FORM_LONG ? "no samples: it used under " : "no samples (under ");
    /* "0.01 s", the time of one sample. */
    text_printf(t, "%g %s", time_of(1, p->rate_hz, 1), unit_of(p).s);
    text_str(t, form == FORM_LONG ? "" : ")");
    text_str(t, calls);
    if (form != FORM_SHORT)
        add_record(t, p, form == FORM_LONG ? "." : ":");
}

static void add_few_samples(struct text *t, const struct profile *p, enum notice_form form)
{
    uint64_t n = profile_ticks(p) + p->kernel.ticks;
    text_str(t, "only ");
    text_count(t, n, false);
    text_str(t, n == 1 ? " sample" : " samples");
    text_str(t, form == FORM_LONG ? ": times are rough" : "");
    text_str(t, p->n_arcs ? "; calls are exact" : "; no calls: compile with -pg, too");
    if (form != FORM_SHORT)
        add_record(t, p, form == FORM_LONG ? "." : ":");
}

static void add_no_arcs(struct text *t, enum notice_form form)
{
    text_str(t, "no calls: compile with -pg, not only link with it");
    text_str(t, form == FORM_LONG ? "; times of functions are right" : "");
}

/* What of some runs alone could not be read again. */
static void add_lost(struct text *t, const struct profile *p, enum notice_form form)
{
    const char *const words[] = {p->lost_paths ? "call paths" : NULL,
                                 p->lost_waits ? "waits" : NULL,
                                 p->lost_blocks ? "counts of basic blocks" : NULL};
    static const char *const ends[N_FORMS] = {
        [FORM_LONG] = " cannot be read again: files of these runs have changed, or are gone",
        [FORM_MIDDLE] = " cannot be read again: files have changed",
        [FORM_SHORT] = ": files changed"};
    const char *comma = "";
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i]) {
            text_printf(t, "%s%s", comma, words[i]);
            comma = ", ";
        }
    text_str(t, ends[form]);
}

static bool loses(const struct profile *p)
{
    return p->lost_paths || p->lost_waits || p->lost_blocks;
}

/* Nothing is added if there is nothing to notice. */
static void add_notice(struct text *t, const struct profile *p, enum notice_form form)
{
    const struct profile_file *bad = misfit(p);
    if (bad) {
        add_misfit(t, p, bad, form);
    } else if (!p->has_histogram || !p->rate_hz) {
        text_str(t, p->n_arcs ? "no histogram: there are no times; calls are exact"
                              : "neither times nor calls are in this file");
        if (form == FORM_LONG)
            text_str(t, ". Link with -pg, too, and let the program end by exit");
    } else if (profile_ticks(p) + p->kernel.ticks == 0) {
        add_no_samples(t, p, form);
    } else if (profile_ticks(p) + p->kernel.ticks < NOTICE_FEW_SAMPLES) {
        add_few_samples(t, p, form);
    } else if (p->n_arcs == 0) {
        add_no_arcs(t, form);
    } else if (loses(p)) {
        add_lost(t, p, form);
    }
}

bool notice_line(const struct view_context *v, unsigned cols, struct line *out)
{
    const struct profile *p = v->analysis->profile;
    for (int form = 0; form < N_FORMS; form++) {
        text_clear(&out->text);
        text_char(&out->text, ' ');
        add_notice(&out->text, p, (enum notice_form)form);
        if (out->text.n <= 1) {
            text_clear(&out->text);
            return false;
        }
        if (utf8_cols(out->text.p, out->text.n) <= cols)
            break;
    }
    line_mark(out, 0, ROLE_WARNING, COLUMN_NONE);
    return true;
}
