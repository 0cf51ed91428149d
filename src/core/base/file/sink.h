/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sink: an open descriptor that reports and messages are written to, by way of a buffer. */
#ifndef GPTUI_SINK_SINK_H
#define GPTUI_SINK_SINK_H

#include "core/base/file/file.h"
#include "core/base/text.h"

/* A descriptor with a buffer. An all-zero value with fd and name set is ready. */
struct sink {
    int fd;
    const char *name; /* for messages: "standard output" */
    bool shown;       /* on a terminal: control characters come out as \xHH */
    bool any;         /* something was written */
    struct text buffer;
};

/* Fails with ERR_WRITE. */
bool sink_write(struct sink *s, const char *p, size_t n, struct err *e) ATTR_MUST_USE;
bool sink_flush(struct sink *s, struct err *e) ATTR_MUST_USE;

/* Write what is buffered as far as it can be written, after a failure that is the one to report. */
void sink_flush_rest(struct sink *s);

/* Write a message at once, for a sink that is otherwise unused. Failures are ignored: there is
 * nowhere left to report them. */
void sink_complain(const struct sink *s, const struct text *message);

/* Forget what was not flushed. The descriptor stays open. */
void sink_release(struct sink *s);

struct emitter sink_emitter(struct sink *s);

/* The door to zlib: an emitter that compresses what it gets for another one. */

struct gzip;

/* `to` must outlive it. */
struct gzip *gzip_new(const struct emitter *to) ATTR_MUST_USE;
struct emitter gzip_emitter(struct gzip *z);

/* Pass on what is left, and the end of the file. Fails with ERR_MEMORY or as `to` does. */
bool gzip_finish(struct gzip *z, struct err *e) ATTR_MUST_USE;
void gzip_free(struct gzip *z);

#endif
