/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --repeat=auto is said to bring. */
#include "record/repeat.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

#include "record/messages.h"

static void offers(void **state)
{
    (void)state;
    static const struct {
        uint64_t n, wall_ms, cpu_ms, hz;
        bool helps;
        uint64_t ms, samples;
    } cases[] = {
        {12, 33, 12, 1000, true, 6000, 2000},   /* the clock of samples counts */
        {12, 997, 12, 1000, true, 10000, 120},  /* no more than ten seconds */
        {0, 7, 2, 1000, true, 10000, 2000},     /* no sample came: those that were due */
        {0, 7, 0, 1000, false, 0, 0},           /* nothing at all */
        {12, 5000, 12, 1000, false, 10000, 23}, /* it waits for long */
        {90, 1997, 90, 1000, true, 10000, 450},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct repeat_offer o;
        bool helps =
            repeat_would_help(cases[i].n, cases[i].wall_ms, cases[i].cpu_ms, cases[i].hz, &o);
        assert_int_equal(helps, cases[i].helps);
        if (cases[i].ms) {
            assert_int_equal(o.ms, cases[i].ms);
            assert_int_equal(o.samples, cases[i].samples);
        }
    }
}

static void lines(void **state)
{
    (void)state;
    struct text t = {0};
    const struct say s = {.program = "gptui", .name = "prog", .out = &t};
    say_few(&s, 12, &(struct repeat_offer){5400, 1200});
    say_few(&s, 1, &(struct repeat_offer){1, 2000});
    say_few(&s, 0, &(struct repeat_offer){10000, 400});
    assert_string_equal(text_z(&t),
                        "gptui: 12 samples: +/- 29 %; --repeat=auto takes about 6 s for +/- 3 %\n"
                        "gptui: 1 sample: +/- 100 %; --repeat=auto takes about 1 s for +/- 2 %\n"
                        "gptui: no samples; --repeat=auto takes about 10 s for +/- 5 %\n");
    text_release(&t);
}

/* The runtime's own library is nobody's time. */
static void own_cost(void **state)
{
    (void)state;
    struct run_image images[] = {{.path = "/x/prog", .ticks = 50},
                                 {.path = "/l/libm.so.6", .ticks = 30},
                                 {.path = "/l/libgptui-rt.so", .ticks = 40}};
    struct run_info info = {.images = images, .n_images = 3, .facts.ticks = 120};
    struct text t = {0};
    const struct say s = {.program = "gptui", .name = "prog", .out = &t};
    assert_int_equal(say_samples(&info), 80);
    say_elsewhere(&s, &info);
    say_own_cost(&s, &info);
    assert_string_equal(
        text_z(&t), "gptui: 30 of 80 samples are in shared libraries, most of them in /l/libm.so.6;"
                    " the browser shows them together with the program\n"
                    "gptui: 40 samples are profiling itself, left out\n");
    text_clear(&t);
    images[1].ticks = 0;
    images[2].ticks = 1;
    info.facts.ticks = 200;
    say_elsewhere(&s, &info);
    say_own_cost(&s, &info);
    assert_string_equal(text_z(&t), "");
    text_release(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(offers),
        cmocka_unit_test(lines),
        cmocka_unit_test(own_cost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
