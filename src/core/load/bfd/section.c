/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/door.h"
#include "core/load/bfd/section.h"

#include <stdlib.h>

struct section_job {
    const char *name;
    uint64_t most;
    bfd_byte *contents; /* the library's malloc */
    uint64_t n;
    bool ok;
};

static void unpack(bfd *b, void *ctx)
{
    struct section_job *j = ctx;
    asection *s = b ? bfd_get_section_by_name(b, j->name) : NULL;
    if (!s || bfd_section_size(s) > j->most)
        return;
    j->n = bfd_section_size(s);
    j->ok = bfd_get_full_section_contents(b, s, &j->contents);
}

bool bfd_section_bytes(const struct source *s, const char *name, uint64_t most, struct bytes *out)
{
    struct section_job j = {.name = name, .most = most};
    /* Decompressed, so that sizes are the unpacked ones. */
    if (bfd_door_visit(s, BFD_DECOMPRESS, unpack, &j) && j.ok) {
        *out = (struct bytes){j.contents, (size_t)j.n};
        return true;
    }
    free(j.contents);
    return false;
}
