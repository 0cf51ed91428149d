/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/join/path_text.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort.h"
#include "core/load/join/info_words.h"

static void put_number(struct text *t, uint64_t number)
{
    for (; number > 0x7f; number >>= 7)
        text_char(t, (char)(number | 0x80));
    text_char(t, (char)number);
}

static void put_head(const struct path_text *p, struct text *t)
{
    text_str(t, PATH_FIRST_LINE);
    text_printf(t, "rate %llu\nunit seconds\n", (unsigned long long)p->rate_hz);
    text_printf(t, "nodes %zu\n", p->tree->n);
    text_printf(t, "lost-ticks %llu\n", (unsigned long long)p->lost_ticks);
    for (size_t i = 0; i < p->n_images; i++) {
        const char *id = p->images[i].build_id;
        text_printf(t, "image %zu build-id %s path ", i, id ? id : "-");
        info_encode(t, p->images[i].path);
        text_char(t, '\n');
    }
    text_str(t, "end\n");
}

static void put_node(const struct path_branch *b, uint64_t up, uint64_t last, struct text *t)
{
    uint64_t distance = b->place.addr - last;
    put_number(t, up);
    put_number(t, b->place.image);
    put_number(t, distance << 1 ^ (distance >> 63 ? UINT64_MAX : 0));
    put_number(t, b->ticks << 1 | (b->waits > 0));
    if (b->waits)
        put_number(t, b->waits);
}

/* All nodes by image and address. */
static bool sort_nodes(const struct path_tree *tree, uint32_t *ids)
{
    uint64_t *keys = mem_array_raw(tree->n, sizeof *keys);
    bool ok = keys != NULL;
    for (size_t i = 0; ok && i < tree->n; i++) {
        ids[i] = (uint32_t)i;
        keys[i] = tree->v[i].place.addr;
    }
    ok = ok && sort_radix(keys, ids, tree->n);
    for (size_t i = 0; ok && i < tree->n; i++)
        keys[i] = tree->v[ids[i]].place.image;
    ok = ok && sort_radix(keys, ids, tree->n);
    free(keys);
    return ok;
}

/* The first child of each node and the next one of its parent, 1 + index; of the roots after all.
 * So the order in which nodes came leaves no trace in the file. */
static bool link_nodes(const struct path_tree *tree, uint32_t **child, uint32_t **next)
{
    uint32_t *ids = mem_array_raw(tree->n, sizeof *ids);
    *child = mem_array(tree->n + 1, sizeof **child);
    *next = mem_array(tree->n + 1, sizeof **next);
    bool ok = ids && *child && *next && sort_nodes(tree, ids);
    for (size_t i = tree->n; ok && i-- > 0;) {
        uint32_t parent = tree->v[ids[i]].parent;
        size_t above = parent == PATH_NO_NODE ? tree->n : parent;
        (*next)[ids[i]] = (*child)[above];
        (*child)[above] = ids[i] + 1;
    }
    free(ids);
    return ok;
}

/* The node after one in preorder, 1 + index; 0: that was the last. *up: see gmon.out(5). */
static uint32_t next_node(const struct path_tree *tree, const uint32_t *child, const uint32_t *next,
                          uint32_t node, uint64_t *up)
{
    *up = 0;
    if (child[node])
        return child[node];
    for (; node != PATH_NO_NODE; node = tree->v[node].parent) {
        ++*up;
        if (next[node])
            return next[node];
    }
    return 0;
}

bool path_text_write(const struct path_text *p, struct text *out, struct err *e)
{
    uint32_t *child = NULL, *next = NULL;
    uint64_t last = 0, up = 0;
    bool ok = link_nodes(p->tree, &child, &next);
    put_head(p, out);
    for (uint32_t at = ok ? child[p->tree->n] : 0; at;) {
        put_node(&p->tree->v[at - 1], up, last, out);
        last = p->tree->v[at - 1].place.addr;
        at = next_node(p->tree, child, next, at - 1, &up);
    }
    free(child);
    free(next);
    return (ok && !out->failed) || err_memory(e, 0);
}
