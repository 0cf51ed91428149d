/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "parts.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "tests/support/require.h"

static size_t find_end(const uint8_t *p, size_t n)
{
    const size_t end = sizeof PARTS_END - 1;
    for (size_t i = 0; i + end <= n; i++)
        if (memcmp(p + i, PARTS_END, end) == 0)
            return i;
    return n;
}

size_t parts_cut(const uint8_t *p, size_t n, struct part *out, size_t most)
{
    size_t used = 0;
    memset(out, 0, most * sizeof *out);
    for (;;) {
        size_t length = used + 1 < most ? find_end(p, n) : n;
        out[used++] = (struct part){p, length};
        if (length == n)
            return used;
        p += length + sizeof PARTS_END - 1;
        n -= length + sizeof PARTS_END - 1;
    }
}

char *part_text(struct part part)
{
    return mem_text((const char *)part.p, part.n);
}

void part_write(const char *name, struct part part)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    require(fd >= 0 && write(fd, part.p, part.n) == (ssize_t)part.n);
    close(fd);
}

void part_open(struct source *s, const char *name, struct part part)
{
    struct err e = ERR_INIT;
    part_write(name, part);
    require(source_open(s, name, &e) && unlink(name) == 0);
}
