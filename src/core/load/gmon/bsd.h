/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bsd: the layouts of BSD, a header with a histogram, then arcs. */
#ifndef GPTUI_LOAD_GMON_BSD_H
#define GPTUI_LOAD_GMON_BSD_H

#include "core/load/gmon/reader.h"

/* The header of a file, checked as far as it can be by itself. */
bool gmon_bsd_head(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

/* Read all of the file. Fails with ERR_GMON_*, ERR_MEMORY, ERR_CANCELLED. */
bool gmon_read_bsd(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

#endif
