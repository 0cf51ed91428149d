/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/bytes.h"

size_t cursor_left(const struct cursor *c)
{
    return c->n - c->at;
}

const uint8_t *cursor_bytes(struct cursor *c, size_t n)
{
    if (c->short_read || n > c->n - c->at) {
        c->short_read = true;
        return NULL;
    }
    const uint8_t *p = c->p + c->at;
    c->at += n;
    return p;
}

uint64_t cursor_uint(struct cursor *c, size_t n)
{
    const uint8_t *p = cursor_bytes(c, n);
    uint64_t v = 0;
    if (p && n == 4)
        return bytes_u32(p, c->big_endian);
    if (p && n == 8)
        return bytes_u64(p, c->big_endian);
    for (size_t i = 0; p && i < n; i++)
        v = v << 8 | p[c->big_endian ? i : n - 1 - i];
    return v;
}

uint8_t cursor_u8(struct cursor *c)
{
    return (uint8_t)cursor_uint(c, 1);
}

uint32_t cursor_u32(struct cursor *c)
{
    return (uint32_t)cursor_uint(c, 4);
}
