/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file/gzip.h"

#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "core/base/mem.h"

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
