/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/report/report.h"

#include "core/sink/gzip.h"
#include "core/view/format.h"
#include "core/view/gnu.h"

/* The profile of pprof is a compressed message. */
static bool write_pprof(const struct view_context *v, uint32_t styles, const struct emitter *out,
                        struct err *e)
{
    struct gzip *z = gzip_new(out);

    if (!z)
        return err_memory(e, 0);
    const struct emitter packed = gzip_emitter(z);
    bool ok = format_pprof(v, styles, &packed, e) && gzip_finish(z, e);
    gzip_free(z);
    return ok;
}

static const struct {
    bool (*write)(const struct view_context *v, uint32_t styles, const struct emitter *out,
                  struct err *e);
    uint32_t styles; /* that it can show */
    bool binary;
    bool times; /* there is nothing to show without a histogram */
} formats[N_OUTPUTS] = {
    [OUTPUT_JSON] = {format_json, STYLE_FLAT | STYLE_GRAPH | STYLE_COUNTS | STYLE_INFO, false,
                     false},
    [OUTPUT_CSV] = {format_csv, STYLE_FLAT | STYLE_GRAPH | STYLE_COUNTS, false, false},
    [OUTPUT_DOT] = {format_dot, STYLE_FLAT | STYLE_GRAPH, false, false},
    [OUTPUT_CALLGRIND] = {format_callgrind, STYLE_FLAT | STYLE_GRAPH, false, false},
    [OUTPUT_FOLDED] = {format_folded, STYLE_FLAT | STYLE_GRAPH, false, true},
    [OUTPUT_PPROF] = {write_pprof, STYLE_FLAT | STYLE_GRAPH, true, false},
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

bool report_write(const struct view_context *v, uint32_t styles, bool any_before,
                  const struct emitter *out, struct err *e)
{
    int output = v->settings->output;

    if (output == OUTPUT_TEXT)
        return gnu_report(v, styles, any_before, out, e);
    if (styles == STYLE_SUM) /* which is no report */
        return true;
    if (!gnu_has_data(v, styles, e))
        return false;
    if (formats[output].times && !v->analysis->profile->has_histogram)
        return err_set(e, ERR_NO_HISTOGRAM, NULL);
    if (formats[output].binary && v->for_terminal)
        return err_what(e, ERR_OUTPUT_BINARY, NULL, settings_output_name(output), NULL);
    return formats[output].write(v, styles, out, e);
}
