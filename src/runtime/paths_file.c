/* SPDX-License-Identifier: MIT */
/* paths_file: the tree of call paths as a file: a text head, then nodes in preorder as numbers of
 * 7 bits to the byte (gmon.out(5), "Call paths"). */
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "runtime/thread_sampler.h"
#include "runtime/words.h"

enum { ROOT = PATH_SLOTS };

/* The tree from its roots on, by slots; roots are the children of ROOT. */
struct path_links {
    uint32_t child[PATH_SLOTS + 1], next[PATH_SLOTS + 1]; /* 1 + slot; 0: none */
};

static uint32_t parent_of(uint32_t slot)
{
    return atomic_load_explicit(&paths_node(slot)->parent, memory_order_acquire) - 1;
}

/* Takes all nodes that are whole by now. */
static void link_nodes(struct path_links *links)
{
    size_t n_slots = PATH_SLOTS;
    for (unsigned bits = PATH_FIRST_BITS, table = 0; bits <= PATH_LAST_BITS; bits++, table++)
        if (atomic_load_explicit(&rt.paths.n_used[table], memory_order_relaxed) == 0) {
            n_slots = (1u << bits) - (1u << PATH_FIRST_BITS);
            break;
        }
    for (uint32_t slot = 0; slot < n_slots; slot++) {
        uint32_t parent = parent_of(slot);
        if (parent > ROOT)
            continue;
        links->next[slot] = links->child[parent];
        links->child[parent] = slot + 1;
    }
}

/* The node after one in preorder, 1 + slot; 0: that was the last. *up: from the one before it, how
 * often to its parent before going down to the new one. */
static uint32_t next_node(const struct path_links *links, uint32_t slot, uint32_t *up)
{
    *up = 0;
    if (links->child[slot])
        return links->child[slot];
    for (; slot != ROOT; slot = parent_of(slot)) {
        ++*up;
        if (links->next[slot])
            return links->next[slot];
    }
    return 0;
}

static void put_varint(struct writer *w, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        writer_put(w, &(const unsigned char){(unsigned char)(number | 0x80)}, 1);
    writer_put(w, &(const unsigned char){(unsigned char)number}, 1);
}

/* 0: none; else 1 + the number that the head has for the image. */
static unsigned image_of(uintptr_t address, uintptr_t *base)
{
    unsigned number = 1;
    *base = 0;
    if (address <= PATH_ALONE)
        return 0;
    const struct rt_image *image = &rt.images.program;
    if (!image_holds(image, address))
        for (number++, image = atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
             image && !image_holds(image, address); image = image->next)
            number++;
    *base = image ? image->base : 0;
    return image ? number : 0;
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

void paths_put_node(struct writer *w, const struct path_put *node)
{
    put_varint(w, node->up);
    put_varint(w, node->image);
    put_varint(w, node->distance << 1 ^ (node->distance >> 63 ? UINT64_MAX : 0));
    put_varint(w, node->ticks << 1 | (node->waits > 0));
    if (node->waits)
        put_varint(w, node->waits);
}

static void put_node(struct writer *w, uint32_t slot, uint32_t up, uintptr_t *last,
                     uint64_t *rest_ns)
{
    struct path_node *node = paths_node(slot);
    uintptr_t base, address = atomic_load_explicit(&node->address, memory_order_relaxed);
    struct path_put p = {.up = up, .image = image_of(address, &base)};
    address -= base;
    p.distance = (uint64_t)(int64_t)(intptr_t)(address - *last);
    p.ticks = counter_read(&node->ticks);
    p.waits = ticks_of_waits(node, rest_ns);
    *last = address;
    paths_put_node(w, &p);
}

static void put_image(struct writer *w, const struct rt_image *image, unsigned number)
{
    put(w, "image ");
    put_number(w, number);
    put(w, " build-id ");
    put_build_id(w, image->build_id, image->n_build_id);
    put(w, " path ");
    put_word(w, image->path, text_length(image->path));
    put(w, "\n");
}

void paths_put_head(struct writer *w, size_t n_nodes, uint64_t lost_ticks)
{
    put_line(w, "gptui-paths", PATHS_VERSION);
    put_line(w, "rate", rt.options.rate_hz);
    put(w, "unit ");
    put(w, rt.sampling.event ? sampler_event_unit(rt.sampling.event) : "seconds");
    put(w, "\n");
    put_line(w, "nodes", n_nodes);
    put_line(w, "lost-ticks", lost_ticks);
}

static void put_head(struct writer *w, uint32_t n_nodes)
{
    unsigned number = 0;
    paths_put_head(w, n_nodes, counter_read(&rt.sums->lost_path_ticks));
    put_image(w, &rt.images.program, number++);
    const struct rt_image *image = atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
    for (; image; image = image->next)
        put_image(w, image, number++);
    put(w, "end\n");
}

void paths_put(struct writer *w)
{
    struct path_links *links = sys_map(sizeof *links);
    uint32_t n_nodes = 0, up;
    uintptr_t last = 0;
    uint64_t rest_ns = 0;
    if (links)
        link_nodes(links);
    for (uint32_t at = ROOT + 1; links && (at = next_node(links, at - 1, &up)) != 0;)
        n_nodes++;
    put_head(w, n_nodes);
    if (!links)
        return;
    for (uint32_t at = ROOT + 1; (at = next_node(links, at - 1, &up)) != 0;)
        put_node(w, at - 1, up, &last, &rest_ns);
    rt.paths.n_written = n_nodes;
    sys_unmap(links, sizeof *links);
}

void paths_each(paths_take *take, void *ctx)
{
    struct path_links *links = sys_map(sizeof *links);
    size_t *taken = sys_map((PATH_SLOTS + 1) * sizeof *taken);
    uint64_t rest_ns = 0;
    uint32_t up;
    if (links && taken && rt.paths.is_on) {
        link_nodes(links);
        taken[ROOT] = NO_PATH_PARENT;
        for (uint32_t at = ROOT + 1; (at = next_node(links, at - 1, &up)) != 0;) {
            const struct path_node *node = paths_node(at - 1);
            const struct path_at here = {atomic_load_explicit(&node->address, memory_order_relaxed),
                                         counter_read(&node->ticks),
                                         ticks_of_waits(node, &rest_ns)};
            taken[at - 1] = take(ctx, taken[parent_of(at - 1)], &here);
        }
    }
    if (links)
        sys_unmap(links, sizeof *links);
    if (taken)
        sys_unmap(taken, (PATH_SLOTS + 1) * sizeof *taken);
}
