/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/grid_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/mem.h"
#include "core/base/utf8.h"
#include "core/load/image/demangle.h"
#include "core/view/grid/entry.h"
#include "core/view/grid/flat.h"
#include "core/view/grid/info.h"

void fixture_init(struct fixture *f, const char *const *names, uint32_t n)
{
    memset(f, 0, sizeof *f);
    made_functions(&f->made, names, n);
    f->settings = (struct settings){.demangle = true, .width = 80};
}

void fixture_analyze(struct fixture *f)
{
    const struct profile *p = &f->made.profile;
    struct err e = {0};
    f->analysis = analysis_new(p, &f->settings, NULL, NULL, NULL, &e);
    assert_non_null(f->analysis);
    f->printed = names_new(p, NULL, true, demangle_style_auto());
    assert_non_null(f->printed);
    f->v = (struct view_context){
        .analysis = f->analysis, .settings = &f->settings, .names = f->printed};
}

void fixture_cycles(struct fixture *f)
{
    static const char *const names[] = {"aa", "bb", "cc", "dd", "ee", "zz"};
    static const uint64_t ticks[] = {1, 2, 4, 3, 7, 0};
    fixture_init(f, names, 6);
    made_ticks(&f->made, ticks);
    made_call(&f->made, 0, 1, 1);
    made_call(&f->made, 1, 2, 5);
    made_call(&f->made, 2, 1, 4);
    made_call(&f->made, 2, 2, 2);
    made_call(&f->made, 0, 3, 1);
    made_call(&f->made, 3, 4, 5);
    made_call(&f->made, 4, 3, 4);
    made_call(&f->made, 2, 3, 9);
    fixture_analyze(f);
}

void fixture_release(struct fixture *f)
{
    analysis_free(f->analysis);
    names_free(f->printed);
    made_release(&f->made);
}

/* ---- grids ---- */

struct grid_style fixture_style(unsigned cols)
{
    return (struct grid_style){.cols = cols, .ascii = true, .names = NAME_FULL};
}

struct grid *fixture_flat(const struct fixture *f, unsigned cols, struct grid_sort *sort)
{
    struct grid_style style = fixture_style(cols);
    struct grid *g = flat_grid(&f->v, &style, sort, NULL);
    assert_non_null(g);
    return g;
}

struct grid *fixture_entry(const struct fixture *f, node_id n, unsigned cols)
{
    struct grid_style style = fixture_style(cols);
    struct grid *g = entry_grid(&f->v, n, &style, NULL, NULL);
    assert_non_null(g);
    return g;
}

static bool collect(void *ctx, const char *p, size_t n, struct err *e)
{
    (void)e;
    text_add(ctx, p, n);
    return true;
}

char *fixture_gnu(const struct fixture *f, bool (*section)(const struct view_context *,
                                                           const struct emitter *, struct err *))
{
    struct text t = {0};
    struct emitter to = {.write = collect, .ctx = &t};
    struct err e = {0};
    assert_true(section(&f->v, &to, &e));
    char *all = mem_text(t.p, t.n);

    text_release(&t);
    return all;
}

/* ---- what they say ---- */

unsigned fixture_column(const struct grid *g, const char *id)
{
    for (unsigned c = 0; c < g->n_columns; c++)
        if (strcmp(g->columns[c].id, id) == 0)
            return c;
    fail_msg("no column %s", id);
    return 0;
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
    while (n > 0 && out[n - 1] == ' ')
        n--;
    out[n] = '\0';
}

void fixture_expect(const struct grid *g, const struct line *l, const char *id, const char *want)
{
    char got[256];
    column_text(l, fixture_column(g, id), got, sizeof got);
    if (strcmp(id, "name") == 0 && !strchr(want, '<') && strchr(got, '<'))
        *strstr(got, " <cycle") = '\0'; /* gprof's flat profile does not say */
    if (strcmp(got, want) != 0)
        fail_msg("%s: '%s', not '%s'", id, got, want);
}

void fixture_expect_order(const struct grid *g, const char *want)
{
    struct text got = {0};
    for (uint32_t i = 0; i < g->n_rows; i++) {
        g->ops->name(g, i, &got);
        text_char(&got, ' ');
    }
    assert_string_equal(text_z(&got), want);
    text_release(&got);
}

/* ---- at any width ---- */

static void check_line(const struct line *l)
{
    uint32_t at = 0;
    assert_false(l->text.failed);
    assert_true(l->pinned <= l->text.n);
    for (size_t i = 0; i < l->text.n; i++)
        assert_true((unsigned char)l->text.p[i] >= ' ' && l->text.p[i] != 0x7f);
    assert_true(l->text.n == 0 || l->text.p[0] == ' ');
    for (size_t i = 0; i < l->n_spans; i++) {
        assert_true(l->spans[i].lo >= at && l->spans[i].hi > l->spans[i].lo);
        at = l->spans[i].hi;
    }
    assert_true(at <= l->text.n);
}

static void check_grid(struct grid *g, unsigned cols)
{
    struct line l = {0};
    struct text name = {0};
    assert_non_null(g);
    g->ops->heading(g, &l);
    check_line(&l);
    size_t pinned = utf8_cols(l.text.p, l.pinned);

    for (uint32_t i = 0; i < g->n_rows; i++) {
        struct grid_row r;
        g->ops->row(g, i, &r);
        g->ops->format(g, i, &l);
        check_line(&l);
        if (r.kind == ROW_FUNCTION || r.kind == ROW_PRIMARY || r.kind == ROW_CALLER) {
            assert_int_equal(utf8_cols(l.text.p, l.pinned), pinned);
            assert_true(pinned <= cols || cols < 12);
        }
        struct line second = {0};

        g->ops->detail(g, i, &l);
        line_split(&l, &second);
        check_line(&l);
        check_line(&second);
        line_release(&second);
        g->ops->name(g, i, &name);
    }
    text_release(&name);
    line_release(&l);
    grid_free(g);
}

void fixture_expect_all_widths(const struct fixture *f)
{
    for (unsigned cols = 1; cols <= 300; cols += cols < 130 ? 1 : 17) {
        for (int ascii = 0; ascii < 2; ascii++) {
            struct grid_style style = {.cols = cols, .ascii = ascii, .names = NAME_SHORT};
            style.grouped = cols % 3 == 0;
            style.with = cols % 7 * 0x49; /* some columns, others each time */
            style.without = cols % 5 * 0x85;
            check_grid(flat_grid(&f->v, &style, NULL, NULL), cols);
            check_grid(info_grid(&f->v, &style), cols);
            for (node_id n = 0; n < f->analysis->n_nodes; n++)
                check_grid(entry_grid(&f->v, n, &style, NULL, NULL), cols);
        }
    }
}
