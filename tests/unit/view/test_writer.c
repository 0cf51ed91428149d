/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports that several threads lay out: the bytes are those of one thread, written by the thread
 * that asked, and a failed write ends it. */
#include <pthread.h>

#include "core/base/mem.h"
#include "core/base/task.h"
#include "core/load/image/demangle.h"
#include "core/view/format/gnu.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { N = 5000, ARCS = 30000 };

/* N functions that call others nearby, most of them those after them; all call one of them. Names
 * in turn of C and C++, with `padding` bytes more. */
struct big {
    struct made made;
    struct settings settings;
    struct analysis *analysis;
    struct lines *lines;
};

static void put_name(struct text *t, uint32_t i, size_t padding)
{
    if (i % 2) {
        text_str(t, "_Z");
        text_uint(t, text_uint_cols(i) + 1 + padding, 0);
    }
    text_char(t, 'f');
    text_uint(t, i, 0);
    text_fill(t, 'x', padding);
    text_str(t, i % 2 ? "iz" : "");
}

static void make_symbols(struct made *m, size_t padding)
{
    struct text name = {0};
    made_init(m, made_addr(0), made_addr(N));
    for (uint32_t i = 0; i < N; i++) {
        text_clear(&name);
        put_name(&name, i, padding);
        made_symbol(m, text_z(&name), made_addr(i), SYM_FUNC | (i % 3 ? 0 : SYM_STATIC));
    }
    text_release(&name);
}

static uint32_t callee_of(uint32_t caller, uint64_t *chance)
{
    uint32_t to = caller + made_below(chance, 400);
    to = made_below(chance, 50) ? to : caller - caller % 10;
    return to < N ? to : N - 1;
}

static void make_profile(struct made *m, size_t padding)
{
    uint64_t chance = 11;
    make_symbols(m, padding);
    uint64_t *bins = made_ticks(m, NULL);

    for (uint32_t i = 0; i < N * 4; i++)
        bins[i] = made_below(&chance, 4) ? 0 : made_below(&chance, 20);
    for (uint32_t i = 0; i < ARCS; i++) {
        uint32_t from = i < N ? i : made_below(&chance, N);
        uint32_t to = i < N ? N - 2 : callee_of(from, &chance);
        made_call(m, from, to, made_below(&chance, 1000));
    }
}

static struct big *big_new(size_t padding, const struct settings *s)
{
    struct big *b = mem_array(1, sizeof *b);
    assert_non_null(b);
    make_profile(&b->made, padding);
    b->settings = *s;
    b->settings.width = 80;
    b->settings.demangle = true;
    b->settings.demangle_style = demangle_style_auto();
    b->analysis = analysis_new(&b->made.profile, &b->settings, NULL, NULL, NULL, no_err());
    b->lines = lines_new(NULL);
    assert_true(b->analysis && b->lines);
    return b;
}

static void big_free(struct big *b)
{
    analysis_free(b->analysis);
    lines_free(b->lines);
    made_release(&b->made);
    free(b);
}

/* ---- a report ---- */

struct heard {
    struct text text;
    pthread_t thread; /* that asked */
    size_t n_writes, fail_at;
};

static bool hear(void *ctx, const char *p, size_t n, struct err *e)
{
    struct heard *h = ctx;
    assert_true(pthread_equal(pthread_self(), h->thread));
    assert_true(h->n_writes <= h->fail_at);
    if (h->n_writes++ == h->fail_at)
        return err_set(e, ERR_WRITE, "here");
    text_add(&h->text, p, n);
    return true;
}

static bool report(const struct big *b, unsigned helpers, struct heard *h, struct err *e)
{
    struct names *names =
        names_new(&b->made.profile, NULL, b->settings.demangle, b->settings.demangle_style);
    const struct view_context v = {.analysis = b->analysis,
                                   .settings = &b->settings,
                                   .names = names,
                                   .lines = b->lines,
                                   .helpers = helpers};
    const struct emitter to = {.write = hear, .ctx = h};
    assert_non_null(names);
    err_clear(e);
    h->thread = pthread_self();
    bool ok = gnu_report(&v, STYLE_FLAT | STYLE_GRAPH, false, &to, e);
    names_free(names);
    return ok;
}

static void check_same(const struct big *b)
{
    struct heard one = {.fail_at = SIZE_MAX};
    struct err e;
    assert_true(report(b, 0, &one, &e));
    for (unsigned helpers = 1; helpers <= PIECES_HELPERS_MOST; helpers++) {
        struct heard many = {.fail_at = SIZE_MAX};
        assert_true(report(b, helpers, &many, &e));
        assert_int_equal(many.text.n, one.text.n);
        assert_memory_equal(many.text.p, one.text.p, one.text.n);
        text_release(&many.text);
    }
    text_release(&one.text);
}

TEST(same_bytes)
{
    static const struct settings all[] = {
        {.brief = true},
        {.brief = true, .unused = true},
        {.brief = true, .traditional = true},
        {.brief = true, .no_static = true},
        {.brief = true, .inline_files = true},
    };
    for (size_t i = 0; i < ARRAY_LEN(all); i++) {
        struct big *b = big_new(0, &all[i]);
        check_same(b);
        big_free(b);
    }
}

/* Entries too long to be held, and names that are longer than what is copied at once. */
TEST(long_entries)
{
    const struct settings s = {.brief = true};
    struct big *b = big_new(1000, &s);
    check_same(b);
    big_free(b);
}

/* The output ends where it failed; what came before it is the same. */
TEST(failed_writes)
{
    const struct settings s = {.brief = true};
    struct big *b = big_new(0, &s);
    struct heard whole = {.fail_at = SIZE_MAX};
    struct err e;
    assert_true(report(b, 0, &whole, &e));
    for (size_t at = 0; at < 20; at++) {
        struct heard h = {.fail_at = at};
        assert_false(report(b, 2, &h, &e));
        assert_int_equal(e.code, ERR_WRITE);
        assert_int_equal(h.n_writes, at + 1);
        assert_true(h.text.n < whole.text.n);
        assert_memory_equal(h.text.n ? h.text.p : "", whole.text.p, h.text.n);
        text_release(&h.text);
    }
    text_release(&whole.text);
    big_free(b);
}
