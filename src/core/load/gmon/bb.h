/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bb: texts with counts of basic blocks (bb.out). */
#ifndef GPTUI_LOAD_GMON_BB_H
#define GPTUI_LOAD_GMON_BB_H

#include "core/load/gmon/reader.h"

/* Does its first line say that it is a text with counts of basic blocks? */
bool gmon_is_bb(const struct cursor *c);

/* Read all of the file. Fails with ERR_GMON_*, ERR_MEMORY, ERR_CANCELLED. */
bool gmon_read_bb(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

#endif
