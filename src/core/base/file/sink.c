/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file/sink.h"

#include <errno.h>
#include <unistd.h>

#include "core/base/utf8.h"

/* Few system calls, yet small enough to stay in the cache between formatting and writing. */
#define BUFFER_BYTES ((size_t)64 << 10)

enum { WRITE_MOST = 16 * 1024 * 1024 }; /* asked of one write(2) */

static bool write_all(const struct sink *s, const char *p, size_t n, struct err *e)
{
    while (n) {
        ssize_t put = write(s->fd, p, n < WRITE_MOST ? n : WRITE_MOST);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return err_sys(e, ERR_WRITE, s->name, errno);
        p += put;
        n -= (size_t)put;
    }
    return true;
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
    write_all(s, s->buffer.p, s->buffer.n, &unheard);
    text_clear(&s->buffer);
}

/* Line ends, tabs and form feeds lay out a report, and a terminal may see them. */
static void add_shown(struct text *out, const char *p, size_t n)
{
    for (size_t at = 0, from = 0; at <= n; at++) {
        if (at < n && p[at] != '\n' && p[at] != '\t' && p[at] != '\f')
            continue;
        text_shown(out, p + from, at - from, false);
        if (at < n)
            text_char(out, p[at]);
        from = at + 1;
    }
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
    add_shown(&safe, p, n);
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
