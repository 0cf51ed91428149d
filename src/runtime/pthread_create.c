/* SPDX-License-Identifier: MIT */
/* pthread_create: stands before libc's, so that threads are sampled which call nothing
 * instrumented. In the shared runtime only. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>

#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/thread_sampler.h"

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
