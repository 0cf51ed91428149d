/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unite [RANKS [FUNCTIONS]]: a parallel job whose ranks' tables go up a binomial tree, simulated in
 * one process with the code that real ones use. Prints, step by step of the tree, bytes per message
 * and processor time per union, and what memory a rank takes at most, as a multiple of the larger
 * of its own tables and its result. Messages come in pieces, of which a rank holds one. Exit status
 * 1: some rank takes more than twice that. */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "unite/build.h"
#include "unite/unite.h"

enum {
    MOST_STEPS = 32,
    BINS_PER_FUNCTION = 16,
    ARCS_PER_FUNCTION = 3,
    PIECE_BYTES = 1 << 18,
    FIXED_BYTES = 1 << 17, /* readers, writer, and what a message has to spare */
};

/* Memory of the rank that is at work. */
struct rank_memory {
    size_t bytes, most;
};

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    struct rank_memory *m = ctx;
    m->bytes += new_bytes - old_bytes;
    m->most = m->bytes > m->most ? m->bytes : m->most;
    if (new_bytes && !(p = realloc(p, new_bytes)))
        abort();
    if (new_bytes)
        return p;
    free(p);
    return NULL;
}

struct step {
    uint64_t n, bytes, most_bytes, result_bytes;
    double seconds, most_seconds;
};

struct job {
    unsigned n_ranks, n_functions;
    struct rank_memory memory;
    struct unite_memory from;
    struct step steps[MOST_STEPS], build;
    double worst; /* memory by what it may be compared with */
    uint64_t seed;
};

static unsigned number(struct job *j, unsigned n)
{
    j->seed = j->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(j->seed >> 33) % n;
}

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void count(struct step *s, uint64_t bytes, uint64_t result_bytes, double seconds)
{
    s->n++;
    s->bytes += bytes;
    s->result_bytes += result_bytes;
    s->most_bytes = bytes > s->most_bytes ? bytes : s->most_bytes;
    s->seconds += seconds;
    s->most_seconds = seconds > s->most_seconds ? seconds : s->most_seconds;
}

static uint64_t entry(void *ctx, unsigned image, uint64_t addr)
{
    (void)ctx;
    (void)image;
    return addr & ~(uint64_t)(4 * BINS_PER_FUNCTION - 1);
}

/* All ranks run the same functions, the first ones mostly, each with samples in some of its bins,
 * not always the same ones. */
static void fill(struct job *j, struct unite_build *b)
{
    const unsigned bytes = 4 * BINS_PER_FUNCTION, n = j->n_functions;
    unite_build_image(
        b, &(struct unite_image){.path = {"/home/user/prog", 15}, .id = {"12345678", 8}});
    unite_build_range(b, &(struct unite_range){UNITE_TICKS, 1, 1000, 0x1000, 0x1000 + n * bytes,
                                               n * BINS_PER_FUNCTION});
    for (unsigned f = 0; f < n; f++)
        for (unsigned i = 0; i < BINS_PER_FUNCTION; i++)
            if (number(j, 8 + f / 8) < 4)
                unite_build_bin(b, f * BINS_PER_FUNCTION + i, 1 + number(j, 1 + 40000 / (f + 10)));
    for (unsigned f = 0; f < n; f++)
        for (unsigned i = 0; i < ARCS_PER_FUNCTION; i++)
            if (number(j, 20))
                unite_build_arc(b, &(struct unite_arc){1, 0x1000 + (f * 7 + i) % n * bytes + 20, 1,
                                                       0x1000 + f * bytes + 4,
                                                       1 + number(j, 1000000)});
}

static struct unite_message build(struct job *j, unsigned rank)
{
    struct unite_message m = {.memory = &j->from};
    struct unite_build b;
    const struct unite_run run = {.rank = rank, .host = {"node0001", 8}, .pid = 1000 + rank};
    unite_build_init(&b, &j->from);
    b.entry = entry;
    fill(j, &b);
    const double before = cpu_seconds();
    if (unite_build_end(&b, &run, &m) != UNITE_OK)
        abort();
    count(&j->build, m.n, m.n, cpu_seconds() - before);
    unite_build_release(&b);
    return m;
}

struct pieces {
    const struct unite_message *m;
    size_t at;
};

static size_t next_piece(void *ctx, const uint8_t **p)
{
    struct pieces *pieces = ctx;
    const size_t left = pieces->m->n - pieces->at, n = left < PIECE_BYTES ? left : PIECE_BYTES;
    *p = pieces->m->p + pieces->at;
    pieces->at += n;
    return n;
}

/* A rank takes what another one sends. */
static void take(struct job *j, struct unite_message *mine, const struct unite_message *other,
                 struct step *step)
{
    struct pieces pieces = {other, 0};
    const struct unite_source a = unite_source_of(mine), b = {.more = next_piece, .ctx = &pieces};
    struct unite_message both = {.memory = &j->from};
    const size_t elsewhere = j->memory.bytes - mine->n;
    j->memory.most = j->memory.bytes;
    const double before = cpu_seconds();
    if (unite(&a, &b, &both) != UNITE_OK)
        abort();
    count(step, other->n, both.n, cpu_seconds() - before);
    const size_t larger = mine->n > both.n ? mine->n : both.n;
    const double ratio = (double)(j->memory.most - elsewhere - FIXED_BYTES) / (double)larger;
    j->worst = ratio > j->worst ? ratio : j->worst;
    unite_message_release(mine);
    *mine = both;
}

/* What rank has after the steps below `n_steps`. */
static struct unite_message gather(struct job *j, unsigned rank, unsigned n_steps)
{
    struct unite_message mine = build(j, rank);
    for (unsigned k = 0; k < n_steps; k++) {
        const unsigned other = rank + (1u << k);
        if (other >= j->n_ranks)
            break;
        struct unite_message theirs = gather(j, other, k);
        take(j, &mine, &theirs, &j->steps[k]);
        unite_message_release(&theirs);
    }
    return mine;
}

static void print_step(const char *name, const struct step *s)
{
    const double n = s->n ? (double)s->n : 1;
    printf("| %s | %" PRIu64 " | %.0f | %.0f | %.2f | %.2f |\n", name, s->n,
           (double)s->bytes / n / 1000, (double)s->result_bytes / n / 1000, s->seconds / n * 1000,
           s->most_seconds * 1000);
}

int main(int argc, char **argv)
{
    static struct job j = {.n_ranks = 10000, .n_functions = 2000, .seed = 1};
    if (argc > 1)
        j.n_ranks = (unsigned)strtoul(argv[1], NULL, 10);
    if (argc > 2)
        j.n_functions = (unsigned)strtoul(argv[2], NULL, 10);
    j.from = (struct unite_memory){resize, &j.memory};
    struct unite_message all = gather(&j, 0, MOST_STEPS - 1);
    printf("%u ranks, %u functions, the result: %.1f MB\n\n", j.n_ranks, j.n_functions,
           (double)all.n / 1e6);
    puts("| step | messages | kB each | kB united | ms | ms, most |\n|---|---|---|---|---|---|");
    print_step("own tables", &j.build);
    for (unsigned k = 0; k < MOST_STEPS && j.steps[k].n; k++) {
        char name[12];
        snprintf(name, sizeof name, "%u", k + 1);
        print_step(name, &j.steps[k]);
    }
    printf("\nmemory of a rank: at most %.2f times the larger of its own tables and the result\n",
           j.worst);
    unite_message_release(&all);
    return j.worst > 2;
}
