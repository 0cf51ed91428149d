/* SPDX-License-Identifier: MIT */
/* life: what starts, stops and ends the runtime. */
#include "runtime/rt.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

#include "runtime/dump.h"
#include "runtime/gptui_rt.h"
#include "runtime/sampling.h"
#include "runtime/signals.h"
#include "runtime/text.h"

extern char **environ; /* some libcs declare it, some do not */

#define EXPORT __attribute__((visibility("default")))

struct rt rt;

__attribute__((weak)) const void *const volatile rt_loaded = NULL;

bool rt_is_ours(void)
{
    return atomic_load_explicit(&rt.pid, memory_order_relaxed) == sys_pid();
}

/* In the child. Its only thread is ours, so nothing else runs. */
static void forked(void)
{
    if (rt_is_ours()) /* the handler was registered twice */
        return;
    atomic_store_explicit(&rt.pid, sys_pid(), memory_order_relaxed);
    atomic_store_explicit(&rt.dumper, 0, memory_order_relaxed);
    atomic_store_explicit(&rt.updater, 0, memory_order_relaxed);
    atomic_store_explicit(&rt.n_closing, 0, memory_order_relaxed);
    rt_set_counting(rt.was_counting); /* the kernel has cleared it */
    keep_forked();
    arcs_forked();
    images_forked(&rt.images);
    paths_forked();
    info_forked();
    waits_forked();
    sampler_forked(); /* first: what it had of its parent is not there any more */
    rt_reset();
    output_forked(&rt.output);
    if (atomic_load_explicit(&rt.is_waiting, memory_order_relaxed))
        clock_delay(rt.options.delay_ms);
    else
        sampler_run(rt_is_counting());
}

/* A set-user-ID program must not write where its caller says. */
static const char *trusted_env(const char *name)
{
    return rt.user.is_other ? NULL : getenv(name);
}

bool rt_begin(void)
{
    int counting = RT_NEW;
    const bool is_made = atomic_load_explicit(&rt.started, memory_order_relaxed) && !rt_is_ours();
    if (rt_loaded == (const void *)&rt_loaded || is_made)
        atomic_compare_exchange_strong_explicit(&rt.counting, &counting, is_made ? RT_OFF : RT_ON,
                                                memory_order_relaxed, memory_order_relaxed);
    return rt_is_counting();
}

/* What was counted up to now is not wanted. */
static void stay_off(void)
{
    rt_set_counting(RT_OFF);
    arcs_reset();
}

/* A name that this copy of the runtime knows itself by, whatever else is loaded. */
extern __typeof__(gptui_rt_dump) own_dump
    __attribute__((alias("gptui_rt_dump"), visibility("hidden")));

/* Does another runtime of ours stand before this one, such as the one for parallel jobs, preloaded
 * into a program that is linked with this? Then that counts. */
static bool is_second(void)
{
    uintptr_t first = (uintptr_t)&gptui_rt_dump, own = (uintptr_t)&own_dump;
    __asm__("" : "+r"(first), "+r"(own)); /* the compiler takes them for the same */
    return first != own;
}

static void on_dump(int number, siginfo_t *info, void *context)
{
    dump(DUMP_ANYWHERE);
}

static void on_reset(int number, siginfo_t *info, void *context)
{
    rt_reset();
}

/* The first variable that is set to a number, without leading zeros. */
static void find_number(char *digits, size_t room, const char *const *names, size_t n,
                        const char *(*get)(const char *name))
{
    unsigned number;
    digits[0] = 0;
    for (size_t i = 0; i < n && !digits[0]; i++) {
        const char *value = get(names[i]);
        if (value && text_to_number(value, 0, INT32_MAX, &number))
            text_add_number(digits, room, number);
    }
}

/* get: as getenv. */
static void place_find(struct rt_place *place, const char *(*get)(const char *name))
{
    static const char *const ranks[] = {PLACE_RANKS};
    static const char *const worlds[] = {PLACE_WORLDS};
    find_number(place->rank, sizeof place->rank, ranks, sizeof ranks / sizeof ranks[0], get);
    find_number(place->world, sizeof place->world, worlds, sizeof worlds / sizeof worlds[0], get);
}

/* Is the program, a path, a launcher of parallel jobs? These pass signals on to all of the job,
 * SIGPROF too, and do nothing that is worth a sample. */
static bool place_is_launcher(const char *program)
{
    static const char *const launchers[] = {PLACE_LAUNCHERS};
    for (size_t i = 0; i < sizeof launchers / sizeof launchers[0]; i++)
        if (text_equal(text_base(program), launchers[i]))
            return true;
    return false;
}

void rt_start(void)
{
    if (atomic_exchange_explicit(&rt.started, 1, memory_order_relaxed))
        return;
    atomic_store_explicit(&rt.pid, sys_pid(), memory_order_relaxed);
    rt.sums = rt.own_sums;
    guard_find_user(&rt.user);
    options_read(&rt.options, trusted_env("GPTUI_RT"));
    clock_find_rate();
    if (is_second() || (sys_program(rt.path, sizeof rt.path) && place_is_launcher(rt.path))) {
        stay_off();
        return;
    }
    place_find(&rt.place, trusted_env);
    output_init(&rt.output,
                &(const struct output_wish){.pattern = rt.options.out,
                                            .prefix = trusted_env("GMON_OUT_PREFIX"),
                                            .run = rt.options.run,
                                            .rank = rt.place.rank[0] ? rt.place.rank : NULL});
    keep_init();
    if (!images_init(&rt.images, rt.options.libs)) {
        text_complain("cannot find", "the code of the program", "", 0);
        stay_off();
        return;
    }
    rt.is_helper = rt.options.parent && sys_parent() != (int)rt.options.parent;
    span_begin(&rt.run, false);
    pthread_atfork(keep_fork, NULL, forked);
    paths_init();
    clock_init();
    keep_tell_run();
    walk_find_signals();
    waits_init();
    /* That the user named. */
    if (rt.options.dump_signal)
        signals_handle(rt.options.dump_signal, on_dump);
    if (rt.options.reset_signal)
        signals_handle(rt.options.reset_signal, on_reset);
    arcs_keep();
    if (rt.options.delay_ms == 0) {
        rt_control(true);
        return;
    }
    stay_off();
    clock_delay(rt.options.delay_ms);
}

void rt_control(bool on)
{
    if (!rt_is_ready())
        return;
    sampler_settle();
    waits_catch_up();
    /* Relaxed: a few calls of other threads more or less do not matter here. */
    rt_set_counting(on ? RT_ON : RT_OFF);
    atomic_store_explicit(&rt.is_waiting, false, memory_order_relaxed);
    sampler_run(on);
    span_switch(&rt.run, on);
}

void rt_reset(void)
{
    sampler_settle();
    waits_catch_up();
    rt.written.is_cleanup = false;
    arcs_reset();
    images_reset(&rt.images);
    waits_reset();
    paths_reset();
    span_begin(&rt.run, rt_is_counting());
    info_forget_phases();
    counter_take(&rt.n_samples);
    counter_take(&rt.n_own_ticks);
    counter_take(&rt.n_lost_calls);
    keep_look_now();
}

/* Programs that gcrt1.o does not start: of another libc, preloaded, or compiled without -pg. */
__attribute__((constructor(101))) static void start_with_program(void)
{
    rt_start();
}

void rt_finish(void)
{
    if (rt_is_ours())
        sampler_run(false);
    dump_last();
}

/* The last destructor of the program. */
__attribute__((destructor(101))) static void finish_with_program(void)
{
    if (!rt.ends_late)
        rt_finish();
}

/* gptui_rt.h */
EXPORT void gptui_rt_start(void)
{
    rt_control(true);
}

EXPORT void gptui_rt_stop(void)
{
    rt_control(false);
}

EXPORT int gptui_rt_dump(void)
{
    return dump(DUMP_ANYWHERE);
}

EXPORT void gptui_rt_phase(const char *name)
{
    info_phase(name);
}

EXPORT void gptui_rt_reset(void)
{
    rt_reset();
}

/* The names that programs compiled with -pg and old makefiles know. The range is not looked at: all
 * code of the program is always covered. Some machines' start files call it before libc knows the
 * environment; our constructor comes after that. */
EXPORT void __monstartup(unsigned long lo, unsigned long hi);
EXPORT void monstartup(unsigned long lo, unsigned long hi) __attribute__((alias("__monstartup")));
EXPORT void moncontrol(int mode);
EXPORT void _mcleanup(void);
EXPORT void mcleanup(void) __attribute__((alias("_mcleanup")));

void __monstartup(unsigned long lo, unsigned long hi)
{
    if (environ)
        rt_start();
}

void moncontrol(int mode)
{
    rt_control(mode != 0);
}

void _mcleanup(void)
{
    dump_cleanup();
}
