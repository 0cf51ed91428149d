/* SPDX-License-Identifier: GPL-3.0-or-later */
/* option_list: a command line as a list of options that can be changed. */
#include "core/options/option_list.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/shell.h"
#include "core/options/settings.h"
#include "core/options/symspec.h"

void option_list_release(struct option_list *l)
{
    free(l->items);
    arena_release(&l->text);
    *l = (struct option_list){0};
}

void option_list_add(struct option_list *l, option_id id, const char *arg)
{
    const char *copy = arg ? arena_text(&l->text, arg, strlen(arg)) : NULL;
    mem_append(&l->items, &l->n, &(struct option_item){.id = id, .arg = copy, .on = true},
               sizeof *l->items);
}

void option_list_copy(struct option_list *to, const struct option_list *from)
{
    *to = (struct option_list){0};
    for (size_t i = 0; i < from->n; i++) {
        const struct option_item *it = &from->items[i];
        option_list_add(to, it->id, it->arg);
        to->items[i].on = it->on;
        to->items[i].found = it->found;
    }
}

bool option_list_equal(const struct option_list *a, const struct option_list *b)
{
    if (a->n != b->n)
        return false;
    for (size_t i = 0; i < a->n; i++) {
        const struct option_item *x = &a->items[i], *y = &b->items[i];
        if (x->id != y->id || x->on != y->on || !text_same(x->arg, y->arg))
            return false;
    }
    return true;
}

void option_list_remove(struct option_list *l, size_t i)
{
    l->n--;
    memmove(&l->items[i], &l->items[i + 1], (l->n - i) * sizeof *l->items);
}

void option_list_drop(struct option_list *l, option_id id)
{
    for (size_t i = l->n; i-- > 0;)
        if (l->items[i].id == id)
            option_list_remove(l, i);
}

void option_list_move(struct option_list *l, size_t from, size_t to)
{
    struct option_item it = l->items[from];
    if (from < to)
        memmove(&l->items[from], &l->items[from + 1], (to - from) * sizeof it);
    else
        memmove(&l->items[to + 1], &l->items[to], (from - to) * sizeof it);
    l->items[to] = it;
}

size_t option_list_find(const struct option_list *l, option_id id, const char *arg)
{
    for (size_t i = l->n; i-- > 0;)
        if (l->items[i].id == id && text_same(l->items[i].arg, arg))
            return i;
    return SIZE_MAX;
}

/* ---- lines taken out ---- */

bool option_list_by_line(const struct option_list *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->items[i].on && option_row(l->items[i].id)->flag == FLAG(by_line))
            return true;
    return false;
}

static bool takes_line_out(const struct option_item *x)
{
    struct symspec spec;
    if (!x->arg || !(option_row(x->id)->sets >> SET_FLAT_EX & 1))
        return false;
    symspec_parse(&spec, x->arg, false);
    return !spec.has_right && spec.left.line;
}

bool option_waits_for_lines(const struct option_list *l, size_t i)
{
    return !l->items[i].on && takes_line_out(&l->items[i]) && !option_list_by_line(l);
}

void option_list_settle_lines(struct option_list *l, size_t i)
{
    if (takes_line_out(&l->items[i]))
        l->items[i].on = option_list_by_line(l);
}

/* ---- as typed in a shell ---- */

void option_list_command(const struct option_list *l, struct text *out)
{
    bool first = true;
    for (size_t i = 0; i < l->n; i++) {
        const struct option_item *it = &l->items[i];
        const struct option_def *d = option_get(it->id);
        if (!it->on)
            continue;
        if (!first)
            text_char(out, ' ');
        first = false;
        /* An empty optional argument needs the long form. */
        bool letter = d->letter && !(it->arg && !*it->arg && d->arg == OPTION_MAY_ARG);
        text_str(out, letter ? "-" : "--");
        if (letter)
            text_char(out, (char)d->letter);
        else
            text_str(out, d->name);
        if (!it->arg)
            continue;
        /* Optional arguments, and those that look like @FILE, must be in the word of their option.
         */
        if (!letter)
            text_char(out, '=');
        else if (d->arg != OPTION_MAY_ARG && it->arg[0] != '@')
            text_char(out, ' ');
        if (*it->arg || letter)
            text_shell(out, it->arg);
    }
}
