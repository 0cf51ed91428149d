/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prompt: one line typed at the bottom of the screen. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/utf8.h"
#include "tui/app/prompt.h"

#include "tui/terminal/surface_draw.h"

/* ---- completion ---- */

void completion_release(struct completion *c)
{
    arena_release(&c->memory);
    *c = (struct completion){0};
}

void completion_begin(struct completion *c, const char *line, size_t lo, size_t at)
{
    completion_release(c);
    c->lo = lo;
    c->typed = arena_text(&c->memory, line + lo, at - lo);
}

void completion_add(struct completion *c, const char *candidate, const char *note)
{
    if (strncmp(candidate, c->typed, strlen(c->typed)) == 0)
        completion_offer(c, candidate, note);
}

void completion_offer(struct completion *c, const char *candidate, const char *note)
{
    for (size_t i = 0; i < c->n; i++)
        if (!strcmp(c->item[i], candidate))
            return;
    if (c->n == COMPLETIONS_MAX) {
        c->more = true;
        return;
    }
    c->note[c->n] = note ? arena_text(&c->memory, note, strlen(note)) : NULL;
    c->item[c->n++] = arena_text(&c->memory, candidate, strlen(candidate));
    c->at = c->n;
}

/* The next (1) or previous (-1) candidate to put in place of the word; NULL if there is none. */
static const char *completion_step(struct completion *c, int direction)
{
    if (!c->n)
        return NULL;
    size_t states = c->n + 1; /* the candidates, and what was typed */
    c->at = (c->at + states + (direction > 0 ? 1 : states - 1)) % states;
    return c->at == c->n ? c->typed : c->item[c->at];
}

/* ---- the line ---- */

void prompt_label(struct ui *ui, const char *fmt, ...)
{
    char buf[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    text_clear(&ui->prompt->label);
    text_str(&ui->prompt->label, buf);
}

void prompt_open(struct ui *ui, const struct prompt_def *def, const char *text)
{
    ui->prompt->def = def;
    edit_set(&ui->prompt->edit, text, strlen(text));
    completion_release(&ui->prompt->completion);
    past_rewind(&ui->prompt->pasts[def->past]);
    text_clear(&ui->prompt->otherwise);
    prompt_label(ui, "%s", def->label);
}

static void prompt_close(struct ui *ui)
{
    ui->prompt->def = NULL;
    completion_release(&ui->prompt->completion);
}

/* After a change by hand: completions are stale, and what the prompt is for looks at the line. */
static void changed(struct ui *ui)
{
    completion_release(&ui->prompt->completion);
    if (ui->prompt->def->changed)
        ui->prompt->def->changed(ui);
}

void prompt_key(struct ui *ui, uint32_t key)
{
    edit_insert(&ui->prompt->edit, key);
    changed(ui);
}

void act_prompt_accept(struct ui *ui, const struct call *c)
{
    const struct prompt_def *def = ui->prompt->def;
    const struct text *typed = &ui->prompt->edit.text;
    const struct text *t = typed->n ? typed : &ui->prompt->otherwise;
    char *line = mem_text(t->p ? t->p : "", t->n);
    past_add(&ui->prompt->pasts[def->past], line, strlen(line));
    prompt_close(ui);
    if (def->accept)
        def->accept(ui, line);
    free(line);
}

void act_prompt_cancel(struct ui *ui, const struct call *c)
{
    const struct prompt_def *def = ui->prompt->def;
    past_rewind(&ui->prompt->pasts[def->past]);
    prompt_close(ui);
    if (def->cancel)
        def->cancel(ui);
}

/* Erasing in an empty prompt leaves it, as in less and vim. */
void act_prompt_edit(struct ui *ui, const struct call *c)
{
    struct edit *e = &ui->prompt->edit;
    if (c->param == EDIT_ERASE && !e->text.n)
        act_prompt_cancel(ui, c);
    else if (edit_do(e, (enum edit_op)c->param))
        changed(ui);
}

void act_prompt_history(struct ui *ui, const struct call *c)
{
    past_step(&ui->prompt->pasts[ui->prompt->def->past], &ui->prompt->edit, c->param);
    changed(ui);
}

void act_prompt_complete(struct ui *ui, const struct call *c)
{
    struct prompt *p = ui->prompt;
    if (!p->def->complete)
        return;
    if (p->completion.n == 1 && p->completion.at == 0)
        completion_release(
            &p->completion); /* the only candidate stands in the line: complete the next word */
    if (!p->completion.typed)
        p->def->complete(ui, text_z(&p->edit.text), p->edit.at, &p->completion);
    const char *word = completion_step(&p->completion, c->param);
    if (word)
        edit_replace(&p->edit, p->completion.lo, word, strlen(word));
    else
        ui_say(ui, "no completion");
    if (p->def->changed)
        p->def->changed(ui);
}

/* ---- how it looks, and the words that it could be completed with ---- */

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
