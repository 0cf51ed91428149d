/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/app/run_marks.h"

#include <stdlib.h>

#include "core/base/mem.h"

void run_marks_release(struct run_marks *m)
{
    free(m->on);
    *m = (struct run_marks){0};
}

void run_marks_fit(struct run_marks *m, uint32_t n)
{
    if (m->on && m->n == n)
        return;
    run_marks_release(m);
    m->on = mem_array(n, sizeof *m->on);
    m->n = n;
}
