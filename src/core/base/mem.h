/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mem: overflow-checked allocation.
 *
 * 1. Nothing here answers NULL: where memory or the size arithmetic runs out, the program ends, by
 *    what main has given to mem_on_failure. So nobody asks, and nobody has to undo half a step.
 * 2. For sizes that a file claims, and for its bytes, there are mem_try_*: NULL (or false), and
 *    whoever asked says why there is no more.
 * 3. Blocks are released with free(), arenas as a whole. */
#ifndef GPTUI_BASE_MEM_H
#define GPTUI_BASE_MEM_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/attr.h"

/* Let the allocator serve a program that makes few large arrays and ends soon. Once, at its start;
 * without it everything works the same. */
void mem_setup(void);

/* What is called, in any thread and at most once, when memory runs out; it must not return. Without
 * it the program crashes. ctx is borrowed for good. */
void mem_on_failure(void (*end)(const void *ctx), const void *ctx);

/* End the program as if there were no memory: what is counted has more than its type can hold. */
_Noreturn void mem_fail(void);

/* n objects of `size` bytes, zeroed; never NULL for n = 0. */
void *mem_array(size_t n, size_t size);
void *mem_try_array(size_t n, size_t size) ATTR_MUST_USE;

/* n objects of `size` bytes, unset; never NULL for n = 0. */
void *mem_array_raw(size_t n, size_t size);
void *mem_try_array_raw(size_t n, size_t size) ATTR_MUST_USE;

/* Make room for at least `need` objects in the growing array *p of capacity *cap (both updated;
 * growth is geometric, new room is unset). If mem_try_grow fails, *p and *cap stay as they were.
 */
void mem_grow(void *p, size_t *cap, size_t need, size_t size);
bool mem_try_grow(void *p, size_t *cap, size_t need, size_t size) ATTR_MUST_USE;

/* Append a copy of an object, which is none of these, to the array *p of *n objects; where it is.
 * There is room for 8 at first, and for more as *n grows: all of it must come from here. */
void *mem_append(void *p, size_t *n, const void *object, size_t size);

/* A copy of n bytes of s with a zero byte after them. */
char *mem_text(const char *s, size_t n);

/* Many small things with one lifetime. An all-zero arena is empty and ready. */
struct arena {
    struct arena_block *block; /* newest first */
    size_t used, room;         /* bytes in the newest block */
};

/* Room for n objects of `size` bytes, aligned for any type, unset. */
void *arena_alloc(struct arena *a, size_t n, size_t size);

/* Room for n objects of `size` bytes, aligned for any type, zeroed. */
void *arena_array(struct arena *a, size_t n, size_t size);

/* A copy of n bytes of s with a zero byte after them. */
char *arena_text(struct arena *a, const char *s, size_t n);

/* Let a own all that `from` holds, which is empty then. */
void arena_join(struct arena *a, struct arena *from);

void arena_release(struct arena *a);

/* An object of `size` bytes, zeroed, whose first member is the arena that it lives in. What it
 * points to comes from that arena, too, so that all of it goes at once. */
void *arena_object(size_t size);

/* NULL is fine. */
void arena_object_free(void *object);

#endif
