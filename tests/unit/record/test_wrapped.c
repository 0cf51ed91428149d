/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which program the words of a wrapper name. */
#include "record/wrapped.h"

#include <sys/stat.h>

#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

/* Programs are files of these names in the folder. */
static int make_programs(void **state)
{
    static const char *const names[] = {"env",    "nice", "timeout", "sh",   "bash",
                                        "mpirun", "prog", "stdbuf",  "nohup"};
    if (scratch_enter(state) != 0)
        return -1;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        scratch_put(names[i], "");
        if (chmod(names[i], 0700) != 0)
            return -1;
    }
    return 0;
}

static void expect(char *const *words, const char *want)
{
    struct target t;
    char *name;
    assert_true(wrapped_find(words, ".", &t, &name, no_err()));
    if (want)
        assert_string_equal(name, want);
    else
        assert_null(name);
    assert_true((t.path != NULL) == (want != NULL));
    target_release(&t);
    free(name);
}

TEST(words_are_followed)
{
    static const struct {
        const char *words[8];
        const char *want;
    } cases[] = {
        {{"env", "A=1", "-i", "prog", "x"}, "prog"},
        {{"nice", "-n", "5", "./prog"}, "./prog"},
        {{"/usr/bin/timeout", "-k", "3", "20", "prog", "env"}, "prog"},
        {{"nohup", "nice", "env", "timeout", "9", "prog"}, "prog"},
        {{"mpirun", "-np", "4", "prog", "20"}, "prog"},
        {{"sh", "-c", "exec prog 1 2; env"}, "prog"},
        {{"sh", "-ec", "A=1 'prog' | env"}, "prog"},
        {{"bash", "--norc", "-c", "nice -n 5 prog"}, "prog"},
        {{"stdbuf", "-oL", "sh", "-c", "timeout 9 sh -c prog"}, "prog"},
        {{"sh", "-c", "cd /; prog"}, NULL},
        {{"sh", "prog"}, NULL},
        {{"sh", "-c"}, NULL},
        {{"sh"}, NULL},
        {{"env"}, NULL},
        {{"env", "nothing", "of", "this"}, NULL},
        {{"timeout", "20", "sh", "prog"}, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        expect((char *const *)cases[i].words, cases[i].want);
}

TEST(wrappers)
{
    assert_true(wrapped_is_wrapper("/bin/sh"));
    assert_true(wrapped_is_wrapper("timeout"));
    assert_true(wrapped_is_wrapper("/opt/bin/mpiexec.hydra"));
    assert_false(wrapped_is_wrapper("./prog"));
    assert_false(wrapped_is_wrapper("environment"));
}

ALL_TESTS(make_programs, scratch_leave);
