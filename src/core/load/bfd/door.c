/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/door.h"

#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "core/load/bfd/guard.h"

static void say_nothing(const char *fmt, va_list ap) {}

static void assert_nothing(const char *fmt, const char *version, const char *file, int line) {}

static void *open_source(bfd *b, void *source)
{
    return source;
}

static file_ptr read_source(bfd *b, void *source, void *to, file_ptr n, file_ptr off)
{
    if (n < 0 || off < 0)
        return -1;
    return (file_ptr)source_get(source, (uint64_t)off, to, (size_t)n);
}

static int close_source(bfd *b, void *source)
{
    return 0;
}

/* The size must not change while libbfd works; it checks sizes of tables against it. */
static int stat_source(bfd *b, void *source, struct stat *st)
{
    const struct source *s = source;
    memset(st, 0, sizeof *st);
    st->st_mode = S_IFREG | S_IRUSR;
    st->st_size = (off_t)s->n_bytes;
    st->st_mtime = (time_t)s->mtime_sec;
    return 0;
}

bfd *bfd_door_open(const struct source *s)
{
    bfd_init();
    bfd_set_error_handler(say_nothing);
    bfd_set_assert_handler(assert_nothing);
    return bfd_openr_iovec(s->path, NULL, open_source, (void *)s, read_source, close_source,
                           stat_source);
}

struct check {
    bfd *b;
    bool ok;
};

static void check_format(void *ctx)
{
    struct check *c = ctx;
    c->ok = bfd_check_format(c->b, bfd_object);
}

/* Discard what is written to standard error until the caller puts the returned descriptor back in
 * its place. -1: this failed, and standard error is as before. */
static int hush(void)
{
    int kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept >= 0 && (null < 0 || dup2(null, STDERR_FILENO) < 0)) {
        close(kept);
        kept = -1;
    }
    if (null >= 0)
        close(null);
    return kept;
}

struct visit {
    const struct source *source;
    flagword flags;
    void (*work)(bfd *b, void *ctx);
    void *ctx;
    bfd *b;
};

static void pay_visit(void *ctx)
{
    struct visit *v = ctx;
    v->b = bfd_door_open(v->source);
    if (v->b)
        v->b->flags |= v->flags;
    v->work(v->b && bfd_door_check(v->b) ? v->b : NULL, v->ctx);
}

static void end_visit(void *ctx)
{
    bfd_close(((struct visit *)ctx)->b);
}

bool bfd_door_visit(const struct source *s, flagword flags, void (*work)(bfd *b, void *ctx),
                    void *ctx)
{
    struct visit v = {.source = s, .flags = flags, .work = work, .ctx = ctx};
    bool done = guard_run(pay_visit, &v);
    return (!v.b || guard_run(end_visit, &v)) && done;
}

bool bfd_door_check(bfd *b)
{
    struct check c = {.b = b};
    int kept = hush();
    bool done = guard_run(check_format, &c);
    if (kept >= 0) {
        dup2(kept, STDERR_FILENO);
        close(kept);
    }
    if (!done)
        guard_leave();
    return c.ok;
}
