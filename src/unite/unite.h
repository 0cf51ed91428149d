/* SPDX-License-Identifier: MIT */
/* unite: two messages become one.
 *
 * Commutative and associative: any order and grouping gives the same bytes. Both are read record by
 * record and the result is written likewise, so that besides it there need be no more than one of
 * them, and of the other what has just come. The result is at most as long as both together, but
 * for what runs take of which there were one on a side: their functions then have sums of squares
 * and the like. */
#ifndef GPTUI_UNITE_UNITE_H
#define GPTUI_UNITE_UNITE_H

#include <stddef.h>
#include <stdint.h>

#include "unite/message.h"
#include "unite/record.h"

/* Write what a and b say to *out, which is empty. Fails with UNITE_NO_MEMORY, UNITE_DAMAGED,
 * UNITE_OTHER_VERSION, UNITE_OTHER_PROGRAM, UNITE_OTHER_UNIT; *out is empty then. */
enum unite_result unite(const struct unite_source *a, const struct unite_source *b,
                        struct unite_message *out);

/* Write what a says and b, an earlier message of the same process, did not. Fails like unite. */
enum unite_result unite_less(const struct unite_source *a, const struct unite_source *b,
                             struct unite_message *out);

/* Many messages, united two by two: each takes part in as few unions as can be. All zero but for
 * `memory` is empty. */
struct unite_pile {
    const struct unite_memory *memory;
    struct {
        struct unite_message message;
        uint64_t n; /* messages that it is made of; 0: none */
    } level[64];    /* from the largest on */
    unsigned n_levels;
};

/* Take a message over, which is empty then. Fails like unite; the pile stays good to be released.
 */
enum unite_result unite_pile_add(struct unite_pile *pile, struct unite_message *m);

/* Unite all that are there; *out stays empty if there are none. The pile is empty then. */
enum unite_result unite_pile_end(struct unite_pile *pile, struct unite_message *out);

void unite_pile_release(struct unite_pile *pile);

#endif
