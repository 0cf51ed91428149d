/* SPDX-License-Identifier: MIT */
#include "runtime/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/auxv.h>
#include <time.h>

#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/run.h"
#include "runtime/text.h"

enum {
    CHUNK_BYTES = 32 << 10, /* of a process, when it begins to count, and each time when more is
                                needed */
    OWN_BYTES = CHUNK_BYTES / 4 * 3, /* a segment of more gets a chunk of its own */
    WINDOW_BYTES = 1 << 20,          /* mapped at the start */
    ALIGN = 32,                      /* of segments: slots of tables have that */
    LOOK_NS = 20000000,              /* of real time between looks at the clocks, at least */
    LOOK_SHARE = 500, /* a look may take one part of that many: threads make it dear */
    PAUSE_MOST_NS = 2000000000,
    WORTH_NS = 100000000, /* of CPU time: worth a file without any call */
    NUMBER_MOST = 1000,   /* of programs that one process becomes */
};

/* The file's own size: of holes, for the most part. */
#if UINTPTR_MAX > 0xffffffff
#define FILE_BYTES ((uintptr_t)16 << 30)
#else
#define FILE_BYTES ((uintptr_t)1 << 30)
#endif

static void complain(int error)
{
    text_complain("what is counted is not kept in", rt.keep.path,
                  "and lost by _exit, exec or a signal", error == EINVAL ? ENOSYS : error);
}

bool keep_is_on(void)
{
    return atomic_load_explicit(&rt.keep.is_on, memory_order_relaxed);
}

static uintptr_t round_up(uintptr_t bytes, uintptr_t to)
{
    return (bytes + to - 1) & ~(to - 1);
}

/* From now on the process is worth its files. */
static void open_part(void)
{
    if (!atomic_exchange_explicit(&rt.keep.is_open, 1, memory_order_relaxed))
        atomic_fetch_add_explicit(&rt.keep.head->n_open, 1, memory_order_relaxed);
}

/* ---- chunks ---- */

/* The process takes part when it first needs a chunk: one that becomes another program at once has
 * none. */
static uint32_t take_part(void)
{
    uint32_t none = 0, part = atomic_load_explicit(&rt.keep.part, memory_order_relaxed);
    if (part)
        return part;
    part = atomic_fetch_add_explicit(&rt.keep.head->n_parts, 1, memory_order_relaxed) + 1;
    if (!atomic_compare_exchange_strong_explicit(&rt.keep.part, &none, part, memory_order_relaxed,
                                                 memory_order_relaxed))
        return none; /* a handler or another thread was quicker */
    return part;
}

/* Pages of the file from a number on, which nobody else has. */
static void *map_pages(uintptr_t page, uintptr_t n)
{
    const uintptr_t all = WINDOW_BYTES / rt.keep.page_bytes;
    char *window = (char *)rt.keep.head;
    if (page + n <= all)
        return window + page * rt.keep.page_bytes;
    const uintptr_t from = page < all ? page : all - 1; /* where the window has pages */
    return sys_map_on(window + from * rt.keep.page_bytes, (page - from) * rt.keep.page_bytes,
                      n * rt.keep.page_bytes);
}

static struct keep_chunk *shared_chunk(uintptr_t bytes)
{
    const uintptr_t n = bytes / rt.keep.page_bytes;
    const uint32_t part = take_part();
    const uintptr_t page =
        atomic_fetch_add_explicit(&rt.keep.head->n_pages, (uint32_t)n, memory_order_relaxed);
    int error = page + n <= rt.keep.n_most ? 0 : EFBIG;
    struct keep_chunk *chunk = error ? NULL : map_pages(page, n);
    if (!error)
        error = chunk ? -sys_advise(chunk, bytes, SYS_POPULATE_WRITE) : ENOMEM;
    if (error) {
        /* From now on nothing more is kept of the process; what was kept before stays. One line is
         * enough for all of them. */
        if (atomic_exchange_explicit(&rt.keep.is_on, 0, memory_order_relaxed) &&
            !atomic_exchange_explicit(&rt.keep.head->is_full, 1, memory_order_relaxed))
            complain(error);
        return NULL;
    }
    chunk->bytes = bytes;
    atomic_store_explicit(&chunk->used, sizeof *chunk, memory_order_relaxed);
    chunk->head.n = part;
    chunk->head.bytes = bytes;
    atomic_store_explicit(&chunk->head.kind, KEEP_CHUNK, memory_order_release);
    return chunk;
}

/* For these bytes, at least, besides its head. */
static struct keep_chunk *new_chunk(uintptr_t bytes)
{
    struct keep_chunk *chunk = NULL;
    bytes = round_up(bytes + sizeof *chunk, rt.keep.page_bytes);
    if (bytes < CHUNK_BYTES)
        bytes = CHUNK_BYTES;
    if (keep_is_on())
        chunk = shared_chunk(bytes);
    if (!chunk && (chunk = sys_map(bytes))) {
        chunk->bytes = bytes;
        atomic_store_explicit(&chunk->used, sizeof *chunk, memory_order_relaxed);
    }
    if (!chunk)
        return NULL;
    /* Release: whoever finds it finds it filled in. */
    chunk->before = atomic_load_explicit(&rt.keep.last, memory_order_relaxed);
    while (!atomic_compare_exchange_weak_explicit(&rt.keep.last, &chunk->before, chunk,
                                                  memory_order_release, memory_order_relaxed))
        ;
    return chunk;
}

/* Takes room from a chunk; NULL: there is none. */
static struct keep_segment *room_in(struct keep_chunk *chunk, uintptr_t bytes)
{
    if (!chunk || bytes > chunk->bytes)
        return NULL;
    uintptr_t at = atomic_fetch_add_explicit(&chunk->used, bytes, memory_order_relaxed);
    return at + bytes <= chunk->bytes ? (void *)((char *)chunk + at) : NULL;
}

static void tell_process(void);

/* What is large gets a chunk of its own. A chunk that two make at once is good for one of them. */
static struct keep_segment *find_room(uintptr_t bytes)
{
    struct keep_chunk *chunk = atomic_load_explicit(&rt.keep.chunk, memory_order_acquire);
    struct keep_segment *segment = bytes > OWN_BYTES ? NULL : room_in(chunk, bytes);
    if (segment)
        return segment;
    struct keep_chunk *more = new_chunk(bytes);
    segment = room_in(more, bytes);
    if (more && (!chunk || bytes <= OWN_BYTES))
        atomic_compare_exchange_strong_explicit(&rt.keep.chunk, &chunk, more, memory_order_release,
                                                memory_order_relaxed);
    if (atomic_exchange_explicit(&rt.keep.is_new, 0, memory_order_relaxed))
        tell_process();
    return segment;
}

/* Release: who finds a segment finds it filled in. */
static void publish(struct keep_segment *segment, enum keep_kind kind)
{
    atomic_store_explicit(&segment->kind, kind, memory_order_release);
}

static struct keep_segment *new_segment(uint32_t n, uint64_t of, size_t bytes)
{
    const uintptr_t whole = round_up(bytes + sizeof(struct keep_segment), ALIGN);
    struct keep_segment *segment = find_room(whole);
    if (!segment)
        return NULL;
    segment->n = n;
    segment->of = of;
    segment->bytes = whole;
    atomic_signal_fence(memory_order_seq_cst); /* before all that it has */
    return segment;
}

void *keep_map(enum keep_kind kind, uint32_t n, uint64_t of, size_t bytes)
{
    struct keep_segment *segment = new_segment(n, of, bytes);
    if (!segment)
        return NULL;
    if (keep_is_on() && (kind == KEEP_TABLE || kind == KEEP_PHASE))
        open_part();
    publish(segment, kind);
    return segment + 1;
}

void keep_move_begin(void)
{
    if (rt.keep.head)
        atomic_fetch_add_explicit(&rt.keep.head->n_moving, 1, memory_order_seq_cst);
}

void keep_move_end(void)
{
    if (!rt.keep.head)
        return;
    atomic_fetch_add_explicit(&rt.keep.head->n_moves, 1, memory_order_seq_cst);
    atomic_fetch_sub_explicit(&rt.keep.head->n_moving, 1, memory_order_seq_cst);
}

/* ---- what is known of the run ---- */

void keep_tell_image(const struct rt_image *image)
{
    const size_t n_path = text_length(image->path);
    struct keep_segment *segment =
        image->number ? new_segment(1, 0, sizeof(struct keep_image) + n_path) : NULL;
    if (!segment)
        return;
    struct keep_image *told = (void *)(segment + 1);
    *told = (struct keep_image){
        .lo = image->lo,
        .hi = image->hi,
        .base = image->base,
        .entry = image->entry,
        .bin_shift = image->bin_shift,
        .n_bins = (uint32_t)image->n_bins,
        .number = image->number,
        .state =
            (atomic_load_explicit(&image->is_gone, memory_order_relaxed) ? KEEP_IMAGE_GONE : 0) |
            (image_holds(image, (uintptr_t)&rt_start) ? KEEP_IMAGE_OWN : 0),
        .n_build_id = (uint32_t)image->n_build_id,
        .n_path = (uint32_t)n_path,
    };
    for (size_t i = 0; i < image->n_build_id; i++)
        told->build_id[i] = image->build_id[i];
    for (size_t i = 0; i < n_path; i++)
        ((char *)(told + 1))[i] = image->path[i];
    publish(segment, KEEP_IMAGE);
}

static void tell_sums(void)
{
    struct counter *sums = keep_map(KEEP_SUMS, N_KEEP_SUMS, 0, N_KEEP_SUMS * sizeof *sums);
    if (!sums)
        return;
    counter_set(&sums[KEEP_PID], (uint64_t)sys_pid());
    counter_set(&sums[KEEP_PARENT], (uint64_t)sys_parent());
    counter_set(&sums[KEEP_START_SEC], rt.run.start_sec);
    counter_set(&sums[KEEP_BEGAN_NS], rt.output.start_ns);
    rt.sums = sums;
}

/* What a child takes over from its parent. */
static void tell_process(void)
{
    tell_sums();
    images_tell(&rt.images);
}

void keep_tell_run(void)
{
    struct unite_message about = {&run_memory, NULL, 0, 0};
    tell_sums();
    struct keep_segment *segment =
        keep_is_on() && run_about(&about) ? new_segment((uint32_t)about.n, 0, about.n) : NULL;
    for (size_t i = 0; segment && i < about.n; i++)
        ((uint8_t *)(segment + 1))[i] = about.p[i];
    if (segment)
        publish(segment, KEEP_ABOUT);
    if (about.p)
        unite_message_release(&about);
}

size_t keep_parts(struct keep_part *parts, size_t n)
{
    if (atomic_exchange_explicit(&rt.keep.is_new, 0, memory_order_relaxed))
        tell_process();
    info_look(true);
    const struct keep_chunk *last = atomic_load_explicit(&rt.keep.last, memory_order_acquire);
    size_t all = 0;
    for (const struct keep_chunk *chunk = last; chunk; chunk = chunk->before)
        all++;
    size_t left = all;
    for (const struct keep_chunk *chunk = last; chunk; chunk = chunk->before)
        if (--left < n)
            parts[left] =
                (struct keep_part){(const uint8_t *)(chunk + 1), chunk->bytes - sizeof *chunk};
    return all;
}

/* ---- looks at the clocks ---- */

/* Also when no more is kept for want of room: then they say how much is missing. */
static bool may_look(void)
{
    return rt.keep.head && rt.sums != rt.own_sums;
}

/* One thread at a time; the others' look would be the same. A dump holds up the clocks, which say
 * nothing meanwhile. */
void keep_look_now(void)
{
    if (!may_look() || atomic_load_explicit(&rt.dumper, memory_order_relaxed) != 0 ||
        atomic_exchange_explicit(&rt.keep.is_looking, 1, memory_order_acquire))
        return;
    uint64_t began_ns = sys_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    info_look(false);
    if (counter_read(rt_fact(UNITE_FACT_CPU)) >= WORTH_NS)
        open_part();
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
    uint64_t passed_ns = info_wall_ns() - counter_read(rt_fact(UNITE_FACT_WALL));
    if (passed_ns >= LOOK_NS &&
        passed_ns >= atomic_load_explicit(&rt.keep.pause_ns, memory_order_relaxed))
        keep_look_now();
}

/* ---- the ends ---- */

/* The child may live longer than all that count by now. If it becomes another program at once, or
 * there is none, the file stays until somebody finishes it. */
void keep_fork(void)
{
    if (keep_is_on())
        atomic_fetch_add_explicit(&rt.keep.head->n_open, 1, memory_order_relaxed);
}

void keep_forked(void)
{
    atomic_store_explicit(&rt.keep.is_open, keep_is_on(), memory_order_relaxed);
    atomic_store_explicit(&rt.keep.part, 0, memory_order_relaxed);
    atomic_store_explicit(&rt.keep.chunk, NULL, memory_order_relaxed);
    atomic_store_explicit(&rt.keep.last, NULL, memory_order_relaxed);
    atomic_store_explicit(&rt.keep.is_looking, 0, memory_order_relaxed);
    atomic_store_explicit(&rt.keep.is_new, 1, memory_order_relaxed);
    atomic_store_explicit(&rt.keep.has_ended, 0, memory_order_relaxed);
    for (size_t i = 0; i < N_KEEP_SUMS; i++)
        counter_set(&rt.own_sums[i], 0);
    rt.sums = rt.own_sums;
}

/* If it was made for the file alone. By the one who dumps, or at the start. */
static void remove_folder(void)
{
    const size_t n = text_length(rt.keep.path) - text_length(text_base(rt.keep.path));
    rt.path[0] = 0;
    text_add(rt.path, n, rt.keep.path); /* without the slash */
    output_remove_folder(&rt.output, rt.path, sizeof rt.path);
}

void keep_end(void)
{
    atomic_store_explicit(&rt.keep.is_on, 0, memory_order_relaxed);
    if (!rt.keep.head || atomic_exchange_explicit(&rt.keep.has_ended, 1, memory_order_relaxed))
        return;
    if (may_look())
        counter_set(&rt.sums[KEEP_DONE], 1);
    uint32_t n = atomic_load_explicit(&rt.keep.head->n_open, memory_order_acquire);
    if (atomic_exchange_explicit(&rt.keep.is_open, 0, memory_order_relaxed))
        n = atomic_fetch_sub_explicit(&rt.keep.head->n_open, 1, memory_order_acq_rel) - 1;
    if (n > 0)
        return;
    sys_unlink(rt.keep.path);
    remove_folder();
}

/* ---- the file ---- */

/* Only where writing to pages that have room never needs more, and where it is not over a network.
 */
static bool is_local(int fd)
{
    static const unsigned types[] = {0xef53 /* ext2 to 4 */, 0x58465342 /* XFS */,
                                     0x01021994 /* tmpfs */, 0x794c7630 /* overlayfs */};
    const unsigned type = sys_file_system(fd);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (type == types[i])
            return true;
    return false;
}

/* So that it gets its first pages at once, which is quicker than one by one. */
static int write_first(int fd)
{
    static char zeros[4096];
    return sys_write_often(fd, zeros, sizeof zeros,
                           (rt.keep.page_bytes + CHUNK_BYTES) / sizeof zeros);
}

/* The window of an open file, whose first pages have their room. Returns 0 or an errno. */
static int map_file(int fd)
{
    if (!is_local(fd))
        return EOPNOTSUPP;
    int failed = sys_lock_shared(fd);
    failed = failed < 0 ? failed : sys_set_size(fd, rt.keep.n_most * rt.keep.page_bytes);
    failed = failed < 0 ? failed : write_first(fd);
    struct keep_head *head = failed < 0 ? NULL : sys_map_file(fd, WINDOW_BYTES);
    if (head && (failed = sys_advise(head, rt.keep.page_bytes, SYS_POPULATE_WRITE)) >=
                    0) /* from Linux 5.14 on */
        rt.keep.head = head;
    if (head)
        sys_advise(head, WINDOW_BYTES, SYS_READ_NO_MORE);
    return head ? -failed : failed < 0 ? -failed : ENOMEM;
}

static const char magic[16] = KEEP_MAGIC;

/* Is what a program kept that this process was before not worth a file? */
static bool is_left_over(const char *path)
{
    struct keep_head head = {.n_open = 1};
    const int fd = sys_open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, 0);
    if (fd < 0)
        return false;
    bool is = sys_read(fd, &head, sizeof head) == sizeof head &&
              atomic_load_explicit(&head.n_open, memory_order_relaxed) == 0;
    for (size_t i = 0; i < sizeof magic; i++)
        is &= head.magic[i] == magic[i];
    sys_close(fd);
    return is;
}

/* The first name that no program has which this process was, but for those that are not worth it.
 */
static int open_new(void)
{
    int fd = -EEXIST;
    for (unsigned number = 1; fd == -EEXIST && number <= NUMBER_MOST; number++) {
        output_kept_path(&rt.output, number, rt.keep.path, sizeof rt.keep.path);
        for (int i = 0; i < 2 && fd == -EEXIST; i++) {
            if (i > 0 && (!is_left_over(rt.keep.path) || sys_unlink(rt.keep.path) < 0))
                break;
            fd = sys_open(rt.keep.path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0600);
        }
    }
    return fd;
}

/* Returns 0 or an errno. */
static int make_file(void)
{
    const int fd = open_new();
    const int error = fd < 0 ? -fd : map_file(fd);
    struct keep_head *head = rt.keep.head;
    if (fd >= 0)
        sys_close(fd);
    if (fd >= 0 && error)
        sys_unlink(rt.keep.path);
    if (error)
        return error;
    head->order = KEEP_ORDER;
    head->word = sizeof(uintptr_t);
    head->rate_hz = rt.options.rate_hz;
    head->page_bytes = (uint32_t)rt.keep.page_bytes;
    atomic_store_explicit(&head->n_pages, 1, memory_order_relaxed);
    for (size_t i = 0; i < sizeof magic; i++)
        head->magic[i] = magic[i];
    return 0;
}

/* Where the folder cannot be made or written to, the line about that is enough. */
static bool is_of_folder(int error)
{
    return error == ENOENT || error == EACCES || error == EROFS || error == ENOTDIR ||
           error == EPERM || error == ENAMETOOLONG;
}

void keep_init(void)
{
    rt.keep.page_bytes = getauxval(AT_PAGESZ);
    /* Larger than files may be a signal would end the program. */
    const uint64_t limit = sys_file_limit();
    rt.keep.n_most = (uintptr_t)(limit < FILE_BYTES ? limit : FILE_BYTES) / rt.keep.page_bytes;
    if (rt.user.is_other || output_is_in_place(rt.output.path) || rt.keep.page_bytes > RT_ALIGN)
        return;
    output_kept_path(&rt.output, 1, rt.keep.path, sizeof rt.keep.path);
    int error = rt.keep.n_most < WINDOW_BYTES / rt.keep.page_bytes
                    ? EFBIG
                    : -sys_advise(&rt, rt.keep.page_bytes, SYS_WIPE_ON_FORK);
    if (!error) {
        output_make_folder(&rt.output, false, rt.path, sizeof rt.path);
        error = make_file();
    }
    atomic_store_explicit(&rt.keep.is_on, !error, memory_order_relaxed);
    if (!error)
        atomic_store_explicit(&rt.keep.chunk, NULL,
                              memory_order_relaxed); /* it is not of the file */
    if (error && !is_of_folder(error))
        complain(error);
    if (error)
        remove_folder();
}
