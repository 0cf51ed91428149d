/* SPDX-License-Identifier: MIT */
/* build: the message of one run, or of several that are not told apart, from tables that are handed
 * over in any order.
 *
 * Functions have no names here: a function is the address where it begins (unite/entries.h). */
#ifndef GPTUI_UNITE_BUILD_H
#define GPTUI_UNITE_BUILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/list.h"
#include "unite/message.h"
#include "unite/record.h"
#include "unite/tree.h"

/* What a run counted, being put together. */
struct unite_build {
    const struct unite_memory *memory;

    /* Where the function of an address begins; 0: not known. NULL: nothing is to be said of
     * functions but what unite_build_self says. */
    uint64_t (*entry)(void *ctx, unsigned image, uint64_t addr);
    void *ctx;

    struct unite_unit unit;            /* no dimension: not known */
    struct unite_list of[UNITE_OTHER]; /* by kind */
    struct unite_tree tree;
    uint64_t sum[N_UNITE_MEASURES]; /* of the run */
    bool failed;                    /* memory ran out */
};

/* Nothing is there yet. */
void unite_build_init(struct unite_build *b, const struct unite_memory *memory);

/* Add a word, phase, image, fact, range, block or arc, given as the struct of that kind. All texts
 * must live until unite_build_end. Images have numbers from 1 on in the order of these calls, the
 * program first; 0 is no image. */
void unite_build_add(struct unite_build *b, enum unite_kind kind, const void *what);

/* A bin of the last range, each once; those without a count are left out. */
void unite_build_bin(struct unite_build *b, uint64_t index, uint64_t count);

/* Call paths: b->tree, with unite_tree_add, or this, which remembers that memory ran out. */
size_t unite_build_node(struct unite_build *b, size_t parent, const struct unite_node *node);

/* Add to a function's self time and the run's sums, besides what bins say. */
void unite_build_self(struct unite_build *b, unsigned image, uint64_t addr, uint64_t ticks);

/* Add calls to the run's sum, besides those of arcs. */
void unite_build_calls(struct unite_build *b, uint64_t calls);

/* Write it all; run->times and run->sum are found here. Sorts what was handed over. Fails with
 * UNITE_NO_MEMORY, UNITE_DAMAGED (an image that is not there). *out is empty before, and then. */
enum unite_result unite_build_end(struct unite_build *b, const struct unite_run *run,
                                  struct unite_message *out);

void unite_build_release(struct unite_build *b);

#endif
