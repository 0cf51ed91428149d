/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mem: overflow-checked allocation.
 *
 * Nothing here aborts: every function answers NULL (or false) when memory or the size arithmetic
 * runs out. Blocks are released with free(), arenas as a whole. */
#ifndef GPTUI_BASE_MEM_H
#define GPTUI_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"

/* Let the allocator serve a program that makes few large arrays and ends soon. Once, at its start;
 * without it everything works the same. */
void mem_setup(void);

/* n objects of `size` bytes, zeroed; never NULL for n = 0 on success. */
void *mem_array(size_t n, size_t size) ATTR_MUST_USE;

/* n objects of `size` bytes, unset; never NULL for n = 0 on success. */
void *mem_array_raw(size_t n, size_t size) ATTR_MUST_USE;

/* Make room for at least `need` objects in the growing array *p of capacity *cap (both updated;
 * growth is geometric, new room is unset). On failure *p and *cap stay as they were. */
bool mem_grow(void *p, size_t *cap, size_t need, size_t size) ATTR_MUST_USE;

/* A copy of n bytes of s with a zero byte after them. */
char *mem_text(const char *s, size_t n) ATTR_MUST_USE;

/* Many small things with one lifetime. An all-zero arena is empty and ready. */
struct arena {
    struct arena_block *block; /* newest first */
    size_t used, room;         /* bytes in the newest block */
};

/* Room for n objects of `size` bytes, aligned for any type, unset. */
void *arena_alloc(struct arena *a, size_t n, size_t size) ATTR_MUST_USE;

/* Room for n objects of `size` bytes, aligned for any type, zeroed. */
void *arena_array(struct arena *a, size_t n, size_t size) ATTR_MUST_USE;

/* A copy of n bytes of s with a zero byte after them. */
char *arena_text(struct arena *a, const char *s, size_t n) ATTR_MUST_USE;

/* Let a own all that `from` holds, which is empty then. */
void arena_join(struct arena *a, struct arena *from);

void arena_release(struct arena *a);

/* An object of `size` bytes, zeroed, whose first member is the arena that it lives in. What it
 * points to comes from that arena, too, so that all of it goes at once. */
void *arena_object(size_t size) ATTR_MUST_USE;

/* NULL is fine. */
void arena_object_free(void *object);

#endif
