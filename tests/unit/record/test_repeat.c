/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What --repeat=auto is said to bring. */
#include "record/repeat.h"

#include "record/messages.h"

#include "tests/support/unit.h"

TEST(offers)
{
    static const struct {
        uint64_t n, wall_ms, cpu_ms, hz;
        bool helps;
        uint64_t ms, samples;
    } cases[] = {
        {12, 33, 12, 1000, true, 6000, 2000},   /* the clock of samples counts */
        {50, 997, 500, 100, true, 10000, 500},  /* no more than ten seconds */
        {12, 75, 12, 1000, false, 0, 0},        /* it waits, or somebody else has the processor */
        {0, 7, 2, 1000, true, 10000, 2000},     /* no sample came: those that were due */
        {0, 7, 0, 1000, false, 0, 0},           /* nothing at all */
        {12, 5000, 12, 1000, false, 10000, 23}, /* it waits for long */
        {90, 1997, 980, 1000, true, 10000, 450},
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

TEST(lines)
{
    struct text t = {0};
    const struct say s = {.program = "gptui", .name = "prog", .out = &t};
    const struct run_facts plain = {.asked_hz = 125, .tick_hz = 250};
    const struct run_facts by_tick = {.asked_hz = 250, .tick_hz = 250};
    say_few(&s, 12, &(struct repeat_offer){5400, 1200}, &plain);
    say_few(&s, 1, &(struct repeat_offer){1, 2000}, &by_tick);
    say_few(&s, 0, &(struct repeat_offer){10000, 400}, &plain);
    say_rate(&s, &plain);
    say_rate(&s, &by_tick);
    assert_string_equal(text_z(&t),
                        "gptui: 12 samples: +/- 29 %; --repeat=auto takes about 6 s for +/- 3 %\n"
                        "gptui: 250 samples a second: this kernel's tick; 1 sample: +/- 100 %; "
                        "--repeat=auto takes about 1 s for +/- 2 %\n"
                        "gptui: no samples; --repeat=auto takes about 10 s for +/- 5 %\n"
                        "gptui: 250 samples a second: this kernel's tick\n");
    text_release(&t);
}

/* The runtime's own library is nobody's time. */
TEST(own_cost)
{
    struct run_image images[] = {{.path = "/x/prog", .ticks = 50},
                                 {.path = "/l/libm.so.6", .ticks = 30},
                                 {.path = "/l/libgptui-rt.so", .ticks = 40}};
    const struct run info = {.images = images, .n_images = 3, .facts.ticks = 120};
    assert_int_equal(say_samples(&info), 80);
}

/* Where the profile is: one line, whatever there is. */
TEST(places)
{
    struct text t = {0};
    const struct say s = {.program = "gptui", .name = "prog", .out = &t};
    struct left l = {.image = "/proc/self/exe", .profile = "p", .folder = "p.d", .n_processes = 1};
    say_profile(&s, &l);
    l.n_others = 3;
    say_profile(&s, &l);
    l.n_runs = 5, l.n_samples = 432, l.n_others = 0;
    say_profile(&s, &l);
    l.n_processes = 8, l.n_runs = 0, l.profile = "p.d";
    say_profile(&s, &l);
    l.n_others = 3;
    say_profile(&s, &l);
    assert_string_equal(
        text_z(&t),
        "gptui: the profile is in p; look at it with: gptui /proc/self/exe p\n"
        "gptui: the profile is in p, 3 more in p.d; look at it with: gptui /proc/self/exe p\n"
        "gptui: the profile of 5 runs, 432 samples, is in p; look at it with: gptui "
        "/proc/self/exe p\n"
        "gptui: the profiles of 8 processes are in p.d; look at them with: gptui /proc/self/exe "
        "p.d\n"
        "gptui: the profiles of 8 processes are in p.d, with 3 of other programs; look at them "
        "with: gptui /proc/self/exe p.d\n");
    text_release(&t);
}
