/* SPDX-License-Identifier: GPL-3.0-or-later */
/* wide COUNT: calls leaf four times, as if there had been COUNT calls before, and four times more
 * when there might have been half of what 32 bits hold; prints how often that is in all, "leaf
 * COUNT+2147483652"; as if there had been samples in it, too, of 2000 seconds. Readers bear one
 * half that is not counted yet, not two. Linked with the runtime's objects, of which it changes the
 * counters. Compiled with -pg or -finstrument-functions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "runtime/arcs.h"
#include "runtime/rt.h"

#define ALONE __attribute__((noinline, noclone, aligned(64)))

enum { LEAF_BYTES = 48, SECONDS = 2000, HZ = 100, CALLS = 4 };
#define HALF (UINT64_C(1) << 31)

ALONE void leaf(void)
{
    __asm__ volatile("# leaf");
}

ALONE void leaves(int n)
{
    for (int i = 0; i < n; i++)
        leaf();
    __asm__ volatile("# leaves");
}

/* The count of the one arc to leaf; NULL: there are more, or none. */
static struct counter *find_count(void)
{
    struct counter *found = NULL;
    int n = 0;
    for (struct arc_table *table = atomic_load(&rt.tables); table; table = table->next)
        for (size_t i = 0; i < table->n_slots; i++) {
            struct arc_slot *slot = table->slots + i;
            if (atomic_load(&slot->self) - (uintptr_t)leaf >= LEAF_BYTES)
                continue;
            found = &slot->count;
            n++;
        }
    return n == 1 ? found : NULL;
}

static void sample(void)
{
    struct rt_image *image = &rt.images.program;
    size_t bin = ((uintptr_t)leaf - image->lo) >> image->bin_shift;
    images_hit(&rt.images, image, image->lo + (bin << image->bin_shift), SECONDS * HZ);
}

int main(int argc, char **argv)
{
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    leaves(1);
    struct counter *calls = find_count();
    if (!calls)
        return 1;
    counter_set(calls, count);
    leaves(CALLS);
    counter_add(calls, HALF - CALLS);
    leaves(CALLS);
    sample();
    printf("leaf %" PRIu64 "\n", count + HALF + CALLS);
    return 0;
}
