/* SPDX-License-Identifier: MIT */
#include "runtime/arcs.h"

#include "machine.h"
#include "runtime/dump.h"
#include "runtime/rt.h"
#include "runtime/sampling.h"

enum {
    FIRST_SLOTS = 512, /* 16 KiB: fits the arcs of most threads */
    SPARE_SLOTS = 64,  /* after the last home, instead of wrapping around */
    ADOPT_LOOK = 64,   /* the most tables that are searched for one without owner, newest first */
};

_Static_assert(sizeof(struct arc_slot) == ARC_SLOT_BYTES, "masks are of bytes");
_Static_assert(sizeof(struct arc_slot) == KEEP_ARC_BYTES && (int)ARC_BLOCK == (int)KEEP_BLOCK &&
                   offsetof(struct arc_slot, count) == 2 * sizeof(uintptr_t),
               "readers know it so");

static const struct arc_slot nothing;

/* A thread without a table looks into one empty slot: no test for NULL in the fast path. */
_Thread_local struct arc_thread arc_thread = {.slots = (struct arc_slot *)&nothing};

static uintptr_t mask_of(const struct arc_table *table)
{
    return (table->n_slots - SPARE_SLOTS - 1) * sizeof(struct arc_slot);
}

static struct arc_slot *home_of(struct arc_slot *slots, uintptr_t mask, uintptr_t from,
                                uintptr_t self)
{
    uintptr_t hash = (from * ARC_HASH_FROM + self) * ARC_HASH_BOTH;
#if UINTPTR_MAX > 0xffffffff
    hash >>= ARC_HASH_SHIFT;
#else
    hash = hash << ARC_HASH_ROTATE | hash >> (32 - ARC_HASH_ROTATE);
#endif
    return (struct arc_slot *)((char *)slots + (hash & mask));
}

/* Takes a free slot for an arc; false: a handler was quicker. Release: whoever sees self sees from.
 */
static bool claim(struct arc_slot *slot, uintptr_t from, uintptr_t self)
{
    uintptr_t free = 0;
    if (!atomic_compare_exchange_strong_explicit(&slot->from, &free, from, memory_order_relaxed,
                                                 memory_order_relaxed))
        return false;
    atomic_store_explicit(&slot->self, self, memory_order_release);
    return true;
}

/* The slot of an arc, claimed if need be; NULL: the table is full enough. */
static struct arc_slot *find_or_claim(struct arc_table *table, uintptr_t from, uintptr_t self)
{
    struct arc_slot *last = table->slots + table->n_slots - 1;
    struct arc_slot *home = home_of(table->slots, mask_of(table), from, self);
    for (struct arc_slot *slot = home; slot < last; slot++) {
        uintptr_t there = atomic_load_explicit(&slot->from, memory_order_relaxed);
        if (there == from && atomic_load_explicit(&slot->self, memory_order_relaxed) == self)
            return slot;
        if (there)
            continue;
        if (atomic_load_explicit(&table->n_used, memory_order_relaxed) >= table->n_slots / 2)
            return NULL;
        /* Before the claim: a handler that jumps out of here must not leave an arc uncounted. */
        atomic_fetch_add_explicit(&table->n_used, 1, memory_order_relaxed);
        if (claim(slot, from, self))
            return slot;
    }
    return NULL;
}

static struct arc_table *new_table(size_t n_homes)
{
    size_t n = n_homes + SPARE_SLOTS;
    struct arc_table *table =
        keep_map(KEEP_TABLE, (uint32_t)n, 0, sizeof(struct arc_slot) * (n + 2));
    if (!table)
        return NULL;
    _Static_assert(sizeof *table <= KEEP_TABLE_BYTES, "the header takes two slots");
    table->slots = (struct arc_slot *)table + 2;
    table->n_slots = n;
    atomic_store_explicit(&table->owner, sys_tid(), memory_order_relaxed);
    table->next = atomic_load_explicit(&rt.tables, memory_order_relaxed);
    /* Release: whoever finds the table in the list sees it filled in. */
    while (!atomic_compare_exchange_weak_explicit(&rt.tables, &table->next, table,
                                                  memory_order_release, memory_order_relaxed))
        ;
    return table;
}

/* A table whose thread has ended; what that thread counted is there before we go on. */
static struct arc_table *adopt_table(void)
{
    struct arc_table *table = atomic_load_explicit(&rt.tables, memory_order_acquire);
    int me = sys_tid();
    for (int i = 0; table && i < ADOPT_LOOK; table = table->next, i++)
        if (dump_take_over(&table->owner, me))
            return table;
    return NULL;
}

/* A first table for a thread, or one of twice the size. A handler may have done the same meanwhile:
 * then the later one stays current, and the other is found by readers all the same. */
static bool get_table(struct arc_table *old)
{
    struct arc_table *table = old ? NULL : adopt_table();
    if (!old) {
        if (!arc_thread.is_known)
            counter_add(&rt.n_threads, 1);
        arc_thread.is_known = true;
        sampler_attach();
    }
    if (!table)
        table = new_table(old ? 2 * (old->n_slots - SPARE_SLOTS) : FIRST_SLOTS);
    if (table) {
        /* Makes table the one that this thread counts in. */
        arc_thread.table = table;
        atomic_store_explicit(&arc_thread.slots, table->slots, memory_order_relaxed);
        atomic_signal_fence(memory_order_seq_cst); /* slots are stored before mask: rule 3 */
        atomic_store_explicit(&arc_thread.mask, mask_of(table), memory_order_relaxed);
    }
    return table != NULL;
}

void arcs_count(uintptr_t from, uintptr_t self)
{
    if (!rt_is_counting() && !rt_begin())
        return;
    if (from == 0)
        from = 1;
    if (rt_is_ready())
        dump_image_at(self); /* it may be in a library that came since */
    for (;;) {
        struct arc_table *table = arc_thread.table;
        struct arc_slot *slot = table ? find_or_claim(table, from, self) : NULL;
        if (slot) {
            counter_add(&slot->count, 1);
            return;
        }
        if (!get_table(table)) {
            counter_add(&rt.n_lost_calls, 1);
            return;
        }
    }
}

/* What was counted before there was a file goes on in it. */
void arcs_keep(void)
{
    struct arc_table *table = arc_thread.table;
    if (!table || !keep_is_on() || !get_table(table))
        return;
    for (size_t i = 0; i < table->n_slots; i++) {
        struct arc_slot *slot = table->slots + i;
        const uintptr_t self = atomic_load_explicit(&slot->self, memory_order_relaxed);
        struct arc_slot *kept =
            self ? find_or_claim(arc_thread.table,
                                 atomic_load_explicit(&slot->from, memory_order_relaxed), self)
                 : NULL;
        if (kept) {
            counter_add(&kept->count, counter_read(&slot->count));
            counter_set(&slot->base, counter_read(&slot->count));
        }
    }
}

/* Counts an arc that this thread has entered in its table; false: it may be new. Nothing has a self
 * of 0, so a free slot is no arc from 0. Made part of each entry: a call that was seen before needs
 * no frame then and saves no register. */
__attribute__((always_inline)) static inline bool count_known(uintptr_t from, uintptr_t self)
{
    uintptr_t mask = atomic_load_explicit(&arc_thread.mask, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst); /* mask is read before slots: rule 3 */
    struct arc_slot *slots = atomic_load_explicit(&arc_thread.slots, memory_order_relaxed);
    for (struct arc_slot *slot = home_of(slots, mask, from, self);; slot++) {
        uintptr_t there = atomic_load_explicit(&slot->from, memory_order_relaxed);
        if (there == from && atomic_load_explicit(&slot->self, memory_order_relaxed) == self) {
            counter_add(&slot->count, 1);
            return true;
        }
        if (!there)
            return false;
    }
}

ARC_ENTRY bool arcs_count_known(uintptr_t from, uintptr_t self)
{
    return count_known(from, self);
}

/* counting is looked at first: before the start there may be no thread-local storage. */
ARC_ENTRY void arcs_call(uintptr_t from, uintptr_t self)
{
    if (!rt_is_counting() || !count_known(from, self))
        arcs_count(from, self);
}

#ifndef MACHINE_COUNTS_FUNCTIONS

/* -finstrument-functions: an ordinary call. from: the return address in the caller. */
__attribute__((visibility("default"))) ARC_ENTRY void __cyg_profile_func_enter(void *self,
                                                                               void *from)
{
    arcs_call((uintptr_t)from, (uintptr_t)self);
}

#endif

/* Acquire: tables are seen filled in. */
static struct arc_table *first_table(void)
{
    return atomic_load_explicit(&rt.tables, memory_order_acquire);
}

/* base moves up, count stays: its owner may be adding to it right now. */
void arcs_reset(void)
{
    for (struct arc_table *table = first_table(); table; table = table->next)
        for (size_t i = 0; i < table->n_slots; i++) {
            struct arc_slot *slot = table->slots + i;
            uint64_t count = counter_read(&slot->count);
            if (count != counter_read(&slot->base))
                counter_set(&slot->base, count);
        }
}

void arcs_forked(void)
{
    arc_thread.table = NULL;
    atomic_store_explicit(&arc_thread.mask, 0, memory_order_relaxed);
    atomic_signal_fence(memory_order_seq_cst); /* mask is stored before slots: rule 3 */
    atomic_store_explicit(&arc_thread.slots, (struct arc_slot *)&nothing, memory_order_relaxed);
    atomic_store_explicit(&rt.tables, NULL, memory_order_relaxed);
}

static uint64_t count_of(struct arc_slot *slot)
{
    return counter_read(&slot->count) - counter_read(&slot->base);
}

uint64_t arcs_sum(void)
{
    uint64_t sum = 0;
    for (struct arc_table *table = first_table(); table; table = table->next)
        for (size_t i = 0; i < table->n_slots; i++)
            sum += count_of(table->slots + i);
    return sum;
}

/* Acquire: a slot with self has its from. */
static bool is_called(struct arc_slot *slot, uintptr_t lo, uintptr_t hi)
{
    uintptr_t self = atomic_load_explicit(&slot->self, memory_order_acquire);
    return self >= lo && self < hi && count_of(slot) > 0;
}

size_t arcs_move(uintptr_t lo, uintptr_t hi, struct rt_arc *to, size_t room)
{
    size_t n = 0;
    for (struct arc_table *table = first_table(); table; table = table->next)
        for (size_t i = 0; i < table->n_slots && n < room; i++) {
            struct arc_slot *slot = table->slots + i;
            if (!is_called(slot, lo, hi))
                continue;
            if (to) {
                const uint64_t count = counter_read(&slot->count);
                to[n].from = atomic_load_explicit(&slot->from, memory_order_relaxed);
                to[n].self = atomic_load_explicit(&slot->self, memory_order_relaxed);
                to[n].count = count - counter_read(&slot->base);
                counter_set(&slot->base, count);
            }
            n++;
        }
    return n;
}

struct arc_use arcs_use(void)
{
    struct arc_use use = {counter_read(&rt.n_threads), 0};
    for (struct arc_table *table = first_table(); table; table = table->next)
        use.n_bytes += (table->n_slots + 2) * sizeof(struct arc_slot);
    return use;
}

/* ---- other ways in which compilers report calls and blocks ---- */

/* -finstrument-functions, whose calls are counted above or in entry.S, and
 * -fsanitize-coverage=trace-pc and trace-pc-guard. They are ordinary calls, so this can be C. */
__attribute__((visibility("default"))) void __cyg_profile_func_exit(void *self, void *from);
__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin,
                                                                                uint32_t *end);

void __cyg_profile_func_exit(void *self, void *from) {}

/* Guards number the blocks; we go by addresses. */
void __sanitizer_cov_trace_pc_guard_init(uint32_t *begin, uint32_t *end) {}

#ifndef MACHINE_COUNTS_BLOCKS

__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc(void);
__attribute__((visibility("default"))) void __sanitizer_cov_trace_pc_guard(uint32_t *guard);

void __sanitizer_cov_trace_pc(void)
{
    arcs_call(ARC_BLOCK, (uintptr_t)__builtin_return_address(0));
}

void __sanitizer_cov_trace_pc_guard(uint32_t *guard)
{
    arcs_call(ARC_BLOCK, (uintptr_t)__builtin_return_address(0));
}

#endif
