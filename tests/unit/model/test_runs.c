/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/runs: which runs a list names, and what they are called. */
#include "core/model/runs.h"

#include "tests/support/unit.h"

/* ---- lists ---- */

static struct profile_run runs[6];
static const struct profile_runs set = {.v = runs, .n = 6};

/* Which runs a list names, a digit each; "-": it makes no sense. */
static const char *named(const char *list)
{
    static char text[8];
    bool shown[6];
    struct err e = ERR_INIT;
    char *at = text;
    if (!profile_runs_select(&set, list, shown, &e))
        return e.code == ERR_SPEC ? "-" : "?";
    for (unsigned i = 0; i < set.n; i++)
        if (shown[i])
            *at++ = (char)('0' + i);
    *at = '\0';
    return text;
}

TEST(lists)
{
    static const char *const labels[] = {"2", "3", "10", "a/x", "b", "7-9"};
    for (unsigned i = 0; i < 6; i++)
        runs[i] = (struct profile_run){.label = labels[i], .rank = RUN_NO_RANK};
    runs[4].rank = 8;
    static const struct {
        const char *list, *runs;
    } cases[] = {
        {"2", "0"},     {"2,10", "02"},  {"2-10", "0124"}, {"3-9", "14"},
        {"7-9", "5"},   {"8", "4"},      {"#1", "0"},      {"#5-#6", "45"},
        {"#5-6", "45"}, {"a/x,b", "34"}, {"a/x,#6", "35"}, {"none", "-"},
        {"4-6", "-"},   {"", "-"},       {"2,", "-"},      {",2", "-"},
        {"3-2", "-"},   {"2-", "-"},     {"-2", "-"},      {"2-#4", "-"},
        {"#0", "-"},    {"#7", "-"},     {"#", "-"},       {"99999999999999999999", "-"},
        {"A/X", "-"},   {"2-3-4", "-"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(named(cases[i].list), cases[i].runs);
}

/* Words for runs whose labels are 0, 1, ...: of those at whose place `wanted` has an x. */
static const char *listed(const char *wanted)
{
    static char labels[32][12], words[128];
    struct profile_run v[32];
    struct profile_runs r = {.v = v, .n = (uint32_t)strlen(wanted)};
    bool want[32], shown[32];
    struct text t = {0};
    for (unsigned i = 0; i < r.n; i++) {
        snprintf(labels[i], sizeof labels[i], "%u", i);
        v[i] = (struct profile_run){.label = labels[i], .rank = i};
        want[i] = wanted[i] == 'x';
    }
    profile_runs_list(&r, want, &t);
    assert_true(profile_runs_select(&r, text_z(&t), shown, no_err()));
    assert_memory_equal(want, shown, r.n);
    snprintf(words, sizeof words, "%s", text_z(&t));
    text_release(&t);
    return words;
}

TEST(short_lists)
{
    assert_string_equal(listed("xxxxxxxxxxxxxxxx"), "0-15");
    assert_string_equal(listed("xxxx"), "0-3");
    assert_string_equal(listed("xx.x"), "0,1,3");
    assert_string_equal(listed("xxx.x"), "0-2,4");
    assert_string_equal(listed(".xxxxxxxxxx.x.xxx"), "1-10,#13,14-16");
    assert_string_equal(listed("x.x.x.x.x.x.x.x.x.xxx"), "#1,#3,#5,#7,#9,#11,#13,#15,#17,#19-#21");
}

/* ---- labels ---- */

static char *paths[4];
static struct profile_file files[4];

/* The labels of runs of these files, in their order, by blanks. */
static const char *labelled(const char *const *path, const uint64_t *rank)
{
    static char text[256];
    uint32_t order[4];
    struct profile_runs r = {.v = mem_array(4, sizeof *r.v)};
    for (; r.n < 4 && path[r.n]; r.n++) {
        paths[r.n] = (char *)path[r.n];
        files[r.n] = (struct profile_file){.path = paths[r.n]};
        r.v[r.n] =
            (struct profile_run){.file = r.n, .n_files = 1, .rank = rank ? rank[r.n] : RUN_NO_RANK};
    }
    run_labels_set(&r, files, order);
    text[0] = '\0';
    for (uint32_t i = 0; i < r.n; i++) {
        strcat(text, i ? " " : "");
        strcat(text, r.v[i].label);
        assert_true(r.v[order[i]].file == i);
    }
    free(r.v);
    arena_release(&r.memory);
    return text;
}

#define PATHS(...)                                                                                 \
    (const char *const[5])                                                                         \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }

TEST(labels)
{
    assert_string_equal(labelled(PATHS("gmon.out.1", "gmon.out.10", "gmon.out.2"), NULL), "1 2 10");
    assert_string_equal(labelled(PATHS("a/gmon.out", "b/gmon.out"), NULL), "a b");
    assert_string_equal(labelled(PATHS("r/a1.out", "r/a2.out", "r/b.out"), NULL), "a1 a2 b");
    assert_string_equal(labelled(PATHS("gmon.out", "gmon.out.1"), NULL), "out out.1");
    assert_string_equal(labelled(PATHS("x", "x"), NULL), "1 2");
    assert_string_equal(labelled(PATHS("a b", "a\nc"), NULL), "a_b a_c");
    assert_string_equal(labelled(PATHS("p.7", "p.8", "p.9"), (const uint64_t[]){2, 0, 1}), "0 1 2");
    assert_string_equal(labelled(PATHS("p.7", "p.8"), (const uint64_t[]){1, 1}), "7 8");
}
