/* SPDX-License-Identifier: GPL-3.0-or-later */
/* plugins CASE: calls into a library that it is linked with (lib_), or into ones that it opens and
 * closes, ./plug_one.so, ./plug_two.so: in turn (plugins), with dumps at all times (dumps), or by
 * four threads at a time (storm); or
 * opens one and ends while it is there, by _exit (leave), by a signal (die) or by one that lets
 * nobody write, after a dump of its own (dump). */
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "gptui_rt.h"

void lib_work(int n);
void lib_burn(int samples);
void lib_back(void (*call)(void), int n);

__attribute__((noinline)) void called_back(void)
{
    __asm__ volatile("# called_back");
}

/* NULL: it cannot be opened. */
__attribute__((noinline)) static void *call_plug(const char *path, int n, int samples)
{
    union {
        void *address;
        void (*call)(int);
    } work, burn;
    void *library = dlopen(path, RTLD_NOW);
    if (!library)
        return NULL;
    work.address = dlsym(library, "lib_work");
    burn.address = dlsym(library, "lib_burn");
    work.call(n);
    burn.call(samples);
    return library;
}

static int plug(const char *path, int n, int samples)
{
    void *library = call_plug(path, n, samples);
    return library ? dlclose(library) : 1;
}

static int in_turn(void)
{
    int failed = 0;
    for (int i = 0; i < 5; i++) {
        failed |= plug("./plug_one.so", 100, 40);
        failed |= plug("./plug_two.so", 7, 0);
    }
    return failed;
}

static int with_dumps(void)
{
    int failed = 0;
    for (int i = 0; i < 10; i++) {
        void *library = call_plug(i % 2 ? "./plug_two.so" : "./plug_one.so", 10, 0);
        failed |= gptui_rt_dump();
        failed |= !library || dlclose(library);
        failed |= gptui_rt_dump();
    }
    return failed;
}

static int leave(const char *how)
{
    if (!call_plug("./plug_one.so", 100, 60))
        return 1;
    if (strcmp(how, "dump") == 0) {
        gptui_rt_dump();
        raise(SIGKILL);
    }
    if (strcmp(how, "die") == 0)
        raise(SIGTERM);
    _exit(0);
}

static void *open_often(void *path)
{
    long failed = 0;
    for (int i = 0; i < 100; i++)
        failed += plug(path, 10, 0) != 0;
    return (void *)failed;
}

static int storm(void)
{
    static char one[] = "./plug_one.so", two[] = "./plug_two.so";
    pthread_t thread[4];
    void *failed, *any = NULL;
    for (int i = 0; i < 4; i++)
        if (pthread_create(&thread[i], NULL, open_often, i % 2 ? one : two) != 0)
            return 1;
    for (int i = 0; i < 4; i++) {
        pthread_join(thread[i], &failed);
        any = failed ? failed : any;
    }
    return any != NULL;
}

static int linked(void)
{
    gptui_rt_phase("first");
    lib_work(1000);
    lib_back(called_back, 30);
    gptui_rt_phase("second phase");
    lib_burn(200);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "storm") == 0)
        return storm();
    if (argc > 1 && strcmp(argv[1], "dumps") == 0)
        return with_dumps();
    if (argc > 1 && strcmp(argv[1], "linked") != 0)
        return strcmp(argv[1], "plugins") == 0 ? in_turn() : leave(argv[1]);
    return linked();
}
