/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/draw.h"

#include "core/base/utf8.h"
#include "core/select/regex.h"
#include "core/view/line.h"
#include "tui/terminal/surface_draw.h"

bool draw_matches(struct surface *s, int row, int col, int width, const struct line *l, int skip,
                  const struct regex *r)
{
    size_t from = l->pinned, lo, hi;
    bool any = false;
    int pinned = (int)utf8_cols(l->text.p, l->pinned), col_from = pinned - skip;
    while (from < l->text.n && col_from < width &&
           regex_find(r, l->text.p, l->text.n, from, &lo, &hi)) {
        if (hi <= lo)
            break;
        any = true;
        int x = col_from + (int)utf8_cols(l->text.p + from, lo - from);
        int n = (int)utf8_cols(l->text.p + lo, hi - lo);
        col_from = x + n;
        if (x < pinned) {
            n -= pinned - x;
            x = pinned;
        }
        if (x + n > width)
            n = width - x;
        if (n > 0)
            surface_paint(s, row, col + x, n, LOOK_UNDERLINE | LOOK_BOLD);
        from = hi;
    }
    return any;
}
