/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marks: which range and number make which. */
#include "core/view/marks.h"

#include "tests/support/unit.h"

TEST(ranges_make_marks)
{
    static const struct {
        struct range range;
        double ticks;
        enum mark want;
    } cases[] = {
        {{.high = 0}, 0, MARK_NONE},
        {{.high = 0, .callbacks = 50}, 0, MARK_NONE},
        {{.low = 100, .high = 100}, 100, MARK_NONE},
        {{.low = 95, .high = 105}, 100, MARK_NONE},
        {{.low = 75, .high = 125}, 100, MARK_NONE},
        {{.low = 74, .high = 125}, 100, MARK_UNSURE},
        {{.low = 75, .high = 126}, 100, MARK_UNSURE},
        {{.low = 0, .high = 1}, 0, MARK_UNSURE},
        {{.low = 0, .high = 1}, 1, MARK_NONE}, /* no wider than the sampling error */
        {{.low = 0, .high = 400}, 100, MARK_UNSURE},
        {{.low = 100, .high = 100}, 80, MARK_NONE},
        {{.low = 100, .high = 100}, 71, MARK_UNSURE},
        {{.low = 100, .high = 100}, 69, MARK_OUTSIDE},
        {{.low = 100, .high = 300}, 69, MARK_OUTSIDE},
        {{.low = 50, .high = 60}, 90, MARK_OUTSIDE},
        {{.low = 50, .high = 100}, 129, MARK_UNSURE},
        /* of an open range, what all that is possible has */
        {{.low = 100, .high = 0, .is_open = true, .most = 120}, 100, MARK_NONE},
        {{.low = 100, .high = 0, .is_open = true, .most = 130}, 100, MARK_UNSURE},
        {{.low = 100, .high = 126, .is_open = true, .most = 900}, 100, MARK_UNSURE},
        {{.low = 100, .high = 0, .is_open = true, .most = 900}, 69, MARK_OUTSIDE},
        {{.low = 0, .high = 0, .is_open = true, .most = 1000}, 1000, MARK_UNSURE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (range_mark(&cases[i].range, cases[i].ticks) != cases[i].want)
            fail_msg("case %u: %s", (unsigned)i,
                     mark_word(range_mark(&cases[i].range, cases[i].ticks)));
    assert_string_equal(mark_word(MARK_OUTSIDE), "outside");
    assert_int_equal(mark_sign(MARK_OUTSIDE), '!');
    assert_int_equal(mark_sign(MARK_NONE), ' ');
}
