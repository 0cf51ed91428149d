/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

#include <string.h>

enum { HALF = 4, FULL = 2 * HALF - 1 };

struct node {
    unsigned n;
    bool leaf;
    struct posting *key[FULL];
    struct node *child[FULL + 1];
};

static struct node *new_node(bool leaf)
{
    struct node *n = must_alloc(sizeof *n);
    n->leaf = leaf;
    return n;
}

static inline int compare(const struct posting *a, const struct posting *b)
{
    return compare_words(a->word, b->word);
}

static unsigned position(const struct node *n, const struct posting *p)
{
    unsigned i = n->n;
    while (i > 0 && compare(p, n->key[i - 1]) < 0)
        i--;
    return i;
}

static void make_room(struct node *n, unsigned at)
{
    for (unsigned i = n->n; i > at; i--) {
        n->key[i] = n->key[i - 1];
        n->child[i + 1] = n->child[i];
    }
    n->n++;
}

static void split_child(struct node *parent, unsigned at)
{
    struct node *left = parent->child[at], *right = new_node(left->leaf);
    right->n = HALF - 1;
    memcpy(right->key, left->key + HALF, sizeof *left->key * (HALF - 1));
    memcpy(right->child, left->child + HALF, sizeof *left->child * HALF);
    left->n = HALF - 1;
    make_room(parent, at);
    parent->key[at] = left->key[HALF - 1];
    parent->child[at + 1] = right;
}

static void insert_below(struct node *n, struct posting *p)
{
    unsigned i = position(n, p);
    if (n->leaf) {
        make_room(n, i);
        n->key[i] = p;
        return;
    }
    if (n->child[i]->n == FULL) {
        split_child(n, i);
        i += compare(p, n->key[i]) > 0;
    }
    insert_below(n->child[i], p);
}

void btree_insert(struct btree *t, struct posting *p)
{
    if (!t->root)
        t->root = new_node(true);
    if (t->root->n == FULL) {
        struct node *top = new_node(false);
        top->child[0] = t->root;
        t->root = top;
        split_child(top, 0);
    }
    insert_below(t->root, p);
}

static void walk(const struct node *n, void (*visit)(void *, struct posting *), void *ctx)
{
    for (unsigned i = 0; i <= n->n; i++) {
        if (!n->leaf)
            walk(n->child[i], visit, ctx);
        if (i < n->n)
            visit(ctx, n->key[i]);
    }
}

void btree_each(const struct btree *t, void (*visit)(void *ctx, struct posting *p), void *ctx)
{
    if (t->root)
        walk(t->root, visit, ctx);
}
