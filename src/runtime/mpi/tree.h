/* SPDX-License-Identifier: MIT */
/* tree: messages of all ranks (unite/message.h) go up a binomial tree to rank 0, and its verdict
 * comes down again.
 *
 *     rank 0      4 <- 6 <- 7       A rank sends to the one whose number has its lowest bit
 *      | \ \      |     \           cleared, as soon as all of its own children's are united.
 *      1  2 4     5      ...
 *
 * 1. No call waits: all are tried again and again until a deadline.
 * 2. All or nothing: when rank 0 has everybody's, it writes, and all hear that theirs are taken. If
 *    anybody's do not come in time, all hear that, and every rank keeps its own.
 * 3. A rank sends nothing before its parent has said that it is there, and then how long it and
 *    those below will wait for the verdict: rank 0 writes only while all do. Who does not wait any
 *    more has said so. Only if a message is on its way for longer than a quarter of all time can it
 *    be that bytes are used after all: whoever reads both files sees that from the list of ranks.
 */
#ifndef GPTUI_RUNTIME_MPI_TREE_H
#define GPTUI_RUNTIME_MPI_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "runtime/mpi/library.h"
#include "unite/message.h"

/* What a parent says, in this order. */
enum tree_word { TREE_NOTHING, TREE_HERE, TREE_TAKEN, TREE_NOT_TAKEN };

/* What comes before a message. */
struct tree_head {
    uint64_t n_bytes; /* 0: none follows, something is missing; */
    uint64_t spoken;  /* and this rank has said so */
    uint64_t left_ns; /* until it must know what comes of it */
};

/* What one rank needs. The MPI library may read and write here until the program ends. */
struct tree {
    const struct mpi *mpi;
    void *comm;
    int rank, size, parent;
    uint64_t deadline_ns; /* of this rank (CLOCK_MONOTONIC) */
    uint64_t until_ns;    /* earlier: when this rank and those below must know */
    uint32_t word, heard; /* of the parent's; the last one */
    bool is_listening;
    union mpi_object listening;
    struct tree_head head, own_head;
    bool speaks; /* this rank says what there is to say: one does */
};

/* What comes of the tree in one rank. */
struct tree_work {
    struct unite_message *tables; /* its own, to which others' are added; it lives on. Empty: there
                                     is no memory */
    bool (*write)(void);          /* in rank 0, when it has all. False: it cannot be done */
    uint64_t wait_ns;             /* it takes at most this, and what writing takes */
};

/* All ranks of comm call it. True: rank 0 has written. t->speaks is found, the rest filled in; t
 * must outlive the program. */
bool tree_run(struct tree *t, const struct mpi *mpi, void *comm, const struct tree_work *work);

#endif
