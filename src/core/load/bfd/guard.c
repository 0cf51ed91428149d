/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/bfd/guard.h"

#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>

/* The names are libiberty's. libbfd calls them through its own symbol table, where the program's
 * definitions come first. */
_Noreturn void xexit(int status);
_Noreturn void xmalloc_failed(size_t n);
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);

static _Thread_local jmp_buf *way_back;

bool guard_run(void (*work)(void *ctx), void *ctx)
{
    jmp_buf here;
    jmp_buf *volatile outer = way_back;
    volatile bool done = false;
    if (setjmp(here) == 0) {
        way_back = &here;
        work(ctx);
        done = true;
    }
    way_back = outer;
    return done;
}

void xexit(int status)
{
    if (way_back)
        longjmp(*way_back, 1);
    for (;;)
        raise(SIGABRT);
}

void guard_leave(void)
{
    xexit(1);
}

/* Replaces libiberty's function, which prints a message. */
void xmalloc_failed(size_t n)
{
    xexit(1);
}

/* libiberty asks for at least one byte, and its callers do not check for NULL. */
static void *have(void *p, size_t n)
{
    if (!p)
        xmalloc_failed(n);
    return p;
}

void *xmalloc(size_t n)
{
    return have(malloc(n ? n : 1), n);
}

void *xcalloc(size_t n, size_t size)
{
    return have(n && size ? calloc(n, size) : calloc(1, 1), n);
}

void *xrealloc(void *p, size_t n)
{
    return have(realloc(p, n ? n : 1), n);
}
