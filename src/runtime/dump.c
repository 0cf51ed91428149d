/* SPDX-License-Identifier: MIT */
#include "runtime/dump.h"

#include <errno.h>
#include <time.h>

#include "runtime/rt.h"
#include "runtime/run.h"
#include "runtime/text.h"
#include "runtime/sampling.h"
#include "unite/gmon.h"

static _Thread_local _Atomic bool is_here;

bool dump_is_here(void)
{
    return atomic_load_explicit(&is_here, memory_order_relaxed);
}

/* 0: the lock is ours now; else the id of the thread that holds it. */
static int try_take(_Atomic int *lock)
{
    int owner = 0;
    atomic_compare_exchange_strong_explicit(lock, &owner, sys_tid(), memory_order_acquire,
                                            memory_order_relaxed);
    return owner;
}

bool dump_lock(_Atomic int *lock)
{
    for (int owner; (owner = try_take(lock)) != 0; sys_yield())
        if (owner == sys_tid())
            return false;
    return true;
}

/* What has our id and is not ours was an earlier thread's with this id. */
bool dump_take_over(_Atomic int *of, int me)
{
    int owner = atomic_load_explicit(of, memory_order_relaxed);
    return !(owner && owner != me && sys_thread_alive(owner)) &&
           atomic_compare_exchange_strong_explicit(of, &owner, me, memory_order_acquire,
                                                   memory_order_relaxed);
}

void dump_unlock(_Atomic int *lock)
{
    atomic_store_explicit(lock, 0, memory_order_release);
}

static bool begin(void)
{
    if (!dump_lock(&rt.dumper))
        return false;
    sampler_pause();
    rt.run.pause_ns = sys_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    atomic_store_explicit(&is_here, true, memory_order_relaxed);
    return true;
}

static void end(void)
{
    sampler_go_on();
    rt.run.paused_ns = span_paused_ns(&rt.run);
    rt.run.pause_ns = 0;
    atomic_store_explicit(&is_here, false, memory_order_relaxed);
    dump_unlock(&rt.dumper);
}

/* A tick of an event is one of its unit; of time there are rate_hz in a second. */
struct unite_unit dump_unit(void)
{
    const struct sampler_event *event = rt.sampling.event;
    if (!event)
        return (struct unite_unit){unite_text_of("seconds"), 's', rt.options.rate_hz};
    return (struct unite_unit){unite_text_of(event->unit), *event->unit, 1};
}

/* One line is enough: the files of a dump fail for the same reason, and so do those of the last
 * destructor after _mcleanup. */
static int lose(const char *path, int error)
{
    if (!rt.complained)
        text_complain("cannot write", path, "", error);
    rt.complained = true;
    return error;
}

static int close_file(struct rt_output *names)
{
    return writer_close(&rt.writer, names) ? 0 : lose(rt.writer.path, rt.writer.error);
}

/* The program's profile, in the folder of further processes if this is one. */
static int write_profile(const struct unite_message *m)
{
    struct writer *w = &rt.writer;
    const struct unite_gmon_request program = {
        .message = m,
        .image = 1,
        .what = UNITE_TICKS,
        .layout = {&w->sink, sizeof(uintptr_t), __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__},
        .unit = dump_unit()};
    if (rt.output.is_apart)
        output_make_folder(&rt.output, rt.user.is_other, rt.path, sizeof rt.path);
    writer_open(w, rt.output.path, rt.user.is_other);
    if (unite_put_profile(&program) != UNITE_OK && !w->error)
        w->error = ENOMEM;
    return close_file(&rt.output);
}

static int write_both(const struct unite_message *m)
{
    int error = write_profile(m);
    rt.written.program = !error;
    if (error || rt.writer.in_place)
        return error;
    /* The run that goes with what was just written. */
    const struct unite_profile profile = rt.writer.all;
    rt.path[0] = 0;
    text_add(rt.path, sizeof rt.path, rt.output.path);
    text_add(rt.path, sizeof rt.path, ".run");
    writer_open(&rt.writer, rt.path, rt.user.is_other);
    unite_put_message(&rt.writer.sink, m, &profile);
    error = close_file(NULL);
    rt.written.run = !error;
    return error;
}

int dump_message(const struct unite_message *m)
{
    struct guard guard;
    int error = guard_begin(&guard, &rt.user);
    error = error ? lose(rt.output.path, error) : write_both(m);
    guard_end(&guard);
    return error;
}

/* The dynamic loader may be at work here. A thread that closes a library sees that nobody is here.
 */
static bool find_library(uintptr_t pc)
{
    if (try_take(&rt.updater) != 0)
        return false;
    const bool may_look = atomic_load_explicit(&rt.n_closing, memory_order_seq_cst) <= 0;
    if (may_look)
        images_find_run(&rt.images, pc);
    dump_unlock(&rt.updater);
    return may_look;
}

/* Code that is made at run time may have more pages than can be remembered. */
static bool may_be_known(void)
{
    const unsigned n = atomic_fetch_add_explicit(&rt.n_unknown, 1, memory_order_relaxed);
    return n < RT_NOTHING || n % RT_NOTHING == 0;
}

struct rt_image *dump_image_at(uintptr_t pc)
{
    enum { PAGE_BITS = 12 };
    const uintptr_t page = pc >> PAGE_BITS;
    _Atomic uintptr_t *nothing = &rt.nothing[page % RT_NOTHING];
    struct rt_image *image = images_at(&rt.images, pc);
    if (image || atomic_load_explicit(nothing, memory_order_relaxed) == page || !may_be_known() ||
        !find_library(pc))
        return image;
    image = images_at(&rt.images, pc);
    if (!image)
        atomic_store_explicit(nothing, page, memory_order_relaxed);
    return image;
}

/* A number that grows with whatever is counted. */
static uint64_t sum_counts(void)
{
    uint64_t sum = arcs_sum() + counter_read(&rt.n_samples) + counter_read(&rt.n_lost_calls) +
                   atomic_load_explicit(&rt.n_phases, memory_order_relaxed);
    for (int kind = 0; kind < N_WAIT_KINDS; kind++)
        sum += counter_read(rt_fact(UNITE_FACT_WAITS + kind));
    return sum;
}

static int write_files(enum dump_where where)
{
    struct unite_message m = {.memory = &run_memory};
    rt.written.program = rt.written.run = rt.written.is_cleanup = false;
    rt.written.n_counted = sum_counts();
    if (where == DUMP_ANYWHERE)
        find_library(0);
    const bool ok = run_take(NULL, &m);
    const int error = ok ? dump_message(&m) : lose(rt.output.path, ENOMEM);
    unite_message_release(&m);
    return error;
}

enum { HELPER_CPU_NS = 100000000 };

/* n_threads: of those that called something. */
static bool has_calls(void)
{
    return counter_read(&rt.n_threads) > 0;
}

static bool has_worked(void)
{
    return sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - rt.run.cpu_ns >= HELPER_CPU_NS;
}

/* Small programs that others run would leave a file each that says nothing, and those that only run
 * others - env, timeout, a shell - would replace the profile of what they ran. */
static bool is_worth_writing(void)
{
    if (rt.is_late) /* since the last reset */
        return arcs_sum() > 0 || has_worked();
    return has_calls() || has_worked() || !(rt.is_helper || output_is_of_others(&rt.output));
}

/* begin, once all that waits to be counted has been. False: another dump is being written. */
static bool begin_whole(bool looks_for_images)
{
    if (looks_for_images)
        dump_update_images();
    waits_catch_up();
    return begin();
}

int dump(enum dump_where where)
{
    if (!rt_is_ready() || !rt_is_ours() || !is_worth_writing() ||
        !begin_whole(where == DUMP_IN_PROGRAM))
        return 0;
    if (!has_calls() && output_is_of_others(&rt.output))
        output_set_apart(&rt.output, true);
    int error = write_files(where);
    end();
    keep_look_now();
    return error;
}

void dump_cleanup(void)
{
    if (!output_is_in_place(rt.output.path)) /* a pipe would get it twice */
        rt.written.is_cleanup = dump(DUMP_IN_PROGRAM) == 0 && rt.written.program;
}

/* Files that _mcleanup wrote may be the last ones. */
static bool is_written(void)
{
    if (!rt_is_ours() || !rt.written.is_cleanup)
        return false;
    waits_catch_up();
    return sum_counts() == rt.written.n_counted;
}

void dump_last(void)
{
    int error = is_written() ? 0 : dump(DUMP_IN_PROGRAM);
    /* Without the run nobody could know that the profile and what was kept are of one process, and
     * all of it would count twice. */
    if (rt_is_ours() && (!error || (rt.written.program && (!rt.written.run || !keep_is_on()))))
        keep_end();
}

bool dump_hold(void (*what)(void))
{
    if (!rt_is_ready() || !rt_is_ours() || !begin_whole(true))
        return false;
    what();
    end();
    return true;
}

/* Where no sample is taken, none can lose its place. */
static void update_if_counting(void)
{
    if (!atomic_load_explicit(&rt.images.is_frozen, memory_order_relaxed))
        dump_update_images();
}

void dump_close_begin(void)
{
    atomic_fetch_add_explicit(&rt.n_closing, 1, memory_order_seq_cst);
    rt.written.is_cleanup = false; /* its calls do not count among the others any more */
    update_if_counting();
}

void dump_close_end(void)
{
    atomic_fetch_sub_explicit(&rt.n_closing, 1, memory_order_seq_cst);
    unwind_forget();
    atomic_store_explicit(&rt.n_unknown, 0, memory_order_relaxed);
    for (size_t i = 0; i < RT_NOTHING; i++)
        atomic_store_explicit(&rt.nothing[i], 0, memory_order_relaxed);
    update_if_counting();
}

/* Two locks: a thread that the dynamic loader keeps waiting must not hold the one that handlers
 * wait for, which may have interrupted the loader. */
void dump_update_images(void)
{
    if (!rt_is_ready() || !dump_lock(&rt.updater))
        return;
    images_find(&rt.images);
    if (begin()) {
        images_settle(&rt.images);
        end();
    }
    dump_unlock(&rt.updater);
}
