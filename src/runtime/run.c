/* SPDX-License-Identifier: MIT */
#include "runtime/run.h"

#include <fcntl.h>
#include <time.h>

#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/text.h"
#include "runtime/sampling.h"
#include "unite/build.h"
#include "unite/entries.h"

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    (void)ctx;
    if (new_bytes == 0) {
        sys_unmap(p, old_bytes);
        return NULL;
    }
    return p ? sys_resize(p, old_bytes, new_bytes) : sys_map(new_bytes);
}

const struct unite_memory run_memory = {resize, NULL};

enum { NUMBERS_MOST = 8, DIGITS_BYTES = 24 };

/* Words; what does not fit is cut off. */
struct run_command {
    struct unite_sink sink; /* it */
    size_t n;
    char words[UNITE_PATH_BYTES];
};

/* A process, being put together: too much for a handler's stack. */
struct run_taking {
    struct unite_build build;
    const struct run_wish *wish;
    struct taken_image {
        const struct rt_image *image;
        bool is_called;               /* there are calls or blocks */
        struct unite_entries entries; /* without memory: not asked for */
    } * images;                       /* by number, from 1 on; the program first */
    unsigned n_images;
    struct run_command command;
    char host[HOST_BYTES];
    char digits[NUMBERS_MOST][DIGITS_BYTES]; /* of words that are numbers */
    unsigned n_numbers;
};

/* ---- images ---- */

static const struct rt_image *first_library(void)
{
    return atomic_load_explicit(&rt.images.libraries, memory_order_acquire);
}

static size_t count_images(void)
{
    size_t n = 1;
    for (const struct rt_image *image = first_library(); image; image = image->next)
        n++;
    return n;
}

/* At most as many as were counted: another thread may be finding libraries. */
static void list_images(struct run_taking *t, size_t n)
{
    const struct rt_image *image = &rt.images.program;
    for (t->n_images = 0; image && t->n_images < n;
         image = t->n_images == 1 ? first_library() : image->next) {
        const struct unite_image about = info_image(image);
        t->images[++t->n_images].image = image;
        unite_build_image(&t->build, &about);
    }
}

/* The number of the image that holds an address; 0: none. Arcs and paths stay near where they
 * were: `near` is tried first. */
static unsigned image_at(const struct run_taking *t, uintptr_t address, unsigned near)
{
    if (near && image_holds(t->images[near].image, address))
        return near;
    for (unsigned i = 1; i <= t->n_images; i++)
        if (image_holds(t->images[i].image, address))
            return i;
    return 0;
}

static uint64_t base_of(const struct run_taking *t, unsigned number)
{
    return number ? t->images[number].image->base : 0;
}

static uint64_t entry_of(void *ctx, unsigned image, uint64_t addr)
{
    const struct run_taking *t = ctx;
    struct taken_image *taken = &t->images[image];
    if (!taken->entries.memory) {
        taken->entries.memory = &run_memory;
        t->wish->functions(&taken->entries, taken->image);
    }
    return unite_entries_find(&taken->entries, addr);
}

/* ---- samples ---- */

/* A histogram, as gprof wants one, also where only calls or waits are known. */
static void take_bins(struct run_taking *t, unsigned number)
{
    const struct rt_image *image = t->images[number].image;
    const bool is_hit = image_ticks(image) > 0;
    struct unite_range range = {.measure = UNITE_TICKS,
                                .image = number,
                                .rate_hz = dump_unit().rate_hz,
                                .lo = image->lo - image->base,
                                .hi = image->hi - image->base,
                                .n_bins = image->n_bins};
    if (is_hit || number == 1 || t->images[number].is_called || counter_read(&image->n_wait_ns))
        unite_build_range(&t->build, &range);
    for (size_t i = 0; is_hit && (i = image_next_bin(image, &image->bins, i)) < image->n_bins; i++)
        unite_build_bin(&t->build, i, image_bin(&image->bins, i));
}

/* The parts are the same in all runs, so that they unite. What is rounded off in one bin counts in
 * the next. */
static void take_waits(struct run_taking *t, unsigned number)
{
    enum { PART_BINS = 64 };
    const struct rt_image *image = t->images[number].image;
    const uint64_t tick_ns = 1000000000 / rt.options.rate_hz;
    const bool has_waits = counter_read(&image->n_wait_ns) > 0;
    uint64_t left_ns = tick_ns / 2;
    for (size_t first = 0; has_waits && first < image->n_bins; first += PART_BINS) {
        const size_t left = image->n_bins - first, n = left < PART_BINS ? left : PART_BINS;
        uint64_t ticks[PART_BINS], sum = 0;
        for (size_t i = 0; i < n; i++) {
            left_ns += image_bin(&image->waits, first + i);
            sum += ticks[i] = left_ns / tick_ns;
            left_ns %= tick_ns;
        }
        if (sum > 0) {
            /* A part of an image's code with its waits. */
            const uint64_t lo = image->lo - image->base;
            const struct unite_range range = {.measure = UNITE_WAITS,
                                              .image = number,
                                              .rate_hz = rt.options.rate_hz,
                                              .lo = lo + ((uint64_t)first << image->bin_shift),
                                              .hi =
                                                  lo + ((uint64_t)(first + n) << image->bin_shift),
                                              .n_bins = n};
            unite_build_range(&t->build, &range);
            for (size_t i = 0; i < n; i++)
                unite_build_bin(&t->build, i, ticks[i]);
        }
    }
}

/* ---- calls ---- */

/* A block is where its call of us is, not after it: that may be the next line already. */
static void take_block(struct run_taking *t, unsigned number, uint64_t addr, uint64_t count)
{
    unite_build_block(&t->build, &(struct unite_block){number, addr - 1, count});
}

static void take_arc(struct run_taking *t, const struct rt_arc *arc, unsigned *from, unsigned *self)
{
    *self = image_at(t, arc->self, *self);
    if (!*self)
        return;
    t->images[*self].is_called = true;
    if (arc->from == ARC_BLOCK) {
        take_block(t, *self, arc->self - base_of(t, *self), arc->count);
        return;
    }
    *from = image_at(t, arc->from, *from);
    unite_build_arc(&t->build,
                    &(struct unite_arc){.from_image = *from,
                                        .from = *from ? arc->from - base_of(t, *from) : 0,
                                        .self_image = *self,
                                        .self = arc->self - base_of(t, *self),
                                        .count = arc->count});
}

/* Those of libraries that were closed have addresses of the file already. */
static void take_old_arcs(struct run_taking *t, unsigned number)
{
    for (const struct image_arcs *old = t->images[number].image->old; old; old = old->next)
        for (size_t i = 0; i < old->n; i++)
            if (old->arcs[i].count > 0) {
                const struct rt_arc *arc = &old->arcs[i];
                t->images[number].is_called = true;
                if (arc->from == ARC_BLOCK)
                    take_block(t, number, arc->self, arc->count);
                else if (arc->from)
                    unite_build_arc(&t->build, &(struct unite_arc){number, arc->from, number,
                                                                   arc->self, arc->count});
            }
}

/* ---- paths ---- */

static size_t take_node(void *ctx, size_t parent, const struct path_at *at)
{
    struct run_taking *t = ctx;
    const unsigned number = at->address > PATH_ALONE ? image_at(t, at->address, 0) : 0;
    const struct unite_node node = {.image = number,
                                    .addr = at->address - base_of(t, number),
                                    .ticks = at->ticks,
                                    .waits = at->waits};
    return unite_build_node(&t->build, parent, &node);
}

/* ---- what is known of the process ---- */

static void put_command(struct unite_sink *s, const void *p, size_t n)
{
    struct run_command *c = (struct run_command *)s;
    for (size_t i = 0; i < n && c->n < sizeof c->words; i++)
        c->words[c->n++] = ((const char *)p)[i];
}

/* The arguments, from /proc, since the runtime is not handed them; each ends with a 0. */
static struct unite_text take_command(struct run_command *c)
{
    char bytes[512];
    bool is_pending = false;
    int fd = sys_open("/proc/self/cmdline", O_RDONLY, 0);
    c->sink.put = put_command;
    for (ssize_t n; fd >= 0 && (n = sys_read(fd, bytes, sizeof bytes)) > 0;)
        for (ssize_t i = 0; i < n; i++) {
            if (is_pending)
                unite_put(&c->sink, " ");
            is_pending = !bytes[i];
            if (bytes[i])
                unite_put_word(&c->sink, &bytes[i], 1);
        }
    if (fd >= 0)
        sys_close(fd);
    return (struct unite_text){c->words, c->n};
}

static void take_word(struct run_taking *t, const char *name, const char *value)
{
    if (value[0])
        unite_build_word(&t->build, name, unite_text_of(value));
}

static void take_number(struct run_taking *t, const char *name, uint64_t number)
{
    char *digits = t->digits[t->n_numbers++];
    text_add_number(digits, DIGITS_BYTES, number);
    take_word(t, name, digits);
}

static void take_process(struct run_taking *t)
{
    const struct unite_unit unit = dump_unit();
    unite_build_unit(&t->build, &unit);
    take_word(t, "world", rt.place.world);
    take_word(t, "after", rt.is_late ? "MPI_Finalize" : "");
    take_word(t, "sampled-by", info_sampled_by());
}

static void take_counts(struct run_taking *t)
{
    const struct arc_use use = arcs_use();
    take_number(t, "parent", (uint64_t)sys_parent());
    take_number(t, "threads", use.n_threads);
    take_number(t, "table-bytes", use.n_bytes);
    take_number(t, "rate-achieved", info_achieved_hz());
}

static void take_phases(struct run_taking *t)
{
    const unsigned n = atomic_load_explicit(&rt.n_phases, memory_order_relaxed);
    for (unsigned i = 0; i < n && i < PHASES_MOST; i++) {
        const struct phase *phase = info_phase_at(i);
        if (phase && atomic_load_explicit(&phase->is_whole, memory_order_acquire))
            unite_build_phase(&t->build, &(struct unite_phase){i, phase->wall_ns / 1000000,
                                                               phase->cpu_ns / 1000000,
                                                               unite_text_of(phase->name)});
    }
}

static void take_fact(void *ctx, enum unite_fact_kind kind, uint64_t value)
{
    struct run_taking *t = ctx;
    const struct unite_fact_name *fact = unite_fact_name(kind);
    unite_build_fact(&t->build, &(struct unite_fact){fact->rule, unite_text_of(fact->name), value});
}

static struct unite_run about_run(struct run_taking *t)
{
    unsigned rank = 0;
    const bool has_rank = !rt.is_late && text_to_number(rt.place.rank, 0, INT32_MAX, &rank);
    struct unite_run run = {.rank = has_rank ? rank : UNITE_NO_RANK,
                            .command = take_command(&t->command),
                            .id = unite_text_of(rt.output.run),
                            .pid = (uint64_t)sys_pid(),
                            .start_sec = rt.run.start_sec,
                            .began_ns = rt.output.start_ns,
                            .wall_ms = info_wall_ns() / 1000000,
                            .cpu_ms = info_cpu_ns() / 1000000};
    if (sys_host(t->host, sizeof t->host))
        run.host = unite_text_of(t->host);
    return run;
}

/* ---- the whole ---- */

static void take_all(struct run_taking *t, size_t n_images)
{
    const struct run_wish *wish = t->wish;
    unsigned from = 0, self = 0;
    take_process(t);
    list_images(t, n_images);
    info_each(wish->arcs, wish->n_arcs, take_fact, t);
    take_counts(t);
    take_phases(t);
    for (size_t i = 0; i < wish->n_arcs; i++)
        take_arc(t, &wish->arcs[i], &from, &self);
    for (unsigned i = 1; i <= t->n_images; i++) {
        if (i > 1 && !dump_is_library(t->images[i].image))
            continue;
        take_old_arcs(t, i);
        take_bins(t, i);
        take_waits(t, i);
    }
    if (!paths_each(take_node, t))
        t->build.failed = true;
}

static bool make(struct run_taking *t, const struct run_wish *wish, struct unite_message *m)
{
    const size_t n = count_images(), bytes = (n + 1) * sizeof *t->images;
    t->images = sys_map(bytes);
    if (!t->images)
        return false;
    unite_build_init(&t->build, &run_memory);
    t->build.entry = wish->functions ? entry_of : NULL;
    t->build.ctx = t;
    t->wish = wish;
    take_all(t, n);
    const struct unite_run run = about_run(t);
    const bool ok = unite_build_end(&t->build, &run, m) == UNITE_OK;
    unite_build_release(&t->build);
    for (unsigned i = 1; i <= t->n_images; i++)
        if (t->images[i].entries.memory)
            unite_entries_release(&t->images[i].entries);
    sys_unmap(t->images, bytes);
    return ok;
}

bool run_take(const struct run_wish *wish, struct unite_message *m)
{
    struct run_taking *t = sys_map(sizeof *t);
    const bool ok = t && make(t, wish, m);
    if (t)
        sys_unmap(t, sizeof *t);
    return ok;
}

bool run_about(struct unite_message *m)
{
    struct run_taking *t = sys_map(sizeof *t);
    if (!t)
        return false;
    unite_build_init(&t->build, &run_memory);
    take_process(t);
    take_word(t, "file", rt.output.in_run ? "" : text_base(rt.output.path));
    const struct unite_run run = about_run(t);
    const bool ok = unite_build_end(&t->build, &run, m) == UNITE_OK;
    unite_build_release(&t->build);
    sys_unmap(t, sizeof *t);
    return ok;
}
