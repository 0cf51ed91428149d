/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image_file: bytes of a file at any offset.
 *
 * 1. This is the one way to files that the user did not name: their paths stand in other files, or
 *    follow from the name of one. Nobody vouches for what is at such a path, so only regular files
 *    are opened, which nothing has to wait for.
 * 2. Whoever takes numbers or settings from such a file asks source_trusted first. What is only
 *    shown (sources, debug information, images) may be anybody's.
 * 3. The size is fixed when the source is made: a file that grows or shrinks afterwards gives short
 *    reads, never other offsets. */
#ifndef GPTUI_LOAD_FILE_IMAGE_FILE_H
#define GPTUI_LOAD_FILE_IMAGE_FILE_H

#include <sys/types.h>

#include "core/base/file/file.h"

struct source {
    const char *path; /* for messages; borrowed */
    int fd;           /* -1: none */
    uint64_t n_bytes;
    int64_t mtime_sec; /* 0 if unknown */
    uid_t owner;
};

/* Open the regular file at `path`, without waiting and without opening what is no regular file.
 * Fails with ERR_OPEN (EISDIR for a directory), or with ERR_NOT_REGULAR. */
bool source_open(struct source *s, const char *path, struct err *e) ATTR_MUST_USE;

void source_close(struct source *s);

/* Bytes that can be had of the n at `off`: fewer at the end of the file. -1 and errno on failure.
 */
int64_t source_get(const struct source *s, uint64_t off, void *to, size_t n);

/* Exactly n bytes at `off`, which lie inside the size; `what` names them. Fails with ERR_READ, or
 * with ERR_IMAGE_DAMAGED if they are not there (any more). */
bool source_read(const struct source *s, uint64_t off, void *to, size_t n, const char *what,
                 struct err *e) ATTR_MUST_USE;

/* Append to `to`, which holds the first bytes of s, until it has `end` bytes or all that there are.
 * Fails with ERR_READ or ERR_MEMORY; the caller releases *to in any case. */
bool source_append(const struct source *s, struct bytes *to, uint64_t end,
                   struct err *e) ATTR_MUST_USE;

/* The owner of the file at `path`, SOURCE_NO_OWNER if there is none. */
#define SOURCE_NO_OWNER ((uid_t)-1)
uid_t source_owner(const char *path);

/* Is s a file of the user, of root, or of `other` (SOURCE_NO_OWNER: nobody)? Else fails with
 * ERR_OWNER. */
bool source_trusted(const struct source *s, uid_t other, struct err *e) ATTR_MUST_USE;

/* Fail with ERR_IMAGE_DAMAGED: `what`, which should be at `off`, cannot be there. Returns false. */
bool source_damaged(const struct source *s, uint64_t off, const char *what, struct err *e);

/* Do n bytes at `off` lie inside? */
static inline bool source_has(const struct source *s, uint64_t off, uint64_t n)
{
    return n <= s->n_bytes && off <= s->n_bytes - n;
}

#endif
