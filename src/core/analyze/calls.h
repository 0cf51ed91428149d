/* SPDX-License-Identifier: GPL-3.0-or-later */
/* analyze/calls: calls found in machine code, as pairs of symbols. */
#ifndef GPTUI_ANALYZE_CALLS_H
#define GPTUI_ANALYZE_CALLS_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/load/code/code.h"
#include "core/model/symbol.h"

struct found_call {
    sym_id from, to;
};
struct found_calls {
    struct arena memory;  /* owns what the rest points to */
    struct found_call *v; /* each pair once; by caller, then by place */
    uint32_t n;
    /* Per symbol: an arc to that one counts as an arc to it. NULL: each is its own. */
    sym_id *holder;
    enum code_finding finding; /* why nothing was searched, or CODE_READY */
};

/* NULL and e (ERR_CANCELLED, or why the code cannot be read). Release it with arena_object_free. */
struct found_calls *found_calls_new(const struct table *t, struct code *code,
                                    const struct progress *progress, struct err *e) ATTR_MUST_USE;

#endif
