/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/file/emitter.h"

#include "core/base/file/file.h"

static bool write_to_file(void *ctx, const char *p, size_t n, struct err *e)
{
    return file_write(ctx, p, n, e);
}

struct emitter emitter_to_file(struct file_writer *w)
{
    return (struct emitter){.write = write_to_file, .ctx = w};
}
