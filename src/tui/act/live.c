/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is asked for while a process goes on: how often it is read again, and whether. */
#include "core/load/run/kept.h"
#include "tui/app/changes.h"
#include "tui/app/watch.h"

static bool is_live(struct ui *ui)
{
    if (ui->watch->state != WATCH_RUNS)
        ui_warn(ui, "nothing runs: gptui --live shows a process");
    return ui->watch->state == WATCH_RUNS;
}

/* To the next one that is shorter or longer, as the key says. */
void act_interval(struct ui *ui, const struct call *c)
{
    static const int64_t steps[] = {100,   200,   500,   1000,   2000,    5000,
                                    10000, 30000, 60000, 300000, 1800000, 3600000};
    struct watch *w = ui->watch;
    int64_t next = w->every_ms;
    if (!is_live(ui))
        return;
    for (size_t i = 0; i < ARRAY_LEN(steps); i++)
        if (c->key == '<' ? steps[i] < w->every_ms : steps[i] > w->every_ms && next == w->every_ms)
            next = steps[i];
    w->every_ms = next;
    ui_say(ui, "renewed every %g s", (double)next / 1000);
}

void act_freeze(struct ui *ui, const struct call *c)
{
    if (!is_live(ui))
        return;
    ui->watch->frozen = !ui->watch->frozen;
    ui_say(ui, ui->watch->frozen ? "frozen" : "goes on");
}

void act_zero(struct ui *ui, const struct call *c)
{
    struct err e = ERR_INIT;
    if (!is_live(ui))
        return;
    if (!kept_zero(ui->watch->held, &e))
        ui_say_error(ui, &e);
    else if (files_reload(ui))
        ui_say(ui, "all is counted from now on");
}
