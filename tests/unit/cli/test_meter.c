/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cli/meter: when it writes, and that it leaves nothing behind. */
#include <unistd.h>

#include "core/cli/meter.h"

#include "tests/support/unit.h"

static int64_t now;

static int64_t fake_clock(void)
{
    return now;
}

/* What a meter wrote into the pipe so far. */
static void expect(int fd, const char *text)
{
    char got[256];
    ssize_t n = read(fd, got, sizeof got - 1);
    assert_true(n >= 0);
    got[n] = '\0';
    assert_string_equal(got, text);
}

TEST(quiet_then_seldom)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct sink sink = {.fd = ends[1], .name = "pipe"};
    now = 5000;
    struct meter m = meter_start(&sink, "p", fake_clock);
    struct progress p = meter_progress(&m);
    now = 5299;
    assert_true(progress_step(&p, "files", 1, 4));
    now = 5300;
    assert_true(progress_step(&p, "files", 2, 4));
    expect(ends[0], "\rp: files 50%");
    now = 5399;
    assert_true(progress_step(&p, "files", 3, 4));
    now = 5400;
    assert_true(progress_step(&p, "arcs", 0, 0));
    expect(ends[0], "\rp: arcs     ");
    meter_clear(&m);
    expect(ends[0], "\r       \r");
    meter_clear(&m);
    close(ends[1]);
    expect(ends[0], "");
    close(ends[0]);
}

TEST(tells_what_it_waits_for)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct sink sink = {.fd = ends[1], .name = "pipe"};
    now = 5000;
    struct meter m = meter_start(&sink, "p", fake_clock);
    struct progress p = meter_progress(&m);
    assert_true(progress_wait(&p, "a FIFO", "f\n"));
    now = 5300;
    assert_true(progress_wait(&p, "a FIFO", "f\n"));
    expect(ends[0], "\rp: waiting for f\\x0a: a FIFO");
    meter_clear(&m);
    close(ends[1]);
    expect(ends[0], "\r                            \r");
    close(ends[0]);
}

TEST(silent_without_a_terminal)
{
    struct meter m = meter_start(NULL, "p", fake_clock);
    struct progress p = meter_progress(&m);
    now = INT64_MAX;
    assert_true(progress_step(&p, "files", 1, 4));
    meter_clear(&m);
    meter_clear(NULL);
}
