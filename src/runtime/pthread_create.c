/* SPDX-License-Identifier: MIT */
/* pthread_create: stands before libc's, so that threads are sampled which call nothing
 * instrumented. In the shared runtime only. */
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

#include "runtime/sys.h"
#include "runtime/thread_sampler.h"

/* What the thread is to run. */
struct start {
    void *(*run)(void *);
    void *argument;
};

static void *start_thread(void *data)
{
    struct start start = *(struct start *)data;
    sys_unmap(data, sizeof start);
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
    struct start *start = sampler_is_on() ? sys_map(sizeof *start) : NULL;
    if (!start)
        return libc.call(thread, attr, run, argument);
    start->run = run;
    start->argument = argument;
    int error = libc.call(thread, attr, start_thread, start);
    if (error)
        sys_unmap(start, sizeof *start);
    return error;
}
