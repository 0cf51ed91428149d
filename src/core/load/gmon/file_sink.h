/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_sink: a file for what src/unite writes. */
#ifndef GPTUI_LOAD_GMON_FILE_SINK_H
#define GPTUI_LOAD_GMON_FILE_SINK_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/text.h"
#include "unite/put.h"

/* After a failure nothing more is written. */
struct file_sink {
    struct unite_sink sink; /* it */
    struct file_writer file;
    struct text buffer;
    bool has_failed; /* as e says */
    struct err *e;
};

/* Begin to write `path`; a failure (file_create) is that of file_sink_close. */
void file_sink_open(struct file_sink *s, const char *path, struct err *e);

/* Make it the file, whole or not at all. Fails with what failed first, ERR_MEMORY included. */
bool file_sink_close(struct file_sink *s) ATTR_MUST_USE;

#endif
