/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash: a hash of bytes, for tables in memory. */
#ifndef GPTUI_BASE_HASH_H
#define GPTUI_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define HASH_START UINT64_C(0xcbf29ce484222325)

/* FNV-1a. Good in its low bits. h is the hash of the bytes before, or HASH_START. */
static inline uint64_t hash_more(uint64_t h, const char *p, size_t n)
{
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint8_t)p[i]) * UINT64_C(0x100000001b3);
    return h;
}

static inline uint64_t hash_bytes(const char *p, size_t n)
{
    return hash_more(HASH_START, p, n);
}

#endif
