/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A whole report in the format that the settings ask for. */
#include "core/view/format/format.h"

#include <string.h>

#include "core/base/file/sink.h"
#include "core/base/utf8.h"
#include "core/view/format/gnu.h"
#include "core/view/rows/findings.h"

enum { FOLDED_MOST_BYTES = 256 << 20 };

/* What a report may grow to is known only when it is there: depth, breadth and names multiply. */
struct limited {
    const struct emitter *to;
    const char *format;
    uint64_t most, left; /* bytes */
};

static bool write_limited(void *ctx, const char *p, size_t n, struct err *e)
{
    struct limited *l = ctx;
    if (n > l->left) {
        err_what(e, ERR_OUTPUT_LIMIT, NULL, l->format, NULL);
        e->n = l->most < INT64_MAX ? (int64_t)l->most : INT64_MAX;
        return false;
    }
    l->left -= n;
    return l->to->write(l->to->ctx, p, n, e);
}

static const struct {
    void (*put)(struct gnu_out *o, uint32_t styles);
    uint32_t styles; /* the sections that it can show */
    bool packed;     /* by gzip */
    bool times;      /* there is nothing to show without a histogram */
    uint64_t most;   /* bytes without --max-output; 0: any number */
} formats[N_OUTPUTS] = {
    [OUTPUT_JSON] = {format_json, STYLE_FLAT | STYLE_GRAPH | STYLE_COUNTS | STYLE_INFO, false,
                     false, 0},
    [OUTPUT_CSV] = {format_csv, STYLE_FLAT | STYLE_GRAPH | STYLE_COUNTS, false, false, 0},
    [OUTPUT_DOT] = {format_dot, STYLE_FLAT | STYLE_GRAPH, false, false, 0},
    [OUTPUT_CALLGRIND] = {format_callgrind, STYLE_FLAT | STYLE_GRAPH, false, false, 0},
    [OUTPUT_FOLDED] = {format_folded, STYLE_FLAT | STYLE_GRAPH, false, true, FOLDED_MOST_BYTES},
    [OUTPUT_SVG] = {format_svg, STYLE_FLAT | STYLE_GRAPH, false, true, 0},
    [OUTPUT_PPROF] = {format_pprof, STYLE_FLAT | STYLE_GRAPH, true, false, 0},
};

bool report_allows(const struct settings *s, uint32_t styles, struct err *e)
{
    static const struct {
        uint32_t style;
        const char *option;
    } options[] = {
        {STYLE_COUNTS, "-C"},         {STYLE_ANNOTATE, "-A"},   {STYLE_INFO, "-i"},
        {STYLE_FUNCTION_ORDER, "-r"}, {STYLE_FILE_ORDER, "-R"},
    };
    if (s->output == OUTPUT_TEXT)
        return true;
    for (size_t i = 0; i < ARRAY_LEN(options); i++)
        if (styles & options[i].style & ~formats[s->output].styles)
            return err_what(e, ERR_OUTPUT_STYLE, NULL, settings_output_name(s->output),
                            options[i].option);
    return true;
}

struct printed_findings {
    struct text t;
    bool shown; /* on a terminal */
};

static void add_words(struct printed_findings *p, const char *s)
{
    if (p->shown)
        text_shown(&p->t, s, strlen(s), false);
    else
        text_str(&p->t, s);
    text_char(&p->t, '\n');
}

static void print_finding(void *ctx, const struct finding *f)
{
    struct printed_findings *p = ctx;
    text_str(&p->t, f->weight == FINDING_WARNING ? "\twarning: " : "\tnote: ");
    add_words(p, f->problem);
    if (!f->advice[0])
        return;
    text_str(&p->t, "\t\t");
    add_words(p, f->advice);
}

bool report_findings(const struct view_context *v, const struct emitter *out, struct err *e)
{
    struct printed_findings p = {.shown = v->for_terminal};
    text_str(&p.t, "Findings:\n");
    size_t before = p.t.n;
    findings_each(v, FINDINGS_ALL, print_finding, &p);
    if (p.t.n == before)
        text_str(&p.t, "\tnothing looks wrong\n");
    bool ok = out->write(out->ctx, p.t.p, p.t.n, e);
    text_release(&p.t);
    return ok;
}

bool report_write(const struct view_context *v, uint32_t styles, bool any_before,
                  const struct emitter *out, struct err *e)
{
    int output = v->settings->output;
    if (output == OUTPUT_TEXT)
        return gnu_report(v, styles, any_before, out, e);
    if (styles == STYLE_SUM) /* -s alone prints no report */
        return true;
    /* These formats have a graph of measured callers, too. */
    if (!gnu_has_data(v, v->analysis->paths ? styles & ~(uint32_t)STYLE_GRAPH : styles, e))
        return false;
    if (formats[output].times && !v->analysis->profile->has_histogram)
        return err_set(e, ERR_NO_HISTOGRAM, NULL);
    if (formats[output].packed && v->for_terminal)
        return err_what(e, ERR_OUTPUT_BINARY, NULL, settings_output_name(output), NULL);
    const uint64_t most = v->settings->max_output ? v->settings->max_output : formats[output].most;
    struct limited l = {out, settings_output_name(output), most, most};
    const struct emitter limited = {.write = write_limited, .ctx = &l};
    struct gzip *z = formats[output].packed ? gzip_new(most ? &limited : out) : NULL;
    if (formats[output].packed && !z)
        return false;
    const struct emitter to = z ? gzip_emitter(z) : most ? limited : *out;
    struct gnu_out o;
    gnu_begin(&o, v, &to, e);
    formats[output].put(&o, styles);
    bool ok = gnu_end(&o) && (!z || gzip_finish(z, e));
    gzip_free(z);
    return ok;
}
