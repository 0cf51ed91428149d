/* SPDX-License-Identifier: GPL-3.0-or-later */
/* kept: what the runtime kept of a process that could not write its files (gmon.out(5), "Kept
 * counts"), as the message that the process would have written. It may have ended anywhere: what is
 * half done is left out. */
#ifndef GPTUI_LOAD_RUN_KEPT_H
#define GPTUI_LOAD_RUN_KEPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "unite/message.h"

/* How many processes such a file is of; 0: it is no such file. */
size_t kept_parts(const struct bytes *file);

/* All that it says of one of them, part < kept_parts(): images with their bins and waits, calls,
 * paths and facts. *out is empty before, and after a failure; its memory is runs_memory. Fails with
 * ERR_GMON_EOF (without a path: it is cut off, or damaged), ERR_MEMORY. Memory grows with what is
 * in the file, not with what it claims. */
bool kept_message(const struct bytes *file, size_t part, struct unite_message *out,
                  struct err *e) ATTR_MUST_USE;

#endif
