/* SPDX-License-Identifier: GPL-3.0-or-later */
/* seen: has the runtime counted what the process waits for? Its build for tests says so; with
 * another one, ten questions are enough.
 *
 *     for (struct seen s = seen_begin(WAIT_TIMER); !seen(&s);)
 *         poll(NULL, 0, 50); */
#ifndef GPTUI_TESTS_SEEN_H
#define GPTUI_TESTS_SEEN_H

#include <stdbool.h>

#include "../../../src/runtime/look.h"

#define NOT_COUNTED static inline __attribute__((no_instrument_function, unused))

__attribute__((weak)) unsigned long long gptui_rt_waited(enum wait_kind kind);

struct seen {
    enum wait_kind kind;
    unsigned long long ns;
    int n_questions, n_more;
};

NOT_COUNTED struct seen seen_begin(enum wait_kind kind)
{
    return (struct seen){.kind = kind, .ns = gptui_rt_waited ? gptui_rt_waited(kind) : 0};
}

/* The first two that are counted may be of what the thread waited for before. After some minutes
 * there is no hope. */
NOT_COUNTED bool seen(struct seen *s)
{
    if (!gptui_rt_waited)
        return ++s->n_questions > 10;
    const unsigned long long ns = gptui_rt_waited(s->kind);
    s->n_more += ns != s->ns;
    s->ns = ns;
    return s->n_more > 3 || ++s->n_questions > 6000;
}

#endif
