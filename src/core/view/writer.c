/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/writer.h"

#include <string.h>

#include "core/base/utf8.h"

enum {
    BUFFER = 1 << 16,
    HELD_MOST = 1 << 22, /* bytes; usual pieces of a report are much smaller */
};

void gnu_begin(struct gnu_out *o, const struct view_context *v, const struct emitter *to,
               struct err *e)
{
    *o = (struct gnu_out){.v = v, .to = to, .e = e};
}

struct gnu_out gnu_held(const struct view_context *v)
{
    return (struct gnu_out){.v = v};
}

static bool flush(struct gnu_out *o)
{
    if (!o->failed && o->t.n && !o->to->write(o->to->ctx, o->t.p, o->t.n, o->e))
        o->failed = true;
    text_clear(&o->t);
    return !o->failed;
}

void gnu_pass(struct gnu_out *o, const char *p, size_t n)
{
    if (flush(o) && n && !o->to->write(o->to->ctx, p, n, o->e))
        o->failed = true;
}

bool gnu_row(struct gnu_out *o)
{
    if (o->t.n < BUFFER)
        return !o->failed;
    return o->to ? flush(o) : !o->failed && o->t.n < HELD_MOST;
}

bool gnu_end(struct gnu_out *o)
{
    bool ok = flush(o);
    text_release(&o->t);
    arena_release(&o->memory);
    return ok;
}

void gnu_tell(const struct emitter *to, const struct err *finding)
{
    if (to->report)
        to->report(to->ctx, finding);
}

void gnu_words(const struct view_context *v, struct text *t, const char *s)
{
    if (v->for_terminal)
        text_shown(t, s, strlen(s), false);
    else
        text_str(t, s);
}

void gnu_name(struct gnu_out *o, struct text *t, sym_id s, bool raw)
{
    const char *name = raw ? symbol_name(o->v->analysis, s) : label_printed(o->v, s);
    gnu_words(o->v, t, name);
    /* " (file:line)", with -l " (file:line @ address)", if asked for and known. */
    const struct view_context *v = o->v;
    struct line_pos pos;
    if (!(v->settings->by_line || v->settings->inline_files) || !label_place(v, s, &pos))
        return;
    text_str(t, " (");
    gnu_words(v, t, label_file(v, pos.file));
    text_char(t, ':');
    text_uint(t, pos.line, 0);
    if (v->settings->by_line) {
        text_str(t, " @ ");
        text_hex(t, label_addr(v, s));
    }
    text_char(t, ')');
}

void gnu_full_name(struct gnu_out *o, struct text *t, sym_id s)
{
    const struct analysis *a = o->v->analysis;
    gnu_name(o, t, s, o->v->settings->traditional);
    if (!a->profile->has_arcs) /* no call graph, so no cycles and no index */
        return;
    if (a->cycles->cycle[s]) {
        text_char(t, ' ');
        text_cycle(t, a->cycles->cycle[s], false);
    }
    text_index(t, a, s);
}

void gnu_granularity(struct gnu_out *o)
{
    double scale = o->v->analysis->profile->scale;
    /* QUIRK(gnu): absurd ranges wrap around; pinned by tests/hostile/run_profiles.sh. */
    int64_t bytes = scale >= 0 && scale < 0x1p63 ? (int64_t)(2 * (uint64_t)scale) : 0;
    text_str(&o->t, "granularity: each sample hit covers ");
    text_int(&o->t, bytes, 0);
    text_str(&o->t, " byte(s)");
}
