/* SPDX-License-Identifier: MIT */
#include "unite/build.h"

#include <string.h>

/* Images and ranges are followed by their number in the order of calls, from 1. */
struct numbered_image {
    struct unite_image image;
    uint64_t number;
};

struct numbered_range {
    struct unite_range range;
    uint64_t number;
};

struct bin_item {
    uint64_t range, index, count;
};

/* What a function has. */
struct ticks_item {
    uint64_t image, addr, ticks;
    uint64_t mpi; /* of paths that begin there: what is inside MPI */
};

static size_t item_bytes(enum unite_kind kind)
{
    switch (kind) {
    case UNITE_IMAGE:
        return sizeof(struct numbered_image);
    case UNITE_RANGE:
        return sizeof(struct numbered_range);
    case UNITE_BIN:
        return sizeof(struct bin_item);
    case UNITE_FUNCTION:
    case UNITE_TOTAL:
        return sizeof(struct ticks_item);
    default:
        return unite_about(kind)->bytes;
    }
}

static void *add_item(struct unite_build *b, struct unite_list *list, size_t bytes)
{
    void *item = unite_list_add(list, bytes, b->memory);
    b->failed |= !item;
    return item;
}

/* ---- what a run has ---- */

void unite_build_init(struct unite_build *b, const struct unite_memory *memory)
{
    *b = (struct unite_build){.memory = memory, .tree.memory = memory};
}

void unite_build_add(struct unite_build *b, enum unite_kind kind, const void *what)
{
    struct unite_list *list = &b->of[kind];
    void *item = add_item(b, list, item_bytes(kind));
    if (!item)
        return;
    memcpy(item, what, unite_about(kind)->bytes);
    if (kind == UNITE_IMAGE) {
        ((struct numbered_image *)item)->number = list->n;
        ((struct numbered_image *)item)->image.is_program = list->n == 1;
    } else if (kind == UNITE_RANGE)
        ((struct numbered_range *)item)->number = list->n;
}

void unite_build_bin(struct unite_build *b, uint64_t index, uint64_t count)
{
    const uint64_t range = b->of[UNITE_RANGE].n;
    struct bin_item *item = count && range ? add_item(b, &b->of[UNITE_BIN], sizeof *item) : NULL;
    if (item)
        *item = (struct bin_item){range, index, count};
}

size_t unite_build_node(struct unite_build *b, size_t parent, const struct unite_node *node)
{
    const size_t number = unite_tree_add(&b->tree, parent, node);
    b->failed |= number == UNITE_NO_NODE;
    return number;
}

static void count_self(struct unite_build *b, uint64_t image, uint64_t ticks)
{
    b->sum[UNITE_TICKS] = unite_sum(b->sum[UNITE_TICKS], ticks);
    if (image == 1)
        b->sum[UNITE_PROGRAM_TICKS] = unite_sum(b->sum[UNITE_PROGRAM_TICKS], ticks);
}

static void add_ticks(struct unite_build *b, struct unite_list *to, struct ticks_item item)
{
    const size_t n = to->n;
    struct ticks_item *last = n ? (struct ticks_item *)to->v + n - 1 : NULL;
    if (item.ticks == 0)
        return;
    if (last && last->image == item.image && last->addr == item.addr) {
        last->ticks = unite_sum(last->ticks, item.ticks);
        last->mpi = unite_sum(last->mpi, item.mpi);
    } else if ((last = add_item(b, to, sizeof *last)))
        *last = item;
}

void unite_build_self(struct unite_build *b, unsigned image, uint64_t addr, uint64_t ticks)
{
    add_ticks(b, &b->of[UNITE_FUNCTION], (struct ticks_item){image, addr, ticks, 0});
    count_self(b, image, ticks);
}

void unite_build_calls(struct unite_build *b, uint64_t calls)
{
    b->sum[UNITE_CALLS] = unite_sum(b->sum[UNITE_CALLS], calls);
}

void unite_build_release(struct unite_build *b)
{
    for (unsigned i = 0; i < UNITE_OTHER; i++)
        unite_list_release(&b->of[i], item_bytes((enum unite_kind)i), b->memory);
    unite_tree_release(&b->tree);
}

/* ---- functions ---- */

/* A function that is not known begins at 0. */
static void count_bin(struct unite_build *b, const struct unite_range *r,
                      const struct bin_item *bin)
{
    const uint64_t bytes = r->hi - r->lo, n = r->n_bins ? r->n_bins : 1;
    if (r->measure != UNITE_TICKS) {
        b->sum[UNITE_WAITS] = unite_sum(b->sum[UNITE_WAITS], bin->count);
        return;
    }
    count_self(b, r->image, bin->count);
    if (b->entry) {
        const uint64_t addr = r->lo + bin->index * (bytes / n) + bin->index * (bytes % n) / n;
        const uint64_t entry = b->entry(b->ctx, (unsigned)r->image, addr);
        add_ticks(b, &b->of[UNITE_FUNCTION], (struct ticks_item){r->image, entry, bin->count, 0});
    }
}

/* By the numbers that the items begin with. */
static void sort_list(struct unite_build *b, struct unite_list *list, size_t bytes,
                      size_t n_numbers)
{
    b->failed |= !unite_list_sort(list, bytes, n_numbers, b->memory);
}

/* Each once. */
static void unite_functions(struct unite_build *b, struct unite_list *list)
{
    size_t n = 0;
    sort_list(b, list, sizeof(struct ticks_item), 2);
    struct ticks_item *v = list->v;
    for (size_t i = 0; i < list->n; i++)
        if (n == 0 || v[n - 1].image != v[i].image || v[n - 1].addr != v[i].addr)
            v[n++] = v[i];
        else {
            v[n - 1].ticks = unite_sum(v[n - 1].ticks, v[i].ticks);
            v[n - 1].mpi = unite_sum(v[n - 1].mpi, v[i].mpi);
        }
    list->n = n;
}

/* ---- call paths ---- */

struct path_item {
    size_t parent;
    uint64_t image, entry;
    uint64_t ticks;     /* of it and all below, as those that follow */
    uint64_t time, mpi; /* with waits; and what of that is inside MPI */
    bool is_mpi;        /* it is there, or below */
};

/* By its name: libmpi.so, libmpich.so, libmpi_mpifh.so, ... */
static bool is_mpi_image(const struct unite_build *b, uint64_t image)
{
    static const char begins[] = "libmpi";
    const struct numbered_image *images = b->of[UNITE_IMAGE].v;
    if (image == 0 || image > b->of[UNITE_IMAGE].n)
        return false;
    const struct unite_text path = images[image - 1].image.path;
    size_t base = path.n, n = 0;
    while (base > 0 && path.p[base - 1] != '/')
        base--;
    while (begins[n] && base + n < path.n && path.p[base + n] == begins[n])
        n++;
    return !begins[n];
}

/* Nodes come after their parents. */
static void take_path(const struct unite_build *b, struct path_item *items, size_t i)
{
    struct path_item *item = &items[i];
    const struct unite_node *node = unite_tree_node(&b->tree, i, &item->parent);
    const bool is_first = item->parent == UNITE_NO_NODE;
    item->image = node->image;
    item->entry = node->image && node->image <= b->of[UNITE_IMAGE].n
                      ? b->entry(b->ctx, (unsigned)node->image, node->addr)
                      : node->addr;
    item->ticks = node->ticks;
    item->time = unite_sum(node->ticks, node->waits);
    item->is_mpi = (!is_first && items[item->parent].is_mpi) || is_mpi_image(b, node->image);
    item->mpi = item->is_mpi ? item->time : 0;
}

/* A function that is there again further out has all of it already. Paths that are longer than the
 * runtime makes them are not gone through to their ends. */
static bool is_outermost(const struct path_item *items, size_t i)
{
    enum { DEPTH_MOST = 256 };
    size_t above = items[i].parent, depth = 0;
    for (; above != UNITE_NO_NODE && depth < DEPTH_MOST; depth++) {
        if (items[above].image == items[i].image && items[above].entry == items[i].entry)
            return false;
        above = items[above].parent;
    }
    return above == UNITE_NO_NODE;
}

/* Threads are known by the function that they begin in. Those of the MPI library itself call
 * nothing. */
static void count_threads(struct unite_build *b, struct unite_list *begins)
{
    unite_functions(b, begins);
    const struct ticks_item *v = begins->v;
    for (size_t i = 0; i < begins->n; i++)
        if (v[i].mpi > 0 && !is_mpi_image(b, v[i].image)) {
            b->sum[UNITE_MPI] = unite_sum(b->sum[UNITE_MPI], v[i].mpi);
            b->sum[UNITE_MPI_WHOLE] = unite_sum(b->sum[UNITE_MPI_WHOLE], v[i].ticks);
        }
}

static void find_path_sums(struct unite_build *b)
{
    const struct unite_memory *m = b->memory;
    const size_t n = b->tree.nodes.n, bytes = n * sizeof(struct path_item);
    struct path_item *items = n && b->entry ? m->resize(m->ctx, NULL, 0, bytes) : NULL;
    struct unite_list begins = {NULL, 0, 0};
    b->failed |= n > 0 && b->entry && !items;
    if (!items)
        return;
    for (size_t i = 0; i < n; i++)
        take_path(b, items, i);
    for (size_t i = n; i-- > 0;)
        if (items[i].parent != UNITE_NO_NODE) {
            struct path_item *parent = &items[items[i].parent];
            parent->ticks = unite_sum(parent->ticks, items[i].ticks);
            parent->time = unite_sum(parent->time, items[i].time);
            parent->mpi = unite_sum(parent->mpi, items[i].mpi);
        }
    for (size_t i = 0; i < n; i++) {
        const struct path_item *item = &items[i];
        if (item->image && is_outermost(items, i))
            add_ticks(b, &b->of[UNITE_TOTAL],
                      (struct ticks_item){item->image, item->entry, item->ticks, 0});
        if (item->parent == UNITE_NO_NODE)
            add_ticks(b, &begins,
                      (struct ticks_item){item->image, item->entry, item->time, item->mpi});
    }
    count_threads(b, &begins);
    unite_list_release(&begins, sizeof(struct ticks_item), m);
    m->resize(m->ctx, items, bytes, 0);
}

/* ---- all of it ---- */

/* What the run has in all, and function by function. */
static bool find_sums(struct unite_build *b)
{
    const struct numbered_range *ranges = b->of[UNITE_RANGE].v;
    const struct bin_item *bins = b->of[UNITE_BIN].v;
    const struct unite_arc *arcs = b->of[UNITE_ARC].v;
    for (size_t i = 0; i < b->of[UNITE_BIN].n; i++)
        count_bin(b, &ranges[bins[i].range - 1].range, &bins[i]);
    for (size_t i = 0; i < b->of[UNITE_ARC].n; i++)
        if (arcs[i].self_image > 0)
            b->sum[UNITE_CALLS] = unite_sum(b->sum[UNITE_CALLS], arcs[i].count);
    find_path_sums(b);
    return !b->failed;
}

/* ---- numbers of images and ranges ---- */

/* Sort them: each gets the number of its place, and those that are the same one number. */
static void number_all(struct unite_build *b, enum unite_kind kind, uint32_t *numbers)
{
    const struct unite_about *about = unite_about(kind);
    const struct unite_list *list = &b->of[kind];
    const size_t bytes = item_bytes(kind);
    uint32_t number = 0;
    unite_sort(list->v, list->n, bytes, about->compare);
    numbers[0] = 0;
    for (size_t i = 0; i < list->n; i++) {
        char *item = (char *)list->v + i * bytes;
        uint64_t *own = (uint64_t *)(void *)(item + bytes - sizeof *own);
        number += i == 0 || about->compare(item - bytes, item) != 0;
        numbers[*own] = number;
        *own = number;
    }
}

/* False: an image is named that is not there. */
static bool renumber(struct unite_build *b, enum unite_kind kind, const uint32_t *numbers)
{
    uint64_t *image;
    for (size_t i = 0; i < b->of[kind].n; i++) {
        char *item = (char *)b->of[kind].v + i * item_bytes(kind);
        for (unsigned k = 0; (image = unite_image_in(kind, item, k)); k++) {
            if (*image > b->of[UNITE_IMAGE].n)
                return false;
            *image = numbers[*image];
        }
    }
    return true;
}

/* All in the order in which it is written; false: an image is named that is not there. */
static bool put_in_order(struct unite_build *b, uint32_t *images, uint32_t *ranges)
{
    struct bin_item *bins = b->of[UNITE_BIN].v;
    size_t parent;
    for (size_t i = 0; i < b->tree.nodes.n; i++)
        if (unite_tree_node(&b->tree, i, &parent)->image > b->of[UNITE_IMAGE].n)
            return false;
    number_all(b, UNITE_IMAGE, images);
    for (unsigned i = UNITE_WORD; i <= UNITE_TOTAL; i++) {
        const enum unite_kind kind = (enum unite_kind)i;
        if (!renumber(b, kind, images))
            return false;
        if (kind == UNITE_RANGE)
            number_all(b, kind, ranges);
        else if (kind == UNITE_BLOCK || kind == UNITE_ARC)
            sort_list(b, &b->of[kind], item_bytes(kind), kind == UNITE_ARC ? 4 : 2);
        else if (kind < UNITE_BIN)
            unite_sort(b->of[kind].v, b->of[kind].n, item_bytes(kind), unite_about(kind)->compare);
    }
    for (size_t i = 0; i < b->of[UNITE_BIN].n; i++)
        bins[i].range = ranges[bins[i].range];
    sort_list(b, &b->of[UNITE_BIN], sizeof *bins, 2);
    unite_functions(b, &b->of[UNITE_FUNCTION]);
    unite_functions(b, &b->of[UNITE_TOTAL]);
    return true;
}

/* ---- writing ---- */

/* Records in order; those of one thing become one. */
struct putting {
    struct unite_writer writer;
    struct unite_record last; /* not yet written */
};

static void flush(struct putting *p)
{
    if (p->last.kind != UNITE_END)
        unite_write(&p->writer, &p->last);
    p->last.kind = UNITE_END;
}

static void put(struct putting *p, const struct unite_record *r)
{
    if (p->last.kind == r->kind && unite_compare(&p->last, r) == 0) {
        (void)unite_add(&p->last, r);
        return;
    }
    flush(p);
    p->last = *r;
}

/* Ranges that are the same come once, with the bins of all. */
static void put_ranges(struct putting *p, struct unite_build *b)
{
    const struct numbered_range *ranges = b->of[UNITE_RANGE].v;
    const struct bin_item *bins = b->of[UNITE_BIN].v;
    size_t bin = 0;
    for (size_t i = 0; i < b->of[UNITE_RANGE].n; i++) {
        put(p, &(struct unite_record){.kind = UNITE_RANGE, .range = ranges[i].range});
        if (i + 1 < b->of[UNITE_RANGE].n && ranges[i + 1].number == ranges[i].number)
            continue;
        for (; bin < b->of[UNITE_BIN].n && bins[bin].range == ranges[i].number; bin++)
            put(p, &(struct unite_record){.kind = UNITE_BIN,
                                          .bin = {bins[bin].index, bins[bin].count}});
    }
}

static void put_list(struct putting *p, const struct unite_build *b, enum unite_kind kind)
{
    struct unite_record r = {.kind = kind};
    for (size_t i = 0; i < b->of[kind].n; i++) {
        const void *item = (const char *)b->of[kind].v + i * item_bytes(kind);
        const struct ticks_item *f = item;
        if (kind == UNITE_FUNCTION || kind == UNITE_TOTAL)
            r.function = (struct unite_function){f->image, f->addr, unite_spread_of(f->ticks, 0)};
        else
            memcpy(&r.profile, item, unite_about(kind)->bytes);
        put(p, &r);
    }
}

static bool put_all(struct putting *p, struct unite_build *b, const struct unite_run *run,
                    const uint32_t *numbers)
{
    struct unite_record r = {.kind = UNITE_RUN, .run = *run};
    r.run.times = 1;
    for (int m = 0; m < N_UNITE_MEASURES; m++)
        r.run.sum[m] = b->sum[m];
    if (b->unit.dimension.n)
        put(p, &(struct unite_record){.kind = UNITE_UNIT, .unit = b->unit});
    put(p, &r);
    for (unsigned i = UNITE_WORD; i < UNITE_NODE; i++)
        if (i == UNITE_RANGE)
            put_ranges(p, b);
        else if (i != UNITE_BIN)
            put_list(p, b, (enum unite_kind)i);
    flush(p);
    if (!unite_tree_write(&b->tree, numbers, &p->writer))
        return false;
    put_list(p, b, UNITE_TOTAL);
    flush(p);
    return true;
}

enum unite_result unite_build_end(struct unite_build *b, const struct unite_run *run,
                                  struct unite_message *out)
{
    const struct unite_memory *m = b->memory;
    const size_t n_images = b->of[UNITE_IMAGE].n + 1;
    const size_t bytes = (n_images + b->of[UNITE_RANGE].n + 1) * sizeof(uint32_t);
    uint32_t *numbers = b->failed ? NULL : m->resize(m->ctx, NULL, 0, bytes);
    struct putting *p = numbers ? m->resize(m->ctx, NULL, 0, sizeof *p) : NULL;
    enum unite_result result = UNITE_NO_MEMORY;
    if (p && find_sums(b)) {
        const bool is_good = put_in_order(b, numbers, numbers + n_images);
        unite_writer_begin(&p->writer, out);
        p->last.kind = UNITE_END;
        const bool is_whole = is_good && !b->failed && put_all(p, b, run, numbers);
        result = unite_writer_end(&p->writer);
        if (result == UNITE_OK && !is_whole)
            result = is_good ? UNITE_NO_MEMORY : UNITE_DAMAGED;
        if (result != UNITE_OK)
            unite_message_release(out);
    }
    if (p)
        m->resize(m->ctx, p, sizeof *p, 0);
    if (numbers)
        m->resize(m->ctx, numbers, bytes, 0);
    return result;
}
