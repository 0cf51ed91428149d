/* SPDX-License-Identifier: GPL-3.0-or-later */
/* callgrind: costs of functions and inclusive costs of calls (Valgrind manual, "Callgrind Format
 * Specification"). The cost is time in microseconds, that of a call what flows up its arc; calls
 * within a cycle cost nothing, so that KCachegrind, which finds cycles itself, adds nothing twice.
 * The histogram knows functions, not lines: all cost of a function stands at its first line. */
#include "core/analyze/entry.h"
#include "core/view/format/parts.h"

struct callgrind {
    struct gnu_out *out;
    struct format_graph graph;
    const struct analysis *a;
    struct intern_numbers files;
    uint8_t *named;        /* per symbol: its name was written */
    const char *file;      /* of the function being written */
    uint32_t object;       /* its image's number */
    uint8_t *path_written; /* per image from 1 */
};

static uint64_t cost(const struct callgrind *x, double ticks)
{
    return format_units(x->a, ticks, 1e6);
}

static void put_words(struct callgrind *x, const struct text *w)
{
    text_add(&x->out->t, w->p, w->n);
}

static void put_path(struct callgrind *x, const char *path)
{
    put_words(x, format_clean(x->out, path, true));
}

/* "KEY=(12) words", or without the words if the number was explained before. */
static void put_number(struct callgrind *x, const char *key, uint32_t number)
{
    text_str(&x->out->t, key);
    text_str(&x->out->t, "=(");
    text_uint(&x->out->t, number, 0);
    text_char(&x->out->t, ')');
}

static void put_file(struct callgrind *x, const char *key, const char *path)
{
    bool is_new = false;
    uint32_t number = intern_number(&x->files, (uintptr_t)path, &is_new);
    put_number(x, key, number);
    if (is_new) {
        text_char(&x->out->t, ' ');
        put_path(x, path);
    }
    text_char(&x->out->t, '\n');
}

static void put_function(struct callgrind *x, const char *key, sym_id s)
{
    put_number(x, key, s + 1);
    if (!x->named[s]) {
        text_char(&x->out->t, ' ');
        put_words(x, format_clean_node(x->out, format_name, s, true));
        x->named[s] = 1;
    }
    text_char(&x->out->t, '\n');
}

static struct line_pos place_of(const struct callgrind *x, sym_id s)
{
    struct line_pos pos;
    if (!label_place(x->out->v, s, &pos))
        pos = (struct line_pos){"???", 0};
    return pos;
}

static void put_cost(struct callgrind *x, uint32_t line, double ticks)
{
    text_uint(&x->out->t, line, 0);
    text_char(&x->out->t, ' ');
    text_uint(&x->out->t, cost(x, ticks), 0);
    text_char(&x->out->t, '\n');
}

static uint32_t image_of(const struct callgrind *x, sym_id s)
{
    return (uint32_t)format_image(x->a, x->a->table->symbols[s].addr);
}

static void put_object(struct callgrind *x, const char *key, uint32_t object)
{
    const struct profile *p = x->a->profile;
    put_number(x, key, object);
    if (!x->path_written[object]) {
        text_char(&x->out->t, ' ');
        put_path(x, object > 1 ? p->libraries[object - 2].path : p->image->path);
        x->path_written[object] = 1;
    }
    text_char(&x->out->t, '\n');
}

/* A call from line `line` of a function in x->file. */
static void put_call(struct callgrind *x, const struct entry_arc *arc, uint32_t line)
{
    struct line_pos to = place_of(x, arc->to);
    struct arc_time none = {0};
    struct arc_time time = arc->kind == ARC_PLAIN ? arc->time : none;
    uint32_t object = image_of(x, arc->to);
    if (to.file != x->file || object != x->object) { /* callgrind_annotate wants both or neither */
        put_object(x, "cob", object);
        put_file(x, "cfi", to.file);
    }
    put_function(x, "cfn", arc->to);
    text_str(&x->out->t, "calls=");
    text_uint(&x->out->t, arc->count, 0);
    text_char(&x->out->t, ' ');
    text_uint(&x->out->t, to.line, 0);
    text_char(&x->out->t, '\n');
    put_cost(x, line, time.self + time.child);
}

static void put_block(struct callgrind *x, sym_id s)
{
    struct line_pos pos = place_of(x, s);
    uint32_t object = image_of(x, s);
    text_char(&x->out->t, '\n');
    if (object != x->object)
        put_object(x, "ob", object);
    x->object = object;
    put_file(x, "fl", pos.file);
    x->file = pos.file;
    put_function(x, "fn", s);
    put_cost(x, pos.line, format_self(&x->graph, s));
    if (x->graph.arcs) {
        const struct graph *g = x->a->graph;
        for (arc_id i = g->child_lo[s]; i < g->child_lo[s + 1] && gnu_row(x->out); i++) {
            struct entry_arc arc;
            if (!format_has_arc(&x->graph, i))
                continue;
            arc = entry_arc(x->a, i);
            put_call(x, &arc, pos.line);
        }
    }
}

/* ---- the whole ---- */

void format_callgrind(struct gnu_out *o, uint32_t styles)
{
    struct callgrind x = {.out = o, .a = o->v->analysis};
    x.named = arena_array(&x.out->memory, x.a->n_symbols, sizeof *x.named);
    x.path_written =
        arena_array(&x.out->memory, x.a->profile->n_joined + 3, sizeof *x.path_written);
    x.graph = format_graph_of(x.out, styles);

    uint64_t total = 0;
    for (sym_id s = 0; s < x.a->n_symbols; s++)
        total += cost(&x, format_self(&x.graph, s));
    struct text *t = &x.out->t;
    const struct profile *p = x.a->profile;
    text_str(t, "# callgrind format\nversion: 1\ncreator: gptui " GPTUI_VERSION "\ncmd: ");
    put_path(&x, p->image->path);
    text_str(t, "\ndesc: Trigger: profile of gcc -pg, costs of calls from its arcs\n"
                "positions: line\nevent: us : Microseconds\nevents: us\n");
    text_printf(t, "summary: %llu\n\n", (unsigned long long)total);
    x.object = 1;
    put_object(&x, "ob", x.object);
    for (sym_id s = 0; s < x.a->n_symbols && gnu_row(x.out); s++)
        if (x.graph.shown[s])
            put_block(&x, s);
    text_printf(t, "\ntotals: %llu\n", (unsigned long long)total);

    intern_numbers_release(&x.files);
}
