/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Key scripts: any text is a script that comes to its end, or a mistake with a line. */
#include "fuzz.h"

#include "tests/support/require.h"
#include "tui/script.h"

static void check_step(const struct script_step *s)
{
    if (s->kind == STEP_RESIZE)
        require(s->rows >= 1 && s->rows <= 1000 && s->cols >= 1 && s->cols <= 1000);
    if (s->kind == STEP_COMMAND || s->kind == STEP_DUMP)
        require(s->text != NULL);
    require(s->kind == STEP_END || s->line > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct script s = {0};
    struct err e = ERR_INIT;
    if (script_parse(&s, "script", (const char *)p, n, &e)) {
        size_t steps = 0;
        struct script_step step;
        for (; (step = script_next(&s)).kind != STEP_END; steps++)
            check_step(&step);
        require(steps <= 2 * n && script_next(&s).kind == STEP_END);
    } else {
        require(e.code != ERR_NONE && s.n_steps == 0);
    }
    script_release(&s);
    return 0;
}
