/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/prompt_draw.h"

/* How the line being typed looks, and the words that it could be completed with. */
#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/prompt.h"
#include "tui/terminal/surface_draw.h"

void draw_prompt(const struct ui *ui, struct surface *s, int row, int col, int cols)
{
    const struct prompt *p = ui->prompt;
    const char *typed = p->edit.text.p ? p->edit.text.p : "";
    struct text head = {0};
    text_shown(&head, typed, p->edit.at, false);
    const char *before = text_z(&head);
    int x = surface_text(s, row, col, cols, p->label.p, p->label.n, ROLE_STRONG, 0);
    int room = col + cols - x - 1; /* for the text, with a place for the cursor */
    int over = (int)utf8_cols(before, head.n) - room;
    size_t skip = 0, used = 0;
    if (over > 0) /* the part before the cursor that does not fit is left out */
        skip = utf8_fit(before, head.n, (size_t)over, &used);
    int at = surface_text(s, row, x, room + 1, before + skip, head.n - skip, ROLE_PLAIN, 0);
    surface_text(s, row, at, col + cols - at, typed + p->edit.at, p->edit.text.n - p->edit.at,
                 ROLE_PLAIN, 0);
    surface_cursor(s, row, at < ui->layout.cols ? at : ui->layout.cols - 1, true);
    text_release(&head);
}

void draw_completions(const struct ui *ui, struct surface *s)
{
    const struct completion *c = &ui->prompt->completion;
    enum { SHOWN = 8, COLS = 80 };
    int bottom = ui->layout.plain ? ui->layout.keys : ui->layout.detail;
    size_t from = c->at < c->n && c->at >= SHOWN ? c->at - SHOWN + 1 : 0;
    size_t rows = c->n - from > SHOWN ? SHOWN : c->n - from;
    if (c->n < 2 || bottom <= (int)rows)
        return;
    for (size_t y = 0; y < rows; y++) {
        size_t i = from + y;
        int row = bottom - (int)rows + (int)y;
        int cols = ui->layout.cols < COLS ? ui->layout.cols : COLS;
        unsigned look = i == c->at ? LOOK_REVERSE : 0;
        surface_fill(s, row, 0, cols, ' ', ROLE_PLAIN, look);
        int end = surface_text(s, row, 1, c->note[i] ? cols / 3 : cols - 1, c->item[i],
                               strlen(c->item[i]), ROLE_NAME, look);
        if (c->note[i])
            surface_text(s, row, end + 2, cols - end - 2, c->note[i], strlen(c->note[i]), ROLE_DIM,
                         look);
    }
    if (c->more || from + rows < c->n)
        surface_text(s, bottom - 1, (ui->layout.cols < COLS ? ui->layout.cols : COLS) - 4, 4,
                     " ...", 4, ROLE_DIM, 0);
}
