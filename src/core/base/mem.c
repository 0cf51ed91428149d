/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/mem.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    HEAP_SPARE = 256 << 20, /* bytes that may lie free at its end */
    BLOCK_FIRST = 512,      /* bytes of an arena's first block, its header included */
    BLOCK_MOST = 1 << 20,   /* no block grows beyond it but for one big object */
};

struct arena_block {
    struct arena_block *next;
    alignas(max_align_t) unsigned char data[];
};

/* n * size in *bytes; false if that is more than any object can have. */
static bool size_of_array(size_t n, size_t size, size_t *bytes)
{
    if (size && n > (size_t)PTRDIFF_MAX / size)
        return false;
    *bytes = n * size;
    return true;
}

/* Arrays lie side by side in the heap, where those that are freed make room for later ones: memory
 * from the system is cleared first, which costs a third of a millisecond for each megabyte. No huge
 * pages: they would come five times as fast where the system has some at hand, and five times as
 * slowly in a virtual machine that has to ask for them. */
void mem_setup(void)
{
#ifdef __GLIBC__
    (void)mallopt(M_ARENA_MAX, 1);
    (void)mallopt(M_MMAP_MAX, 0);
    (void)mallopt(M_TRIM_THRESHOLD, HEAP_SPARE);
#endif
}

static _Noreturn void crash(const void *ctx)
{
    __builtin_trap();
}

/* Another thread is ending the program. */
static _Noreturn void wait_for_end(const void *ctx)
{
    for (;;)
        pause();
}

/* Signal handlers have no part in it, but threads do. */
static struct {
    void (*end)(const void *ctx);
    const void *ctx;
} failure = {.end = crash};

void mem_on_failure(void (*end)(const void *ctx), const void *ctx)
{
    failure.ctx = ctx;
    __atomic_store_n(&failure.end, end, __ATOMIC_RELEASE);
}

_Noreturn void mem_fail(void)
{
    void (*end)(const void *) = __atomic_exchange_n(&failure.end, wait_for_end, __ATOMIC_ACQ_REL);
    end(failure.ctx);
    crash(NULL);
}

static void *or_fail(void *p)
{
    if (!p)
        mem_fail();
    return p;
}

void *mem_try_array(size_t n, size_t size)
{
    size_t bytes;
    if (!size_of_array(n, size, &bytes))
        return NULL;
    return calloc(1, bytes ? bytes : 1);
}

void *mem_array(size_t n, size_t size)
{
    return or_fail(mem_try_array(n, size));
}

void *mem_try_array_raw(size_t n, size_t size)
{
    size_t bytes;
    if (!size_of_array(n, size, &bytes))
        return NULL;
    return malloc(bytes ? bytes : 1);
}

void *mem_array_raw(size_t n, size_t size)
{
    return or_fail(mem_try_array_raw(n, size));
}

bool mem_try_grow(void *p, size_t *cap, size_t need, size_t size)
{
    if (need <= *cap)
        return true;
    size_t want = *cap + *cap / 2;
    if (want < need)
        want = need < 8 ? 8 : need;
    size_t bytes;
    if (!size_of_array(want, size, &bytes))
        return false;
    void *old;
    memcpy(&old, p, sizeof old);
    void *new = realloc(old, bytes ? bytes : 1);
    if (!new)
        return false;
    memcpy(p, &new, sizeof new);
    *cap = want;
    return true;
}

void mem_grow(void *p, size_t *cap, size_t need, size_t size)
{
    if (!mem_try_grow(p, cap, need, size))
        mem_fail();
}

/* There is room for at least 8, 12, 16, 24, 32, 48: powers of two, and what is halfway to the next,
 * since mem_grow adds half. */
void *mem_append(void *p, size_t *n, const void *object, size_t size)
{
    enum { FIRST = 8 };
    const size_t low = *n & -*n;
    size_t cap = *n;
    char *v;
    if (cap == 0 || (cap >= FIRST && (cap == low || cap == 3 * low)))
        mem_grow(p, &cap, cap + 1, size);
    memcpy(&v, p, sizeof v);
    return memcpy(v + (*n)++ * size, object, size);
}

/* n bytes of s at p, which has room for one more. */
static char *put_text(char *p, const char *s, size_t n)
{
    if (n)
        memcpy(p, s, n);
    p[n] = '\0';
    return p;
}

char *mem_text(const char *s, size_t n)
{
    return put_text(mem_array_raw(n < SIZE_MAX ? n + 1 : n, 1), s, n);
}

static size_t array_bytes(size_t n, size_t size)
{
    size_t bytes;
    if (!size_of_array(n, size, &bytes))
        mem_fail();
    return bytes;
}

static struct arena_block *block_new(size_t bytes, bool zeroed)
{
    if (bytes > PTRDIFF_MAX - sizeof(struct arena_block))
        mem_fail();
    bytes += sizeof(struct arena_block);
    /* The system's memory is zero already, and calloc clears little of it. */
    return zeroed ? mem_array(bytes, 1) : mem_array_raw(bytes, 1);
}

/* A big object gets a block of its own after the newest, so that the rest of that one is kept. */
static bool is_big(const struct arena *a, size_t bytes)
{
    return a->block && bytes > BLOCK_MOST / 4;
}

static void *keep_alone(struct arena *a, struct arena_block *b)
{
    b->next = a->block->next;
    a->block->next = b;
    return b->data;
}

/* `align` is a power of two. */
static void *arena_bytes(struct arena *a, size_t bytes, size_t align)
{
    size_t at = (a->used + align - 1) & ~(align - 1);
    if (!a->block || at > a->room || bytes > a->room - at) {
        if (is_big(a, bytes))
            return keep_alone(a, block_new(bytes, false));
        size_t room = a->room ? 2 * (a->room + sizeof(struct arena_block)) : BLOCK_FIRST;
        room = (room > BLOCK_MOST ? BLOCK_MOST : room) - sizeof(struct arena_block);
        if (room < bytes)
            room = bytes;
        struct arena_block *b = block_new(room, false);
        b->next = a->block;
        *a = (struct arena){.block = b, .used = 0, .room = room};
        at = 0;
    }
    a->used = at + bytes;
    return a->block->data + at;
}

void *arena_alloc(struct arena *a, size_t n, size_t size)
{
    return arena_bytes(a, array_bytes(n, size), alignof(max_align_t));
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
    size_t bytes = array_bytes(n, size);
    if (is_big(a, bytes))
        return keep_alone(a, block_new(bytes, true));
    return memset(arena_bytes(a, bytes, alignof(max_align_t)), 0, bytes);
}

char *arena_text(struct arena *a, const char *s, size_t n)
{
    return put_text(arena_bytes(a, n < SIZE_MAX ? n + 1 : n, 1), s, n);
}

/* The room left in the newest block of `from` is lost, unless a is empty. */
void arena_join(struct arena *a, struct arena *from)
{
    struct arena_block *last = from->block;
    while (last && last->next)
        last = last->next;
    if (!a->block) {
        *a = *from;
    } else if (last) {
        last->next = a->block->next;
        a->block->next = from->block;
    }
    *from = (struct arena){0};
}

void arena_release(struct arena *a)
{
    while (a->block) {
        struct arena_block *next = a->block->next;
        free(a->block);
        a->block = next;
    }
    *a = (struct arena){0};
}

void *arena_object(size_t size)
{
    struct arena memory = {0};
    void *object = arena_array(&memory, 1, size);
    return memcpy(object, &memory, sizeof memory);
}

void arena_object_free(void *object)
{
    struct arena memory;
    if (!object)
        return;
    memcpy(&memory, object, sizeof memory);
    arena_release(&memory);
}
