/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bins of a histogram, of one record and of several. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/model/profile.h"

enum { BINS = 67 };

static struct histogram draw(unsigned round)
{
    struct histogram h = {.n_bins = round % BINS};
    h.record = mem_array(h.n_bins, sizeof *h.record);
    assert_non_null(h.record);
    for (uint32_t i = 0; i < h.n_bins; i++)
        h.record[i] = (uint16_t)((i + round) % (round % 11 + 1) ? 0 : 65535 - i);
    return h;
}

static void check(const struct histogram *h, const uint16_t *want)
{
    uint32_t next = h->n_bins;
    for (uint32_t i = h->n_bins; i-- > 0;) {
        assert_int_equal(histogram_ticks(h, i), want[i]);
        next = want[i] ? i : next;
        assert_int_equal(histogram_next(h, i), next);
    }
    assert_int_equal(histogram_next(h, h->n_bins), h->n_bins);
}

static void narrow_and_wide(void **state)
{
    (void)state;
    for (unsigned round = 0; round < 40 * BINS; round++) {
        struct histogram h = draw(round), want = draw(round);
        check(&h, want.record);
        histogram_widen(&h);
        check(&h, want.record);
        histogram_widen(&h);
        assert_null(h.record);
        check(&h, want.record);
        free(h.bins);
        free(want.record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(narrow_and_wide)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
