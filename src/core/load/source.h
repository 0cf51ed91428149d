/* SPDX-License-Identifier: GPL-3.0-or-later */
/* source: bytes of an image at any offset, from an open file or from memory.
 *
 * The size is fixed when the source is made: a file that grows or shrinks afterwards gives short
 * reads, never other offsets. */
#ifndef GPTUI_LOAD_SOURCE_H
#define GPTUI_LOAD_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"

struct source {
    const char *path; /* for messages; borrowed */
    int fd;           /* -1: bytes */
    const uint8_t *bytes;
    uint64_t n_bytes;
    int64_t mtime_sec; /* 0 if unknown */
};

/* Open the regular file at `path`. Fails with ERR_OPEN, or with ERR_IMAGE_FORMAT if it is neither a
 * regular file nor a directory: nothing else can be read at any offset. */
bool source_open(struct source *s, const char *path, struct err *e) ATTR_MUST_USE;

/* n bytes in memory, borrowed. */
void source_memory(struct source *s, const char *path, const uint8_t *bytes, size_t n);

void source_close(struct source *s);

/* Bytes that can be had of the n at `off`: fewer at the end of the file. -1 and errno on failure.
 */
int64_t source_get(const struct source *s, uint64_t off, void *to, size_t n);

/* Exactly n bytes at `off`, which lie inside the size; `what` names them. Fails with ERR_READ, or
 * with ERR_IMAGE_DAMAGED if they are not there (any more). */
bool source_read(const struct source *s, uint64_t off, void *to, size_t n, const char *what,
                 struct err *e) ATTR_MUST_USE;

/* Fail with ERR_IMAGE_DAMAGED: `what`, which should be at `off`, cannot be there. Returns false. */
bool source_damaged(const struct source *s, uint64_t off, const char *what, struct err *e);

/* Do n bytes at `off` lie inside? */
static inline bool source_has(const struct source *s, uint64_t off, uint64_t n)
{
    return n <= s->n_bytes && off <= s->n_bytes - n;
}

#endif
