/* SPDX-License-Identifier: GPL-3.0-or-later */
/* writer: what the sections of a report have in common. Private to view/format. */
#ifndef GPTUI_VIEW_WRITER_H
#define GPTUI_VIEW_WRITER_H

#include "core/base/file/emitter.h"
#include "core/base/mem.h"
#include "core/view/context.h"
#include "core/view/label.h"

/* A section being written: rows collect in `t` and go out a buffer at a time. */
struct gnu_out {
    const struct view_context *v;
    const struct emitter *to; /* NULL: rows are held, for gnu_pass */
    struct text t;
    struct arena memory; /* what whoever writes needs until the end */
    struct err *e;       /* NULL if held */
    bool failed;         /* e says why */
};

void gnu_begin(struct gnu_out *o, const struct view_context *v, const struct emitter *to,
               struct err *e);

/* Rows that are held in memory, as long as they are not too many. */
struct gnu_out gnu_held(const struct view_context *v);

/* Pass on n bytes of held rows, after what o holds itself. */
void gnu_pass(struct gnu_out *o, const char *p, size_t n);

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

#endif
