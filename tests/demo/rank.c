/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "demo.h"

/* The words that matter for one query. */
struct terms {
    const struct posting *p[6];
    unsigned n;
};

static struct terms pick_terms(const struct hash *words, unsigned seed)
{
    struct terms t = {.n = 0};
    for (unsigned i = 0; i < 6; i++) {
        const char *word = vocabulary_word((seed + i * 7) % vocabulary_size());
        t.p[t.n] = hash_find(words, word);
        t.n += t.p[t.n] != NULL;
    }
    return t;
}

static inline double weight(const struct posting *p, unsigned doc)
{
    double here = p->per_doc[doc / 8], all = (double)p->count + 1;
    return here / (here + 1.5) * (N_DOCS / all);
}

static double score(const struct terms *t, unsigned doc)
{
    double sum = 0;
    for (unsigned i = 0; i < t->n; i++)
        for (unsigned near = doc & ~31u; near < (doc | 31u) && near < N_DOCS; near += 2)
            sum += weight(t->p[i], near) / (1 + (near > doc ? near - doc : doc - near));
    return sum;
}

/* The best of the first `most` documents. */
static double best_of(const struct terms *t, const struct docs *found, unsigned most)
{
    double best = 0;
    for (unsigned doc = 0; doc < N_DOCS && most; doc++) {
        if (!(found->bits[doc / 64] >> doc % 64 & 1))
            continue;
        double s = score(t, doc);
        most--;
        if (s > best)
            best = s;
    }
    return best;
}

/* One of two callers of best_of: it calls it seldom, and takes nearly all of its time. */
double rank_documents(const struct hash *words, const struct docs *found, unsigned seed)
{
    struct terms t = pick_terms(words, seed);
    return best_of(&t, found, 100);
}

/* This one calls it often, for one document. So gprof takes it to be the dear one. */
double preview_documents(const struct hash *words, const struct docs *found, unsigned seed)
{
    struct terms t = pick_terms(words, seed);
    double best = 0;
    for (unsigned letters = 1; letters <= 10; letters++)
        best += best_of(&t, found, 1);
    return best;
}
