/* SPDX-License-Identifier: MIT */
#include "runtime/paths.h"

#include "runtime/rt.h"
#include "runtime/sampling.h"
#include "runtime/sys.h"

enum {
    N_TABLES = PATH_LAST_BITS - PATH_FIRST_BITS + 1,
    NO_PARENT = PATH_SLOTS, /* as a slot */
    NO_NODE = PATH_SLOTS + 1,
    SHORT_FRAMES = 8, /* kept when room gets scarce */
    PROBES = 64,
};

_Static_assert(sizeof(struct path_node) == PATH_NODE_BYTES, "a node is 32 bytes");

void paths_init(void)
{
    if (!rt.options.paths)
        return;
    walk_init();
    rt.paths.nodes = sys_map(PATH_SLOTS * sizeof *rt.paths.nodes);
}

/* The first slot of a table. */
static uint32_t table_first(unsigned table)
{
    return (1u << (PATH_FIRST_BITS + table)) - (1u << PATH_FIRST_BITS);
}

/* Nodes that a table takes: half of its slots; of the last one, long paths leave a quarter of those
 * for short ones. */
static uint32_t table_room(unsigned table, bool is_long)
{
    uint32_t room = 1u << (PATH_FIRST_BITS + table - 1);
    return is_long && table + 1 == N_TABLES ? room - room / 4 : room;
}

static uint32_t home_of(uint32_t parent, uintptr_t address, unsigned table)
{
    uint64_t key = ((uint64_t)address ^ (uint64_t)parent << 40 ^ parent) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(key >> (64 - PATH_FIRST_BITS - table));
}

/* The slot of a node in one table, claimed if need be; NO_NODE: it is not there, and the table is
 * full enough. Acquire and release: who sees a parent sees a whole node. */
static uint32_t find_in(unsigned table, uint32_t parent, uintptr_t address, bool is_long)
{
    uint32_t mask = (1u << (PATH_FIRST_BITS + table)) - 1, first = table_first(table);
    uint32_t home = home_of(parent, address, table);
    _Atomic uint32_t *n_used = &rt.paths.n_used[table];
    for (uint32_t i = 0; i < PROBES; i++) {
        uint32_t slot = first + ((home + i) & mask);
        struct path_node *node = &rt.paths.nodes[slot];
        uintptr_t there = atomic_load_explicit(&node->address, memory_order_relaxed);
        if (there == address &&
            atomic_load_explicit(&node->parent, memory_order_acquire) == parent + 1)
            return slot;
        if (there)
            continue;
        if (atomic_load_explicit(n_used, memory_order_relaxed) >= table_room(table, is_long))
            return NO_NODE;
        atomic_fetch_add_explicit(n_used, 1, memory_order_relaxed);
        if (atomic_compare_exchange_strong_explicit(&node->address, &there, address,
                                                    memory_order_relaxed, memory_order_relaxed)) {
            atomic_store_explicit(&node->parent, parent + 1, memory_order_release);
            return slot;
        }
    }
    return NO_NODE;
}

static uint32_t find(uint32_t parent, uintptr_t address, bool is_long)
{
    uint32_t slot = NO_NODE;
    for (unsigned table = 0; table < N_TABLES && slot == NO_NODE; table++)
        slot = find_in(table, parent, address, is_long);
    return slot;
}

/* The node of the innermost n frames after a root; NO_NODE: no room. */
static uint32_t find_path(const struct walk *walk, size_t n, enum path_root root, bool is_long)
{
    uint32_t slot = root == PATH_WHOLE ? NO_PARENT : find(NO_PARENT, root, is_long);
    while (n-- > 0 && slot != NO_NODE)
        slot = find(slot, walk->at[n], is_long);
    return slot;
}

static enum path_root root_of(const struct walk *walk)
{
    static const enum path_root roots[] = {
        [WALK_WHOLE] = PATH_WHOLE, [WALK_CUT] = PATH_CUT, [WALK_ALONE] = PATH_ALONE};
    return roots[walk->end];
}

/* NULL: not even the innermost code finds a place. */
static struct path_node *node_of(const struct walk *walk)
{
    uint32_t slot = find_path(walk, walk->n, root_of(walk), walk->n > SHORT_FRAMES);
    if (slot == NO_NODE && walk->n > SHORT_FRAMES)
        slot = find_path(walk, SHORT_FRAMES, PATH_CUT, false);
    if (slot == NO_NODE)
        slot = find_path(walk, 1, PATH_CUT, false);
    return slot == NO_NODE ? NULL : &rt.paths.nodes[slot];
}

void paths_hit(const struct sample *sample)
{
    struct walk walk;
    if (!rt.paths.nodes)
        return;
    walk.n = 1;
    walk.at[0] = sample->pc;
    walk.end = WALK_ALONE;
    if (sample->context)
        walk_from(sample->context, &walk);
    else if (sample->copy && sample->copy->n_stack)
        walk_from_copy(sample->copy, sample->stack, &walk);
    struct path_node *node = node_of(&walk);
    counter_add(node ? &node->ticks : &rt.paths.n_lost_ticks, sample->ticks);
}

struct path_node *paths_waiting(const struct walk_copy *copy)
{
    const struct walk_stack unknown = {0, 0};
    struct walk walk;
    if (!rt.paths.nodes)
        return NULL;
    walk_from_copy(copy, &unknown, &walk);
    return node_of(&walk);
}

static bool has_used(unsigned table)
{
    return atomic_load_explicit(&rt.paths.n_used[table], memory_order_relaxed) > 0;
}

static struct path_node *table_end(unsigned table)
{
    return rt.paths.nodes + table_first(table + 1);
}

void paths_reset(void)
{
    struct path_node *node = rt.paths.nodes;
    for (unsigned table = 0; node && table < N_TABLES && has_used(table); table++)
        for (; node < table_end(table); node++) {
            counter_take(&node->ticks);
            counter_take(&node->waits);
        }
    counter_take(&rt.paths.n_lost_ticks);
}

bool paths_say_something(void)
{
    const struct path_node *node = rt.paths.nodes;
    for (unsigned table = 0; node && table < N_TABLES && has_used(table); table++)
        for (; node < table_end(table); node++)
            if (counter_read(&node->ticks) || counter_read(&node->waits))
                return true;
    return false;
}
