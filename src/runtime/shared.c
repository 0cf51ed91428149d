/* SPDX-License-Identifier: MIT */
/* shared: what only the shared runtime does: it counts in constructors of libraries that run before
 * ours, and in destructors that run after ours, and stands before libc's dlclose() and
 * pthread_create(). */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/sampling.h"

const void *const volatile rt_loaded = (const void *)&rt_loaded;

#ifdef __GLIBC__

/* Handlers run in the opposite order of their registration, and that which runs all destructors is
 * registered when all libraries are initialised. Without a library (NULL), ours is not one of
 * those destructors. */
int __cxa_atexit(void (*handler)(void *), void *argument, void *library);

static void finish(void *unused)
{
    rt_finish();
}

__attribute__((constructor)) static void end_late(void)
{
    rt.ends_late = __cxa_atexit(finish, NULL, NULL) == 0;
}

#endif

/* ---- dlclose() ---- */

/* So that samples in a library find their place before its addresses mean something else. With the
 * static runtime, libraries that are opened are found by dumps. */
__attribute__((visibility("default"))) int dlclose(void *library);

int dlclose(void *library)
{
    union {
        void *address;
        int (*call)(void *);
    } libc = {dlsym(RTLD_NEXT, "dlclose")};
    dump_close_begin();
    int result = libc.call ? libc.call(library) : -1;
    dump_close_end();
    return result;
}

/* ---- pthread_create(), so that threads are sampled which call nothing instrumented ---- */

/* What the thread is to run. */
struct start {
    void *(*run)(void *);
    void *argument;
    struct walk_start begins;
};

enum { SLOTS = 32 }; /* of threads that were made and have not begun; more are mapped */

static struct {
    _Atomic int is_taken;
    struct start start;
} slots[SLOTS];

static struct start *take_start(void)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (!atomic_load_explicit(&slots[i].is_taken, memory_order_relaxed) &&
            !atomic_exchange_explicit(&slots[i].is_taken, 1, memory_order_acquire))
            return &slots[i].start;
    return sys_map(sizeof(struct start));
}

static void give_start(struct start *start)
{
    for (size_t i = 0; i < SLOTS; i++)
        if (start == &slots[i].start) {
            atomic_store_explicit(&slots[i].is_taken, 0, memory_order_release);
            return;
        }
    sys_unmap(start, sizeof *start);
}

static void *start_thread(void *data)
{
    struct start start = *(struct start *)data;
    give_start(data);
    start.begins.frame = (uintptr_t)__builtin_frame_address(0);
    start.begins.own = (uintptr_t)pthread_self();
    walk_begin_thread(&start.begins);
    sampler_attach();
    return start.run(start.argument);
}

__attribute__((visibility("default"))) int
pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *), void *argument);

int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*run)(void *),
                   void *argument)
{
    union {
        void *address;
        int (*call)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    } libc = {dlsym(RTLD_NEXT, "pthread_create")};
    if (!libc.call)
        return ENOSYS;
    struct start *start = rt.sampling.is_on ? take_start() : NULL;
    if (!start)
        return libc.call(thread, attr, run, argument);
    start->run = run;
    start->argument = argument;
    /* How large the stack of the thread will be; attr NULL: as usual. */
    pthread_attr_t usual;
    if (attr) {
        pthread_attr_getstacksize(attr, &start->begins.stack);
        pthread_attr_getguardsize(attr, &start->begins.guard);
    } else if (pthread_attr_init(&usual) == 0) {
        pthread_attr_getstacksize(&usual, &start->begins.stack);
        pthread_attr_getguardsize(&usual, &start->begins.guard);
        pthread_attr_destroy(&usual);
    }
    int error = libc.call(thread, attr, start_thread, start);
    if (error)
        give_start(start);
    return error;
}
