/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file: whole files in, whole files out.
 *
 * Reading: into memory, never mapped, so that a file that shrinks meanwhile is an error and not a
 * crash. Writing: to a temporary name beside the target, renamed when complete; on any failure the
 * target is what it was before and the temporary file is gone. */
#ifndef GPTUI_BASE_FILE_FILE_H
#define GPTUI_BASE_FILE_FILE_H

#include <sys/types.h>

#include "core/base/file/emitter.h"
#include "core/base/file/place.h"
#include "core/base/progress.h"

struct bytes {
    uint8_t *p; /* malloc'ed */
    size_t n;
};

void bytes_release(struct bytes *b);

/* All bytes of `path`; "-" is standard input. Refuses directories (ERR_OPEN, EISDIR), and devices
 * with more than 64 MiB and pipes with more than 256 MiB, which could be endless (ERR_LIMIT). The
 * caller releases *out.
 * Fails with ERR_OPEN, ERR_READ, ERR_LIMIT; *out is then empty. */
bool file_read(const char *path, struct bytes *out, struct err *e) ATTR_MUST_USE;

/* As pread does; two threads read much. */
ssize_t file_read_at(int fd, void *to, size_t n, off_t at);

enum { FILE_TASTE_BYTES = 64 * 1024 };

/* Decides whether the rest of a file is read. */
struct file_taste {
    /* From the first FILE_TASTE_BYTES: is the rest worth it? NULL: it is. */
    bool (*wanted)(void *ctx, const struct bytes *first);
    void *ctx;
    const struct progress *progress; /* also asked while a pipe keeps us waiting; or NULL */
};

/* Read a file as file_read does, but where `taste` does not want a longer file, *out holds just its
 * first bytes. taste may be NULL: everything is wanted. Also fails with ERR_CANCELLED. */
bool file_read_if(const char *path, const struct file_taste *taste, struct bytes *out,
                  struct err *e) ATTR_MUST_USE;

enum file_mode { FILE_REPLACE, FILE_NEW }; /* FILE_NEW refuses an existing target (EEXIST) */

/* A file being written. */
struct file_writer {
    int fd; /* -1: none */
    enum file_mode mode;
    char *path; /* as the caller named it, for messages */
    struct file_place place;
    char *temp; /* in the folder of the place; NULL: the target is written in place */
    const struct progress *progress; /* the owner's, set after file_create; or NULL */
    uint64_t n_bytes;                /* written so far */
};

/* Start writing `path`. Devices and pipes hold nothing to lose: they are written in place, in
 * either mode (a pipe without a reader fails with ENXIO). A symbolic link is followed to its file,
 * a dangling one is refused, and so is what others put into a shared folder
 * (core/base/file/place.h). A replaced file keeps its permissions; without write permission it is
 * refused. Fails with ERR_WRITE. */
bool file_create(struct file_writer *w, const char *path, enum file_mode mode,
                 struct err *e) ATTR_MUST_USE;

/* Fails with ERR_WRITE, or with ERR_CANCELLED if the progress says so, also while a pipe keeps us
 * waiting. */
bool file_write(struct file_writer *w, const void *p, size_t n, struct err *e) ATTR_MUST_USE;

/* Make it the target. w is released in any case. */
bool file_commit(struct file_writer *w, struct err *e) ATTR_MUST_USE;

/* Forget it. Harmless after file_commit. */
void file_abort(struct file_writer *w);

/* Write n bytes as the file at `path`. Fails with ERR_WRITE. */
bool file_put(const char *path, const void *p, size_t n, struct err *e) ATTR_MUST_USE;

/* An emitter that feeds a file being written; the caller commits or aborts it. */
struct emitter file_emitter(struct file_writer *w);

/* Wait for the lock that the file at `path` stands for, which is made if it is not there. It is
 * held until the descriptor is closed, or the process ends. -1: there is none, or a signal came. */
int file_lock(const char *path);

/* The text files that options name: tables of symbols (-S), maps of objects
 * (-R). */

/* All bytes of the file at `path`, of which "-" is a name like any other; a directory counts as
 * empty. progress may be NULL. Fails with ERR_LIST_OPEN, ERR_READ, ERR_LIMIT, ERR_MEMORY,
 * ERR_CANCELLED. */
bool list_file_read(const char *path, struct bytes *out, const struct progress *progress,
                    struct err *e) ATTR_MUST_USE;

#endif
