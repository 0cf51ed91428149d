/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/cli/meter.h"

#include "core/view/message.h"

enum { QUIET_MS = 300, REDRAW_MS = 100 };

struct meter meter_start(const struct sink *to, const char *program, int64_t (*now_ms)(void))
{
    return (struct meter){
        .to = to, .program = program, .now_ms = now_ms, .next_ms = to ? now_ms() + QUIET_MS : 0};
}

void meter_clear(struct meter *m)
{
    struct text t = {0};
    if (!m || !m->cols)
        return;
    text_char(&t, '\r');
    text_fill(&t, ' ', m->cols);
    text_char(&t, '\r');
    sink_complain(m->to, &t);
    text_release(&t);
    m->cols = 0;
}

/* Begin a line in t, if it is time to write again. */
static bool is_due(struct meter *m, struct text *t)
{
    int64_t now = m->to ? m->now_ms() : 0;
    if (!m->to || now < m->next_ms)
        return false;
    m->next_ms = now + REDRAW_MS;
    text_char(t, '\r');
    return true;
}

/* t begins with a carriage return, and is released. */
static void draw(struct meter *m, struct text t)
{
    size_t cols = t.n - 1; /* at least: other characters than ASCII take fewer */
    text_fill(&t, ' ', m->cols > cols ? m->cols - cols : 0);
    sink_complain(m->to, &t);
    text_release(&t);
    m->cols = cols;
}

static bool show_step(void *ctx, const char *phase, uint64_t done, uint64_t total)
{
    struct meter *m = ctx;
    struct text t = {0};
    if (!is_due(m, &t))
        return true;
    message_progress(m->program, phase, done, total, &t);
    draw(m, t);
    return true;
}

static bool show_wait(void *ctx, const char *what, const char *whom)
{
    struct meter *m = ctx;
    struct text t = {0};
    if (!is_due(m, &t))
        return true;
    message_waiting(m->program, what, whom, &t);
    draw(m, t);
    return true;
}

struct progress meter_progress(struct meter *m)
{
    return (struct progress){.step = show_step, .wait = show_wait, .ctx = m};
}
