/* SPDX-License-Identifier: MIT */
#include "unite/unite.h"

#include "unite/list.h"

struct unite_side {
    struct unite_reader reader;
    struct unite_record now;
    struct unite_list runs, images; /* the numbers that they get in the result; images: from 1 on */
};

struct uniting {
    struct unite_side side[2];
    struct unite_writer writer;
    const struct unite_memory *memory;
    uint32_t n_runs, n_images; /* written */
    bool lessens;              /* what the second side has is taken off */
    enum unite_result result;
};

static bool is_taken_off(const struct uniting *u, const struct unite_side *s)
{
    return u->lessens && s == &u->side[1];
}

static bool set_result(struct uniting *u, enum unite_result result)
{
    if (u->result == UNITE_OK)
        u->result = result;
    return u->result == UNITE_OK;
}

/* ---- numbers ---- */

static bool add_number(struct uniting *u, struct unite_list *to, uint32_t number)
{
    uint32_t *item = unite_list_add(to, sizeof *item, u->memory);
    if (!item)
        return set_result(u, UNITE_NO_MEMORY);
    *item = number;
    return true;
}

/* Numbers of runs and images become those of the result. Both are only moved on, so what was in
 * order stays so. */
static void renumber(const struct unite_side *s, struct unite_record *r)
{
    uint64_t *image;
    for (unsigned k = 0; (image = unite_image_in(r->kind, &r->profile, k)); k++)
        *image = *image ? ((const uint32_t *)s->images.v)[*image - 1] : 0;
    if (r->kind == UNITE_FUNCTION || r->kind == UNITE_TOTAL)
        r->function.ticks.most_run = ((const uint32_t *)s->runs.v)[r->function.ticks.most_run];
}

/* ---- one record after the other ---- */

static bool step(struct uniting *u, struct unite_side *s)
{
    do
        if (!set_result(u, unite_read(&s->reader, &s->now)))
            return false;
    while (unite_is_of_one(s->now.kind) && (!u->lessens || is_taken_off(u, s)));
    renumber(s, &s->now);
    return true;
}

/* The record of a side has just been written. */
static bool keep_number(struct uniting *u, struct unite_side *s)
{
    if (s->now.kind == UNITE_RUN)
        return add_number(u, &s->runs, u->n_runs);
    return s->now.kind != UNITE_IMAGE || add_number(u, &s->images, u->n_images + 1);
}

static void count_written(struct uniting *u, enum unite_kind kind)
{
    u->n_runs += kind == UNITE_RUN;
    u->n_images += kind == UNITE_IMAGE;
}

/* Write the record that one side has alone, and all that belongs to it. */
static bool copy(struct uniting *u, struct unite_side *s)
{
    const unsigned section = unite_section(s->now.kind);
    const uint64_t depth = unite_depth(&s->now);
    do {
        if (is_taken_off(u, s)) {
            if (s->now.kind == UNITE_IMAGE && !add_number(u, &s->images, 0))
                return false;
        } else {
            unite_write(&u->writer, &s->now);
            if (!keep_number(u, s))
                return false;
            count_written(u, s->now.kind);
        }
        if (!step(u, s))
            return false;
    } while (unite_section(s->now.kind) == section && unite_depth(&s->now) > depth);
    return set_result(u, u->writer.result);
}

/* Write the record that both have. */
static bool combine(struct uniting *u)
{
    struct unite_side *a = &u->side[0], *b = &u->side[1];
    struct unite_record both = a->now;
    if (!u->lessens && !unite_add(&both, &b->now))
        return set_result(u, both.kind == UNITE_UNIT ? UNITE_OTHER_UNIT : UNITE_OTHER_PROGRAM);
    if (!u->lessens || unite_take_off(&both, &b->now))
        unite_write(&u->writer, &both);
    if (!keep_number(u, a) || !keep_number(u, b))
        return false;
    count_written(u, both.kind);
    return step(u, a) && step(u, b) && set_result(u, u->writer.result);
}

/* Which side's record comes first; both are below the same records. < 0: that of a, 0: they unite.
 */
static int compare_sides(const struct uniting *u)
{
    const struct unite_record *a = &u->side[0].now, *b = &u->side[1].now;
    const unsigned section_a = unite_section(a->kind), section_b = unite_section(b->kind);
    if (section_a != section_b)
        return section_a < section_b ? -1 : 1;
    const uint64_t depth_a = unite_depth(a), depth_b = unite_depth(b);
    if (depth_a != depth_b)
        return depth_a > depth_b ? -1 : 1;
    return u->lessens && a->kind == UNITE_RUN ? 0 : unite_compare(a, b);
}

static void unite_all(struct uniting *u)
{
    struct unite_side *a = &u->side[0], *b = &u->side[1];
    bool ok = step(u, a) && step(u, b);
    while (ok && (a->now.kind != UNITE_END || b->now.kind != UNITE_END)) {
        const int order = compare_sides(u);
        ok = order == 0 ? combine(u) : copy(u, order < 0 ? a : b);
    }
}

static enum unite_result merge(const struct unite_source *a, const struct unite_source *b,
                               bool lessens, struct unite_message *out)
{
    const struct unite_memory *m = out->memory;
    struct uniting *u = m->resize(m->ctx, NULL, 0, sizeof *u);
    if (!u)
        return UNITE_NO_MEMORY;
    u->memory = m;
    u->n_runs = u->n_images = 0;
    u->lessens = lessens;
    u->result = UNITE_OK;
    for (int i = 0; i < 2; i++)
        u->side[i].runs = u->side[i].images = (struct unite_list){NULL, 0, 0};
    unite_writer_begin(&u->writer, out);
    if (set_result(u, unite_reader_begin(&u->side[0].reader, a)) &&
        set_result(u, unite_reader_begin(&u->side[1].reader, b)))
        unite_all(u);
    set_result(u, unite_writer_end(&u->writer));
    for (int i = 0; i < 2; i++) {
        unite_list_release(&u->side[i].runs, sizeof(uint32_t), m);
        unite_list_release(&u->side[i].images, sizeof(uint32_t), m);
    }
    const enum unite_result result = u->result;
    m->resize(m->ctx, u, sizeof *u, 0);
    if (result != UNITE_OK)
        unite_message_release(out);
    return result;
}

enum unite_result unite(const struct unite_source *a, const struct unite_source *b,
                        struct unite_message *out)
{
    return merge(a, b, false, out);
}

enum unite_result unite_less(const struct unite_source *a, const struct unite_source *b,
                             struct unite_message *out)
{
    return merge(a, b, true, out);
}

/* ---- many ---- */

/* The two last ones become one. */
static enum unite_result unite_last(struct unite_pile *pile)
{
    struct unite_message both = {.memory = pile->memory};
    const unsigned last = --pile->n_levels;
    struct unite_message *a = &pile->level[last - 1].message, *b = &pile->level[last].message;
    const struct unite_source from_a = unite_source_of(a), from_b = unite_source_of(b);
    const enum unite_result result = unite(&from_a, &from_b, &both);
    unite_message_release(b);
    if (result == UNITE_OK) {
        unite_message_release(a);
        *a = both;
        pile->level[last - 1].n += pile->level[last].n;
    }
    return result;
}

enum unite_result unite_pile_add(struct unite_pile *pile, struct unite_message *m)
{
    enum unite_result result = UNITE_OK;
    pile->level[pile->n_levels].message = *m;
    pile->level[pile->n_levels++].n = 1;
    *m = (struct unite_message){.memory = m->memory};
    while (result == UNITE_OK && pile->n_levels > 1 &&
           pile->level[pile->n_levels - 2].n <= pile->level[pile->n_levels - 1].n)
        result = unite_last(pile);
    return result;
}

enum unite_result unite_pile_end(struct unite_pile *pile, struct unite_message *out)
{
    enum unite_result result = UNITE_OK;
    while (result == UNITE_OK && pile->n_levels > 1)
        result = unite_last(pile);
    if (result == UNITE_OK && pile->n_levels == 1) {
        *out = pile->level[0].message;
        pile->n_levels = 0;
    }
    return result;
}

void unite_pile_release(struct unite_pile *pile)
{
    while (pile->n_levels > 0)
        unite_message_release(&pile->level[--pile->n_levels].message);
}
