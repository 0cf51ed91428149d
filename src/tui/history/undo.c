/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/history/undo.h"

#include <string.h>

static void drop(struct option_list *stack, size_t *n)
{
    while (*n)
        option_list_release(&stack[--*n]);
}

static void drop_spare(struct undo *u)
{
    analysis_free(u->spare);
    u->spare = NULL;
}

void undo_release(struct undo *u)
{
    drop(u->past, &u->n_past);
    drop(u->future, &u->n_future);
    drop_spare(u);
}

/* Put the options that were on until now on top of a stack. */
static void push(struct undo *u, struct option_list *stack, size_t *n, struct option_list l)
{
    if (*n == UNDO_MAX) {
        option_list_release(&stack[0]);
        memmove(stack, stack + 1, (UNDO_MAX - 1) * sizeof *stack);
        --*n;
    }
    stack[(*n)++] = l;
    u->spare_of = &stack[*n - 1];
}

/* Exchange *options for those that are on, and the spare analysis likewise. */
static bool change(struct undo *u, struct session *s, struct option_list *options, struct err *e)
{
    struct analysis *ready = NULL;
    if (u->spare && option_list_equal(options, u->spare_of)) {
        ready = u->spare;
        u->spare = NULL;
    }
    if (!session_change(s, options, &ready, e))
        return false;
    drop_spare(u);
    u->spare = ready;
    return true;
}

bool undo_change(struct undo *u, struct session *s, struct option_list *options, struct err *e)
{
    if (!change(u, s, options, e))
        return false;
    push(u, u->past, &u->n_past, *options);
    *options = (struct option_list){0};
    drop(u->future, &u->n_future);
    return true;
}

/* The top of one stack becomes the options that are on; these go on top of the other one. */
static bool move(struct undo *u, struct session *s, struct option_list *from, size_t *n_from,
                 struct option_list *to, size_t *n_to, struct err *e)
{
    if (!*n_from || !change(u, s, &from[*n_from - 1], e))
        return false;
    --*n_from;
    push(u, to, n_to, from[*n_from]);
    return true;
}

bool undo_step(struct undo *u, struct session *s, bool forward, struct err *e)
{
    return forward ? move(u, s, u->future, &u->n_future, u->past, &u->n_past, e)
                   : move(u, s, u->past, &u->n_past, u->future, &u->n_future, e);
}

bool undo_reload(struct undo *u, struct session *s, struct err *e)
{
    drop_spare(u);
    return session_reload(s, e);
}
