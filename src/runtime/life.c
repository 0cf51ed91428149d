/* SPDX-License-Identifier: MIT */
/* life: what starts, stops and ends the runtime. */
#include "runtime/rt.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include "runtime/arcs.h"
#include "runtime/clock.h"
#include "runtime/endings.h"
#include "runtime/gmon_file.h"
#include "runtime/gptui_rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"

#define EXPORT __attribute__((visibility("default")))

struct rt rt;

static bool is_ours(void)
{
    return atomic_load_explicit(&rt.pid, memory_order_relaxed) == sys_pid();
}

/* In the child. Its only thread is ours, so nothing else runs. */
static void forked(void)
{
    if (is_ours()) /* the handler was registered twice */
        return;
    atomic_store_explicit(&rt.pid, sys_pid(), memory_order_relaxed);
    atomic_store_explicit(&rt.dumper, 0, memory_order_relaxed);
    arcs_forked();
    rt_reset();
    output_forked(&rt.output);
    clock_forked();
    if (atomic_load_explicit(&rt.is_waiting, memory_order_relaxed))
        clock_delay(rt.options.delay_ms);
    else
        clock_run(atomic_load_explicit(&rt.counting, memory_order_relaxed));
}

/* A set-user-ID program must not write where its caller says. */
static const char *trusted_env(const char *name)
{
    return getauxval(AT_SECURE) ? NULL : getenv(name);
}

void rt_start(void)
{
    if (atomic_exchange_explicit(&rt.started, 1, memory_order_relaxed))
        return;
    atomic_store_explicit(&rt.pid, sys_pid(), memory_order_relaxed);
    options_read(&rt.options, trusted_env("GPTUI_RT"));
    if (!image_find_program(&rt.program, rt.options.bin_shift)) {
        text_complain("cannot find", "the code of the program", "", 0);
        return;
    }
    output_init(&rt.output, rt.options.out, trusted_env("GMON_OUT_PREFIX"));
    pthread_atfork(NULL, NULL, forked);
    rt.is_sampling = clock_init();
    endings_init();
    if (rt.options.start && rt.options.delay_ms == 0)
        rt_control(true);
    else if (rt.options.start)
        clock_delay(rt.options.delay_ms);
}

void rt_control(bool on)
{
    if (rt.program.n_bins == 0)
        return;
    /* Relaxed: a few calls of other threads more or less do not matter here. */
    atomic_store_explicit(&rt.counting, on, memory_order_relaxed);
    atomic_store_explicit(&rt.is_waiting, false, memory_order_relaxed);
    clock_run(on);
}

void rt_reset(void)
{
    arcs_reset();
    image_reset(&rt.program);
    atomic_store_explicit(&rt.n_outside_ticks, 0, memory_order_relaxed);
    atomic_store_explicit(&rt.n_lost_calls, 0, memory_order_relaxed);
}

/* False: this very thread is dumping, and a handler came in between. */
static bool dump_begin(void)
{
    int me = sys_tid();
    for (;;) {
        int dumper = 0;
        /* Acquire, with the release of dump_end: the writer's struct is one dumper's at a time. */
        if (atomic_compare_exchange_strong_explicit(&rt.dumper, &dumper, me, memory_order_acquire,
                                                    memory_order_relaxed))
            return true;
        if (dumper == me)
            return false;
        sys_yield();
    }
}

static void dump_end(void)
{
    atomic_store_explicit(&rt.dumper, 0, memory_order_release);
}

static int write_files(void)
{
    size_t n_arcs, arc_bytes;
    struct arc *arcs = arcs_take(&n_arcs, &arc_bytes);
    writer_open(&rt.writer, rt.output.path);
    gmon_file_put(&rt.writer, &rt.program, rt.options.rate_hz, arcs, n_arcs);
    writer_close(&rt.writer);
    arcs_free(arcs, arc_bytes);
    return rt.writer.error;
}

int rt_dump(void)
{
    if (rt.program.n_bins == 0 || !is_ours() || !dump_begin())
        return 0;
    int error = write_files();
    if (error && !rt.complained)
        text_complain("cannot write", rt.output.path, "", error);
    rt.complained |= error != 0; /* atexit and the last destructor write the same file */
    dump_end();
    return error;
}

/* Programs that gcrt1.o does not start: of another libc, preloaded, or compiled without -pg. */
__attribute__((constructor(101))) static void start_with_program(void)
{
    rt_start();
}

/* The last destructor: other destructors and atexit handlers have been counted. */
__attribute__((destructor(101))) static void finish(void)
{
    if (is_ours())
        clock_run(false);
    rt_dump();
    atomic_store_explicit(&rt.finished, 1, memory_order_relaxed);
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
    return rt_dump();
}

EXPORT void gptui_rt_reset(void)
{
    rt_reset();
}

/* The names that programs compiled with -pg and old makefiles know. The range is not looked at: all
 * code of the program is always covered. */
EXPORT void __monstartup(unsigned long lo, unsigned long hi);
EXPORT void monstartup(unsigned long lo, unsigned long hi);
EXPORT void moncontrol(int mode);
EXPORT void _mcleanup(void);
EXPORT void mcleanup(void);

void __monstartup(unsigned long lo, unsigned long hi)
{
    (void)lo;
    (void)hi;
    rt_start();
}

void monstartup(unsigned long lo, unsigned long hi)
{
    __monstartup(lo, hi);
}

void moncontrol(int mode)
{
    rt_control(mode != 0);
}

void _mcleanup(void)
{
    rt_dump();
}

void mcleanup(void)
{
    rt_dump();
}
