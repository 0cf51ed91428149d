/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file/sink.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"

/* Few system calls, yet small enough to stay in the cache between formatting and writing. */
#define BUFFER_BYTES ((size_t)64 << 10)

static bool write_all(const struct sink *s, const char *p, size_t n, struct err *e)
{
    struct file_writer w = {.fd = s->fd, .path = (char *)s->name};
    return file_write(&w, p, n, e);
}

bool sink_flush(struct sink *s, struct err *e)
{
    bool ok = write_all(s, s->buffer.p, s->buffer.n, e);
    text_clear(&s->buffer);
    return ok;
}

void sink_flush_rest(struct sink *s)
{
    struct err unheard = ERR_INIT;
    (void)!sink_flush(s, &unheard);
}

static bool write_buffered(struct sink *s, const char *p, size_t n, struct err *e)
{
    if (s->buffer.n && n > BUFFER_BYTES - s->buffer.n && !sink_flush(s, e))
        return false;
    if (n >= BUFFER_BYTES)
        return write_all(s, p, n, e);
    text_reserve(&s->buffer, BUFFER_BYTES - s->buffer.n);
    text_add(&s->buffer, p, n);
    return true;
}

bool sink_write(struct sink *s, const char *p, size_t n, struct err *e)
{
    if (!n)
        return true;
    s->any = true;
    if (!s->shown)
        return write_buffered(s, p, n, e);
    struct text safe = {0};

    /* Line ends, tabs and form feeds lay out a report, and a terminal may see them. */
    for (size_t at = 0, from = 0; at <= n; at++) {
        if (at < n && p[at] != '\n' && p[at] != '\t' && p[at] != '\f')
            continue;
        text_shown(&safe, p + from, at - from, false);
        if (at < n)
            text_char(&safe, p[at]);
        from = at + 1;
    }

    bool ok = write_buffered(s, safe.p, safe.n, e);
    text_release(&safe);
    return ok;
}

void sink_complain(const struct sink *s, const struct text *message)
{
    struct err unheard = ERR_INIT;
    write_all(s, message->p, message->n, &unheard);
}

void sink_release(struct sink *s)
{
    text_release(&s->buffer);
}

static bool emit_to_sink(void *ctx, const char *p, size_t n, struct err *e)
{
    struct sink *s = (struct sink *)ctx;
    return sink_write(s, p, n, e);
}

struct emitter sink_emitter(struct sink *s)
{
    return (struct emitter){.write = emit_to_sink, .ctx = s};
}

enum {
    GZIP_WINDOW = 15 + 16, /* the largest, in the format of gzip; no name and no date are written */
    MEMORY_LEVEL = 8,
    BUFFER = 1 << 15,
};

struct gzip {
    z_stream stream;
    const struct emitter *to;
    unsigned char buffer[BUFFER];
};

struct gzip *gzip_new(const struct emitter *to)
{
    struct gzip *z = mem_array(1, sizeof *z);
    z->to = to;
    if (deflateInit2(&z->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) == Z_OK)
        return z;
    free(z);
    return NULL;
}

/* Compress what the stream has, until it asks for more, or until the end if `flush` is Z_FINISH. */
static bool pump(struct gzip *z, int flush, struct err *e)
{
    do {
        z->stream.next_out = z->buffer;
        z->stream.avail_out = BUFFER;
        if (deflate(&z->stream, flush) == Z_STREAM_ERROR)
            return false;
        size_t n = BUFFER - z->stream.avail_out;
        if (n && !z->to->write(z->to->ctx, (const char *)z->buffer, n, e))
            return false;
    } while (z->stream.avail_out == 0);
    return true;
}

static bool compress_text(void *ctx, const char *p, size_t n, struct err *e)
{
    struct gzip *z = ctx;
    bool ok = true;
    while (n && ok) {
        size_t some = n < UINT_MAX ? n : UINT_MAX;
        z->stream.next_in = (unsigned char *)p;
        z->stream.avail_in = (unsigned)some;
        ok = pump(z, Z_NO_FLUSH, e);
        p += some;
        n -= some;
    }
    return ok;
}

struct emitter gzip_emitter(struct gzip *z)
{
    return (struct emitter){.write = compress_text, .ctx = z};
}

bool gzip_finish(struct gzip *z, struct err *e)
{
    z->stream.next_in = NULL;
    z->stream.avail_in = 0;
    return pump(z, Z_FINISH, e);
}

void gzip_free(struct gzip *z)
{
    if (!z)
        return;
    deflateEnd(&z->stream);
    free(z);
}
