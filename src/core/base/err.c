/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/err.h"

#include <string.h>

#include "core/base/mem.h"

static void copy_cut(char *to, size_t room, const char *from)
{
    size_t n = from ? strnlen(from, room - 1) : 0;
    if (n)
        memcpy(to, from, n);
    to[n] = '\0';
}

void err_clear(struct err *e)
{
    e->code = ERR_NONE;
    e->sys = 0;
    e->offset = ERR_NO_OFFSET;
    e->n = e->m = 0;
    e->file[0] = e->what[0] = e->other[0] = '\0';
}

/* Start recording; false if e holds a failure already. */
static bool err_start(struct err *e, enum err_code code, const char *file)
{
    if (e->code != ERR_NONE)
        return false;
    err_clear(e);
    e->code = code;
    copy_cut(e->file, sizeof e->file, file);
    return true;
}

bool err_set(struct err *e, enum err_code code, const char *file)
{
    err_start(e, code, file);
    return false;
}

bool err_sys(struct err *e, enum err_code code, const char *file, int sys)
{
    if (err_start(e, code, file))
        e->sys = sys;
    return false;
}

bool err_at(struct err *e, enum err_code code, const char *file, uint64_t offset, int64_t n,
            int64_t m)
{
    if (err_start(e, code, file)) {
        e->offset = offset;
        e->n = n;
        e->m = m;
    }
    return false;
}

bool err_what(struct err *e, enum err_code code, const char *file, const char *what,
              const char *other)
{
    if (err_start(e, code, file)) {
        copy_cut(e->what, sizeof e->what, what);
        copy_cut(e->other, sizeof e->other, other);
    }
    return false;
}

bool err_memory(struct err *e, uint64_t bytes)
{
    return err_at(e, ERR_MEMORY, NULL, ERR_NO_OFFSET,
                  bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes, 0);
}

void err_need_memory(const struct err *e)
{
    if (e->code == ERR_MEMORY)
        mem_fail();
}
