/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view/grid/sheet: what the views show of C++ names on screens of the usual sizes (D3). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/attr.h"
#include "core/base/utf8.h"
#include "core/view/grid/callers_callees.h"
#include "core/view/grid/diff.h"
#include "core/view/grid/entry.h"
#include "core/view/grid/flat.h"

#include "tests/support/grid_fixture.h"

/* Names and, as they are to be found on the screen, own names. */
static const struct {
    const char *raw, *own;
} functions[] = {
    {"main", "main"},
    {"_ZN4acme10simulation5IndexIiSt3mapISsiSt4lessISsESaISt4pairIKSsiEEEE6insertEi", "insert"},
    {"_ZN4acme10simulation5IndexISsSt3mapISsSsSt4lessISsESaISt4pairIKSsSsEEEE6insertESs", "insert"},
    {"_ZN4acme10simulation5IndexISt6vectorISsSaISsEESt3mapISsS3_St4lessISsESaISt4pairIKSsS3_EEEE6"
     "insertES3_",
     "insert"},
    {"_ZNK4acme10simulation5IndexIiSt3mapISsiSt4lessISsESaISt4pairIKSsiEEEE5countERKi", "count"},
    {"_ZNK4acme10simulation5IndexIiSt3mapISsiSt4lessISsESaISt4pairIKSsiEEEE5countEl", "count"},
    {"_ZN4acme10simulation26gather_samples_from_sourceEi", "gather"},
    {"_ZN4acme10simulation26gather_samples_from_sourceEd", "gather"},
    {"_ZN4acme10simulation24gather_samples_from_sinkEd", "gather"},
    {"_ZNSt10_HashtableI11StringPieceSt4pairIKS0_P4NodeESaIS5_ENSt8__detail10_Select1stESt8equal_"
     "toI"
     "S0_ESt4hashIS0_ENS7_18_Mod_range_hashingENS7_20_Default_ranged_hashENS7_20_Prime_rehash_"
     "policyENS7_17_Hashtable_traitsILb1ELb0ELb1EEEE9_M_rehashEmRKm",
     "_M_rehash"},
    {"_ZNSt10_HashtableI11StringPieceSt4pairIKS0_P4EdgeESaIS5_ENSt8__detail10_Select1stESt8equal_"
     "toI"
     "S0_ESt4hashIS0_ENS7_18_Mod_range_hashingENS7_20_Default_ranged_hashENS7_20_Prime_rehash_"
     "policyENS7_17_Hashtable_traitsILb1ELb0ELb1EEEE9_M_rehashEmRKm",
     "_M_rehash"},
    {"_ZN12_GLOBAL__N_16hiddenEi.constprop.0", "hidden"},
    {"_ZN12_GLOBAL__N_16hiddenEi.cold", "hidden"},
    {"a_function_of_c_whose_name_is_longer_than_any_list_is_wide_and_ends_in_one", "a_f"},
    {"a_function_of_c_whose_name_is_longer_than_any_list_is_wide_and_ends_in_two", "a_f"},
    {"__grid_mod_MOD_restrict_to", "restrict_to"},
};
enum { N = ARRAY_LEN(functions) };

/* main calls all others, and they are called by it alone. */
static void set_up(struct fixture *f)
{
    const char *names[N];
    uint64_t ticks[N] = {0};
    for (uint32_t i = 0; i < N; i++) {
        names[i] = functions[i].raw;
        ticks[i] = 100 - i;
    }
    fixture_init(f, names, N);
    made_ticks(&f->made, ticks);
    for (uint32_t i = 1; i < N; i++)
        made_call(&f->made, 0, i, 1000 + i);
    fixture_analyze(f);
}

struct shown {
    node_id node;
    char name[1000];
};

static void keep(struct shown *s, size_t *n, node_id node, const struct line *l, unsigned cols)
{
    assert_true(*n < 2 * N && l->text.n - l->pinned < sizeof s->name);
    if (utf8_cols(l->text.p, l->text.n) > cols)
        fail_msg("%u columns: '%.*s'", cols, (int)l->text.n, l->text.p);
    memcpy(s[*n].name, l->text.p + l->pinned, l->text.n - l->pinned);
    s[*n].name[l->text.n - l->pinned] = '\0';
    s[(*n)++].node = node;
}

static void check(const struct shown *s, size_t n, unsigned cols)
{
    assert_true(n > 0);
    for (size_t i = 0; i < n; i++) {
        if (!strstr(s[i].name, functions[s[i].node].own))
            fail_msg("%u columns: no %s in '%s'", cols, functions[s[i].node].own, s[i].name);
        for (size_t k = 0; k < i; k++)
            if (s[i].node != s[k].node && strcmp(s[i].name, s[k].name) == 0)
                fail_msg("%u columns, twice: '%s'", cols, s[i].name);
    }
}

static void check_grid(struct grid *g, unsigned cols)
{
    struct shown s[2 * N];
    struct line l = {0};
    size_t n = 0;
    assert_non_null(g);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        g->ops->format(g, i, &l);
        bool named = r.kind == ROW_FUNCTION || r.kind == ROW_CALLER || r.kind == ROW_PRIMARY ||
                     r.kind == ROW_CALLEE;

        if (named && r.subject.node != NO_ID)
            keep(s, &n, r.subject.node, &l, cols);
    }
    check(s, n, cols);
    line_release(&l);
    grid_free(g);
}

static void check_pane(const struct fixture *f, unsigned cols)
{
    const struct grid_style style = {.cols = cols, .ascii = true, .names = NAME_SHORT};
    struct grid *links = links_grid(&f->v, 0, LINK_CALLEES, &style);
    struct shown s[2 * N];
    struct line l = {0};
    size_t n = 0;
    assert_non_null(links);
    for (uint32_t i = 0; i < links->n_rows; i++) {
        struct grid_row r;
        links->ops->row(links, i, &r);
        links->ops->format(links, i, &l);
        if (r.subject.node != NO_ID)
            keep(s, &n, r.subject.node, &l, cols);
    }
    check(s, n, cols);
    line_release(&l);
    grid_free(links);
}

static void d3_every_size(void **state)
{
    (void)state;
    static const unsigned sizes[] = {60, 80, 120, 200};
    struct fixture f;
    struct err e;

    err_clear(&e);
    set_up(&f);
    for (size_t k = 0; k < ARRAY_LEN(sizes); k++)
        for (int level = NAME_SHORT; level <= NAME_FULL; level++) {
            struct grid_style style = {
                .cols = sizes[k], .ascii = true, .names = (enum name_level)level};
            check_grid(flat_grid(&f.v, &style, NULL, NULL), sizes[k]);
            check_grid(entry_grid(&f.v, 0, &style, NULL, NULL), sizes[k]);
            check_grid(entry_grid(&f.v, 1, &style, NULL, NULL), sizes[k]);
            check_pane(&f, sizes[k] / 2);
        }
    fixture_release(&f);
}

/* The own name is whole on the detail line, which takes two lines if it needs them. */
static void detail_lines(void **state)
{
    (void)state;
    struct fixture f;
    struct err e;

    err_clear(&e);
    set_up(&f);
    for (unsigned cols = 60; cols <= 200; cols += 20) {
        struct grid_style style = {.cols = cols, .ascii = true, .names = NAME_SHORT};
        struct grid *g = flat_grid(&f.v, &style, NULL, NULL);
        struct line l = {0}, second = {0};
        assert_non_null(g);
        for (uint32_t i = 0; i < g->n_rows; i++) {
            struct grid_row r;
            g->ops->row(g, i, &r);
            g->ops->detail(g, i, &l);
            line_clear(&second);
            line_split(&l, &second);
            assert_true(utf8_cols(l.text.p, l.text.n) <= cols);
            if (r.subject.node < 13) /* C's names are longer than some lines */
                assert_non_null(strstr(text_z(&l.text), functions[r.subject.node].own));
        }
        line_release(&l);
        line_release(&second);
        grid_free(g);
    }
    fixture_release(&f);
}

/* The rows of functions in a grid, from where their names begin, as a screen or an export has them.
 */
static size_t names_of(struct grid *g, bool uncut, char (*names)[1000])
{
    struct line l = {0};
    size_t n = 0;
    assert_non_null(g);
    g->uncut = uncut;
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        g->ops->format(g, i, &l);
        bool named = r.kind == ROW_FUNCTION || r.kind == ROW_CALLER || r.kind == ROW_PRIMARY ||
                     r.kind == ROW_CALLEE;
        size_t n_name = l.text.n - l.pinned;
        if (!named)
            continue;
        assert_true(n < 2 * N && n_name < sizeof *names && !l.text.failed);
        memcpy(names[n], l.text.p + l.pinned, n_name);
        names[n++][n_name] = '\0';
    }
    g->uncut = false;
    line_release(&l);
    return n;
}

/* An export has the names of a screen that cuts none, whatever the screen that it is made from, and
 * none twice; nor has a screen. */
static void check_export(struct grid *screen, struct grid *wide)
{
    static char shown[2 * N][1000], exported[2 * N][1000], all[2 * N][1000];
    size_t n = names_of(screen, false, shown);
    assert_true(n > 0);
    assert_int_equal(names_of(screen, true, exported), n);
    assert_int_equal(names_of(wide, false, all), n);
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(exported[i], all[i]);
        for (size_t k = 0; k < i; k++) {
            assert_string_not_equal(exported[i], exported[k]);
            assert_string_not_equal(shown[i], shown[k]);
        }
    }
    grid_free(screen);
    grid_free(wide);
}

/* Every second function has another name on the old side. */
static void set_up_old(struct fixture *f)
{
    static const char *const gone[] = {"_ZN4acme10simulation5IndexIdE6insertEi",
                                       "_ZN4acme10simulation5IndexIfE6insertEi",
                                       "_ZN4acme10simulation26gather_samples_from_sourceEf",
                                       "_ZNSt6vectorIiSaIiEE9push_backEOi",
                                       "_ZNSt6vectorIdSaIdEE9push_backEOd",
                                       "_ZN12_GLOBAL__N_16hiddenEd",
                                       "initialize",
                                       "a_function_of_c_whose_name_is_longer_than_any"};
    const char *names[N];
    uint64_t ticks[N];
    _Static_assert(ARRAY_LEN(gone) == N / 2, "one for every second");
    for (uint32_t i = 0; i < N; i++) {
        names[i] = i % 2 ? gone[i / 2] : functions[i].raw;
        ticks[i] = 50 + i;
    }
    fixture_init(f, names, N);
    made_ticks(&f->made, ticks);
    fixture_analyze(f);
}

/* Rows are kept by the namespace that they have on their side, the old one for what is gone. */
static void check_scopes(const struct diff_look *look)
{
    const struct grid_style style = {.cols = 200, .names = NAME_FULL};
    struct err e = ERR_INIT;
    struct rowfilter *filter = grid_rowfilter("ns:^acme", strlen("ns:^acme"), &e);
    struct grid *all = diff_grid(look, &style, NULL, NULL),
                *kept = diff_grid(look, &style, NULL, filter);
    uint32_t n = 0;
    struct text name = {0};
    assert_true(filter && all && kept);
    for (uint32_t i = 0; i < all->n_rows; i++) {
        text_clear(&name);
        all->ops->name(all, i, &name);
        n += strncmp(text_z(&name), "acme::", strlen("acme::")) == 0;
    }
    assert_true(n > 0 && kept->n_rows == n && kept->n_hidden == all->n_rows - n);
    text_release(&name);
    grid_free(all);
    grid_free(kept);
    rowfilter_free(filter);
}

static void exports(void **state)
{
    (void)state;
    enum { WIDE = 4000 };
    struct fixture side[N_DIFF_SIDES];
    struct diff_side sides[N_DIFF_SIDES];
    struct view_diff v = {.label = {"old", "new"}};
    struct err e = ERR_INIT;
    set_up_old(&side[DIFF_OLD]);
    set_up(&side[DIFF_NEW]);
    for (int i = 0; i < N_DIFF_SIDES; i++) {
        sides[i] = (struct diff_side){.analysis = side[i].analysis, .n_runs = 1};
        v.side[i] = &side[i].v;
    }
    struct diff *d = diff_new(sides, &e);
    assert_non_null(d);
    v.diff = d;
    const struct diff_look look = {.v = &v, .view = v.side[DIFF_NEW]};
    const struct view_context *one = look.view;
    check_scopes(&look);

    for (unsigned cols = 60; cols <= 200; cols += 20)
        for (int level = NAME_SHORT; level <= NAME_FULL; level++) {
            const struct grid_style style = {.cols = cols, .names = (enum name_level)level};
            struct grid_style wide = style;
            wide.cols = WIDE;
            check_export(flat_grid(one, &style, NULL, NULL), flat_grid(one, &wide, NULL, NULL));
            check_export(entry_grid(one, 0, &style, NULL, NULL),
                         entry_grid(one, 0, &wide, NULL, NULL));
            check_export(diff_grid(&look, &style, NULL, NULL), diff_grid(&look, &wide, NULL, NULL));
        }
    arena_object_free(d);
    for (int i = 0; i < N_DIFF_SIDES; i++)
        fixture_release(&side[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(d3_every_size),
        cmocka_unit_test(detail_lines),
        cmocka_unit_test(exports),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
