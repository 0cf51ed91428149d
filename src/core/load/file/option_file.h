/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/file/option_file: the text files that options name: tables of symbols (-S), maps of objects
 * (-R). */
#ifndef GPTUI_LOAD_FILE_OPTION_FILE_H
#define GPTUI_LOAD_FILE_OPTION_FILE_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"

/* All bytes of the file at `path`, of which "-" is a name like any other; a directory counts as
 * empty. *seekable (may be NULL): see file_read. progress may be NULL. Fails with ERR_LIST_OPEN,
 * ERR_READ, ERR_LIMIT, ERR_MEMORY, ERR_CANCELLED. */
bool list_file_read(const char *path, struct bytes *out, bool *seekable,
                    const struct progress *progress, struct err *e) ATTR_MUST_USE;

#endif
