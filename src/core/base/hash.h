/* SPDX-License-Identifier: GPL-3.0-or-later */
/* hash: of bytes, for tables in memory. */
#ifndef GPTUI_BASE_HASH_H
#define GPTUI_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

/* FNV-1a. Good in its low bits. */
static inline uint64_t hash_bytes(const char *p, size_t n)
{
    uint64_t h = 0xcbf29ce484222325;

    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint8_t)p[i]) * 0x100000001b3;
    return h;
}

#endif
