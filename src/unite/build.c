/* SPDX-License-Identifier: MIT */
#include "unite/build.h"

/* Items of lists. */
struct numbered_image {
    struct unite_image image;
    uint32_t number; /* in the order of calls, from 1 */
};

struct range_item {
    struct unite_range range;
    size_t first, n; /* of its bins */
};

/* What a function has. */
struct ticks_item {
    uint64_t image, addr, ticks;
    uint64_t mpi; /* of paths that begin there: what is inside MPI */
};

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

void unite_build_unit(struct unite_build *b, const struct unite_unit *unit)
{
    b->unit = *unit;
}

void unite_build_word(struct unite_build *b, const char *name, struct unite_text value)
{
    struct unite_word *item = add_item(b, &b->words, sizeof *item);
    if (item)
        *item = (struct unite_word){unite_text_of(name), value};
}

void unite_build_phase(struct unite_build *b, const struct unite_phase *phase)
{
    struct unite_phase *item = add_item(b, &b->phases, sizeof *item);
    if (item)
        *item = *phase;
}

void unite_build_image(struct unite_build *b, const struct unite_image *image)
{
    struct numbered_image *item = add_item(b, &b->images, sizeof *item);
    if (!item)
        return;
    *item = (struct numbered_image){*image, (uint32_t)b->images.n};
    item->image.is_program = b->images.n == 1;
}

void unite_build_fact(struct unite_build *b, const struct unite_fact *fact)
{
    struct unite_fact *item = add_item(b, &b->facts, sizeof *item);
    if (item)
        *item = *fact;
}

void unite_build_range(struct unite_build *b, const struct unite_range *range)
{
    struct range_item *item = add_item(b, &b->ranges, sizeof *item);
    if (item)
        *item = (struct range_item){*range, b->bins.n, 0};
}

void unite_build_bin(struct unite_build *b, uint64_t index, uint64_t count)
{
    struct unite_bin *item = count && b->ranges.n ? add_item(b, &b->bins, sizeof *item) : NULL;
    if (!item)
        return;
    *item = (struct unite_bin){index, count};
    ((struct range_item *)b->ranges.v)[b->ranges.n - 1].n++;
}

void unite_build_block(struct unite_build *b, const struct unite_block *block)
{
    struct unite_block *item = add_item(b, &b->blocks, sizeof *item);
    if (item)
        *item = *block;
}

void unite_build_arc(struct unite_build *b, const struct unite_arc *arc)
{
    struct unite_arc *item = add_item(b, &b->arcs, sizeof *item);
    if (item)
        *item = *arc;
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
    add_ticks(b, &b->functions, (struct ticks_item){image, addr, ticks, 0});
    count_self(b, image, ticks);
}

void unite_build_calls(struct unite_build *b, uint64_t calls)
{
    b->sum[UNITE_CALLS] = unite_sum(b->sum[UNITE_CALLS], calls);
}

void unite_build_release(struct unite_build *b)
{
    unite_list_release(&b->words, sizeof(struct unite_word), b->memory);
    unite_list_release(&b->phases, sizeof(struct unite_phase), b->memory);
    unite_list_release(&b->images, sizeof(struct numbered_image), b->memory);
    unite_list_release(&b->facts, sizeof(struct unite_fact), b->memory);
    unite_list_release(&b->ranges, sizeof(struct range_item), b->memory);
    unite_list_release(&b->bins, sizeof(struct unite_bin), b->memory);
    unite_list_release(&b->blocks, sizeof(struct unite_block), b->memory);
    unite_list_release(&b->arcs, sizeof(struct unite_arc), b->memory);
    unite_list_release(&b->functions, sizeof(struct ticks_item), b->memory);
    unite_list_release(&b->totals, sizeof(struct ticks_item), b->memory);
    unite_tree_release(&b->tree);
}

/* ---- order ---- */

static int compare_places(const void *x, const void *y)
{
    const struct ticks_item *a = x, *b = y;
    const int order = unite_compare_numbers(a->image, b->image);
    return order ? order : unite_compare_numbers(a->addr, b->addr);
}

/* ---- functions ---- */

/* A function that is not known begins at 0. */
static void find_functions_of(struct unite_build *b, const struct range_item *r)
{
    const struct unite_bin *bins = b->bins.v;
    const uint64_t bytes = r->range.hi - r->range.lo, n = r->range.n_bins ? r->range.n_bins : 1;
    for (size_t i = r->first; i < r->first + r->n; i++) {
        const uint64_t addr =
            r->range.lo + bins[i].index * (bytes / n) + bins[i].index * (bytes % n) / n;
        const uint64_t entry = b->entry(b->ctx, (unsigned)r->range.image, addr);
        add_ticks(b, &b->functions, (struct ticks_item){r->range.image, entry, bins[i].count, 0});
    }
}

static void count_range(struct unite_build *b, const struct range_item *r)
{
    const struct unite_bin *bins = b->bins.v; /* NULL if there are none at all */
    for (size_t i = r->first; i < r->first + r->n; i++)
        if (r->range.measure == UNITE_TICKS)
            count_self(b, r->range.image, bins[i].count);
        else
            b->sum[UNITE_WAITS] = unite_sum(b->sum[UNITE_WAITS], bins[i].count);
}

/* Each once. */
static void unite_functions(struct unite_list *list)
{
    struct ticks_item *v = list->v;
    size_t n = 0;
    unite_sort(v, list->n, sizeof *v, compare_places);
    for (size_t i = 0; i < list->n; i++) {
        if (n == 0 || compare_places(&v[n - 1], &v[i]) != 0)
            v[n++] = v[i];
        else {
            v[n - 1].ticks = unite_sum(v[n - 1].ticks, v[i].ticks);
            v[n - 1].mpi = unite_sum(v[n - 1].mpi, v[i].mpi);
        }
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
    const struct numbered_image *images = b->images.v;
    if (image == 0 || image > b->images.n)
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
    item->entry = node->image && node->image <= b->images.n
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
    const struct ticks_item *v = begins->v;
    unite_functions(begins);
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
            add_ticks(b, &b->totals, (struct ticks_item){item->image, item->entry, item->ticks, 0});
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
    const struct range_item *ranges = b->ranges.v;
    const struct unite_arc *arcs = b->arcs.v;
    for (size_t i = 0; i < b->ranges.n; i++) {
        count_range(b, &ranges[i]);
        if (b->entry && ranges[i].range.measure == UNITE_TICKS)
            find_functions_of(b, &ranges[i]);
    }
    for (size_t i = 0; i < b->arcs.n; i++)
        if (arcs[i].self_image > 0)
            b->sum[UNITE_CALLS] = unite_sum(b->sum[UNITE_CALLS], arcs[i].count);
    find_path_sums(b);
    return !b->failed;
}

/* ---- numbers of images ---- */

static bool renumber_functions(struct unite_list *list, const uint32_t *numbers, size_t n)
{
    struct ticks_item *v = list->v;
    for (size_t i = 0; i < list->n; i++) {
        if (v[i].image > n)
            return false;
        v[i].image = numbers[v[i].image];
    }
    return true;
}

/* Every image gets the number of its place; false: one is named that is not there. */
static bool renumber(struct unite_build *b, uint32_t *numbers)
{
    struct numbered_image *images = b->images.v;
    struct range_item *ranges = b->ranges.v;
    struct unite_block *blocks = b->blocks.v;
    struct unite_arc *arcs = b->arcs.v;
    const size_t n = b->images.n;
    bool ok = true;
    unite_sort(images, n, sizeof *images, unite_compare_images);
    numbers[0] = 0;
    for (size_t i = 0, number = 0; i < n; i++) {
        number += i == 0 || unite_compare_images(&images[i - 1], &images[i]) != 0;
        numbers[images[i].number] = (uint32_t)number;
    }
    for (size_t i = 0; i < b->ranges.n && ok; i++)
        if ((ok = ranges[i].range.image <= n))
            ranges[i].range.image = numbers[ranges[i].range.image];
    for (size_t i = 0; i < b->blocks.n && ok; i++)
        if ((ok = blocks[i].image <= n))
            blocks[i].image = numbers[blocks[i].image];
    for (size_t i = 0; i < b->arcs.n && ok; i++)
        if ((ok = arcs[i].from_image <= n && arcs[i].self_image <= n)) {
            arcs[i].from_image = numbers[arcs[i].from_image];
            arcs[i].self_image = numbers[arcs[i].self_image];
        }
    return ok && renumber_functions(&b->functions, numbers, n) &&
           renumber_functions(&b->totals, numbers, n);
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

/* Append n bins to all others; where they are. */
static size_t copy_bins(struct unite_build *b, size_t first, size_t n)
{
    const size_t to = b->bins.n;
    for (size_t i = 0; i < n && !b->failed; i++) {
        struct unite_bin *item = add_item(b, &b->bins, sizeof *item);
        if (item)
            *item = ((struct unite_bin *)b->bins.v)[first + i];
    }
    return to;
}

/* The range at a place and those that are the same one, with the bins of all; the place after them.
 */
static size_t put_ranges(struct putting *p, struct unite_build *b, size_t place)
{
    const struct range_item *ranges = b->ranges.v;
    size_t end = place + 1, first = ranges[place].first, n = ranges[place].n;
    for (; end < b->ranges.n && unite_compare_ranges(&ranges[place], &ranges[end]) == 0; end++) {
        if (end == place + 1)
            first = copy_bins(b, first, n);
        copy_bins(b, ranges[end].first, ranges[end].n);
        n += ranges[end].n;
    }
    if (b->failed)
        return end;
    struct unite_bin *bins = b->bins.v;
    if (n)
        unite_sort(bins + first, n, sizeof *bins, unite_compare_bins);
    put(p, &(struct unite_record){.kind = UNITE_RANGE, .range = ranges[place].range});
    for (size_t i = first; i < first + n; i++)
        put(p, &(struct unite_record){.kind = UNITE_BIN, .bin = bins[i]});
    return end;
}

static void put_tables(struct putting *p, struct unite_build *b)
{
    struct range_item *ranges = b->ranges.v;
    const struct unite_fact *facts = b->facts.v;
    const struct unite_block *blocks = b->blocks.v;
    const struct unite_arc *arcs = b->arcs.v;
    unite_sort(b->facts.v, b->facts.n, sizeof *facts, unite_compare_facts);
    unite_sort(b->ranges.v, b->ranges.n, sizeof *ranges, unite_compare_ranges);
    unite_sort(b->blocks.v, b->blocks.n, sizeof *blocks, unite_compare_blocks);
    unite_sort(b->arcs.v, b->arcs.n, sizeof *arcs, unite_compare_arcs);
    for (size_t i = 0; i < b->facts.n; i++)
        put(p, &(struct unite_record){.kind = UNITE_FACT, .fact = facts[i]});
    for (size_t i = 0; i < b->ranges.n;)
        i = put_ranges(p, b, i);
    for (size_t i = 0; i < b->blocks.n; i++)
        put(p, &(struct unite_record){.kind = UNITE_BLOCK, .block = blocks[i]});
    for (size_t i = 0; i < b->arcs.n; i++)
        put(p, &(struct unite_record){.kind = UNITE_ARC, .arc = arcs[i]});
}

static void put_functions(struct putting *p, enum unite_kind kind, const struct unite_list *list)
{
    const struct ticks_item *v = list->v;
    for (size_t i = 0; i < list->n; i++)
        put(p,
            &(struct unite_record){
                .kind = kind, .function = {v[i].image, v[i].addr, unite_spread_of(v[i].ticks, 0)}});
    flush(p);
}

static bool put_all(struct putting *p, struct unite_build *b, const struct unite_run *run,
                    const uint32_t *numbers)
{
    const struct numbered_image *images = b->images.v;
    unite_sort(b->words.v, b->words.n, sizeof(struct unite_word), unite_compare_words);
    struct unite_record r = {.kind = UNITE_RUN, .run = *run};
    const struct unite_word *words = b->words.v;
    const struct unite_phase *phases = b->phases.v;
    r.run.times = 1;
    for (int m = 0; m < N_UNITE_MEASURES; m++)
        r.run.sum[m] = b->sum[m];
    if (b->unit.dimension.n)
        put(p, &(struct unite_record){.kind = UNITE_UNIT, .unit = b->unit});
    put(p, &r);
    for (size_t i = 0; i < b->words.n; i++)
        put(p, &(struct unite_record){.kind = UNITE_WORD, .word = words[i]});
    for (size_t i = 0; i < b->phases.n; i++)
        put(p, &(struct unite_record){.kind = UNITE_PHASE, .phase = phases[i]});
    for (size_t i = 0; i < b->images.n; i++)
        put(p, &(struct unite_record){.kind = UNITE_IMAGE, .image = images[i].image});
    put_tables(p, b);
    put_functions(p, UNITE_FUNCTION, &b->functions);
    if (b->failed || !unite_tree_write(&b->tree, numbers, &p->writer))
        return false;
    put_functions(p, UNITE_TOTAL, &b->totals);
    return true;
}

enum unite_result unite_build_end(struct unite_build *b, const struct unite_run *run,
                                  struct unite_message *out)
{
    const struct unite_memory *m = b->memory;
    const size_t bytes = (b->images.n + 1) * sizeof(uint32_t);
    uint32_t *numbers = b->failed ? NULL : m->resize(m->ctx, NULL, 0, bytes);
    struct putting *p = numbers ? m->resize(m->ctx, NULL, 0, sizeof *p) : NULL;
    enum unite_result result = UNITE_NO_MEMORY;
    if (p && find_sums(b)) {
        const bool is_good = renumber(b, numbers);
        unite_functions(&b->functions);
        unite_functions(&b->totals);
        unite_writer_begin(&p->writer, out);
        p->last.kind = UNITE_END;
        const bool is_whole = is_good && put_all(p, b, run, numbers);
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
