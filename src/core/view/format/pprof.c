/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pprof: a message perftools.profiles.Profile. Times are on stacks (stacks.h); calls, which the
 * profile counted, on samples of their own with caller and callee. What a sample refers to is
 * written just before it, so that nothing is kept but who was written. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/view/format/stacks.h"

/* ---- protocol buffers ---- */

enum { VARINT = 0, DELIMITED = 2 };

static void protobuf_varint(struct text *t, uint64_t v)
{
    for (; v >= 0x80; v >>= 7)
        text_char(t, (char)(v & 0x7f) | (char)0x80);
    text_char(t, (char)v);
}

static void put_tag(struct text *t, uint32_t field, unsigned type)
{
    protobuf_varint(t, (uint64_t)field << 3 | type);
}

/* Any integer or bool; negative ones as two's complement. */
static void protobuf_uint(struct text *t, uint32_t field, uint64_t v)
{
    if (!v)
        return;
    put_tag(t, field, VARINT);
    protobuf_varint(t, v);
}

/* A string, an inner message, or packed numbers: n bytes, written even if n is 0. */
static void protobuf_bytes(struct text *t, uint32_t field, const char *p, size_t n)
{
    put_tag(t, field, DELIMITED);
    protobuf_varint(t, n);
    text_add(t, p, n);
}

/* Fields of the messages. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_MAPPING = 3,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING = 6,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    PROFILE_COMMENT = 13,
    PROFILE_DEFAULT_TYPE = 14,
};
enum { VALUE_TYPE = 1, VALUE_UNIT = 2 };
enum { SAMPLE_LOCATIONS = 1, SAMPLE_VALUES = 2 };
enum {
    MAPPING_ID = 1,
    MAPPING_START = 2,
    MAPPING_LIMIT = 3,
    MAPPING_OFFSET = 4,
    MAPPING_FILE = 5,
    MAPPING_HAS_FUNCTIONS = 7,
    MAPPING_HAS_FILES = 8,
    MAPPING_HAS_LINES = 9,
};
enum { LOCATION_ID = 1, LOCATION_MAPPING = 2, LOCATION_ADDRESS = 3, LOCATION_LINE = 4 };
enum { LINE_FUNCTION = 1, LINE_LINE = 2 };
enum {
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_RAW = 3,
    FUNCTION_FILE = 4,
    FUNCTION_START = 5
};

struct pprof {
    struct gnu_out *out;
    struct format_graph graph;
    const struct analysis *a;
    uint8_t *written; /* per node */
    uint64_t n_strings;
    struct intern_numbers files;
    uint64_t *file_string; /* per number of a file */
    size_t cap_files;
    struct rounding rounding;
    struct text inner, part;
};

/* ---- strings ---- */

/* Write a string and return its number. */
static uint64_t put_string(struct pprof *x, const struct text *w)
{
    protobuf_bytes(&x->out->t, PROFILE_STRING, w->p, w->n);
    return x->n_strings++;
}

static uint64_t put_word(struct pprof *x, const char *s)
{
    return put_string(x, format_clean(x->out, s, false));
}

/* Names are written without their lines, which stand in locations. */
static uint64_t put_name(struct pprof *x, node_id n)
{
    format_namer *name = node_is_cycle(x->a, n) ? stack_frame_name : format_name;
    return put_string(x, format_clean_node(x->out, name, n, false));
}

static uint64_t put_path(struct pprof *x, const char *path)
{
    bool is_new = false;
    uint32_t number = intern_number(&x->files, (uintptr_t)path, &is_new);
    mem_grow(&x->file_string, &x->cap_files, number + 1, sizeof *x->file_string);
    if (is_new)
        x->file_string[number] = put_word(x, path);
    return x->file_string[number];
}

/* ---- messages ---- */

/* Write the message that was put together in x->inner. */
static void put_message(struct pprof *x, uint32_t field)
{
    protobuf_bytes(&x->out->t, field, x->inner.p, x->inner.n);
    text_clear(&x->inner);
}

/* Write a part of such a field, which was put together in x->part. */
static void put_part(struct pprof *x, uint32_t field)
{
    protobuf_bytes(&x->inner, field, x->part.p, x->part.n);
    text_clear(&x->part);
}

static void put_type(struct pprof *x, uint32_t field, uint64_t type, uint64_t unit)
{
    protobuf_uint(&x->inner, VALUE_TYPE, type);
    protobuf_uint(&x->inner, VALUE_UNIT, unit);
    put_message(x, field);
}

/* ---- locations and functions ---- */

/* Numbers of locations and functions: nodes from 1. */
static uint64_t id_of(node_id n)
{
    return (uint64_t)n + 1;
}

static void put_function(struct pprof *x, uint64_t id, uint64_t name, uint64_t raw,
                         const struct line_pos *pos)
{
    uint64_t file = pos->file ? put_path(x, pos->file) : 0;
    protobuf_uint(&x->inner, FUNCTION_ID, id);
    protobuf_uint(&x->inner, FUNCTION_NAME, name);
    protobuf_uint(&x->inner, FUNCTION_RAW, raw);
    protobuf_uint(&x->inner, FUNCTION_FILE, file);
    protobuf_uint(&x->inner, FUNCTION_START, x->a->by_line ? 0 : pos->line);
    put_message(x, PROFILE_FUNCTION);
}

static void put_location(struct pprof *x, uint64_t id, uint64_t address, uint32_t line)
{
    protobuf_uint(&x->part, LINE_FUNCTION, id);
    protobuf_uint(&x->part, LINE_LINE, line);
    protobuf_uint(&x->inner, LOCATION_ID, id);
    protobuf_uint(&x->inner, LOCATION_MAPPING, address ? format_image(x->a, address) : 0);
    protobuf_uint(&x->inner, LOCATION_ADDRESS, address);
    put_part(x, LOCATION_LINE);
    put_message(x, PROFILE_LOCATION);
}

/* See to it that a node is known before a sample names it. */
static void introduce(struct pprof *x, node_id n)
{
    if (x->written[n])
        return;
    x->written[n] = 1;
    if (node_is_cycle(x->a, n)) {
        const struct line_pos nowhere = {0};
        uint64_t name = put_name(x, n);
        put_function(x, id_of(n), name, name, &nowhere);
        put_location(x, id_of(n), 0, 0);
    } else {
        struct line_pos pos;
        if (!label_place(x->out->v, n, &pos))
            pos = (struct line_pos){0};
        uint64_t name = put_name(x, n), raw = put_word(x, symbol_name(x->a, n));
        put_function(x, id_of(n), name, raw, &pos);
        put_location(x, id_of(n), x->a->table->symbols[n].addr, pos.line);
    }
}

/* ---- samples ---- */

/* Write a sample, whose locations are in x->part. */
static bool put_sample(struct pprof *x, uint64_t calls, uint64_t nanoseconds)
{
    put_part(x, SAMPLE_LOCATIONS);
    protobuf_varint(&x->part, calls < INT64_MAX ? calls : INT64_MAX);
    protobuf_varint(&x->part, nanoseconds);
    put_part(x, SAMPLE_VALUES);
    put_message(x, PROFILE_SAMPLE);
    return gnu_row(x->out);
}

static bool put_stack(void *ctx, const struct stack *s, double ticks)
{
    struct pprof *x = ctx;
    uint64_t ns = rounding_take(&x->rounding, time_of(ticks, x->a->rate_hz, 1e9));
    if (!ns)
        return true;
    for (size_t i = 0; i < s->n; i++)
        introduce(x, s->frame[i]);
    for (size_t i = s->n; i-- > 0;)
        protobuf_varint(&x->part, id_of(s->frame[i]));
    return put_sample(x, 0, ns);
}

static void put_calls(struct pprof *x)
{
    for (arc_id i = 0; i < x->a->graph->n_arcs; i++) {
        const struct arc *arc = &x->a->graph->arcs[i];
        if (!arc->count || !format_has_arc(&x->graph, i))
            continue;
        introduce(x, arc->from);
        introduce(x, arc->to);
        protobuf_varint(&x->part, id_of(arc->to));
        protobuf_varint(&x->part, id_of(arc->from));
        if (!put_sample(x, arc->count, 0))
            return;
    }
}

/* ---- the whole ---- */

static void put_mapping(struct pprof *x, const struct library *m, uint64_t id)
{
    uint64_t path = put_word(x, m->path);
    protobuf_uint(&x->inner, MAPPING_ID, id);
    protobuf_uint(&x->inner, MAPPING_START, m->lo);
    protobuf_uint(&x->inner, MAPPING_LIMIT, m->hi);
    if (m->shift)
        protobuf_uint(&x->inner, MAPPING_OFFSET, m->lo - m->shift);
    protobuf_uint(&x->inner, MAPPING_FILE, path);
    protobuf_uint(&x->inner, MAPPING_HAS_FUNCTIONS, 1);
    protobuf_uint(&x->inner, MAPPING_HAS_FILES, 1);
    protobuf_uint(&x->inner, MAPPING_HAS_LINES, 1);
    put_message(x, PROFILE_MAPPING);
}

void format_pprof(struct gnu_out *o, uint32_t styles)
{
    struct pprof x = {.out = o, .a = o->v->analysis};
    x.written = arena_array(&x.out->memory, x.a->n_nodes, sizeof *x.written);
    const struct stack_taker taker = {put_stack, &x};
    x.graph = format_graph_of(x.out, styles);

    put_word(&x, ""); /* string 0, always */
    uint64_t calls = put_word(&x, "calls"), count = put_word(&x, "count");
    uint64_t time = put_word(&x, "time"), ns = put_word(&x, "nanoseconds");
    uint64_t comment = put_word(&x, x.a->paths ? "stacks are measured (call paths of samples)"
                                               : "stacks are estimated from call counts (arcs of "
                                                 "gmon.out)");

    put_type(&x, PROFILE_SAMPLE_TYPE, calls, count);
    put_type(&x, PROFILE_SAMPLE_TYPE, time, ns);
    put_type(&x, PROFILE_PERIOD_TYPE, time, ns);
    protobuf_uint(&x.out->t, PROFILE_PERIOD, format_units(x.a, 1, 1e9));
    if (x.graph.arcs)
        protobuf_uint(&x.out->t, PROFILE_COMMENT, comment);
    protobuf_uint(&x.out->t, PROFILE_DEFAULT_TYPE, x.a->rate_hz > 0 ? time : calls);
    const struct profile *p = x.a->profile;
    const struct image *im = p->image;
    const struct library program = {
        .path = im->path, .lo = im->text_lo, .hi = p->n_joined ? p->program_hi : im->text_hi};
    put_mapping(&x, &program, 1);
    for (size_t i = 0; i < p->n_joined; i++)
        put_mapping(&x, &p->libraries[i], i + 2);

    if (x.graph.arcs)
        put_calls(&x);
    if (x.a->rate_hz > 0)
        stacks_each(&x.graph, &taker);
    intern_numbers_release(&x.files);
    free(x.file_string);
    text_release(&x.inner);
    text_release(&x.part);
}
