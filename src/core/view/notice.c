/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/notice.h"

#include <string.h>

#include "core/base/utf8.h"
#include "core/view/label.h"
#include "core/view/number.h"
#include "core/view/option_effect.h"

static void add(struct line *out, const struct notice *n, bool advises)
{
    text_clear(&out->text);
    text_char(&out->text, ' ');
    text_shown(&out->text, n->problem, strlen(n->problem), false);
    if (!advises || !n->advice[0])
        return;
    text_str(&out->text, ". ");
    text_shown(&out->text, n->advice, strlen(n->advice), false);
}

bool notice_line(const struct notice *n, unsigned cols, struct line *out)
{
    if (!n->problem[0])
        return false;
    add(out, n, true);
    if (utf8_cols(out->text.p, out->text.n) > cols)
        add(out, n, false);
    line_mark(out, 0, ROLE_WARNING, COLUMN_NONE);
    return true;
}

/* The options that thin out the view; false if there are none. */
static bool add_options(struct text *out, const struct view_context *v, const struct empty_view *e)
{
    const uint32_t sets = e->graph ? UINT32_C(1) << SET_GRAPH_IN | UINT32_C(1) << SET_GRAPH_EX
                                   : UINT32_C(1) << SET_FLAT_IN | UINT32_C(1) << SET_FLAT_EX;
    if (!(filter_sets(v) & sets))
        return false;
    text_str(out, e->graph ? "options leave no entry:" : "options leave no function:");
    for (size_t i = 0; i < v->settings->n_filters; i++) {
        const struct filter *f = &v->settings->filters[i];
        struct text option = {0};
        if (!(f->sets & sets))
            continue;
        text_filter(&option, f);
        text_char(out, ' ');
        text_shown(out, text_z(&option), option.n, e->ascii);
        out->failed |= option.failed;
        text_release(&option);
    }
    return true;
}

void empty_reason(struct text *out, const struct view_context *v, const struct empty_view *e)
{
    const struct profile *p = v->analysis->profile;
    bool sampled = p->has_histogram && profile_ticks(p) > 0;
    if (e->n_hidden > 0 && e->filter && *e->filter) {
        text_str(out, "the row filter hides all ");
        text_count(out, e->n_hidden, true);
        text_str(out, e->n_hidden == 1 ? " row: & " : " rows: & ");
        text_shown(out, e->filter, strlen(e->filter), e->ascii);
    } else if (v->analysis->n_symbols == 0) {
        text_str(out, "the program has no symbols");
    } else if (!sampled && p->n_arcs == 0) {
        text_str(out, "neither samples nor calls are in the profile");
    } else if (!add_options(out, v, e)) {
        text_str(out, "samples and calls are not in functions of this program");
    }
}
