/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/door.h"
#include "core/load/bfd/section.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/load/bfd/guard.h"

struct section_job {
    const struct source *source;
    const char *name;
    uint64_t most;
    bfd *b;
    bfd_byte *contents; /* the library's malloc */
    uint64_t n;
    bool ok;
};

static void unpack(void *ctx)
{
    struct section_job *j = ctx;
    j->b = bfd_door_open(j->source);
    if (!j->b)
        return;
    j->b->flags |= BFD_DECOMPRESS; /* so that sizes are the unpacked ones */
    if (!bfd_door_check(j->b))
        return;
    asection *s = bfd_get_section_by_name(j->b, j->name);
    if (!s || bfd_section_size(s) > j->most)
        return;
    j->n = bfd_section_size(s);
    j->ok = bfd_get_full_section_contents(j->b, s, &j->contents);
}

static void leave(void *ctx)
{
    struct section_job *j = ctx;
    bfd_close(j->b);
}

bool bfd_section_bytes(const struct source *s, const char *name, uint64_t most, struct bytes *out)
{
    struct section_job j = {.source = s, .name = name, .most = most};
    if (!guard_run(unpack, &j))
        j.ok = false;
    if (j.b && !guard_run(leave, &j))
        j.ok = false;
    if (j.ok) {
        out->p = j.contents;
        out->n = (size_t)j.n;
    } else {
        free(j.contents);
    }
    return j.ok;
}
