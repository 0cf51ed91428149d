/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What annotated source says of lines, for an analysis put together by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/view/rows/annotate.h"
#include "tests/support/profile_builder.h"

/* Symbols of 16 bytes from 0x1000 on: functions with their source lines, and line symbols. */
static const char a_c[] = "/src/a.c", h_h[] = "h.h";
static const struct {
    const char *file;
    uint32_t line;
    uint32_t flags;
    uint64_t calls;
    double ticks;
} symbols[] = {
    {a_c, 1, SYM_FUNC, 4, 1.5}, {a_c, 7, SYM_LINE, 0, 2},          {h_h, 3, SYM_FUNC, 5, 0},
    {a_c, 7, SYM_LINE, 0, 4},   {NULL, 0, SYM_FUNC, 9, 9},         {h_h, 3, SYM_FUNC, 6, 1},
    {a_c, 1, SYM_FUNC, 2, 8},   {a_c, 4000000000, SYM_LINE, 0, 0}, {h_h, 9, SYM_FUNC, 1, 0},
};
enum { N = ARRAY_LEN(symbols) };

/* Addresses (from 0x1000) and counts of blocks, by symbol. */
static struct raw_block block[] = {{0x1000, 4}, {0x1001, 4}, {0x1002, 3}, {0x1011, 8},
                                   {0x1070, 5}, {0x1072, 0}, {0x1073, 0}};
static size_t block_lo[N + 1] = {0, 3, 4, 4, 4, 4, 4, 4, 7, 7};
static uint8_t block_n[N] = {3, 1, 0, 0, 0, 0, 0, 3, 0};
static struct blocks blocks = {.v = block, .lo = block_lo, .n = block_n};

/* One table, of which settings without symspecs let all through. */
static struct made m;
static struct settings settings;
static struct analysis *made;
static struct analysis a;
static struct line_pos entry[N];
static const char *files[] = {h_h, a_c};
static uint32_t by_pointer[] = {0, 1};
static const struct sources sources = {entry, files, ARRAY_LEN(files), by_pointer};

static int set_up(void **state)
{
    struct err e = {0};
    (void)state;
    made_init(&m, 0x1000, 0x1000 + 16 * N);
    for (uint32_t i = 0; i < N; i++) {
        made_symbol(&m, "f", 0x1000 + 16 * (uint64_t)i, SYM_FUNC);
        entry[i] = (struct line_pos){symbols[i].file, symbols[i].line};
    }
    if ((uintptr_t)files[0] > (uintptr_t)files[1])
        by_pointer[0] = 1, by_pointer[1] = 0;
    made = analysis_new(&m.profile, &settings, NULL, NULL, NULL, &e);
    assert_non_null(made);
    a = *made;
    a.sources = &sources;
    a.blocks = &blocks;
    for (uint32_t i = 0; i < N; i++) {
        a.table->symbols[i].flags = (uint8_t)symbols[i].flags;
        a.graph->calls[i] = symbols[i].calls;
        a.samples->self[i] = symbols[i].ticks;
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    analysis_free(made);
    return 0;
}

static struct annotation *annotate(void)
{
    struct err e = {0};
    struct annotation *n = annotation_new(&a, &e);
    assert_non_null(n);
    return n;
}

static void files_and_lines(void **state)
{
    struct annotation *n = annotate();
    struct text got = {0};
    (void)state;
    for (uint32_t f = 0; f < n->n_files; f++) {
        text_printf(&got, "%s %d %g:", n->files[f].path, (int)n->files[f].calls, n->files[f].ticks);
        for (uint32_t i = n->files[f].lo; i < n->files[f].hi; i++)
            text_printf(&got, " %u=%u*%u,%d,%g", n->lines[i].line, n->lines[i].first,
                        n->lines[i].n_symbols, (int)n->lines[i].calls, n->lines[i].ticks);
        text_char(&got, '\n');
    }
    assert_string_equal(text_z(&got), "/src/a.c 6 15.5: 1=0*2,6,9.5 7=1*2,0,6 4000000000=7*1,0,0\n"
                                      "h.h 12 1: 3=2*2,11,1 9=8*1,1,0\n");
    assert_int_equal(n->lines[0].hottest, 6); /* of the copies of one line */
    assert_int_equal(n->lines[2].hottest, n->lines[2].first);
    assert_ptr_equal(annotation_find(n, &n->files[0], 7), &n->lines[1]);
    assert_ptr_equal(annotation_find(n, &n->files[0], 4000000000), &n->lines[2]);
    assert_null(annotation_find(n, &n->files[0], 3));
    assert_null(annotation_find(n, &n->files[0], 0));
    assert_null(annotation_find(n, &n->files[0], UINT64_C(1) << 40));
    text_release(&got);
    annotation_free(n);
}

/* The margins of all lines with symbols, one after the other. */
static void expect_margins(bool all_lines, uint64_t min_count, const char *want)
{
    struct annotation *n = annotate();
    struct line_counts c;
    struct text got = {0};
    uint64_t last = 0;
    for (uint32_t i = 0; i < n->n_lines; i++) {
        annotation_counts(&a, &n->lines[i], all_lines, &last, &c);
        text_char(&got, '|');
        text_margin(&got, &c, min_count);
    }
    assert_string_equal(text_z(&got), want);
    text_release(&got);
    annotation_free(n);
}

static void margins(void **state)
{
    (void)state;
    expect_margins(false, 1,
                   "|     6,4,4,3 -> |           8 -> |       5,0,0 -> |          11 -> "
                   "|           1 -> ");
    expect_margins(true, 1,
                   "|       6,4,3 -> |         3,8 -> |         5,0 -> |          11 -> "
                   "|           1 -> ");
    expect_margins(false, 11,
                   "|     6,4,4,3 -> |       ##### -> |       ##### -> |          11 -> "
                   "|       ##### -> ");
}

static void long_margins_are_cut(void **state)
{
    struct line_counts c = {.v = {123456, 789012, 345}, .n = 3, .sum = 1};
    struct text got = {0};
    (void)state;
    text_margin(&got, &c, 1);
    assert_string_equal(text_z(&got), "123456,789012,34");
    text_clear(&got);
    c = (struct line_counts){.v = {123456789012}, .n = 1, .sum = 1};
    text_margin(&got, &c, 0);
    assert_string_equal(text_z(&got), "123456789012 -> ");
    text_clear(&got);
    for (unsigned i = 0; i <= BLOCKS_MAX; i++)
        c.v[i] = UINT64_MAX;
    c.n = 1 + BLOCKS_MAX;
    text_margin(&got, &c, 0);
    assert_string_equal(text_z(&got), "1844674407370955");
    text_clear(&got);
    c = (struct line_counts){.n = 0};
    text_margin(&got, &c, 5);
    assert_string_equal(text_z(&got), "                ");
    text_release(&got);
}

static void top_lines(void **state)
{
    struct annotation *n = annotate();
    uint32_t top[N], n_top;
    (void)state;
    assert_true(annotation_top(n, &n->files[1], 10, top, &n_top));
    assert_int_equal(n_top, 2);
    assert_int_equal(n->lines[top[0]].line, 3);
    assert_int_equal(n->lines[top[1]].line, 9);
    assert_true(annotation_top(n, &n->files[0], 10, top, &n_top));
    assert_int_equal(n_top, 1); /* lines without calls are not there */
    assert_true(annotation_top(n, &n->files[1], 1, top, &n_top));
    assert_int_equal(n_top, 1);
    assert_true(annotation_top(n, &n->files[1], 0, top, &n_top));
    assert_int_equal(n_top, 0);
    annotation_free(n);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_and_lines),
        cmocka_unit_test(margins),
        cmocka_unit_test(long_margins_are_cut),
        cmocka_unit_test(top_lines),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
