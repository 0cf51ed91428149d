/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_marks: which runs of a set are marked. */
#ifndef GPTUI_TUI_APP_RUN_MARKS_H
#define GPTUI_TUI_APP_RUN_MARKS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"

struct run_marks {
    bool *on; /* per run of the set; NULL: none is marked */
    uint32_t n, n_on;
};

void run_marks_release(struct run_marks *m);

/* Make it one for n runs: all marks are gone if it was for another number. */
void run_marks_fit(struct run_marks *m, uint32_t n);

static inline void run_marks_set(struct run_marks *m, uint32_t run, bool on)
{
    m->n_on += (uint32_t)on - (uint32_t)m->on[run];
    m->on[run] = on;
}

#endif
