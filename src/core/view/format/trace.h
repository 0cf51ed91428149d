/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/gnu/trace: how the numbers of an analysis came about, step by step (-d).
 *
 * The categories are those of GNU gprof (GNU manual, node "Debugging"), the lines are our own: the
 * category's name, then one fact. Nothing is recorded meanwhile: all of it is read off the
 * finished analysis, or from computing a part of it again. */
#ifndef GPTUI_VIEW_GNU_TRACE_H
#define GPTUI_VIEW_GNU_TRACE_H

#include "core/base/attr.h"
#include "core/base/file/emitter.h"
#include "core/view/context.h"

enum {
    TRACE_NUMBERS = 2,    /* topological order */
    TRACE_CYCLES = 4,     /* their members and calls */
    TRACE_TALLY = 16,     /* calls of functions, arc by arc */
    TRACE_SORT = 32,      /* callers and callees of each entry in their order */
    TRACE_RECORDS = 64,   /* histograms with their samples, and arcs */
    TRACE_SYMBOLS = 128,  /* which symbols the table has, and why not others */
    TRACE_CODE = 256,     /* calls found in the code */
    TRACE_LOOKUPS = 512,  /* addresses to symbols */
    TRACE_TIMES = 1024,   /* propagation of time */
    TRACE_BLOCKS = 2048,  /* basic blocks */
    TRACE_SPECS = 4096,   /* what each symspec selects */
    TRACE_SOURCES = 8192, /* where source files are looked for */
};

/* Write the categories in `what`, in the order of events. Bytes of files come out safe for a
 * terminal. Fails with what the emitter says, ERR_REGEX. */
bool trace_write(const struct view_context *v, uint32_t what, const struct emitter *out,
                 struct err *e) ATTR_MUST_USE;

#endif
