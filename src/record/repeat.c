/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/repeat.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/clock.h"
#include "core/session/session.h"
#include "core/view/number.h"

/* Runs of one command. */
struct series {
    struct recording *g;
    const struct output_choice *first;
    unsigned wanted; /* runs; 0: until there are enough samples */
    int status;      /* of the first run */
    char **paths;    /* n profiles to be summed, malloc'ed; the first run's is the first */
    size_t n, cap;
    uint64_t n_ticks, calls_lo, calls_hi; /* of all runs; the fewest and most of one */
    int64_t start_ms;
    bool is_over;
    struct err *e;
};

/* ---- runs ---- */

static void note(struct series *s, const struct output_choice *c)
{
    mem_grow(&s->paths, &s->cap, s->n + 1, sizeof *s->paths);
    s->paths[s->n++] = text_format("%s/%s", s->g->output.folder, c->name);
    s->n_ticks += c->n_ticks;
    s->calls_lo = s->n == 1 || c->n_calls < s->calls_lo ? c->n_calls : s->calls_lo;
    s->calls_hi = c->n_calls > s->calls_hi ? c->n_calls : s->calls_hi;
}

/* Did it wait for more than it takes to start? */
static bool has_waited(uint64_t wall_ms, uint64_t cpu_ms)
{
    enum { STARTS_MS = 50 };
    return wall_ms > 2 * cpu_ms + STARTS_MS;
}

/* Were nearly all of the first run spent waiting, ten seconds of such runs would have few samples.
 */
static bool tells_no_more(const struct series *s, const struct output_choice *c)
{
    enum { MOSTLY = 20 };
    uint64_t ms = (uint64_t)(clock_ms() - s->start_ms);
    if (s->wanted || !c->program || !has_waited(ms, c->cpu_ms) || ms < MOSTLY * c->cpu_ms)
        return false;
    struct say say = recording_say(s->g, &s->g->remark);
    say_line(&say, "it waited, so that no other run follows: --clock=wall measures where");
    return true;
}

static bool is_enough(const struct series *s)
{
    if (s->wanted)
        return s->n >= s->wanted;
    return s->n_ticks >= REPEAT_SAMPLES || clock_ms() - s->start_ms >= REPEAT_MS;
}

/* Why the series ends, which it does. */
static void stop(struct series *s, const char *why)
{
    struct text line = {0};
    struct say say = recording_say(s->g, &s->g->remark);
    text_printf(&line, "run %zu %s", s->n + 1, why);
    if (s->g->end.status != s->status)
        text_printf(&line, " with status %d, not %d", s->g->end.status, s->status);
    text_str(&line, ": it is left out, and no other follows");
    say_line(&say, text_z(&line));
    text_release(&line);
    s->is_over = true;
}

static bool run_again(struct series *s, int64_t input)
{
    struct output_choice c = {0};
    struct recording *g = s->g;
    if (input >= 0)
        (void)lseek(STDIN_FILENO, (off_t)input, SEEK_SET);
    output_number_run(&g->output, (unsigned)s->n + 1);
    bool ok = recording_run(g, true, s->e) &&
              output_choose(&g->output, g->end.pid, s->first->program, &c, s->e);
    if (ok) {
        /* One run has ended: does it count? */
        const struct run_end *end = &s->g->end;
        if (end->asked || end->interrupted)
            stop(s, "was interrupted");
        else if (end->status != s->status)
            stop(s, "ended");
        else if (!c.name)
            stop(s, "has left no profile");
        output_discard(&s->g->output, s->is_over ? NULL : &c);
        if (!s->is_over)
            note(s, &c);
    }
    output_choice_release(&c);
    return ok;
}

/* ---- the sum ---- */

/* As -s does it; functions with a dot keep their own calls. */
static bool sum(struct series *s)
{
    const struct recording *g = s->g;
    struct option_list options = {0};
    struct sum_rest rest;
    option_list_add(&options, option_by_letter('s'), NULL);
    option_list_add(&options, option_by_name("sum-output"), g->output.path);
    const struct session_request r = {
        .image = s->first->program ? s->first->program : g->target.path,
        .files = (const char *const *)s->paths,
        .n_files = s->n,
        .options = &options,
        .progress = g->request->progress,
        .clones = true,
        .report = true,
    };
    struct session *session = session_new(&r, s->e);
    bool ok = session && session_write_sum(session, &rest, s->e);
    session_free(session);
    return ok;
}

static void say_if_they_differ(const struct series *s)
{
    struct say say = recording_say(s->g, &s->g->remark);
    if (s->calls_lo == s->calls_hi || s->g->remark.n > 0)
        return;
    char *line = text_format("the runs differ in calls, of which they made %llu to %llu",
                             (unsigned long long)s->calls_lo, (unsigned long long)s->calls_hi);
    say_line(&say, line);
    free(line);
}

static bool place_sum(struct series *s, struct output_choice *c)
{
    if (s->n < 2 || !sum(s))
        return s->n < 2;
    output_remove_series(&s->g->output, c);
    c->is_placed = true;
    c->n_runs = s->n;
    c->n_ticks = s->n_ticks;
    say_if_they_differ(s);
    return true;
}

bool repeat_runs(struct recording *g, struct output_choice *c, struct err *e)
{
    const char *wanted = g->options.value[RECORD_REPEAT];
    struct series s = {
        .g = g, .first = c, .status = g->end.status, .start_ms = g->start_ms, .e = e};
    s.wanted = strcmp(wanted, "auto") == 0 ? 0 : (unsigned)strtoul(wanted, NULL, 10);
    s.is_over = !c->name || g->end.signal || g->end.asked || g->end.interrupted;
    if (!s.is_over) {
        note(&s, c);
        s.is_over = tells_no_more(&s, c);
    }
    bool ok = true;
    while (ok && !s.is_over && !is_enough(&s)) {
        struct text t = {0};
        uint64_t ms = (uint64_t)(clock_ms() - s.start_ms), done = s.n, all = s.wanted;
        if (!s.wanted) {
            all = 100;
            done = s.n_ticks * all / REPEAT_SAMPLES;
            done = ms * all / REPEAT_MS > done ? ms * all / REPEAT_MS : done;
        }
        text_printf(&t, "%zu run%s, %llu sample%s", s.n, plural(s.n), (unsigned long long)s.n_ticks,
                    plural(s.n_ticks));
        (void)progress_step(s.g->request->progress, text_z(&t), done < all ? done : all, all);
        text_release(&t);
        ok = run_again(&s, g->input);
    }
    output_number_run(&g->output, 1);
    ok = ok && place_sum(&s, c);
    for (size_t i = 0; i < s.n; i++)
        free(s.paths[i]);
    free(s.paths);
    return ok;
}

/* ---- what it would bring ---- */

bool repeat_would_help(uint64_t n_samples, uint64_t wall_ms, uint64_t cpu_ms, uint64_t rate_hz,
                       struct repeat_offer *offer)
{
    enum { STARTING_MS = 3, HELPS = 4 }; /* to start a run takes that long; half the error */
    double by_clock = (double)cpu_ms * (double)rate_hz / 1000;
    double each = n_samples ? (double)n_samples : by_clock;
    double run_ms = (double)wall_ms + STARTING_MS;
    double ms = each > 0 ? REPEAT_SAMPLES / each * run_ms : 0;
    double samples = REPEAT_SAMPLES;
    if (ms > REPEAT_MS) {
        ms = REPEAT_MS;
        samples = REPEAT_MS / run_ms * each;
    }
    *offer = (struct repeat_offer){(uint64_t)ms, (uint64_t)samples};
    return !has_waited(wall_ms, cpu_ms) && each > 0 && samples >= HELPS * (each > 1 ? each : 1);
}
