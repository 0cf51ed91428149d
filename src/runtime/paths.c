/* SPDX-License-Identifier: MIT */
#include "runtime/paths.h"

#include "runtime/rt.h"
#include "runtime/text.h"

enum {
    NO_PARENT = PATH_SLOTS, /* as a slot */
    NO_NODE = PATH_SLOTS + 1,
    SHORT_FRAMES = 8, /* kept when room gets scarce */
    PROBES = 64,
};

_Static_assert(sizeof(struct path_node) == KEEP_NODE_BYTES &&
                   offsetof(struct path_node, parent) == sizeof(uintptr_t) &&
                   offsetof(struct path_node, ticks) == 2 * sizeof(uintptr_t) &&
                   (int)NO_PARENT == (int)KEEP_NODES_MOST && (int)PATH_ALONE == (int)KEEP_ROOT &&
                   (int)PATH_TABLES <= (int)KEEP_NODE_TABLES,
               "readers know it so");

/* The first slot of a table. */
static uint32_t table_first(unsigned table)
{
    return (1u << (PATH_FIRST_BITS + table)) - (1u << PATH_FIRST_BITS);
}

static uint32_t table_slots(unsigned table)
{
    return 1u << (PATH_FIRST_BITS + table);
}

/* Acquire: its slots are seen as they were made. NULL: it is not there. */
static struct path_node *table_at(unsigned table)
{
    return atomic_load_explicit(&rt.paths.tables[table], memory_order_acquire);
}

/* The node in a slot, which is one of a table that is there. */
static struct path_node *node_in(uint32_t slot)
{
    unsigned table = 31 - (unsigned)__builtin_clz(slot + (1u << PATH_FIRST_BITS)) - PATH_FIRST_BITS;
    return &table_at(table)[slot - table_first(table)];
}

static bool make_table(unsigned table)
{
    uint32_t n = table_slots(table);
    struct path_node *nodes =
        keep_map(KEEP_PATHS, n, table_first(table), n * sizeof(struct path_node));
    atomic_store_explicit(&rt.paths.tables[table], nodes, memory_order_release);
    return nodes;
}

/* Makes the table if nobody else is at it; false: it is not there. */
static bool has_table(unsigned table)
{
    if (table_at(table))
        return true;
    if (atomic_exchange_explicit(&rt.paths.is_growing, 1, memory_order_acquire))
        return false;
    bool is_there = table_at(table) || make_table(table);
    atomic_store_explicit(&rt.paths.is_growing, 0, memory_order_release);
    return is_there;
}

/* The first table is there before anybody can find another thread at it: those after it have the
 * one before them to fall back to. */
void paths_init(void)
{
    if (!rt.options.paths)
        return;
    if (!walk_init()) {
        text_complain("paths=on:", "callers", "are not measured on this processor", 0);
        return;
    }
    rt.paths.is_on = true;
    (void)has_table(0);
}

/* Whoever was at it is in the parent, and so are all nodes. */
void paths_forked(void)
{
    for (unsigned table = 0; table < PATH_TABLES; table++) {
        atomic_store_explicit(&rt.paths.tables[table], NULL, memory_order_relaxed);
        atomic_store_explicit(&rt.paths.n_used[table], 0, memory_order_relaxed);
    }
    atomic_store_explicit(&rt.paths.is_growing, 0, memory_order_relaxed);
    if (rt.paths.is_on)
        (void)has_table(0);
}

/* Nodes that a table takes: half of its slots; of the last one, long paths leave a quarter of those
 * for short ones. */
static uint32_t table_room(unsigned table, bool is_long)
{
    uint32_t room = table_slots(table) / 2;
    return is_long && table + 1 == PATH_TABLES ? room - room / 4 : room;
}

/* The slot of a node in one table, claimed if need be; NO_NODE: it is not there, and the table is
 * full enough. Acquire and release: who sees a parent sees a whole node. */
static uint32_t find_in(unsigned table, uint32_t parent, uintptr_t address, uint32_t room)
{
    uint32_t mask = table_slots(table) - 1, first = table_first(table);
    struct path_node *nodes = table_at(table);
    uint64_t key = ((uint64_t)address ^ (uint64_t)parent << 40 ^ parent) * 0x9e3779b97f4a7c15u;
    uint32_t home = (uint32_t)(key >> (64 - PATH_FIRST_BITS - table));
    _Atomic uint32_t *n_used = &rt.paths.n_used[table];
    for (uint32_t i = 0; i < PROBES; i++) {
        uint32_t slot = first + ((home + i) & mask);
        struct path_node *node = &nodes[slot - first];
        uintptr_t there = atomic_load_explicit(&node->address, memory_order_relaxed);
        if (there == address &&
            atomic_load_explicit(&node->parent, memory_order_acquire) == parent + 1)
            return slot;
        if (there)
            continue;
        if (atomic_load_explicit(n_used, memory_order_relaxed) >= room)
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
    unsigned table = 0;
    for (; table < PATH_TABLES && slot == NO_NODE && has_table(table); table++)
        slot = find_in(table, parent, address, table_room(table, is_long));
    if (slot == NO_NODE && table > 0 && table < PATH_TABLES)
        slot = find_in(table - 1, parent, address, table_slots(table - 1) / 4 * 3);
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

/* NULL: not even the innermost code finds a place. */
static struct path_node *node_of(const struct walk *walk)
{
    static const enum path_root roots[] = {
        [WALK_WHOLE] = PATH_WHOLE, [WALK_CUT] = PATH_CUT, [WALK_ALONE] = PATH_ALONE};
    uint32_t slot = find_path(walk, walk->n, roots[walk->end], walk->n > SHORT_FRAMES);
    if (slot == NO_NODE && walk->n > SHORT_FRAMES)
        slot = find_path(walk, SHORT_FRAMES, PATH_CUT, false);
    if (slot == NO_NODE)
        slot = find_path(walk, 1, PATH_CUT, false);
    return slot == NO_NODE ? NULL : node_in(slot);
}

void paths_hit(const void *context, uint64_t ticks)
{
    struct walk walk;
    if (!rt.paths.is_on)
        return;
    walk_from(context, &walk);
    struct path_node *node = node_of(&walk);
    counter_add(node ? &node->ticks : rt_fact(UNITE_FACT_LOST_PATH_TICKS), ticks);
}

struct path_node *paths_waiting(const struct walk_copy *copy)
{
    struct walk walk;
    if (!rt.paths.is_on)
        return NULL;
    walk_from_copy(copy, &walk);
    return node_of(&walk);
}

/* The slots of a table; 0: no node is in it, nor in any after it. */
static uint32_t used_slots(unsigned table)
{
    bool is_used = atomic_load_explicit(&rt.paths.n_used[table], memory_order_relaxed) > 0;
    return is_used ? table_slots(table) : 0;
}

void paths_reset(void)
{
    for (unsigned table = 0; table < PATH_TABLES && used_slots(table); table++)
        for (uint32_t i = 0; i < used_slots(table); i++) {
            struct path_node *node = &table_at(table)[i];
            counter_take(&node->ticks);
            counter_take(&node->waits);
        }
    counter_take(rt_fact(UNITE_FACT_LOST_PATH_TICKS));
}
