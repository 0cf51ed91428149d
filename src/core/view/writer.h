/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writer: rows of reports on their way out. Private to view/format. */
#ifndef GPTUI_VIEW_WRITER_H
#define GPTUI_VIEW_WRITER_H

#include "core/base/file/emitter.h"
#include "core/base/mem.h"
#include "core/view/context.h"
#include "core/view/label.h"

/* A section being written: rows collect in `t` and go out a buffer at a time. */
struct gnu_out {
    const struct view_context *v;
    const struct emitter *to; /* NULL: rows are held, as long as they are not too many */
    struct text t;
    struct text raw, clean; /* words being made fit for a format (format/parts.h) */
    struct arena memory;    /* what whoever writes needs until the end */
    struct err *e;          /* NULL if held */
    bool failed;            /* e says why */
};

void gnu_begin(struct gnu_out *o, const struct view_context *v, const struct emitter *to,
               struct err *e);

/* Pass on what o holds. False when writing failed. */
bool gnu_flush(struct gnu_out *o);

/* Call after each row: passes the buffer on once it is large. False when writing failed, or when
 * held rows became too many. */
bool gnu_row(struct gnu_out *o);

/* Pass on what is left and release. Returns whether all went well. */
bool gnu_end(struct gnu_out *o);

/* Pass on a finding to whoever listens. */
void gnu_tell(const struct emitter *to, const struct err *finding);

/* Append words from a file: raw, or safe for a terminal, where also their line ends would lie. */
void gnu_words(const struct view_context *v, struct text *t, const char *s);

/* Append the name of a symbol as printed: demangled unless `raw`, with " (file:line)" if asked
 * for. t is o->t or another text. */
void gnu_name(struct gnu_out *o, struct text *t, sym_id s, bool raw);

/* Append the name as gnu_name does, then " <cycle N>" for members and the index, "[3]" or "(3)". */
void gnu_full_name(struct gnu_out *o, struct text *t, sym_id s);

/* "granularity: each sample hit covers N byte(s)": the bin's size. */
void gnu_granularity(struct gnu_out *o);

/* ---- items of a section, put by several threads ---- */

/* Items of a section, each of which looks the same whoever puts it. */
struct gnu_list {
    uint32_t n;
    uint32_t per_piece; /* how many one thread puts at a time: some thousand lines of them */
    /* Append item i, with gnu_row after each line. What a thread changes, but for o, ctx has once
     * for each slot of base/task. */
    void (*put)(void *ctx, struct gnu_out *o, unsigned slot, uint32_t i);
    void *ctx;
};

/* Put all items, with the help of other threads as far as gnu_helpers allows. */
void gnu_put_list(struct gnu_out *o, const struct gnu_list *l, unsigned helpers);

/* Are other threads worth having for n items, none of which has its place looked up? */
bool gnu_may_share(const struct view_context *v, uint32_t n);

/* How many other threads may put items of a list of n, whose names are those of wanted[] (per
 * symbol; 0: not). Makes these names. 0 where it would not pay, or where a place is looked up for
 * each name. */
unsigned gnu_helpers(const struct view_context *v, uint32_t n, const uint8_t *wanted);

/* How many other threads may put items of a list of these nodes, cycles among them. */
unsigned gnu_helpers_of(const struct view_context *v, const node_id *nodes, uint32_t n);

#endif
