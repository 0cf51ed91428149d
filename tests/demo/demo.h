/* SPDX-License-Identifier: GPL-3.0-or-later */
/* demo: a small text index, something worth profiling for `make demo`.
 *
 * Makes up documents, splits them into words, keeps the words in a hash table and a B-tree, and
 * answers queries such as "river & (stone | !cloud)". Ends the program when memory runs out. */
#ifndef DEMO_H
#define DEMO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { N_DOCS = 12000, DOC_WORDS = 300, N_QUERIES = 30000, SET_WORDS = (N_DOCS + 63) / 64 };

void *must_alloc(size_t bytes); /* zeroed */

/* strcmp, where the profile can see it: samples in libraries are not counted. */
static inline int compare_words(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

/* A set of documents. */
struct docs {
    uint64_t bits[SET_WORDS];
};

void docs_add(struct docs *d, unsigned doc);
void docs_and(struct docs *d, const struct docs *other);
void docs_or(struct docs *d, const struct docs *other);
void docs_not(struct docs *d);
unsigned docs_count(const struct docs *d);

/* A word and where it stands. */
struct posting {
    char word[24];
    unsigned long count;
    uint32_t per_doc[N_DOCS / 8]; /* a coarse histogram of where it stands */
    struct docs docs;
};

/* text.c: documents out of nothing */
struct random {
    uint64_t state;
};
uint64_t random_next(struct random *r);
const char *vocabulary_word(unsigned n);
unsigned vocabulary_size(void);
size_t make_document(struct random *r, char *to, size_t room);
size_t next_word(const char **at, char word[24]);

/* hash.c: words to postings */
struct hash {
    struct posting **slots;
    size_t room, used;
};
struct posting *hash_intern(struct hash *h, const char *word);
struct posting *hash_find(const struct hash *h, const char *word);

/* btree.c: postings in the order of their words */
struct btree {
    struct node *root;
};
void btree_insert(struct btree *t, struct posting *p);
void btree_each(const struct btree *t, void (*visit)(void *ctx, struct posting *p), void *ctx);

/* sort.c */
void sort_by_count(struct posting **p, size_t n);

/* query.c: expression := term { "|" term }; term := factor { "&" factor };
 * factor := "!" factor | "(" expression ")" | word */
bool query_run(const struct hash *words, const char *text, struct docs *found);
void query_make(struct random *r, char *to, size_t room);

/* rank.c: how well the best document of a set fits, for a page of them and while somebody types */
double rank_documents(const struct hash *words, const struct docs *found, unsigned seed);
double preview_documents(const struct hash *words, const struct docs *found, unsigned seed);

#endif
