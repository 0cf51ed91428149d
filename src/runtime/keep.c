/* SPDX-License-Identifier: MIT */
#include "runtime/keep.h"

#include <fcntl.h>
#include <sys/auxv.h>
#include <time.h>

#include "runtime/dump.h"
#include "runtime/guard.h"
#include "runtime/rt.h"
#include "runtime/sys.h"
#include "runtime/text.h"

_Static_assert(sizeof(struct keep_segment) <= KEEP_SEGMENT_BYTES, "a head has that room");
_Static_assert(sizeof(struct keep_image) <= KEEP_IMAGE_BYTES, "an image has that room");
_Static_assert(sizeof(struct phase) == 64, "readers know it so");

enum {
    RUN_TEXT_BYTES = 32000, /* a command line that is longer is cut */
    LOOK_NS = 20000000,     /* of real time between looks at the clocks, at least */
    LOOK_SHARE = 500,       /* a look may take one part of that many: threads make it dear */
    PAUSE_MOST_NS = 2000000000,
};

/* Keeps nothing from now on; what was kept before stays. */
static void stop(int error)
{
    if (!atomic_exchange_explicit(&rt.keep.is_on, 0, memory_order_relaxed))
        return;
    text_complain("cannot keep", rt.keep.path, "", error);
    if (!atomic_load_explicit(&rt.keep.all, memory_order_relaxed) &&
        atomic_exchange_explicit(&rt.keep.is_there, 0, memory_order_relaxed))
        sys_unlink(rt.keep.path);
}

static size_t round_up(size_t bytes)
{
    return (bytes + rt.keep.page_bytes - 1) & ~(rt.keep.page_bytes - 1);
}

/* Room at the end of the file. By name: the program may have closed our descriptor, and have
 * another file under its number. */
static void *reserve(uint64_t offset, size_t bytes, int *error)
{
    void *p = NULL;
    int fd = sys_open(rt.keep.path, O_RDWR | O_NOFOLLOW, 0);
    *error = fd < 0 ? -fd : -sys_reserve(fd, offset, bytes);
    if (!*error)
        p = sys_map_file_at(fd, offset, bytes, error);
    if (fd >= 0)
        sys_close(fd);
    return p;
}

static struct keep_segment *new_segment(size_t bytes)
{
    struct guard guard;
    int error;
    uintptr_t page = atomic_fetch_add_explicit(&rt.keep.n_pages, bytes / rt.keep.page_bytes,
                                               memory_order_relaxed);
    uint64_t offset = (uint64_t)page * rt.keep.page_bytes;
    error = guard_begin(&guard, &rt.user);
    struct keep_segment *segment = error ? NULL : reserve(offset, bytes, &error);
    guard_end(&guard);
    if (!segment)
        stop(error);
    return segment;
}

/* Release: who finds a segment, in memory or in the file, finds it filled in. */
static void publish(struct keep_segment *segment, enum keep_kind kind)
{
    segment->next = atomic_load_explicit(&rt.keep.all, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&rt.keep.all, &segment->next, segment,
                                                  memory_order_release, memory_order_relaxed))
        ;
    atomic_store_explicit(&segment->kind, kind, memory_order_release);
}

void *keep_map(enum keep_kind kind, size_t n, uint64_t of, size_t bytes)
{
    size_t whole = round_up(bytes + KEEP_SEGMENT_BYTES);
    struct keep_segment *segment = NULL;
    if (atomic_load_explicit(&rt.keep.is_on, memory_order_relaxed) && n <= UINT32_MAX)
        segment = new_segment(whole);
    if (!segment)
        return sys_map(bytes);
    segment->n = (uint32_t)n;
    segment->of = of;
    segment->bytes = whole;
    publish(segment, kind);
    return (char *)segment + KEEP_SEGMENT_BYTES;
}

void keep_tell_run(void)
{
    struct writer *w = &rt.writer;
    struct keep_sums *sums = NULL;
    if (keep_is_on())
        sums = keep_map(KEEP_RUN, sizeof *sums / sizeof(struct counter), 0,
                        sizeof *sums + RUN_TEXT_BYTES);
    if (!sums || !keep_is_on())
        return;
    writer_open_room(w, (char *)(sums + 1), RUN_TEXT_BYTES - 1);
    info_put_head(&w->sink);
    unite_put(&w->sink, "unit ");
    unite_put(&w->sink, dump_unit().dimension.p);
    unite_put(&w->sink, "\n");
    (void)writer_close(w, NULL);
    rt.sums = sums;
    const size_t bytes = PHASES_MOST * sizeof *rt.phases;
    struct phase *phases = keep_map(KEEP_PHASES, PHASES_MOST, 0, bytes);
    if (phases)
        rt.phases = phases;
}

/* ---- looks at the clocks ---- */

/* Also when no more is kept for want of room: then they say how much is missing. */
static bool may_look(void)
{
    return atomic_load_explicit(&rt.keep.is_there, memory_order_relaxed) && rt.sums != &rt.own_sums;
}

/* A dump holds up the clocks, which say nothing meanwhile. */
static bool is_dumping(void)
{
    return atomic_load_explicit(&rt.dumper, memory_order_relaxed) != 0;
}

/* Counter by counter, so that none is half written when the process ends. */
static void tell(const uint64_t seen[N_KEEP_SEEN])
{
    for (int i = 0; i < N_KEEP_SEEN; i++)
        counter_set(&rt.sums->seen[i], seen[i]);
}

/* One thread at a time; the others' look would be the same. */
void keep_look_now(void)
{
    uint64_t seen[N_KEEP_SEEN];
    if (!may_look() || is_dumping() ||
        atomic_exchange_explicit(&rt.keep.is_looking, 1, memory_order_acquire))
        return;
    uint64_t began_ns = sys_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    info_look(seen);
    if (!is_dumping())
        tell(seen);
    uint64_t pause_ns = (sys_clock_ns(CLOCK_THREAD_CPUTIME_ID) - began_ns) * LOOK_SHARE;
    atomic_store_explicit(&rt.keep.pause_ns,
                          (uint32_t)(pause_ns < PAUSE_MOST_NS ? pause_ns : PAUSE_MOST_NS),
                          memory_order_relaxed);
    atomic_store_explicit(&rt.keep.is_looking, 0, memory_order_release);
}

void keep_look(void)
{
    if (!may_look())
        return;
    uint64_t passed_ns = info_wall_ns() - counter_read(&rt.sums->seen[KEEP_WALL_NS]);
    if (passed_ns >= LOOK_NS &&
        passed_ns >= atomic_load_explicit(&rt.keep.pause_ns, memory_order_relaxed))
        keep_look_now();
}

/* ---- the ends ---- */

/* Pages that hold nothing stay without memory. */
static void copy(char *to, const char *from, size_t bytes)
{
    const uint64_t *word = (const void *)from;
    for (size_t i = 0; i < bytes / sizeof *word; i++)
        if (word[i])
            ((uint64_t *)(void *)to)[i] = word[i];
}

/* Its pages are its parent's until the copy takes their place. */
bool keep_forked(void)
{
    atomic_store_explicit(&rt.keep.is_on, 0, memory_order_relaxed);
    atomic_store_explicit(&rt.keep.is_there, 0, memory_order_relaxed);
    struct keep_segment *segment = atomic_load_explicit(&rt.keep.all, memory_order_acquire);
    while (segment) {
        struct keep_segment *next = segment->next;
        size_t bytes = (size_t)segment->bytes;
        char *own = sys_map(bytes);
        if (own)
            copy(own, (const char *)segment, bytes);
        if (!own || !sys_move(own, bytes, segment))
            return false;
        segment = next;
    }
    atomic_store_explicit(&rt.keep.all, NULL, memory_order_relaxed);
    return true;
}

bool keep_is_on(void)
{
    return atomic_load_explicit(&rt.keep.is_on, memory_order_relaxed);
}

void keep_end(void)
{
    struct guard guard;
    atomic_store_explicit(&rt.keep.is_on, 0, memory_order_relaxed);
    if (!atomic_exchange_explicit(&rt.keep.is_there, 0, memory_order_relaxed))
        return;
    if (guard_begin(&guard, &rt.user) == 0)
        sys_unlink(rt.keep.path);
    guard_end(&guard);
}

static bool make_file(int *error)
{
    struct keep_head head = {.magic = "gptui-keep 1\n",
                             .order = KEEP_ORDER,
                             .word = sizeof(uintptr_t),
                             .rate_hz = rt.options.rate_hz,
                             .page_bytes = (uint32_t)rt.keep.page_bytes};
    int fd = sys_open(rt.keep.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0666);
    *error = fd < 0 ? -fd : sys_write_all(fd, &head, sizeof head);
    if (fd >= 0)
        sys_close(fd);
    return *error == 0;
}

void keep_init(void)
{
    int error;
    struct guard guard;
    bool was_apart = rt.output.is_apart;
    if (!rt.options.keep || rt.user.is_other || output_is_in_place(rt.output.path))
        return;
    rt.keep.page_bytes = getauxval(AT_PAGESZ);
    rt.keep.n_pages = 1;
    error = guard_begin(&guard, &rt.user);
    output_set_apart(&rt.output, true);
    output_make_folder(&rt.output, false, rt.path, sizeof rt.path);
    text_add(rt.keep.path, sizeof rt.keep.path, rt.output.path);
    text_add(rt.keep.path, sizeof rt.keep.path, ".keep");
    output_set_apart(&rt.output, was_apart);
    atomic_store_explicit(&rt.keep.is_on, 1, memory_order_relaxed);
    bool is_made = !error && make_file(&error);
    atomic_store_explicit(&rt.keep.is_there, is_made, memory_order_relaxed);
    guard_end(&guard);
    if (!is_made)
        stop(error);
}
