/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/history/undo.h"

#include <stdlib.h>
#include <string.h>

static void release_step(struct undo_step *s)
{
    option_list_release(&s->options);
    free(s->rows);
}

static void drop(struct undo_step *stack, size_t *n)
{
    while (*n)
        release_step(&stack[--*n]);
}

static void drop_spare(struct undo *u)
{
    analysis_free(u->spare);
    u->spare = NULL;
    option_list_release(&u->spare_of);
}

void undo_release(struct undo *u)
{
    drop(u->past, &u->n_past);
    drop(u->future, &u->n_future);
    drop_spare(u);
}

static struct undo_step *push(struct undo_step *stack, size_t *n, struct undo_step step)
{
    if (*n == UNDO_MAX) {
        release_step(&stack[0]);
        memmove(stack, stack + 1, (UNDO_MAX - 1) * sizeof *stack);
        --*n;
    }
    stack[*n] = step;
    return &stack[(*n)++];
}

/* Exchange *options for those that are on, and the spare analysis likewise. */
static bool change(struct undo *u, struct session *s, struct option_list *options, struct err *e)
{
    struct analysis *ready = NULL;
    if (u->spare && option_list_equal(options, &u->spare_of)) {
        ready = u->spare;
        u->spare = NULL;
    }
    if (!session_change(s, options, &ready, e))
        return false;
    drop_spare(u);
    u->spare = ready;
    option_list_copy(&u->spare_of, options);
    return true;
}

bool undo_change(struct undo *u, struct session *s, struct option_list *options, struct err *e)
{
    if (!change(u, s, options, e))
        return false;
    undo_push(u, (struct undo_step){.kind = UNDO_OPTIONS, .options = *options});
    *options = (struct option_list){0};
    return true;
}

void undo_push(struct undo *u, struct undo_step step)
{
    push(u->past, &u->n_past, step);
    drop(u->future, &u->n_future);
}

const struct undo_step *undo_next(const struct undo *u, bool forward)
{
    size_t n = forward ? u->n_future : u->n_past;
    return n ? &(forward ? u->future : u->past)[n - 1] : NULL;
}

struct undo_step *undo_take(struct undo *u, bool forward)
{
    if (forward)
        return push(u->past, &u->n_past, u->future[--u->n_future]);
    return push(u->future, &u->n_future, u->past[--u->n_past]);
}

bool undo_options(struct undo *u, struct session *s, bool forward, struct err *e)
{
    struct undo_step *next = forward ? &u->future[u->n_future - 1] : &u->past[u->n_past - 1];
    if (!change(u, s, &next->options, e))
        return false;
    undo_take(u, forward);
    return true;
}

bool undo_reload(struct undo *u, struct session *s, struct err *e)
{
    drop_spare(u);
    return session_reload(s, e);
}
