/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/path_writer.h"

#include <stdio.h>
#include <string.h>

#include "tests/support/require.h"
#include "unite/files.h"

struct path_writing {
    struct unite_sink sink;
    const char *path;
    FILE *file; /* NULL: another file, which is not wanted */
};

static void put(struct unite_sink *sink, const void *p, size_t n)
{
    FILE *f = ((struct path_writing *)sink)->file;
    static const char zeros[16];
    require(p || n <= sizeof zeros);
    require(!f || fwrite(p ? p : zeros, 1, n, f) == n);
}

static struct unite_sink *open_file(void *ctx, const char *name)
{
    struct path_writing *w = ctx;
    w->file = strcmp(name, ".paths") == 0 ? fopen(w->path, "w") : NULL;
    return &w->sink;
}

static bool close_file(void *ctx)
{
    struct path_writing *w = ctx;
    return !w->file || fclose(w->file) == 0;
}

static void put_head(void *ctx, struct unite_sink *s)
{
    (void)ctx;
    (void)s;
}

void path_write(const char *path, struct unite_build *b, uint32_t rate_hz, uint64_t lost_ticks)
{
    static const struct unite_files_ops ops = {open_file, close_file, put_head};
    struct path_writing w = {.sink = {put}, .path = path};
    struct unite_message m = {.memory = b->memory};
    struct unite_files f = {.message = &m,
                            .ops = &ops,
                            .ctx = &w,
                            .stem = "profile",
                            .gmon = {.word_bytes = 8},
                            .unit = {{"seconds", 7}, 's', rate_hz},
                            .lost_path_ticks = lost_ticks};
    const struct unite_run run = {.rank = UNITE_NO_RANK};
    require(unite_build_end(b, &run, UNITE_WITH_NODES, &m) == UNITE_OK);
    require(unite_files_begin(&f) == UNITE_OK && unite_files_rest(&f) == UNITE_OK);
    unite_files_end(&f);
    unite_message_release(&m);
    unite_build_release(b);
}
