/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

#include <stdio.h>
#include <stdlib.h>

void *must_alloc(size_t bytes)
{
    void *p = calloc(1, bytes);
    if (!p) {
        fputs("indexer: out of memory\n", stderr);
        exit(1);
    }
    return p;
}

static void index_document(struct hash *words, unsigned doc, const char *text)
{
    char word[24];
    while (next_word(&text, word)) {
        struct posting *p = hash_intern(words, word);
        p->count++;
        p->per_doc[doc / 8]++;
        docs_add(&p->docs, doc);
    }
}

static void read_documents(struct hash *words, struct random *r)
{
    static char text[16384];
    for (unsigned doc = 0; doc < N_DOCS; doc++) {
        make_document(r, text, sizeof text);
        index_document(words, doc, text);
    }
}

struct list {
    struct posting **p;
    size_t n;
};

static void collect(void *ctx, struct posting *p)
{
    struct list *l = ctx;
    l->p[l->n++] = p;
}

static void print_frequent(const struct hash *words)
{
    struct btree ordered = {0};
    struct list l = {.p = must_alloc((words->used + 1) * sizeof *l.p)};
    for (size_t i = 0; i < words->room; i++)
        if (words->slots[i])
            btree_insert(&ordered, words->slots[i]);
    btree_each(&ordered, collect, &l);
    sort_by_count(l.p, l.n);
    for (size_t i = 0; i < l.n && i < 5; i++)
        printf("%8lu %s\n", l.p[i]->count, l.p[i]->word);
    free(l.p);
}

static void answer_queries(const struct hash *words, struct random *r)
{
    unsigned long found = 0;
    double best = 0;
    for (unsigned i = 0; i < N_QUERIES; i++) {
        char text[2048];
        struct docs d;
        query_make(r, text, sizeof text);
        if (!query_run(words, text, &d))
            printf("bad query: %s\n", text);
        found += docs_count(&d);
        best += preview_documents(words, &d, i) / 100;
        best += rank_documents(words, &d, i);
    }
    printf("%lu documents found, mean score %.3f\n", found, best / N_QUERIES);
}

int main(void)
{
    struct random r = {.state = 88172645463325252u};
    struct hash words = {0};
    read_documents(&words, &r);
    for (int i = 0; i < 4000; i++)
        print_frequent(&words);
    answer_queries(&words, &r);
    return 0;
}
