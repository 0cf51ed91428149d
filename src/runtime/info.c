/* SPDX-License-Identifier: MIT */
#include "runtime/info.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>

#include "machine.h"
#include "runtime/arcs.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"
#include "runtime/thread_sampler.h"
#include "runtime/words.h"

/* ---- clocks and phases ---- */

uint64_t span_paused_ns(const struct info_span *span)
{
    if (!span->pause_ns)
        return span->paused_ns;
    return span->paused_ns + sys_clock_ns(CLOCK_THREAD_CPUTIME_ID) - span->pause_ns;
}

void span_begin(struct info_span *span, int is_on)
{
    span->paused_ns = 0;
    span->held_wall_ns = span->held_cpu_ns = 0;
    span->wall_ns = sys_clock_ns(CLOCK_MONOTONIC);
    span->cpu_ns = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    span->start_sec = sys_clock_ns(CLOCK_REALTIME) / 1000000000;
    span->sampled_ns = 0;
    span->on_since_ns = is_on ? span->cpu_ns : 0;
}

void span_switch(struct info_span *span, int is_on)
{
    uint64_t now = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID);
    if (span->on_since_ns)
        span->sampled_ns += now - span->on_since_ns;
    span->on_since_ns = is_on ? now : 0;
}

void info_phase(const char *name)
{
    unsigned n = PHASES_MOST;
    if (rt.phases)
        n = atomic_fetch_add_explicit(&rt.n_phases, 1, memory_order_relaxed);
    if (n >= PHASES_MOST)
        return;
    struct phase *phase = &rt.phases[n];
    /* The phase may be left over from before a reset. Release and acquire below: no reader takes a
     * half-written name for a whole one. */
    atomic_exchange_explicit(&phase->is_whole, 0, memory_order_acq_rel);
    phase->name[0] = 0;
    text_add(phase->name, sizeof phase->name, name);
    phase->wall_ns = sys_clock_ns(CLOCK_MONOTONIC) - rt.run.wall_ns;
    phase->cpu_ns = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - rt.run.cpu_ns;
    /* Release: a dump that sees it whole sees all of it. */
    atomic_store_explicit(&phase->is_whole, 1, memory_order_release);
    keep_look_now();
}

void info_forget_phases(void)
{
    atomic_store_explicit(&rt.n_phases, 0, memory_order_relaxed);
    for (unsigned i = 0; rt.phases && i < PHASES_MOST; i++)
        atomic_store_explicit(&rt.phases[i].is_whole, 0, memory_order_relaxed);
}

/* ---- words ---- */

static void put_time(struct writer *w, const char *name, uint64_t ns)
{
    put(w, name);
    put(w, " ");
    put_seconds(w, ns);
    put(w, "\n");
}

/* ---- lines ---- */

/* Bytes of arguments, each with a final 0 of which *pending is left over from the last bytes. */
static void put_arguments(struct writer *w, const char *bytes, size_t n, bool *pending)
{
    for (size_t i = 0; i < n; i++) {
        if (*pending)
            put(w, " ");
        *pending = !bytes[i];
        if (bytes[i])
            put_word(w, &bytes[i], 1);
    }
}

/* The arguments as words, from /proc, since the runtime is not handed them. */
static void put_command(struct writer *w)
{
    char bytes[512];
    bool pending = false;
    int fd = sys_open("/proc/self/cmdline", O_RDONLY, 0);
    put(w, "command ");
    for (ssize_t n; fd >= 0 && (n = sys_read(fd, bytes, sizeof bytes)) > 0;)
        put_arguments(w, bytes, (size_t)n, &pending);
    if (fd >= 0)
        sys_close(fd);
    put(w, "\n");
}

static void put_value(struct writer *w, const char *name, const char *value)
{
    if (!value[0])
        return;
    put(w, name);
    put(w, " ");
    put_word(w, value, text_length(value));
    put(w, "\n");
}

static void put_process(struct writer *w, bool is_job)
{
    char host[HOST_BYTES];
    put_value(w, "run", rt.output.run);
    put_line(w, "pid", (uint64_t)sys_pid());
    put_line(w, "parent", (uint64_t)sys_parent());
    put_value(w, "host", sys_host(host, sizeof host) ? host : "");
    put_value(w, "rank", is_job || rt.is_late ? "" : rt.place.rank);
    put_value(w, "world", rt.place.world);
    put_value(w, "after", rt.is_late ? "MPI_Finalize" : "");
}

static void put_name(struct writer *w, const char *path)
{
    const char *name = text_base(path);
    put_word(w, name, text_length(name));
}

/* The name of the image's profile, which is beside this text. */
static void put_file(struct writer *w, const struct rt_image *image)
{
    bool is_program = image == &rt.images.program;
    if (!is_program && !image->is_written)
        return;
    put(w, " file ");
    put_name(w, rt.output.stem);
    if (is_program)
        return;
    put(w, ".");
    put_name(w, image->path);
    if (dump_library_number(image) > 1) {
        put(w, ".");
        put_number(w, dump_library_number(image));
    }
}

static uint64_t ticks_of_ns(uint64_t ns)
{
    return ns / (1000000000 / rt.options.rate_hz);
}

static void put_image(struct writer *w, const struct rt_image *image, unsigned number)
{
    put(w, "image ");
    put_number(w, number);
    put(w, " base ");
    put_hex(w, image->base);
    put(w, " ticks ");
    put_number(w, image_ticks(image));
    if (counter_read(&image->n_wait_ns)) {
        put(w, " waits ");
        put_number(w, ticks_of_ns(counter_read(&image->n_wait_ns)));
    }
    put(w, " build-id ");
    put_build_id(w, image->build_id, image->n_build_id);
    if (image->entry) {
        put(w, " entry ");
        put_hex(w, image->entry - image->base);
    }
    put_file(w, image);
    put(w, " path ");
    put_word(w, image->path, text_length(image->path));
    put(w, "\n");
}

static struct rt_image *first_library(void)
{
    return atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
}

static void put_images(struct writer *w)
{
    unsigned n = 0;
    put_image(w, &rt.images.program, n++);
    for (const struct rt_image *image = first_library(); image; image = image->next)
        put_image(w, image, n++);
}

/* The image that holds an address, by its number; NULL: none. */
static const struct rt_image *image_of(uintptr_t address, unsigned *number)
{
    *number = 0;
    if (image_holds(&rt.images.program, address))
        return &rt.images.program;
    for (const struct rt_image *image = first_library(); image; image = image->next) {
        ++*number;
        if (image_holds(image, address))
            return image;
    }
    return NULL;
}

static void put_place(struct writer *w, const struct rt_image *image, unsigned number,
                      uintptr_t address)
{
    if (image)
        put_number(w, number);
    put(w, image ? ":" : "-:");
    put_hex(w, image ? address - image->base : address);
}

/* Arcs from one image into another, which no profile data file can hold. */
static void put_crossing(struct writer *w, const struct rt_arc *arc)
{
    unsigned from_number, self_number;
    if (arc->from == ARC_BLOCK)
        return;
    const struct rt_image *from = image_of(arc->from, &from_number);
    const struct rt_image *self = image_of(arc->self, &self_number);
    if (from == self)
        return;
    put(w, "arc ");
    put_place(w, from, from_number, arc->from);
    put(w, " ");
    put_place(w, self, self_number, arc->self);
    put(w, " ");
    put_number(w, arc->count);
    put(w, "\n");
}

static void put_phases(struct writer *w)
{
    unsigned n = atomic_load_explicit(&rt.n_phases, memory_order_relaxed);
    for (unsigned i = 0; i < n && i < PHASES_MOST; i++) {
        const struct phase *phase = &rt.phases[i];
        if (!atomic_load_explicit(&phase->is_whole, memory_order_acquire))
            continue;
        put(w, "phase ");
        put_seconds(w, phase->wall_ns);
        put(w, " ");
        put_seconds(w, phase->cpu_ns);
        put(w, " ");
        put_word(w, phase->name, text_length(phase->name));
        put(w, "\n");
    }
}

uint64_t info_wall_ns(void)
{
    if (rt.run.held_wall_ns)
        return rt.run.held_wall_ns;
    return sys_clock_ns(CLOCK_MONOTONIC) - rt.run.wall_ns;
}

uint64_t info_cpu_ns(void)
{
    if (rt.run.held_cpu_ns)
        return rt.run.held_cpu_ns;
    uint64_t ns = sys_clock_ns(CLOCK_PROCESS_CPUTIME_ID) - rt.run.cpu_ns;
    uint64_t paused_ns = span_paused_ns(&rt.run);
    return ns > paused_ns ? ns - paused_ns : 0;
}

void info_hold(bool is_held)
{
    rt.run.held_wall_ns = rt.run.held_cpu_ns = 0;
    if (is_held) {
        const uint64_t wall_ns = info_wall_ns();
        rt.run.held_cpu_ns = info_cpu_ns();
        rt.run.held_wall_ns = wall_ns;
    }
}

/* CPU time of the run in which samples were taken. */
static uint64_t sampled_ns(void)
{
    uint64_t now = info_cpu_ns() + rt.run.cpu_ns;
    return rt.run.sampled_ns + (rt.run.on_since_ns ? now - rt.run.on_since_ns : 0);
}

/* Samples that were taken per second of CPU time; 0: there was too little of it to say. */
static uint64_t achieved_hz(void)
{
    uint64_t n = counter_read(&rt.n_samples), ns = sampled_ns();
    return ns < 1000000 ? 0 : (n * 1000 + ns / 2000000) / (ns / 1000000);
}

/* Ticks of CPU time of which there is no sample; 0 where that may be chance: two, 2 %, and what
 * threads end with, which is at most a tick each, more or less. n_unread: more may be on their way,
 * while threads run. */
static uint64_t missing(uint64_t ticks, uint64_t n_unread)
{
    uint64_t own_ns = counter_read(&rt.waits.cpu_ns), all_ns = sampled_ns();
    uint64_t all = ticks_of_ns(all_ns > own_ns ? all_ns - own_ns : 0);
    uint64_t chance = 9 * counter_read(&rt.sampling.n_threads); /* three deviations, squared */
    if (rt.sampling.event || all <= ticks + n_unread)
        return 0;
    uint64_t n = all - ticks - n_unread;
    return n <= 2 || n <= all / 50 || n * n <= chance ? 0 : n;
}

/* Blocks are no calls. */
static uint64_t sum_of(const struct rt_arc *arcs, size_t n)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += arcs[i].from == ARC_BLOCK ? 0 : arcs[i].count;
    return sum;
}

/* Calls of live arcs, and of libraries that were closed. */
static uint64_t sum_calls(const struct rt_arc *arcs, size_t n_arcs)
{
    uint64_t calls = sum_of(arcs, n_arcs);
    size_t n_old;
    for (const struct rt_image *image = first_library(); image; image = image->next) {
        const struct rt_arc *old = image_old_arcs(&rt.images, image, &n_old);
        calls += sum_of(old, n_old);
    }
    return calls;
}

static const char *sampled_by(void)
{
    if (rt.sampling.event)
        return sampler_event_unit(rt.sampling.event);
    return rt.sampling.counter ? sampler_event_name(rt.sampling.counter) : "timer";
}

/* What counting took of the time: samples that hit our entry. The call itself is not in there. */
static void put_overhead(struct writer *w, uint64_t calls)
{
    uint64_t ns = counter_read(&rt.n_own_ticks) * (1000000000 / rt.options.rate_hz);
    if (rt.sampling.event)
        return;
    put_time(w, "counting-time", ns);
    if (calls == 0)
        return;
    put(w, "counting-ns-per-call ");
    put_number(w, ns / calls);
    put(w, (const char[3]){'.', (char)('0' + ns % calls * 10 / calls), 0});
    put(w, "\n");
}

/* The most samples a second that could be had; 0: the kernel's tick sets no limit. */
static uint64_t tick_hz(void)
{
    bool is_by_tick = rt.sampling.pace.tick_ns && !rt.sampling.event;
    return is_by_tick ? 1000000000 / rt.sampling.tick_ns : 0;
}

static void put_counts(struct writer *w, const struct rt_arc *arcs, size_t n_arcs)
{
    uint64_t unknown, ticks = images_ticks(&rt.images, &unknown);
    struct arc_use use = arcs_use();
    put_line(w, "threads", use.n_threads);
    put_line(w, "table-bytes", use.n_bytes);
    put_line(w, "arcs", n_arcs);
    put_line(w, "calls", sum_calls(arcs, n_arcs));
    put_line(w, "lost-calls", counter_read(&rt.n_lost_calls));
    put(w, "sampled-by ");
    put(w, sampled_by());
    put(w, "\n");
    put_line(w, "rate-asked", rt.options.rate_hz);
    put_line(w, "rate-achieved", achieved_hz());
    if (tick_hz())
        put_line(w, "rate-tick", tick_hz());
    put_line(w, "missing-samples", missing(ticks, 0));
    put_line(w, "ticks", ticks);
    put_line(w, "ticks-unknown", unknown);
    put_line(w, "ticks-counting", counter_read(&rt.n_own_ticks));
    put_overhead(w, sum_calls(arcs, n_arcs));
    if (rt.paths.n_written)
        put_line(w, "paths", rt.paths.n_written);
}

static const char wait_names[N_WAIT_KINDS][12] = {
    [WAIT_FUTEX] = "wait-futex", [WAIT_FILE] = "wait-file",   [WAIT_SOCKET] = "wait-socket",
    [WAIT_PIPE] = "wait-pipe",   [WAIT_TIMER] = "wait-timer", [WAIT_CHILD] = "wait-child",
    [WAIT_PAGE] = "wait-page",   [WAIT_OTHER] = "wait-other"};

/* How long all threads waited, by what for; what was not waited for has no line. */
static void put_waits(struct writer *w)
{
    uint64_t sum = 0;
    if (!waits_is_on())
        return;
    for (int kind = 0; kind < N_WAIT_KINDS; kind++) {
        uint64_t ns = counter_read(&rt.sums->wait_ns[kind]);
        sum += ns;
        if (ns)
            put_time(w, wait_names[kind], ns);
    }
    put_time(w, "waits", sum);
    put_time(w, "waits-unknown", counter_read(&rt.sums->unknown_wait_ns));
    put_line(w, "looks", counter_read(&rt.waits.n_looks));
    put_time(w, "look-cpu", counter_read(&rt.waits.cpu_ns));
}

void info_each(const struct rt_arc *arcs, size_t n_arcs, info_take *take, void *ctx)
{
    uint64_t unknown, ticks = images_ticks(&rt.images, &unknown);
    take(ctx, "wall", INFO_MS, info_wall_ns() / 1000000);
    take(ctx, "cpu", INFO_MS, info_cpu_ns() / 1000000);
    take(ctx, "calls", INFO_COUNT, sum_calls(arcs, n_arcs));
    take(ctx, "lost-calls", INFO_COUNT, counter_read(&rt.n_lost_calls));
    take(ctx, "rate-asked", INFO_SAME, rt.options.rate_hz);
    if (tick_hz())
        take(ctx, "rate-tick", INFO_SAME, tick_hz());
    take(ctx, "missing-samples", INFO_COUNT, missing(ticks, 0));
    take(ctx, "ticks", INFO_COUNT, ticks);
    take(ctx, "ticks-unknown", INFO_COUNT, unknown);
    take(ctx, "ticks-counting", INFO_COUNT, counter_read(&rt.n_own_ticks));
    for (int kind = 0; waits_is_on() && kind < N_WAIT_KINDS; kind++)
        take(ctx, wait_names[kind], INFO_MS, counter_read(&rt.sums->wait_ns[kind]) / 1000000);
}

void info_look(uint64_t *seen)
{
    const uint64_t ticks = images_ticks(&rt.images, &seen[KEEP_UNKNOWN_TICKS]);
    const uint64_t unread_ns = 2 * rt.sampling.tick_ns * sampler_threads();
    const uint64_t n_unread = 1 + 2 * (uint64_t)sampler_threads() + ticks_of_ns(unread_ns);
    seen[KEEP_WALL_NS] = info_wall_ns();
    seen[KEEP_CPU_NS] = info_cpu_ns();
    seen[KEEP_LOST_CALLS] = counter_read(&rt.n_lost_calls);
    seen[KEEP_ACHIEVED_HZ] = achieved_hz();
    seen[KEEP_MISSING_SAMPLES] = missing(ticks, n_unread);
    seen[KEEP_NONE] = 0;
    seen[KEEP_COUNTING_TICKS] = counter_read(&rt.n_own_ticks);
}

void info_put_head(struct writer *w, bool is_job)
{
    put_line(w, "gptui-runtime", INFO_VERSION);
    put_command(w);
    put_process(w, is_job);
    put_line(w, "start", rt.run.start_sec);
    put_line(w, "began", rt.output.start_ns);
}

void info_put(struct writer *w, const struct rt_arc *arcs, size_t n_arcs)
{
    info_put_head(w, false);
    put_time(w, "wall", info_wall_ns());
    put_time(w, "cpu", info_cpu_ns());
    put_counts(w, arcs, n_arcs);
    put_waits(w);
    put_images(w);
    put_phases(w);
    for (size_t i = 0; i < n_arcs; i++)
        put_crossing(w, &arcs[i]);
}
