/* SPDX-License-Identifier: MIT */
/* paths_file: the tree of call paths as a file: a text head, then nodes in preorder as numbers of
 * 7 bits to the byte (gmon.out(5), "Call paths"). */
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/sys.h"

enum { ROOT = PATH_SLOTS };

/* The tree from its roots on, by slots; roots are the children of ROOT. */
struct path_links {
    uint32_t n_slots; /* of tables that have nodes */
    uint32_t *child,
        *next; /* 1 + slot; 0: none. The child of ROOT comes after those of all slots */
};

static size_t links_bytes(const struct path_links *links)
{
    return 2 * ((size_t)links->n_slots + 1) * sizeof *links->child;
}

static uint32_t used_slots(void)
{
    unsigned table = 0;
    while (table < PATH_TABLES &&
           atomic_load_explicit(&rt.paths.n_used[table], memory_order_relaxed) > 0)
        table++;
    return (1u << (PATH_FIRST_BITS + table)) - (1u << PATH_FIRST_BITS);
}

static uint32_t parent_of(uint32_t slot)
{
    return atomic_load_explicit(&paths_node(slot)->parent, memory_order_acquire) - 1;
}

static uint32_t *child_of(const struct path_links *links, uint32_t slot)
{
    return &links->child[slot == ROOT ? links->n_slots : slot];
}

/* Takes all nodes that are whole by now; false: no memory. */
static bool link_nodes(struct path_links *links)
{
    links->n_slots = used_slots();
    links->child = sys_map(links_bytes(links));
    if (!links->child)
        return false;
    links->next = links->child + links->n_slots + 1;
    for (uint32_t slot = 0; slot < links->n_slots; slot++) {
        uint32_t parent = parent_of(slot);
        if (parent > ROOT || (parent != ROOT && parent >= links->n_slots))
            continue;
        links->next[slot] = *child_of(links, parent);
        *child_of(links, parent) = slot + 1;
    }
    return true;
}

static void unlink_nodes(const struct path_links *links)
{
    if (links->child)
        sys_unmap(links->child, links_bytes(links));
}

/* The node after one in preorder, 1 + slot; 0: that was the last. *up: from the one before it, how
 * often to its parent before going down to the new one. */
static uint32_t next_node(const struct path_links *links, uint32_t slot, uint32_t *up)
{
    *up = 0;
    if (*child_of(links, slot))
        return *child_of(links, slot);
    for (; slot != ROOT; slot = parent_of(slot)) {
        ++*up;
        if (links->next[slot])
            return links->next[slot];
    }
    return 0;
}

/* Ticks of the waits of a node; what is left over goes to the next one that has some. */
static uint64_t ticks_of_waits(const struct path_node *node, uint64_t *rest_ns)
{
    uint64_t period_ns = 1000000000 / rt.options.rate_hz, ns = counter_read(&node->waits);
    if (ns == 0)
        return 0;
    ns += *rest_ns;
    *rest_ns = ns % period_ns;
    return ns / period_ns;
}

static void put_node(struct unite_sink *s, uint32_t slot, uint32_t up, uint64_t *last,
                     uint64_t *rest_ns)
{
    const struct path_node *node = paths_node(slot);
    uint64_t address = atomic_load_explicit(&node->address, memory_order_relaxed);
    struct unite_path_node p = {.up = up};
    p.image = address > PATH_ALONE ? info_place(&address) : 0;
    p.distance = address - *last;
    p.ticks = counter_read(&node->ticks);
    p.waits = ticks_of_waits(node, rest_ns);
    *last = address;
    unite_put_path_node(s, &p);
}

static void put_image(struct unite_sink *s, const struct rt_image *image, unsigned number)
{
    const struct unite_image about = info_image(image);
    unite_put_paths_image(s, number, &about);
}

static void put_head(struct unite_sink *s, uint32_t n_nodes)
{
    unsigned number = 0;
    unite_put_paths_head(
        s, &(struct unite_paths_head){.unit = dump_unit().dimension,
                                      .rate_hz = rt.options.rate_hz,
                                      .n_nodes = n_nodes,
                                      .lost_ticks = counter_read(&rt.sums->lost_path_ticks)});
    put_image(s, &rt.images.program, number++);
    const struct rt_image *image = atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
    for (; image; image = image->next)
        put_image(s, image, number++);
    unite_put(s, "end\n");
}

void paths_put(struct unite_sink *s)
{
    struct path_links links;
    uint32_t n_nodes = 0, up;
    uint64_t last = 0, rest_ns = 0;
    bool is_linked = link_nodes(&links);
    for (uint32_t at = ROOT + 1; is_linked && (at = next_node(&links, at - 1, &up)) != 0;)
        n_nodes++;
    put_head(s, n_nodes);
    for (uint32_t at = ROOT + 1; is_linked && (at = next_node(&links, at - 1, &up)) != 0;)
        put_node(s, at - 1, up, &last, &rest_ns);
    rt.paths.n_written = n_nodes;
    unlink_nodes(&links);
}

void paths_each(paths_take *take, void *ctx)
{
    struct path_links links;
    bool is_linked = rt.paths.is_on && link_nodes(&links);
    size_t bytes = is_linked ? (links.n_slots + (size_t)1) * sizeof(size_t) : 0;
    size_t *taken = is_linked ? sys_map(bytes) : NULL;
    uint64_t rest_ns = 0;
    uint32_t up;
    for (uint32_t at = ROOT + 1; taken && (at = next_node(&links, at - 1, &up)) != 0;) {
        const struct path_node *node = paths_node(at - 1);
        const struct path_at here = {atomic_load_explicit(&node->address, memory_order_relaxed),
                                     counter_read(&node->ticks), ticks_of_waits(node, &rest_ns)};
        uint32_t parent = parent_of(at - 1);
        taken[at - 1] = take(ctx, parent == ROOT ? NO_PATH_PARENT : taken[parent], &here);
    }
    if (taken)
        sys_unmap(taken, bytes);
    if (bytes)
        unlink_nodes(&links);
}
