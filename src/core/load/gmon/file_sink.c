/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/gmon/file_sink.h"

enum { BUFFER_BYTES = 1 << 16 };

static void flush(struct file_sink *s)
{
    if (!s->has_failed)
        s->has_failed = s->buffer.failed ? !err_memory(s->e, BUFFER_BYTES)
                                         : !file_write(&s->file, s->buffer.p, s->buffer.n, s->e);
    text_clear(&s->buffer);
}

static void put(struct unite_sink *sink, const void *p, size_t n)
{
    struct file_sink *s = (struct file_sink *)sink;
    if (p)
        text_add(&s->buffer, p, n);
    else
        text_fill(&s->buffer, '\0', n);
    if (s->buffer.n >= BUFFER_BYTES)
        flush(s);
}

void file_sink_open(struct file_sink *s, const char *path, struct err *e)
{
    *s = (struct file_sink){.sink = {put}, .e = e};
    s->has_failed = !file_create(&s->file, path, FILE_REPLACE, e);
}

bool file_sink_close(struct file_sink *s)
{
    flush(s);
    text_release(&s->buffer);
    if (!s->has_failed)
        return file_commit(&s->file, s->e);
    file_abort(&s->file);
    return false;
}
