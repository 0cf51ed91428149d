/* SPDX-License-Identifier: GPL-3.0-or-later */
/* grid_fixture: small profiles made by hand, analysed, and grids of them. For tests inside of
 * cmocka, which fail where something cannot be made. */
#ifndef GPTUI_TESTS_GRID_FIXTURE_H
#define GPTUI_TESTS_GRID_FIXTURE_H

#include "core/view/format/gnu.h"
#include "core/view/grid/grid.h"

#include "tests/support/profile_builder.h"

struct fixture {
    struct made made;
    struct settings settings;
    struct analysis *analysis;
    struct names *printed;
    struct view_context v;
};

/* Functions of these names without samples and calls, and the usual settings, in place of whatever
 * bytes f has. */
void fixture_init(struct fixture *f, const char *const *names, uint32_t n);

/* Analyse what was added to f->made, by f->settings. Then f must stay where it is. */
void fixture_analyze(struct fixture *f);

/* aa calls two cycles, bb with cc and dd with ee; cc calls itself and dd; zz has no time. Sampled
 * and analysed. */
void fixture_cycles(struct fixture *f);

void fixture_release(struct fixture *f);

/* ---- grids ---- */

/* ASCII, names in full. */
struct grid_style fixture_style(unsigned cols);

/* sort: NULL for gprof's order. The caller frees the grid. */
struct grid *fixture_flat(const struct fixture *f, unsigned cols, struct grid_sort *sort);
struct grid *fixture_entry(const struct fixture *f, node_id n, unsigned cols);

/* What GNU's layout says of f, as one string that the caller frees. */
char *fixture_gnu(const struct fixture *f, bool (*section)(const struct view_context *,
                                                           const struct emitter *, struct err *));

/* The column of that id. */
unsigned fixture_column(const struct grid *g, const char *id);

/* Fails unless the column of a formatted row is this text, blanks around it aside. A name without a
 * cycle also stands for one with, as in gprof's flat profile. */
void fixture_expect(const struct grid *g, const struct line *l, const char *id, const char *want);

/* Fails unless the names of the rows are these, each with a blank after it. */
void fixture_expect_order(const struct grid *g, const char *want);

/* Every grid of f at many widths: lines are complete, safe, and their spans in order. */
void fixture_expect_all_widths(const struct fixture *f);

#endif
