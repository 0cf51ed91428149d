/* SPDX-License-Identifier: MIT */
#include "runtime/waits.h"

#include <fcntl.h>
#include <sched.h>
#include <time.h>

#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/text.h"

enum {
    ROUNDS_HZ = 100, /* at most */
    ROUNDS_LONGER = 4,
    BUDGET_PPM = 9000,
    CREDIT_ROUND_NS = 50000, /* that a round begins with, at least */
    PAUSE_MOST_NS = 400000000,
    LISTING_SHARE =
        4, /* of the budget, one part in this many is for the list of threads, at most */
    CREDIT_FIRST_NS = 300000,
    CREDIT_MOST_NS = 1000000,
    VISITS_AT_ONCE = 8, /* between questions for our own clock */
    STACK_BYTES = 64 << 10,
    SLOTS_LEAST = 64,
};

/* A thread, as it was when last visited. */
struct waiter {
    int tid;         /* 0: a free slot */
    bool is_visited; /* ever */
    bool is_waiting;
    enum wait_kind kind;
    uintptr_t pc;           /* where it waits */
    struct path_node *path; /* and who called that; NULL: not known */
    uint64_t cpu_ns;        /* its CPU clock */
    uint64_t until_ns;      /* real time: all before this is counted */
};

/* Are waits measured? */
static bool is_on(void)
{
    return atomic_load_explicit(&rt.waits.is_on, memory_order_relaxed);
}

/* ---- time ---- */

static void book(const struct waiter *w, uint64_t ns)
{
    if (!w->is_waiting || ns == 0 || !rt_is_counting())
        return;
    counter_add(rt_fact(UNITE_FACT_WAITS + w->kind), ns);
    if (w->path)
        counter_add(&w->path->waits, ns);
    struct rt_image *image = dump_image_at(w->pc);
    if (!image || !images_wait(image, w->pc, ns))
        counter_add(rt_fact(UNITE_FACT_UNKNOWN_WAITS), ns);
}

/* Counts up to now; true: the thread has been where it was. False: it ran, or has ended (*cpu is
 * 0); of the time since, half is counted and half is still to be. */
static bool stand_still(struct waiter *w, uint64_t now, uint64_t *cpu)
{
    *cpu = sys_thread_ns(w->tid);
    bool is_still = w->is_waiting && *cpu == w->cpu_ns;
    uint64_t passed = now > w->until_ns ? now - w->until_ns : 0;
    uint64_t counted = is_still ? passed : passed / 2;
    if (w->is_visited) {
        book(w, counted);
        w->until_ns += counted;
    }
    return is_still;
}

/* A thread that runs meanwhile changes what is copied: then only its place is known. */
static struct path_node *path_of(const struct thread_look *look, int tid, uint64_t cpu_ns)
{
    uintptr_t *words = rt.waits.copy;
    if (!rt.paths.is_on)
        return NULL;
    size_t n = sys_read_memory(look->sp, words, sizeof rt.waits.copy);
    bool is_still = sys_thread_ns(tid) == cpu_ns;
    return paths_waiting(&(const struct walk_copy){
        .place = {.pc = look->pc, .sp = look->sp, .is_exact = true},
        .stack = words,
        .n_stack = is_still ? n & ~(sizeof *words - 1) : 0,
    });
}

/* A thread that has ended stays until there is a new list. */
static void visit(struct waiter *w, int tasks)
{
    struct thread_look look;
    uint64_t cpu, now = sys_clock_ns(CLOCK_MONOTONIC);
    if (stand_still(w, now, &cpu))
        return;
    enum look_finding found = cpu ? look_at(tasks, w->tid, &look) : LOOK_GONE;
    counter_add(&rt.waits.n_looks, 1);
    w->is_visited = true;
    w->is_waiting = found == LOOK_WAITS;
    w->cpu_ns = cpu;
    if (w->is_waiting) {
        w->kind = look.kind;
        /* A wait in code of an image that has no bins belongs to the program's code that called it.
         */
        const struct rt_image *image = dump_image_at(look.pc);
        uintptr_t caller = image && image->bins.pages ? 0 : look_for_caller(&look);
        w->pc = caller ? caller : look.pc;
        w->path = path_of(&look, w->tid, cpu);
        book(w, now - w->until_ns);
    }
    w->until_ns = now;
    if (found == LOOK_GONE && w->tid == atomic_load_explicit(&rt.pid, memory_order_relaxed) &&
        !rt.waits.is_main_gone) {
        rt.waits.is_main_gone = true;
        rt.waits.listed_ns = 0; /* others may have begun since the list */
    }
}

/* ---- the list of threads ---- */

static struct waiter *slot_of(struct waiter *slots, size_t n_slots, int tid)
{
    size_t at = (size_t)tid * 2654435761u & (n_slots - 1);
    while (slots[at].tid && slots[at].tid != tid)
        at = (at + 1) & (n_slots - 1);
    return &slots[at];
}

static void unmap_slots(struct waiter *slots, size_t n)
{
    if (slots)
        sys_unmap(slots, n * sizeof *slots);
}

/* Into a larger table. False: there is no memory for one. */
static bool grow(struct rt_waits *waits)
{
    size_t n = SLOTS_LEAST;
    while (n < 2 * (waits->n_threads + 1))
        n *= 2;
    struct waiter *slots = sys_map(n * sizeof *slots);
    if (!slots)
        return false;
    for (size_t i = 0; i < waits->n_slots; i++)
        if (waits->slots[i].tid)
            *slot_of(slots, n, waits->slots[i].tid) = waits->slots[i];
    unmap_slots(waits->slots, waits->n_slots);
    waits->slots = slots;
    waits->n_slots = n;
    return true;
}

/* A thread that is there, with what was known of it. */
static void add_thread(struct rt_waits *waits, int tid, uint64_t now)
{
    if (tid == waits->me || (2 * (waits->n_threads + 1) > waits->n_slots && !grow(waits)))
        return;
    struct waiter *w = slot_of(waits->slots, waits->n_slots, tid);
    const struct waiter *known = waits->old ? slot_of(waits->old, waits->n_old_slots, tid) : NULL;
    waits->n_threads += w->tid == 0;
    if (known && known->tid)
        *w = *known;
    else
        *w = (struct waiter){.tid = tid, .until_ns = now};
}

static void list(struct rt_waits *waits, int tasks)
{
    uint64_t now = sys_clock_ns(CLOCK_MONOTONIC);
    uint64_t cpu = sys_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    ssize_t n;
    waits->old = waits->slots;
    waits->n_old_slots = waits->n_slots;
    waits->slots = NULL;
    waits->n_slots = waits->n_threads = 0;
    sys_list_again(tasks);
    while ((n = sys_list(tasks, waits->entries, sizeof waits->entries)) > 0)
        for (size_t at = 0; at < (size_t)n;) {
            const struct sys_entry *entry = (const void *)(waits->entries + at);
            unsigned tid;
            if (text_to_number(sys_entry_name(entry), 1, INT32_MAX, &tid))
                add_thread(waits, (int)tid, now);
            at += entry->bytes;
        }
    if (waits->slots) {
        /* Half of what passed since the last visit to one that has ended is its last wait's. */
        for (size_t i = 0; i < waits->n_old_slots; i++) {
            struct waiter *w = &waits->old[i];
            if (w->tid && slot_of(waits->slots, waits->n_slots, w->tid)->tid == 0 &&
                now > w->until_ns)
                book(w, (now - w->until_ns) / 2);
        }
    }
    unmap_slots(waits->old, waits->n_old_slots);
    waits->old = NULL;
    waits->listed_ns = now;
    waits->listing_ns = sys_clock_ns(CLOCK_THREAD_CPUTIME_ID) - cpu;
    waits->n_left = 0;
}

/* ---- rounds ---- */

/* The next thread that is to be visited; NULL: all were. */
static struct waiter *next_waiter(struct rt_waits *waits)
{
    while (waits->n_left > 0) {
        struct waiter *w = &waits->slots[waits->at];
        waits->at = (waits->at + waits->stride) & (waits->n_slots - 1);
        waits->n_left--;
        if (w->tid)
            return w;
    }
    return NULL;
}

/* As many visits as there is CPU time for, to each thread one at most. */
static void go_round(struct rt_waits *waits, int tasks)
{
    uint64_t began = sys_clock_ns(CLOCK_THREAD_CPUTIME_ID), now = sys_clock_ns(CLOCK_MONOTONIC);
    if (waits->credit_ns <= 0)
        return;
    if (now - waits->listed_ns >= waits->listing_ns * LISTING_SHARE * (1000000 / BUDGET_PPM))
        list(waits, tasks);
    if (waits->n_left == 0 && waits->slots) {
        /* All slots, in an order of which the start and the step, an odd number, are new. */
        waits->at = (size_t)random_next(&waits->random) & (waits->n_slots - 1);
        waits->stride = (size_t)random_next(&waits->random) | 1;
        waits->n_left = waits->n_slots;
    }
    for (unsigned n = 1;; n++) {
        struct waiter *w = next_waiter(waits);
        if (!w)
            return;
        visit(w, tasks);
        if (n % VISITS_AT_ONCE == 0 &&
            sys_clock_ns(CLOCK_THREAD_CPUTIME_ID) - began > (uint64_t)waits->credit_ns)
            return;
    }
}

/* What has passed gives CPU time, and what was used takes it. */
static void account(struct rt_waits *waits, uint64_t *looked_ns)
{
    uint64_t now = sys_clock_ns(CLOCK_MONOTONIC), used = sys_clock_ns(CLOCK_THREAD_CPUTIME_ID);
    uint64_t more = used - counter_read(&waits->cpu_ns);
    int64_t credit =
        waits->credit_ns + (int64_t)((now - *looked_ns) * BUDGET_PPM / 1000000) - (int64_t)more;
    waits->credit_ns = credit < CREDIT_MOST_NS ? credit : CREDIT_MOST_NS;
    *looked_ns = now;
    counter_add(&waits->cpu_ns, more);
}

/* Their lengths are irregular: else a program that does something in each of our rounds would be
 * seen at the same point of it each time. Where one round does not reach all threads, fewer and
 * longer ones reach more. To wake up costs CPU time, on a busy virtual machine as much as there is
 * for a round: who owes some sleeps until it is paid, else nothing would be left for looking. */
static uint64_t pause_ns(struct rt_waits *waits)
{
    unsigned hz = rt.options.rate_hz < ROUNDS_HZ ? rt.options.rate_hz : ROUNDS_HZ;
    uint64_t period = 1000000000 / hz * (waits->n_left ? ROUNDS_LONGER : 1);
    uint64_t pause = period / 2 + random_next(&waits->random) % period, owed = 0;
    if (waits->credit_ns < CREDIT_ROUND_NS)
        owed = (uint64_t)(CREDIT_ROUND_NS - waits->credit_ns) * (1000000 / BUDGET_PPM);
    owed = owed < PAUSE_MOST_NS ? owed : PAUSE_MOST_NS;
    return pause > owed ? pause : owed;
}

static void complain(const char *why)
{
    text_complain("clock=wall:", "waits", why, 0);
}

static int run(void *data)
{
    struct rt_waits *waits = data;
    uint64_t looked_ns = sys_clock_ns(CLOCK_MONOTONIC);
    int tasks = sys_open("/proc/self/task", O_RDONLY | O_DIRECTORY, 0);
    waits->me = sys_tid();
    sys_name_thread("gptui-waits");
    if (tasks >= 0 && !sys_close_others(tasks)) {
        sys_close(tasks);
        tasks = -1;
    }
    if (tasks < 0) {
        atomic_store_explicit(&waits->is_on, 0, memory_order_relaxed);
        complain("are not measured: that needs /proc and Linux 5.9");
    }
    while (tasks >= 0) {
        (void)dump_lock(&waits->owner);
        account(waits, &looked_ns);
        go_round(waits, tasks);
        bool is_last = waits->is_main_gone && waits->listed_ns && waits->n_threads <= 1;
        dump_unlock(&waits->owner);
        keep_look();
        if (is_last)
            break;
        sys_sleep(pause_ns(waits));
    }
    sys_exit_thread();
}

static void start(void)
{
    struct sys_signals all, before;
    unwind_init();
    if (!rt.waits.stack)
        rt.waits.stack = sys_map(STACK_BYTES);
    const int flags = CLONE_VM | CLONE_FS | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
    for (size_t i = 0; i < sizeof all.word / sizeof all.word[0]; i++)
        all.word[i] = ~0ul;
    rt.waits.random = sys_seed() | 1;
    sys_block(&all, &before);
    rt.waits.credit_ns = CREDIT_FIRST_NS;
    atomic_store_explicit(&rt.waits.is_on, 1, memory_order_relaxed);
    bool is_there =
        rt.waits.stack && clone(run, rt.waits.stack + STACK_BYTES, flags, &rt.waits) > 0;
    sys_set_blocked(&before);
    if (is_there)
        return;
    atomic_store_explicit(&rt.waits.is_on, 0, memory_order_relaxed);
    complain("are not measured: the system gives us no thread");
}

void waits_init(void)
{
    if (rt.options.is_wall && !rt.user.is_other)
        start();
}

void waits_forked(void)
{
    struct rt_waits *waits = &rt.waits;
    if (!is_on())
        return;
    atomic_store_explicit(&waits->owner, 0, memory_order_relaxed);
    unmap_slots(waits->slots, waits->n_slots);
    unmap_slots(waits->old, waits->n_old_slots);
    waits->slots = waits->old = NULL;
    waits->n_slots = waits->n_threads = waits->n_left = 0;
    waits->listed_ns = 0;
    waits->is_main_gone = false;
    counter_take(&waits->cpu_ns);
    start();
}

void waits_catch_up(void)
{
    if (!is_on() || !rt_is_ours() || !dump_lock(&rt.waits.owner))
        return;
    uint64_t cpu, now = sys_clock_ns(CLOCK_MONOTONIC);
    for (size_t i = 0; i < rt.waits.n_slots; i++)
        if (rt.waits.slots[i].tid)
            stand_still(&rt.waits.slots[i], now, &cpu);
    dump_unlock(&rt.waits.owner);
}

void waits_reset(void)
{
    for (int kind = 0; kind < N_WAIT_KINDS; kind++)
        counter_take(rt_fact(UNITE_FACT_WAITS + kind));
    counter_take(rt_fact(UNITE_FACT_UNKNOWN_WAITS));
    counter_take(&rt.waits.n_looks);
}

#ifdef GPTUI_RT_TESTS
unsigned long long gptui_rt_waited(enum wait_kind kind)
{
    return counter_read(rt_fact(UNITE_FACT_WAITS + (int)kind));
}
#endif
