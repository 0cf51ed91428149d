/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/notice.h"

#include <string.h>

#include "core/base/utf8.h"

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
