/* SPDX-License-Identifier: GPL-3.0-or-later */
/* prefetch: ask for memory before it is needed. */
#ifndef GPTUI_BASE_PREFETCH_H
#define GPTUI_BASE_PREFETCH_H

#include <stddef.h>

enum { FETCH_BYTES = 64 }; /* of a line of the cache, on most processors */

/* Bring what stands at p into the cache. Any address will do; nothing happens at a bad one.
 * The empty statement keeps it: gcc 12 takes functions that do nothing but prefetch for functions
 * without effect and drops the calls of them, silently. */
static inline void fetch(const void *p)
{
#ifdef __GNUC__
    __builtin_prefetch(p);
    __asm__ volatile("");
#endif
}

/* Ask for n > 0 bytes. */
static inline void fetch_bytes(const void *p, size_t n)
{
    for (size_t i = 0; i < n; i += FETCH_BYTES)
        fetch((const char *)p + i);
    fetch((const char *)p + n - 1);
}

#endif
