/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which program of a run is worth looking at, by the runs that its processes left. */
#include "core/load/join/run_groups.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "tests/support/run_maker.h"
#include "tests/support/scratch_folder.h"

/* A process of the folder; name NULL: of the profile that the folder is of. */
static void leave(const char *folder, const char *name, const char *program, unsigned calls,
                  const char *cpu)
{
    char path[256], text[256];
    snprintf(path, sizeof path, "%s.d/%s", folder, name ? name : folder);
    const char *profile = name ? path : folder;
    FILE *f = fopen(profile, "w");
    assert_non_null(f);
    assert_int_equal(fclose(f), 0);
    snprintf(text, sizeof text, "cpu %s\ncalls %u\nimage 0 path %s\n", cpu, calls, program);
    run_make(text, profile);
}

static struct run_groups read_all(const char *folder, const char *run)
{
    struct run_groups g;
    struct err e = ERR_INIT;
    assert_true(run_groups_read(&g, folder, run, &e));
    return g;
}

static void heaviest_first(void **state)
{
    (void)state;
    assert_int_equal(mkdir("a.d", 0700), 0);
    leave("a", NULL, "/x/shell", 0, "9.000");
    leave("a", "1.h.5", "/x/light", 99, "0.100");
    leave("a", "1.h.3", "/x/heavy", 10, "0.060");
    leave("a", "1.h.4", "/x/heavy", 10, "0.070");
    leave("a", "1.h.6", "/x/calls", 100, "0.100");
    struct run_groups g = read_all("a.d", "");
    assert_int_equal(g.n, 4);
    assert_int_equal(g.n_processes, 5);
    assert_string_equal(g.groups[0].processes[0].program, "/x/heavy");
    assert_int_equal(g.groups[0].n, 2);
    assert_int_equal(g.groups[0].cpu_ms, 130);
    assert_int_equal(g.groups[0].n_calls, 20);
    assert_string_equal(g.groups[0].processes[0].profile, "a.d/1.h.4");
    assert_string_equal(g.groups[0].processes[1].profile, "a.d/1.h.3");
    assert_string_equal(g.groups[1].processes[0].program, "/x/calls");
    assert_string_equal(g.groups[2].processes[0].program, "/x/light");
    assert_string_equal(g.groups[3].processes[0].program, "/x/shell");
    assert_string_equal(g.groups[3].processes[0].profile, "a");
    assert_true(g.groups[3].has_main && !g.groups[0].has_main);
    assert_false(g.groups[0].is_readable);
    run_groups_release(&g);
}

/* Among those that count no calls, one that can be shown; the folder's own breaks ties. */
static void readable_first(void **state)
{
    (void)state;
    assert_int_equal(mkdir("b.d", 0700), 0);
    leave("b", "1.h.1", "/x/gone", 0, "9.000");
    leave("b", "1.h.2", "/proc/self/exe", 0, "1.000");
    leave("b", "2.h.1", "/x/aa", 7, "1.000");
    leave("b", NULL, "/x/bb", 7, "1.000");
    struct run_groups g = read_all("b.d", "1.");
    assert_int_equal(g.n, 2);
    assert_string_equal(g.groups[0].processes[0].program, "/proc/self/exe");
    assert_true(g.groups[0].is_readable);
    run_groups_release(&g);
    g = read_all("b.d", "");
    assert_string_equal(g.groups[0].processes[0].program, "/x/bb");
    assert_string_equal(g.groups[1].processes[0].program, "/x/aa");
    run_groups_release(&g);
}

static void nothing_and_failures(void **state)
{
    (void)state;
    struct err e = ERR_INIT;
    assert_int_equal(mkdir("c.d", 0700), 0);
    struct run_groups g = read_all("c.d", "");
    assert_int_equal(g.n, 0);
    run_groups_release(&g);
    assert_false(run_groups_read(&g, "nowhere.d", "", &e));
    assert_int_equal(e.code, ERR_OPEN);
    assert_int_equal(g.n, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(heaviest_first),
        cmocka_unit_test(readable_first),
        cmocka_unit_test(nothing_and_failures),
    };
    return cmocka_run_group_tests(tests, scratch_enter, scratch_leave);
}
