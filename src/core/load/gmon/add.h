/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon/add: what was read of several files is added up. */
#ifndef GPTUI_LOAD_GMON_ADD_H
#define GPTUI_LOAD_GMON_ADD_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/model/profile.h"

/* Do the histograms of `one`, read of other files, go together with those of p? Fails with
 * ERR_GMON_DIMENSION, _ABBREV, _SCALE, _OVERLAP. */
bool gmon_fits(struct profile *p, const struct profile *one, struct err *e) ATTR_MUST_USE;

/* Add what was read of other files, `one`, which fits: its histograms and files move. */
void gmon_add(struct profile *p, struct profile *one);

/* Records of one arc, or one block, become one, so that the sum of many files takes no
 * more room than the largest of them. */

/* Add the arcs from `first_arc` on, and the blocks from `first_block` on, to equal ones before them
 * where that is easy to see: where they come in the same order, as in files of one program they
 * mostly do. Like gmon_unite it changes no result. Time linear in their number. */
void gmon_unite_new(struct profile *p, size_t first_arc, size_t first_block);

/* Unite the arcs and the blocks of p, if that is due: there are twice as many as after the last
 * time, and enough to matter. Each stays where the first of its records was, with the sum of their
 * counts; so nothing that is computed from them changes. */
void gmon_unite(struct profile *p);

#endif
