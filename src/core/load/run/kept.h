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
#include "core/model/image.h"
#include "unite/message.h"

struct kept;

/* Take such a file apart, which must stay until kept_close(). NULL: it is none, or damaged at the
 * beginning. */
struct kept *kept_take(const struct bytes *file) ATTR_MUST_USE;

/* The file at `path`, without its holes. NULL and no error: it is not there any more. Fails with
 * ERR_NOT_REGULAR (links are not followed), ERR_OWNER (only the user's own: names in it may become
 * those of files), ERR_RUN_DAMAGED (at the beginning), ERR_OPEN, ERR_READ, ERR_MEMORY. */
struct kept *kept_read(const char *path, struct err *e) ATTR_MUST_USE;

/* Has a process of it not ended yet? As it was when the file was read, and then nothing more is
 * known; if all have, others take it for one that goes on until kept_close(). */
bool kept_is_alive(const struct kept *k);

/* How many processes it is of. The first one forked the others, or they each other. */
size_t kept_count(const struct kept *k);

/* All that it says of one of them, i < kept_count(): images with their bins and waits, calls, paths
 * and facts. *out is empty before. It stays so if there is nothing to be said: the process has
 * written its files itself, or no image is known. Its memory is runs_memory, which grows with what
 * is in the file, not with what that claims. */
void kept_message(struct kept *k, size_t i, struct unite_message *out);

/* How the processes' machine has addresses: nothing else is known of this image. */
const struct image *kept_machine(const struct kept *k);

/* NULL is fine. */
void kept_close(struct kept *k);

#endif
