/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statistics over runs, as they are read: numbers, limits, and what is not read. */
#include "core/load/run/run.h"
#include "core/load/run/runs.h"
#include "unite/build.h"
#include "unite/unite.h"

#include "tests/support/unit.h"

enum { MAIN = 0x1000, WORK = 0x1040 };

static struct unite_message run_of(unsigned rank, uint64_t main_ticks, uint64_t work_ticks)
{
    struct unite_message m = {.memory = &runs_memory};
    struct unite_build b;
    const struct unite_run run = {.rank = rank, .host = {"node", 4}, .wall_ms = 10 * rank};
    unite_build_init(&b, &runs_memory);
    unite_build_image(&b, &(struct unite_image){.path = {"prog", 4}, .ticks = main_ticks});
    unite_build_image(&b, &(struct unite_image){.path = {"library", 7}});
    unite_build_self(&b, 1, MAIN, main_ticks);
    unite_build_self(&b, 1, WORK, work_ticks);
    unite_build_self(&b, 2, WORK, 1000);
    assert_int_equal(unite_build_end(&b, &run, &m), UNITE_OK);
    unite_build_release(&b);
    return m;
}

static struct unite_message sum_of_three(void)
{
    struct unite_pile pile = {.memory = &runs_memory};
    struct unite_message sum = {.memory = &runs_memory}, m;
    const uint64_t ticks[] = {10, 40, 10}, others[] = {0, 3, 0};
    for (unsigned i = 3; i-- > 0;) {
        m = run_of(i, ticks[i], others[i]);
        assert_int_equal(unite_pile_add(&pile, &m), UNITE_OK);
    }
    assert_int_equal(unite_pile_end(&pile, &sum), UNITE_OK);
    return sum;
}

static struct profile_runs *decode(const uint8_t *p, size_t n)
{
    const struct unite_source source = {.p = p, .n = n};
    struct profile_runs *s = NULL;
    runs_decode(&source, n, &s);
    return s;
}

static const struct run_function *find(const struct profile_runs *s, uint32_t image, uint64_t addr)
{
    for (size_t i = 0; i < s->n_functions; i++)
        if (s->functions[i].image == image && s->functions[i].addr == addr)
            return &s->functions[i];
    return NULL;
}

TEST(numbers)
{
    struct unite_message m = sum_of_three();
    struct profile_runs *s = decode(m.p, m.n);
    assert_non_null(s);
    assert_true(s->n == 3 && s->n_all == 3 && s->n_functions == 3);
    assert_true(s->n_images == 2 && strcmp(s->images[1].path, "library") == 0);
    assert_true(s->v[2].rank == 2 && s->v[2].wall_ms == 20);
    assert_string_equal(s->v[1].host, "node");
    assert_int_equal(s->v[1].sum[RUN_TICKS], 1043);
    const struct run_function *v = find(s, 0, MAIN);
    assert_true(v->n_runs == 3 && v->sum == 60 && v->squares == 1800);
    assert_true(v->most == 40 && v->most_run == 1);
    v = find(s, 0, WORK);
    assert_true(v->n_runs == 1 && v->sum == 3 && v->squares == 9 && v->most == 3 &&
                v->most_run == 1);
    v = find(s, 1, WORK);
    assert_true(v->n_runs == 3 && v->sum == 3000 && v->most == 1000);
    profile_runs_free(s);
    unite_message_release(&m);
}

TEST(nothing)
{
    struct unite_message m = sum_of_three(), one = run_of(1, 2, 3);
    assert_null(decode(one.p, one.n));
    for (size_t n = 0; n < m.n; n++)
        assert_null(decode(m.p, n));
    m.p[sizeof UNITE_FIRST_LINE - 3] = '1';
    assert_null(decode(m.p, m.n));
    unite_message_release(&m);
    unite_message_release(&one);
}

/* Names that share all but their ends: what is kept of them is in proportion to the file. */
TEST(long_names)
{
    enum { RUNS = 5000, NAME = 4000 };
    struct unite_message m = {.memory = &runs_memory};
    struct unite_writer *w = malloc(sizeof *w);
    static char name[NAME + 8];
    size_t kept = 0;
    assert_non_null(w);
    memset(name, 'n', NAME);
    unite_writer_begin(w, &m);
    for (unsigned i = 0; i < RUNS; i++) {
        sprintf(name + NAME, "%05u", i);
        unite_write(w, &(struct unite_record){
                           .kind = UNITE_RUN,
                           .run = {.times = 1, .rank = 1, .name = {name, strlen(name)}}});
    }
    assert_int_equal(unite_writer_end(w), UNITE_OK);
    free(w);
    struct profile_runs *s = decode(m.p, m.n);
    assert_non_null(s);
    assert_int_equal(s->n, RUNS);
    for (size_t i = 0; i < s->n; i++)
        kept += strlen(s->v[i].name);
    assert_true(kept > NAME && kept < 8 * m.n + (1 << 20));
    profile_runs_free(s);
    unite_message_release(&m);
}
