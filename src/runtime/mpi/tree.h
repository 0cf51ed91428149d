/* SPDX-License-Identifier: MIT */
/* tree: bytes of all ranks go up a binomial tree to rank 0, and its verdict comes down again.
 *
 *     rank 0      4 <- 6 <- 7       A rank sends to the one whose number has its lowest bit
 * cleared, | \ \      |     \           as soon as all of its own children's bytes have come. 1  2
 * 4     5      ...
 *
 * 1. No call waits: all are tried again and again until a deadline.
 * 2. All or nothing: when rank 0 has everybody's, it writes, and all hear that theirs are taken. If
 *    anybody's do not come in time, all hear that, and every rank keeps its own.
 * 3. A rank that has sent its bytes and hears nothing takes them back before the deadline, and then
 *    still hears what rank 0 has decided. Only if both messages are on their way for longer than
 *    the rest of its time can it be that its bytes are used after all: whoever reads both files
 *    sees that from the list of ranks. */
#ifndef GPTUI_RUNTIME_MPI_TREE_H
#define GPTUI_RUNTIME_MPI_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "runtime/mpi/library.h"
#include "unite/message.h"

enum { TREE_CHILDREN_MOST = 31, TREE_FIRST_BYTES = 4000, TREE_PIECE_BYTES = 1 << 18 };

/* What is done with the bytes. */
struct tree_work {
    void *ctx;
    /* Takes what another rank packed, which has its own children's in it. False: it did not come to
     * its end, or cannot be taken. */
    bool (*unite)(void *ctx, const struct unite_source *source);
    /* Returns all that was united, which lives until the program ends. NULL: there is no memory. */
    const void *(*pack)(void *ctx, size_t *n);
    /* In rank 0, after all have come. False: it cannot be done. */
    bool (*write)(void *ctx);
};

struct tree_end {
    bool is_taken;         /* rank 0 has written */
    bool is_heard;         /* of rank 0, which is then there */
    bool speaks;           /* this rank says what there is to say: one does */
    unsigned n_missing;    /* ranks that did not come and whose parents did */
    unsigned some_missing; /* the lowest of them, if n_missing */
};

enum tree_kind { TREE_BYTES, TREE_ENOUGH };

/* What a message begins with. */
struct tree_head {
    char magic[8];
    uint32_t kind;
    uint32_t n_missing, some_missing;
    uint32_t spare;
    uint64_t n_bytes; /* in all; the first of them are in this message */
};

struct tree_child {
    int rank;
    bool has_come;
    union mpi_handle request; /* until then */
    char first[TREE_FIRST_BYTES];
};

struct tree_verdict {
    char magic[8];
    uint32_t is_taken;
    uint32_t rank_1_speaks;
};

/* What one rank needs. The MPI library may write here until the program ends. */
struct tree {
    const struct mpi *mpi;
    union mpi_handle comm;
    int rank, size;
    const struct tree_work *work;
    uint64_t begin_ns, deadline_ns, soft_ns; /* of CLOCK_MONOTONIC */
    int n_children;
    struct tree_child children[TREE_CHILDREN_MOST];
    struct tree_verdict heard, said;
    union mpi_handle hearing; /* of the parent's verdict */
    struct {
        const struct tree_child *from;
        uint64_t left; /* bytes that are not asked for */
        size_t n[2];   /* bytes of pieces that are asked for and not taken; 0: none */
        unsigned at;   /* the one that comes first */
        char *bytes;   /* two pieces; NULL: there is no memory, or never was a need */
        union mpi_handle request[2];
    } rest; /* of the message that is being taken */
    struct tree_end end;
    char first[TREE_FIRST_BYTES], withdrawal[8];
};

/* All ranks of comm call it; it takes at most wait_ns, and what writing takes. t is filled in, and
 * must outlive the program. */
void tree_run(struct tree *t, const struct mpi *mpi, union mpi_handle comm,
              const struct tree_work *work, uint64_t wait_ns);

#endif
