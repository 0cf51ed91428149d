/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The prompt: one line typed at the bottom of the screen. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "tui/app/app_state.h"
#include "tui/app/prompts.h"
#include "tui/keys/keyname.h"

void prompt_label(struct app *a, const char *fmt, ...)
{
    char buf[256];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(buf, sizeof buf, fmt, ap);
    va_end(ap);
    text_clear(&a->prompt.label);
    text_str(&a->prompt.label, buf);
}

void prompt_open(struct app *a, const struct prompt_def *def, const char *text)
{
    a->prompt.def = def;
    edit_set(&a->prompt.edit, text, strlen(text));
    completion_release(&a->prompt.completion);
    past_rewind(&a->pasts[def->past]);
    prompt_label(a, "%s", def->label);
}

void prompt_close(struct app *a)
{
    a->prompt.def = NULL;
    completion_release(&a->prompt.completion);
}

/* The line was changed by hand: completions are stale, and whoever watches hears of it. */
static void changed(struct app *a)
{
    completion_release(&a->prompt.completion);
    if (a->prompt.def && a->prompt.def->changed)
        a->prompt.def->changed(a);
}

void prompt_key(struct app *a, uint32_t key)
{
    if (!key_is_text(key))
        return;
    edit_insert(&a->prompt.edit, key);
    changed(a);
}

void act_prompt_accept(struct app *a, const struct call *c)
{
    (void)c;
    if (!a->prompt.def)
        return;
    const struct prompt_def *def = a->prompt.def;
    const struct text *t = &a->prompt.edit.text;
    char *line = mem_text(t->p ? t->p : "", t->n);
    if (!line)
        return;
    past_add(&a->pasts[def->past], line, strlen(line));
    prompt_close(a);
    def->accept(a, line);
    free(line);
}

void act_prompt_cancel(struct app *a, const struct call *c)
{
    (void)c;
    if (!a->prompt.def)
        return;
    const struct prompt_def *def = a->prompt.def;
    past_rewind(&a->pasts[def->past]);
    prompt_close(a);
    if (def->cancel)
        def->cancel(a);
}

void act_prompt_move(struct app *a, const struct call *c)
{
    edit_move(&a->prompt.edit, c->param);
}

void act_prompt_end(struct app *a, const struct call *c)
{
    if (c->param)
        edit_end(&a->prompt.edit);
    else
        edit_home(&a->prompt.edit);
}

/* Erasing in an empty prompt leaves it, as in less and vim. */
void act_prompt_erase(struct app *a, const struct call *c)
{
    if (!a->prompt.def)
        return;
    if (!a->prompt.edit.text.n && c->param < 0) {
        act_prompt_cancel(a, c);
        return;
    }
    edit_erase(&a->prompt.edit, c->param);
    changed(a);
}

void act_prompt_erase_word(struct app *a, const struct call *c)
{
    (void)c;
    if (!a->prompt.def)
        return;
    edit_erase_word(&a->prompt.edit);
    changed(a);
}

void act_prompt_erase_line(struct app *a, const struct call *c)
{
    (void)c;
    if (!a->prompt.def)
        return;
    edit_erase_line(&a->prompt.edit);
    changed(a);
}

void act_prompt_history(struct app *a, const struct call *c)
{
    if (!a->prompt.def)
        return;
    past_step(&a->pasts[a->prompt.def->past], &a->prompt.edit, c->param);
    changed(a);
}

void act_prompt_complete(struct app *a, const struct call *c)
{
    if (!a->prompt.def)
        return;
    struct prompt *p = &a->prompt;
    if (!p->def->complete)
        return;
    if (p->completion.n == 1 && p->completion.at == 0)
        completion_release(&p->completion); /* taken: go on after it */
    if (!p->completion.typed)
        p->def->complete(a, text_z(&p->edit.text), p->edit.at, &p->completion);
    const char *word = completion_step(&p->completion, c->param);
    if (word)
        edit_replace(&p->edit, p->completion.lo, word, strlen(word));
    else
        app_say(a, "no completion");
    if (p->def->changed)
        p->def->changed(a);
}
