/* SPDX-License-Identifier: GPL-3.0-or-later */
/* magic: GNU's layout, a magic number and tagged records. */
#ifndef GPTUI_LOAD_GMON_MAGIC_H
#define GPTUI_LOAD_GMON_MAGIC_H

#include "core/load/gmon/reader.h"

/* The header and the first record, of which not all bytes may be there yet. Fails only if the whole
 * file will fail in the same way. */
bool gmon_magic_start(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

/* Read all of the file. Fails with ERR_GMON_*, ERR_MEMORY, ERR_CANCELLED. */
bool gmon_read_magic(struct gmon_reader *r, struct err *e) ATTR_MUST_USE;

#endif
