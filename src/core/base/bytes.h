/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bytes: numbers of a fixed width in either order, and a cursor that cannot leave its bytes. */
#ifndef GPTUI_BASE_BYTES_H
#define GPTUI_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number in the first 2, 4 or 8 bytes at p, which all can be read; the highest byte comes first
 * if `big`. */
static inline uint16_t bytes_u16(const uint8_t *p, bool big)
{
    return (uint16_t)(big ? p[0] << 8 | p[1] : p[1] << 8 | p[0]);
}

static inline uint32_t bytes_u32(const uint8_t *p, bool big)
{
    if (big)
        return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
    return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline uint64_t bytes_u64(const uint8_t *p, bool big)
{
    uint64_t a = bytes_u32(p, big), b = bytes_u32(p + 4, big);
    return big ? a << 32 | b : b << 32 | a;
}

/* Whether this program's own numbers have their highest byte first. */
static inline bool bytes_host_big(void)
{
    const uint16_t one = 1;
    return *(const uint8_t *)&one == 0;
}

/* Bytes in the given order after a position; reading past the end is sticky and yields zeros. */
struct cursor {
    const uint8_t *p;
    size_t n;  /* bytes in all */
    size_t at; /* next byte, <= n */
    bool big_endian;
    bool short_read; /* something was asked for that was not there */
};

size_t cursor_left(const struct cursor *c);
uint8_t cursor_u8(struct cursor *c);
uint32_t cursor_u32(struct cursor *c);
uint64_t cursor_uint(struct cursor *c, size_t n); /* of n bytes, at most 8 */

/* n bytes in place, or NULL (and short_read). */
const uint8_t *cursor_bytes(struct cursor *c, size_t n);

#endif
