/* SPDX-License-Identifier: GPL-3.0-or-later */
/* counters: which functions count their calls, as code compiled with -pg does: near its beginning
 * it calls mcount or the like. Known by name, by the stub for it, or by the word through which it
 * is called. */
#ifndef GPTUI_LOAD_CODE_COUNTERS_H
#define GPTUI_LOAD_CODE_COUNTERS_H

#include "core/load/code/code.h"
#include "core/model/image.h"

enum { COUNTERS_MOST = 16 };

struct code_counters {
    struct code *code;
    const struct image *image;
    uint64_t targets[COUNTERS_MOST]; /* n_targets */
    unsigned n_targets;
};

/* For the program alone, whose code c has (NULL: nothing is known). False: its code cannot be read,
 * or what counts calls would not be recognised. Both are borrowed. */
bool code_counters_init(struct code_counters *k, struct code *c, const struct image *im);

/* Does the function whose code is [lo, hi) count its calls? */
bool code_counters_hit(const struct code_counters *k, uint64_t lo, uint64_t hi);

#endif
