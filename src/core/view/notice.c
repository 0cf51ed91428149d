/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/notice.h"

#include <string.h>

#include "core/base/attr.h"
#include "core/base/utf8.h"
#include "core/view/label.h"
#include "core/view/number.h"
#include "core/view/option_effect.h"

static void add(struct line *out, const struct notice *n, size_t n_problem, bool advises)
{
    text_clear(&out->text);
    text_char(&out->text, ' ');
    text_shown(&out->text, n->problem, n_problem, false);
    if (!advises || !n->advice[0])
        return;
    text_str(&out->text, ". ");
    text_shown(&out->text, n->advice, strlen(n->advice), false);
}

/* A command says more than reasons do: these are left out first. */
bool notice_line(const struct notice *n, unsigned cols, struct line *out)
{
    const char *const ends[] = {"", ";", ":;"};
    const bool is_command = strncmp(n->advice, "gptui ", 6) == 0;
    if (!n->problem[0])
        return false;
    for (size_t i = 0; i < (is_command ? ARRAY_LEN(ends) : 1); i++) {
        add(out, n, strcspn(n->problem, ends[i]), true);
        if (utf8_cols(out->text.p, out->text.n) <= cols)
            break;
    }
    if (utf8_cols(out->text.p, out->text.n) > cols)
        add(out, n, strlen(n->problem), false);
    line_mark(out, 0, ROLE_WARNING, COLUMN_NONE);
    return true;
}

/* The options that thin out the view; false if there are none. */
static bool add_options(struct text *out, const struct view_context *v, bool ascii)
{
    const uint32_t sets = UINT32_C(1) << SET_FLAT_IN | UINT32_C(1) << SET_FLAT_EX;
    if (!(filter_sets(v) & sets))
        return false;
    text_str(out, "options leave no function:");
    for (size_t i = 0; i < v->settings->n_filters; i++) {
        const struct filter *f = &v->settings->filters[i];
        struct text option = {0};
        if (!(f->sets & sets))
            continue;
        text_filter(&option, f);
        text_char(out, ' ');
        text_shown(out, text_z(&option), option.n, ascii);
        text_release(&option);
    }
    return true;
}

void empty_reason(struct text *out, const struct view_context *v, const char *filter,
                  uint32_t n_hidden, bool ascii)
{
    const struct profile *p = v->analysis->profile;
    bool sampled = p->has_histogram && profile_ticks(p) > 0;
    if (n_hidden > 0 && *filter) {
        text_str(out, "the row filter hides everything: & ");
        text_shown(out, filter, strlen(filter), ascii);
    } else if (v->analysis->n_symbols == 0) {
        text_str(out, "the program has no symbols");
    } else if (!sampled && p->n_arcs == 0) {
        text_str(out, "neither samples nor calls are in the profile");
    } else if (!add_options(out, v, ascii)) {
        text_str(out, sampled ? "samples and calls are not in functions of this program"
                              : "there are no samples, nor calls to be shown here");
    }
}
