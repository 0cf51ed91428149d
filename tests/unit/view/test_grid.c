/* SPDX-License-Identifier: GPL-3.0-or-later */
/* view grids: their numbers are those of GNU's layout, their order holds, and no width or content
 * makes them fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/load/image/demangle.h"
#include "core/view/gnu/gnu.h"
#include "core/view/grid/grid.h"

/* ---- a profile made by hand ---- */

enum { MAX_SYMBOLS = 40, MAX_ARCS = 80, SYMBOL_BYTES = 16 };

struct fixture {
    struct image image;
    struct raw_symbol symbols[MAX_SYMBOLS];
    char names[4096];
    struct histogram hist;
    uint64_t bins[MAX_SYMBOLS * SYMBOL_BYTES / 4];
    struct raw_arc arcs[MAX_ARCS];
    struct profile_file file;
    struct profile profile;
    struct settings settings;
    struct analysis *analysis;
    struct names *printed;
    struct view_context v;
};

/* Symbols one after the other; ticks in each. */
static void set_symbols(struct fixture *f, const char *const *names, const uint64_t *ticks,
                        uint32_t n)
{
    size_t at = 0;

    memset(f, 0, sizeof *f);
    for (uint32_t i = 0; i < n; i++) {
        f->symbols[i] =
            (struct raw_symbol){0x1000 + SYMBOL_BYTES * (uint64_t)i, (uint32_t)at, SYM_FUNC};
        memcpy(f->names + at, names[i], strlen(names[i]) + 1);
        at += strlen(names[i]) + 1;
        f->bins[i * SYMBOL_BYTES / 4] = ticks ? ticks[i] : 0;
        f->file.ticks += ticks ? ticks[i] : 0;
    }
    f->image = (struct image){.machine = 62,
                              .addr_bytes = 8,
                              .text_lo = 0x1000,
                              .text_hi = 0x1000 + SYMBOL_BYTES * (uint64_t)n,
                              .names = f->names,
                              .n_name_bytes = at,
                              .symbols = f->symbols,
                              .n_symbols = n};
    f->profile = (struct profile){.image = &f->image, .files = &f->file};
    f->profile.n_files = 1;
    f->hist = (struct histogram){
        .lo = f->image.text_lo, .hi = f->image.text_hi, .bins = f->bins, .n_bins = n * 4};
    f->settings = (struct settings){.demangle = true, .width = 80};
}

static void set_histogram(struct fixture *f)
{
    f->profile.hists = &f->hist;
    f->profile.n_hists = 1;
    f->profile.scale = 2;
    f->profile.rate_hz = f->file.rate_hz = 100;
    strcpy(f->profile.dimension, "seconds");
    f->profile.abbrev = 's';
    f->profile.has_histogram = true;
    f->file.n_histograms = 1;
}

static void add_arc(struct fixture *f, unsigned from, unsigned to, uint64_t count)
{
    f->arcs[f->profile.n_arcs++] =
        (struct raw_arc){f->symbols[from].addr + 2, f->symbols[to].addr, count};
    f->profile.arcs = f->arcs;
    f->profile.has_arcs = true;
    f->file.n_arcs++;
}

static void analyze(struct fixture *f)
{
    struct err e = {0};

    f->analysis = analysis_new(&f->profile, &f->settings, NULL, NULL, NULL, &e);
    assert_non_null(f->analysis);
    f->printed = names_new(&f->profile, NULL, true, demangle_style_auto());
    assert_non_null(f->printed);
    f->v = (struct view_context){
        .analysis = f->analysis, .settings = &f->settings, .names = f->printed};
}

static void finish(struct fixture *f)
{
    analysis_free(f->analysis);
    names_free(f->printed);
}

/* Two cycles, recursion, a function that all call; the last symbol gets no time. */
static void make_cycles(struct fixture *f)
{
    static const char *const names[] = {"aa", "bb", "cc", "dd", "ee", "zz"};
    static const uint64_t ticks[] = {1, 2, 4, 3, 7, 0};

    set_symbols(f, names, ticks, 6);
    set_histogram(f);
    add_arc(f, 0, 1, 1);
    add_arc(f, 1, 2, 5);
    add_arc(f, 2, 1, 4);
    add_arc(f, 2, 2, 2);
    add_arc(f, 0, 3, 1);
    add_arc(f, 3, 4, 5);
    add_arc(f, 4, 3, 4);
    add_arc(f, 2, 3, 9);
    analyze(f);
}

/* ---- text of grids and of GNU's layout ---- */

static bool collect(void *ctx, const char *p, size_t n, struct err *e)
{
    (void)e;
    text_add(ctx, p, n);
    return true;
}

static char *gnu_text(const struct fixture *f,
                      bool (*section)(const struct view_context *, const struct emitter *,
                                      struct err *))
{
    struct text t = {0};
    struct emitter to = {.write = collect, .ctx = &t};
    struct err e = {0};

    assert_true(section(&f->v, &to, &e));
    char *all = mem_text(t.p, t.n);

    text_release(&t);
    return all;
}

static struct grid_style style_of(unsigned cols)
{
    return (struct grid_style){.cols = cols, .ascii = true, .names = NAME_FULL};
}

/* The part of a formatted row that is in a column, without blanks around. */
static void column_text(const struct line *l, unsigned column, char *out, size_t room)
{
    size_t n = 0;

    for (size_t i = 0; i < l->n_spans; i++) {
        if (l->spans[i].column != column)
            continue;
        for (uint32_t k = l->spans[i].lo; k < l->spans[i].hi && n + 1 < room; k++)
            if (n > 0 || l->text.p[k] != ' ')
                out[n++] = l->text.p[k];
    }
    out[n] = '\0';
}

static unsigned column_of(const struct grid *g, const char *id)
{
    for (unsigned c = 0; c < g->n_columns; c++)
        if (strcmp(g->columns[c].id, id) == 0)
            return c;
    fail_msg("no column %s", id);
    return 0;
}

static void check_column(const struct grid *g, const struct line *l, const char *id,
                         const char *want)
{
    char got[256];

    column_text(l, column_of(g, id), got, sizeof got);
    if (strcmp(id, "name") == 0 && !strchr(want, '<') && strchr(got, '<'))
        *strstr(got, " <cycle") = '\0'; /* gprof's flat profile does not say */
    if (strcmp(got, want) != 0)
        fail_msg("%s: '%s', not '%s'", id, got, want);
}

static struct grid *make_flat(const struct fixture *f, unsigned cols, struct grid_sort *sort)
{
    struct grid_style style = style_of(cols);
    struct err e = {0};
    struct grid *g = flat_grid(&f->v, &style, sort, NULL, &e);

    assert_non_null(g);
    return g;
}

static struct grid *make_entry(const struct fixture *f, node_id n, unsigned cols)
{
    struct grid_style style = style_of(cols);
    struct err e = {0};
    struct grid *g = entry_grid(&f->v, n, &style, NULL, NULL, &e);

    assert_non_null(g);
    return g;
}

/* ---- the flat profile ---- */

/* Column by column: `percent cum self [calls self/call total/call] name`. */
static void check_flat_row(const struct grid *g, uint32_t i, char *gnu)
{
    static const char *const with_calls[] = {"time%", "cum", "self", "calls", NULL, NULL, "name"};
    static const char *const without[] = {"time%", "cum", "self", "name"};
    char *words[7], *save = gnu;
    bool called = true;
    size_t n = 0;
    struct line l = {0};

    while (n < 6 && called) {
        words[n++] = strtok_r(NULL, " ", &save);
        called = n != 3 || strspn(save, " ") < 20; /* fields of calls may be blank */
    }
    words[n++] = save + strspn(save, " ");
    g->ops->format(g, i, &l);
    for (size_t k = 0; k < n; k++) {
        const char *id = n == 4 ? without[k] : with_calls[k];

        if (id)
            check_column(g, &l, id, words[k]);
    }
    if (n == 4)
        check_column(g, &l, "calls", "");
    line_release(&l);
}

static void flat_has_gnu_numbers(void **state)
{
    (void)state;
    struct fixture f;
    char *save = NULL, *all;
    uint32_t i = 0;

    make_cycles(&f);
    struct grid *g = make_flat(&f, 160, NULL);

    all = gnu_text(&f, gnu_flat);
    for (char *l = strtok_r(all, "\n", &save); l; l = strtok_r(NULL, "\n", &save))
        if (l[0] == ' ' && strchr("0123456789", l[strspn(l, " ")]))
            check_flat_row(g, i++, l);
    assert_int_equal(i, g->n_rows);
    assert_int_equal(i, 5);
    free(all);
    grid_free(g);
    finish(&f);
}

static void flat_computes(void **state)
{
    (void)state;
    struct fixture f;
    struct line l = {0};

    make_cycles(&f);
    struct grid *g = make_flat(&f, 160, NULL);

    g->ops->format(g, 0, &l); /* ee: 7 of 17 ticks, 5 calls */
    check_column(g, &l, "name", "ee <cycle 2>");
    check_column(g, &l, "err", "0.03");
    check_column(g, &l, "total", "0.07");
    check_column(g, &l, "total%", "41.2");
    check_column(g, &l, "self/call", "14.00 ms");
    check_column(g, &l, "heat", "########");
    g->ops->format(g, 4, &l); /* aa: 1 tick, never called, below twice its error */
    check_column(g, &l, "name", "aa");
    check_column(g, &l, "total", "0.17");
    check_column(g, &l, "total%", "100.0");
    check_column(g, &l, "self/call", "");
    check_column(g, &l, "heat", "#.......");
    for (size_t i = 0; i < l.n_spans; i++)
        assert_int_equal(l.spans[i].role, ROLE_DIM);
    g->ops->detail(g, 0, &l);
    assert_string_equal(
        text_z(&l.text),
        " ee <cycle 2>   0x1040..0x1050   7 of 17 samples, sampling error +/-37.8%");
    grid_free(g);
    g = make_flat(&f, 80, NULL);
    g->ops->detail(g, 0, &l);
    assert_string_equal(text_z(&l.text), " ee <cycle 2>  7/17 samples (+/-37.8%)");
    grid_free(g);
    g = make_flat(&f, 20, NULL); /* facts first where the name takes more than half */
    g->ops->detail(g, 0, &l);
    assert_string_equal(text_z(&l.text), " 7/17 samples (+/-37.8%)  ee <cycle 2>");
    line_release(&l);
    grid_free(g);
    finish(&f);
}

/* ---- sorting ---- */

static void check_order(const struct grid *g, const char *want)
{
    struct text got = {0};

    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->name(g, i, &got);
        text_char(&got, ' ');
    }
    assert_string_equal(text_z(&got), want);
    text_release(&got);
}

/* Ties keep gprof's order, whichever way. */
static void flat_sorts(void **state)
{
    (void)state;
    static const char *const names[] = {"delta", "beta", "gamma", "alpha", "beta_long_one", "end"};
    static const uint64_t ticks[] = {5, 5, 9, 5, 1, 0};
    static const struct {
        const char *column;
        bool ascending;
        const char *want;
    } cases[] = {
        {"self", false, "gamma beta alpha delta beta_long_one "},
        {"self", true, "beta_long_one beta alpha delta gamma "},
        {"time%", true, "beta_long_one beta alpha delta gamma "},
        {"cum", true, "gamma beta alpha delta beta_long_one "},
        {"cum", false, "beta_long_one delta alpha beta gamma "},
        {"calls", false, "beta gamma alpha delta beta_long_one "},
        {"calls", true, "gamma alpha delta beta_long_one beta "},
        {"self/call", false, "beta gamma alpha delta beta_long_one "}, /* those without last */
        {"self/call", true, "beta gamma alpha delta beta_long_one "},
        {"name", true, "alpha beta beta_long_one delta gamma "},
        {"name", false, "gamma delta beta_long_one beta alpha "},
        {"total", false, "delta gamma beta alpha beta_long_one "},
    };
    struct fixture f;

    set_symbols(&f, names, ticks, 6);
    set_histogram(&f);
    add_arc(&f, 0, 1, 2);
    f.settings.unused = false;
    analyze(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct grid *any = make_flat(&f, 80, NULL);
        struct grid_sort sort = {column_of(any, cases[i].column), cases[i].ascending};
        struct grid *g = make_flat(&f, 80, &sort);

        assert_int_equal(g->sort_column, sort.column);
        check_order(g, cases[i].want);
        grid_free(g);
        grid_free(any);
    }
    finish(&f);
}

static void flat_filters(void **state)
{
    (void)state;
    static const struct {
        const char *filter, *want;
    } cases[] = {
        {"", "ee <cycle 2> cc <cycle 1> dd <cycle 2> bb <cycle 1> aa "},
        {"cycle 2", "ee <cycle 2> dd <cycle 2> "},
        {"!cycle", "aa "},
        {"self>=0.04", "ee <cycle 2> cc <cycle 1> "},
        {"calls>=10", "dd <cycle 2> "},
        {"total%>90", "aa "},
        {"cum<0.08", "ee <cycle 2> "},
        {"file:x", ""},
    };
    struct fixture f;
    struct grid_style style = style_of(80);

    make_cycles(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err e = {0};
        struct rowfilter *r = grid_rowfilter(cases[i].filter, strlen(cases[i].filter), &e);
        struct grid *g = flat_grid(&f.v, &style, NULL, r, &e);

        check_order(g, cases[i].want);
        assert_int_equal(g->n_rows + g->n_hidden, 5);
        grid_free(g);
        rowfilter_free(r);
    }
    finish(&f);
}

/* ---- call-graph entries ---- */

static bool is_share(const char *w)
{
    return w[0] && w[strlen(w) - 1] == '%';
}

/* The words of a row of a grid and of GNU's line are the same, but for shares. */
static void check_entry_row(const struct grid *g, uint32_t i, const char *gnu)
{
    struct line l = {0};
    char *mine, *theirs = mem_text(gnu, strlen(gnu)), *save1 = NULL, *save2 = NULL;

    g->ops->format(g, i, &l);
    mine = mem_text(l.text.p, l.text.n);
    char *a = strtok_r(mine, " ", &save1);

    for (char *b = strtok_r(theirs, " ", &save2); b; b = strtok_r(NULL, " ", &save2)) {
        if (a && is_share(a))
            a = strtok_r(NULL, " ", &save1);
        if (!a || strcmp(a, b) != 0)
            fail_msg("'%s' is not '%.*s'", gnu, (int)l.text.n, l.text.p);
        a = strtok_r(NULL, " ", &save1);
    }
    free(mine);
    free(theirs);
    line_release(&l);
}

/* Compare the lines of one of GNU's entries with the rows of its grid that gprof has, too. */
static void check_entry(const struct fixture *f, node_id n, char *const *lines, size_t n_lines)
{
    struct grid *g = make_entry(f, n, 160);
    size_t k = 0;

    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        struct line l = {0};
        bool cycle = node_is_cycle(f->analysis, n);

        g->ops->row(g, i, &r);
        g->ops->format(g, i, &l);
        bool self = strstr(text_z(&l.text), "(self)") != NULL;

        line_release(&l);
        if (r.kind == ROW_SECTION || r.kind == ROW_NOTE || self)
            continue;
        if (cycle && (r.kind == ROW_CALLER || r.kind == ROW_CALLEE))
            continue;
        assert_true(k < n_lines);
        check_entry_row(g, i, lines[k++]);
    }
    assert_int_equal(k, n_lines);
    grid_free(g);
}

static void entries_have_gnu_numbers(void **state)
{
    (void)state;
    struct fixture f;
    char *save = NULL, *lines[20], *all;
    size_t n = 0;
    unsigned checked = 0;

    make_cycles(&f);
    all = gnu_text(&f, gnu_graph);
    char *from = strstr(all, "index %");

    for (char *l = strtok_r(strchr(from, '\n'), "\n", &save); l; l = strtok_r(NULL, "\n", &save)) {
        if (l[0] != '-') {
            lines[n++] = l;
            continue;
        }
        for (size_t i = 0; i < n; i++)
            if (lines[i][0] == '[') {
                unsigned index = (unsigned)strtoul(lines[i] + 1, NULL, 10);

                check_entry(&f, f.analysis->order->ranked[index - 1], lines, n);
                checked++;
            }
        n = 0;
    }
    assert_int_equal(checked, 7);
    free(all);
    finish(&f);
}

static void check_lines(const struct grid *g, const char *const *want, size_t n)
{
    assert_int_equal(g->n_rows, n);
    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct line l = {0};

        g->ops->format(g, i, &l);
        assert_string_equal(text_z(&l.text), want[i]);
        line_release(&l);
    }
}

static void entry_of_a_function(void **state)
{
    (void)state;
    static const char *const want[] = {
        " callers ------------------------------------------------------------- 0 of 0 --",
        "                                                  <spontaneous>",
        " function ----------------------------------------------------------------------",
        " [1]   100.0   0.01       0.16                aa [1]",
        "          self   5.9% |#..............|   children  94.1% |##############.|",
        "          self +/- 0.01 s (1 sample)   ",
        " callees ------------------------------------------------------------- 2 of 2 --",
        "               0.06       0.09     1/1  88.2%     bb <cycle 1> [7]",
        "               0.01       0.00    1/10   5.9%     dd <cycle 2> [6]",
        "               0.01                      5.9%     (self)",
    };
    struct fixture f;
    struct line l = {0};

    make_cycles(&f);
    struct grid *g = make_entry(&f, 0, 80);

    check_lines(g, want, sizeof want / sizeof *want);
    g->ops->heading(g, &l);
    assert_string_equal(text_z(&l.text), " index %time self s children s  called  share name");
    g->ops->detail(g, 1, &l);
    assert_non_null(strstr(text_z(&l.text), "no recorded call"));
    g->ops->detail(g, 3, &l);
    assert_string_equal(text_z(&l.text), " aa [1]  self +/- 0.01 s");
    g->ops->detail(g, 8, &l);
    assert_string_equal(text_z(&l.text), " dd <cycle 2> [6]  1 of 10 calls of dd <cycle 2> come "
                                         "from aa");
    assert_int_equal(grid_find(g, (struct subject){0, NO_ID}), 3);
    assert_int_equal(grid_find(g, (struct subject){3, NO_ID}), 8);
    assert_int_equal(grid_find(g, (struct subject){4, NO_ID}), NO_ID);
    line_release(&l);
    grid_free(g);
    finish(&f);
}

static void entry_of_a_cycle(void **state)
{
    (void)state;
    static const char *const want[] = {
        " callers into the cycle ---------------------------------------------- 1 of 1 --",
        "               0.06       0.09     1/1 100.0%     aa [1]  (to bb <cycle 1> [7])",
        " cycle -------------------------------------------------------------------------",
        " [2]    88.2   0.06       0.09     1+9        <cycle 1 as a whole> [2]  2 members",
        "          self  40.0% |######.........|   children  60.0% |#########......|",
        "          150.00 ms per call",
        " members ------------------------------------------------------------- 2 of 2 --",
        "               0.04       0.09     5+2  86.7%     cc <cycle 1> [3]",
        "               0.02       0.00       5  13.3%     bb <cycle 1> [7]",
        " callees out of the cycle -------------------------------------------- 1 of 1 --",
        ("               0.09       0.00    9/10  60.0%     dd <cycle 2> [6]  (from cc <cycle 1> "
         "[3])"),
        "               0.06                     40.0%     (self)",
    };
    struct fixture f;

    make_cycles(&f);
    struct grid *g = make_entry(&f, cycle_node(f.analysis, 1), 80);

    check_lines(g, want, sizeof want / sizeof *want);
    grid_free(g);

    struct graph_folds folds = {true};
    struct grid_style style = style_of(80);
    struct err e = {0};
    struct line l = {0};

    g = entry_grid(&f.v, cycle_node(f.analysis, 1), &style, &folds, NULL, &e);
    assert_int_equal(g->n_rows, 10);
    assert_int_equal(g->n_hidden, 0);
    g->ops->format(g, 6, &l);
    assert_string_equal(
        text_z(&l.text),
        " members (folded) ---------------------------------------------------- 0 of 2 --");
    line_release(&l);
    grid_free(g);
    finish(&f);
}

/* Callers of a member pay for its whole cycle, so their shares are of that. */
static void shares_of_a_member_stay_below_100(void **state)
{
    (void)state;
    struct fixture f;
    struct line l = {0};
    uint32_t from_outside = 0;

    make_cycles(&f);
    struct grid *g = make_entry(&f, 1, 80); /* bb <cycle 1>, called by aa and by cc of its cycle */

    for (uint32_t i = 0; i < g->n_rows; i++) {
        line_clear(&l);
        g->ops->format(g, i, &l);
        if (strstr(text_z(&l.text), "1/1")) {
            from_outside++;
            assert_non_null(strstr(text_z(&l.text), " 100.0% "));
        }
    }
    assert_int_equal(from_outside, 1);
    line_release(&l);
    grid_free(g);
    finish(&f);
}

static void entry_filters(void **state)
{
    (void)state;
    static const struct {
        const char *filter;
        uint32_t rows, hidden;
    } cases[] = {{"", 10, 0},        {"bb", 9, 1},       {"!.", 8, 2},
                 {"share>10", 9, 1}, {"calls=1", 10, 0}, {"self/call>3ms", 9, 1}};
    struct fixture f;
    struct grid_style style = style_of(80);

    make_cycles(&f);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct err e = {0};
        struct rowfilter *r = grid_rowfilter(cases[i].filter, strlen(cases[i].filter), &e);
        struct grid *g = entry_grid(&f.v, 0, &style, NULL, r, &e);

        if (g->n_rows != cases[i].rows || g->n_hidden != cases[i].hidden)
            fail_msg("'%s': %u rows, %u hidden", cases[i].filter, g->n_rows, g->n_hidden);
        grid_free(g);
        rowfilter_free(r);
    }
    finish(&f);
}

/* ---- anything else ---- */

/* Lines of every row at every width are complete, safe, and their spans in order. */
static void check_line(const struct line *l, unsigned cols, bool in_gutter)
{
    uint32_t at = 0;

    assert_false(l->text.failed);
    assert_true(l->pinned <= l->text.n);
    for (size_t i = 0; i < l->text.n; i++)
        assert_true((unsigned char)l->text.p[i] >= ' ' && l->text.p[i] != 0x7f);
    if (in_gutter)
        assert_true(l->text.n == 0 || l->text.p[0] == ' ');
    for (size_t i = 0; i < l->n_spans; i++) {
        assert_true(l->spans[i].lo >= at && l->spans[i].hi > l->spans[i].lo);
        at = l->spans[i].hi;
    }
    assert_true(at <= l->text.n);
    (void)cols;
}

static void check_grid(struct grid *g, unsigned cols)
{
    struct line l = {0};
    struct text name = {0};

    assert_non_null(g);
    g->ops->heading(g, &l);
    check_line(&l, cols, true);
    size_t pinned = l.pinned;

    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;

        g->ops->row(g, i, &r);
        g->ops->format(g, i, &l);
        check_line(&l, cols, true);
        if (r.kind == ROW_FUNCTION || r.kind == ROW_PRIMARY || r.kind == ROW_CALLER) {
            assert_int_equal(utf8_cols(l.text.p, l.pinned), pinned);
            assert_true(pinned <= cols || cols < 12);
        }
        g->ops->detail(g, i, &l);
        check_line(&l, cols, true);
        g->ops->name(g, i, &name);
    }
    text_release(&name);
    line_release(&l);
    grid_free(g);
}

static void check_all_widths(const struct fixture *f)
{
    for (unsigned cols = 1; cols <= 300; cols += cols < 130 ? 1 : 17) {
        for (int ascii = 0; ascii < 2; ascii++) {
            struct grid_style style = {.cols = cols, .ascii = ascii, .names = NAME_SHORT};
            struct err e = {0};

            style.with = cols % 7 * 0x49; /* some columns, others each time */
            style.without = cols % 5 * 0x85;
            check_grid(flat_grid(&f->v, &style, NULL, NULL, &e), cols);
            check_grid(info_grid(&f->v, &style, &e), cols);
            for (node_id n = 0; n < f->analysis->n_nodes; n++)
                check_grid(entry_grid(&f->v, n, &style, NULL, NULL, &e), cols);
        }
    }
}

static void every_width(void **state)
{
    (void)state;
    struct fixture f;

    make_cycles(&f);
    check_all_widths(&f);
    finish(&f);
}

/* Names with escape sequences, broken UTF-8 and great length; huge numbers. */
static void hostile_names_and_numbers(void **state)
{
    (void)state;
    static char huge[2000];
    const char *names[] = {"\x1b[2J\x07", "\xff\xfe\x80", "a\nb\tc", "", huge, "_ZN1A1fEv", "end"};
    static const uint64_t ticks[] = {1, UINT64_C(1) << 52, 3, 0, 5, 999999, 0};
    struct fixture f;

    memset(huge, 'x', sizeof huge - 1);
    set_symbols(&f, names, ticks, 7);
    set_histogram(&f);
    add_arc(&f, 0, 1, UINT64_MAX / 4);
    add_arc(&f, 1, 2, UINT64_MAX / 8);
    add_arc(&f, 2, 1, UINT64_MAX / 8);
    add_arc(&f, 0, 4, 1);
    analyze(&f);
    check_all_widths(&f);
    finish(&f);
}

/* Without times there are no numbers where times would stand. */
static void without_histogram(void **state)
{
    (void)state;
    static const char *const names[] = {"aa", "bb", "zz"};
    struct fixture f;
    struct line l = {0};

    set_symbols(&f, names, NULL, 3);
    add_arc(&f, 0, 1, 3);
    f.settings.unused = true;
    analyze(&f);
    struct grid *g = make_flat(&f, 120, NULL);
    bool found = false;

    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->format(g, i, &l);
        if (strstr(text_z(&l.text), "bb")) {
            check_column(g, &l, "self", "-");
            check_column(g, &l, "time%", "-");
            check_column(g, &l, "self/call", "-");
            check_column(g, &l, "calls", "3");
            found = true;
        }
    }
    assert_true(found);
    grid_free(g);
    g = make_entry(&f, 1, 80);
    g->ops->format(g, 1, &l);
    check_column(g, &l, "self", "-");
    check_column(g, &l, "children", "-");
    check_column(g, &l, "called", "3/3");
    check_column(g, &l, "share", "-");
    check_column(g, &l, "name", "aa [2]");
    g->ops->format(g, 3, &l);
    check_column(g, &l, "time%", "-");
    check_column(g, &l, "self", "-");
    check_column(g, &l, "share", "");
    line_release(&l);
    grid_free(g);
    check_all_widths(&f);
    finish(&f);
}

static void one_function(void **state)
{
    (void)state;
    static const char *const names[] = {"only"};
    struct fixture f;

    set_symbols(&f, names, NULL, 1);
    set_histogram(&f);
    analyze(&f);
    struct grid *g = make_flat(&f, 80, NULL);

    assert_int_equal(g->n_rows, 0); /* neither called nor sampled */
    grid_free(g);
    f.settings.unused = true;
    g = make_flat(&f, 80, NULL);
    check_order(g, "only ");
    grid_free(g);
    check_all_widths(&f);
    finish(&f);
}

/* ---- info ---- */

static bool has_line(const struct grid *g, const char *part)
{
    struct line l = {0};
    bool found = false;

    for (uint32_t i = 0; i < g->n_rows && !found; i++) {
        g->ops->format(g, i, &l);
        found = strstr(text_z(&l.text), part) != NULL;
    }
    line_release(&l);
    return found;
}

/* Change one thing in a sound profile, and the finding for it must come up, alone. */
enum damage {
    NOTHING,
    NO_SAMPLES,
    NO_HISTOGRAM,
    NO_ARCS,
    LOST_ARCS,
    LOST_ONE,
    SATURATED,
    ODD_RATE,
    BAD_RANGE,
    SHORT_RANGE,
    OTHER_RANGE,
    NEWER,
    OTHER_RATE,
    LOST_CALLS,
    LOW_RATE,
    LOST_SAMPLES,
    UNKNOWN_CODE,
    DEAR_CALLS,
    SOUND_RUN
};

/* Of a run with which nothing is wrong. */
static const struct run_facts sound_run = {.ticks = 1000,
                                           .unknown_ticks = 9,
                                           .counting_ticks = 49,
                                           .n_calls = 1000000,
                                           .asked_hz = 1000,
                                           .achieved_hz = 800};

static void damage_run(struct run_facts *run, enum damage d)
{
    if (d != NOTHING)
        *run = sound_run;
    if (d == LOST_CALLS)
        run->n_lost_calls = 7;
    if (d == LOW_RATE || d == LOST_SAMPLES)
        run->achieved_hz = 799;
    if (d == LOST_SAMPLES)
        run->n_lost_samples = 1;
    if (d == UNKNOWN_CODE)
        run->unknown_ticks = 10;
    if (d == DEAR_CALLS)
        run->counting_ticks = 50;
}

static void damage(struct fixture *f, enum damage d)
{
    struct profile *p = &f->profile;

    switch (d) {
    case NO_SAMPLES:
        memset(f->bins, 0, sizeof f->bins);
        f->file.ticks = 0;
        break;
    case NO_HISTOGRAM:
        p->n_hists = 0;
        p->has_histogram = false;
        p->rate_hz = f->file.rate_hz = 0;
        f->file.ticks = 0;
        break;
    case NO_ARCS:
        p->n_arcs = 0;
        p->has_arcs = false;
        break;
    case LOST_ARCS:
        for (size_t i = 0; i < p->n_arcs; i++)
            p->arcs[i].to += 0x10000000;
        break;
    case LOST_ONE:
        p->arcs[0].from = 1;
        break;
    case SATURATED:
        f->file.n_full_bins = 3;
        break;
    case ODD_RATE:
        p->rate_hz = f->file.rate_hz = 3;
        break;
    case BAD_RANGE:
        f->hist.hi = f->hist.lo;
        break;
    case SHORT_RANGE:
        f->hist.hi -= 32;
        f->hist.n_bins -= 8;
        break;
    case OTHER_RANGE:
        f->hist.lo += 0x100000;
        f->hist.hi += 0x100000;
        break;
    case NEWER:
        f->image.mtime_sec = 2000;
        f->file.mtime_sec = 1000;
        break;
    case OTHER_RATE:
        f->file.rate_hz = 200;
        break;
    default:
        damage_run(&f->file.run, d);
    }
}

static void finds_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        enum damage damage;
        unsigned warnings;
        const char *problem;
    } cases[] = {
        {NOTHING, 0, "nothing looks wrong"},
        {NO_SAMPLES, 1, "no samples"},
        {NO_HISTOGRAM, 1, "no histogram"},
        {NO_ARCS, 1, "no arcs"},
        {LOST_ARCS, 1, "no arc begins and ends in a symbol"},
        {LOST_ONE, 1, "1 of 4 arcs have an unknown end"},
        {SATURATED, 1, "3 bins stand at 65535"},
        {ODD_RATE, 1, "odd sampling rate: 3"},
        {BAD_RANGE, 2, "without bins or with a range"},
        {SHORT_RANGE, 1, "cover only"},
        {OTHER_RANGE, 2, "no histogram lies over the program's code"},
        {NEWER, 0, "the program is newer than gmon.out"},
        {OTHER_RATE, 1, "gmon.out was sampled at 200 per second, the first file at 100"},
        {LOST_CALLS, 1, "7 calls were lost"},
        {LOW_RATE, 0, "gmon.out has 799 samples per second, not 1000"},
        {LOST_SAMPLES, 0, "The program blocked SIGPROF"},
        {UNKNOWN_CODE, 0, "1.0% of the run's samples hit no known code"},
        {DEAR_CALLS, 0, "counting calls took 5.0% of the run, 500.0 ns per call"},
        {SOUND_RUN, 0, "nothing looks wrong"},
    };
    static const char *const names[] = {"aa", "bb", "cc", "dd", "zz"};
    static const uint64_t ticks[] = {100, 200, 300, 40, 0};
    static char path[] = "gmon.out";

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f;
        struct grid_style style = style_of(80);
        struct err e = {0};

        set_symbols(&f, names, ticks, 5);
        set_histogram(&f);
        f.file.path = path;
        for (unsigned k = 0; k < 4; k++)
            add_arc(&f, 0, k, 5);
        damage(&f, cases[i].damage);
        analyze(&f);
        struct grid *g = info_grid(&f.v, &style, &e);

        if (!has_line(g, cases[i].problem))
            fail_msg("missing: %s", cases[i].problem);
        if (info_findings(&f.v) != cases[i].warnings)
            fail_msg("%s: %u warnings", cases[i].problem, info_findings(&f.v));
        bool sound = cases[i].damage == NOTHING || cases[i].damage == SOUND_RUN;
        assert_int_equal(has_line(g, "nothing looks wrong"), sound);
        grid_free(g);
        finish(&f);
    }
}

static void info_shows_settings(void **state)
{
    (void)state;
    static const struct filter filters[] = {{"aa", 1u << SET_GRAPH_EX | 1u << SET_TIME_EX},
                                            {"bb/cc", 1u << SET_ARCS_EX}};
    struct fixture f;
    struct grid_style style = style_of(80);
    struct err e = {0};

    make_cycles(&f);
    f.settings.filters = filters;
    f.settings.n_filters = 2;
    f.settings.no_static = true;
    struct grid *g = info_grid(&f.v, &style, &e);

    assert_true(has_line(g, "-Q -N aa"));
    assert_true(has_line(g, "-k bb/cc"));
    assert_true(has_line(g, "none static (-a)"));
    assert_true(has_line(g, "0x1000..0x1060, 24 bins of 4 bytes"));
    assert_true(has_line(g, "8 in the files, 8 between functions, 0 with unknown ends"));
    grid_free(g);
    finish(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flat_has_gnu_numbers),
        cmocka_unit_test(flat_computes),
        cmocka_unit_test(flat_sorts),
        cmocka_unit_test(flat_filters),
        cmocka_unit_test(entries_have_gnu_numbers),
        cmocka_unit_test(entry_of_a_function),
        cmocka_unit_test(entry_of_a_cycle),
        cmocka_unit_test(shares_of_a_member_stay_below_100),
        cmocka_unit_test(entry_filters),
        cmocka_unit_test(every_width),
        cmocka_unit_test(hostile_names_and_numbers),
        cmocka_unit_test(without_histogram),
        cmocka_unit_test(one_function),
        cmocka_unit_test(finds_what_is_wrong),
        cmocka_unit_test(info_shows_settings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
