/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of runs: what is in them, and where there is no room, too much, or something else. That
 * every order and grouping of unions gives the same bytes, property/run_merge tests. */
#include "unite/build.h"
#include "unite/entries.h"
#include "unite/put.h"
#include "unite/unite.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

/* ---- memory ---- */

struct heap {
    size_t bytes, most;
    long left; /* allocations until one fails; < 0: none does */
};

static void *resize(void *ctx, void *p, size_t old_bytes, size_t new_bytes)
{
    struct heap *h = ctx;
    if (new_bytes && h->left == 0)
        return NULL;
    h->left -= new_bytes && h->left > 0;
    assert_true(h->bytes >= old_bytes);
    h->bytes = h->bytes - old_bytes + new_bytes;
    h->most = h->bytes > h->most ? h->bytes : h->most;
    if (new_bytes)
        return realloc(p, new_bytes);
    free(p);
    return NULL;
}

static struct heap heap;
static const struct unite_memory memory = {resize, &heap};

static int begin(void **state)
{
    heap = (struct heap){.left = -1};
    return 0;
}

static int end(void **state)
{
    return heap.bytes != 0;
}

static uint64_t seed;

static unsigned number(unsigned n)
{
    return made_below(&seed, n);
}

/* ---- runs ---- */

#define TEXT(s)                                                                                    \
    {                                                                                              \
        (s), sizeof(s) - 1                                                                         \
    }

static struct unite_message run_of(uint64_t rank, uint64_t ticks, const char *id)
{
    struct unite_message m = {.memory = &memory};
    struct unite_build b;
    unite_build_init(&b, &memory);
    unite_build_add(&b, UNITE_IMAGE,
                    &(struct unite_image){.path = TEXT("p"), .id = {id, strlen(id)}});
    unite_build_self(&b, 1, 16, ticks);
    assert_int_equal(unite_build_end(&b, &(struct unite_run){.rank = rank}, &m), UNITE_OK);
    unite_build_release(&b);
    return m;
}

TEST(large_numbers)
{
    struct unite_message all = run_of(0, UINT64_MAX, "x");
    static struct unite_reader reader;
    struct unite_record r;
    for (uint64_t rank = 1; rank < 3; rank++) {
        struct unite_message one = run_of(rank, rank == 1 ? UINT64_MAX : 5, "x"), both = one;
        struct unite_source a = unite_source_of(&all), b = unite_source_of(&one);
        both = (struct unite_message){.memory = &memory};
        assert_int_equal(unite(&a, &b, &both), UNITE_OK);
        unite_message_release(&all);
        unite_message_release(&one);
        all = both;
        struct unite_source source = unite_source_of(&all);
        assert_int_equal(unite_reader_begin(&reader, &source), UNITE_OK);
        do
            assert_int_equal(unite_read(&reader, &r), UNITE_OK);
        while (r.kind != UNITE_FUNCTION);
        const struct unite_spread *s = &r.function.ticks;
        assert_true(s->sum == UINT64_MAX && s->most == UINT64_MAX && s->most_run == 0);
        /* 2 (2^64 - 1)^2 = 2^129 - 2^66 + 2 is too much for 128 bits. */
        assert_true(s->squares.high == UINT64_MAX && s->squares.low == UINT64_MAX);
    }
    unite_message_release(&all);
}

TEST(other_programs)
{
    struct unite_message a = run_of(0, 1, "x"), b = run_of(1, 1, "y"), out = {.memory = &memory};
    struct unite_source from_a = unite_source_of(&a), from_b = unite_source_of(&b);
    assert_int_equal(unite(&from_a, &from_b, &out), UNITE_OTHER_PROGRAM);
    assert_null(out.p);
    from_b = (struct unite_source){.p = (const uint8_t *)"gptui-runs 1\n", .n = 13};
    assert_int_equal(unite(&from_a, &from_b, &out), UNITE_OTHER_VERSION);
    unite_message_release(&a);
    unite_message_release(&b);
}

/* ---- one run alone, and what is not known ---- */

/* The first record of a kind. */
static struct unite_record find(struct unite_reader *reader, const struct unite_message *m,
                                enum unite_kind kind)
{
    struct unite_source source = unite_source_of(m);
    struct unite_record r;
    assert_int_equal(unite_reader_begin(reader, &source), UNITE_OK);
    do
        assert_int_equal(unite_read(reader, &r), UNITE_OK);
    while (r.kind != kind && r.kind != UNITE_END);
    return r;
}

static void assert_text(struct unite_text text, const char *want)
{
    assert_int_equal(text.n, strlen(want));
    assert_memory_equal(text.p, want, text.n);
}

/* A run with n calls and call paths more than it needs. */
static enum unite_result build_run(uint32_t rate_hz, unsigned n, struct unite_message *m)
{
    struct unite_build b;
    unite_build_init(&b, &memory);
    b.unit = (struct unite_unit){TEXT("seconds"), 's', rate_hz};
    unite_build_add(&b, UNITE_WORD, &(struct unite_word){TEXT("threads"), TEXT("4")});
    unite_build_add(&b, UNITE_WORD, &(struct unite_word){TEXT("sampled-by"), TEXT("timer")});
    unite_build_add(&b, UNITE_PHASE, &(struct unite_phase){1, 5, 3, TEXT("second")});
    unite_build_add(&b, UNITE_IMAGE, &(struct unite_image){.path = TEXT("p")});
    unite_build_add(&b, UNITE_RANGE,
                    &(struct unite_range){.image = 1, .rate_hz = rate_hz, .hi = 64, .n_bins = 16});
    unite_build_bin(&b, 3, 9);
    unite_build_add(&b, UNITE_ARC, &(struct unite_arc){0, 0, 1, 32, 7});
    for (unsigned i = 0; i < n; i++) {
        unite_build_add(&b, UNITE_ARC, &(struct unite_arc){1, i, 1, 7 * i, 1 + i});
        unite_build_node(&b, UNITE_NO_NODE,
                         &(struct unite_node){.image = 1, .addr = i, .ticks = 1 + number(9)});
    }
    enum unite_result result = unite_build_end(
        &b,
        &(struct unite_run){
            .rank = UNITE_NO_RANK, .id = TEXT("12-34"), .command = TEXT("./p a"), .began_ns = 77},
        m);
    unite_build_release(&b);
    return result;
}

static struct unite_message large_run(unsigned n)
{
    struct unite_message m = {.memory = &memory};
    assert_int_equal(build_run(100, n, &m), UNITE_OK);
    return m;
}

static struct unite_message one_run(uint32_t rate_hz)
{
    struct unite_message m = {.memory = &memory};
    assert_int_equal(build_run(rate_hz, 0, &m), UNITE_OK);
    return m;
}

TEST(one_run_alone)
{
    static struct unite_reader reader;
    struct unite_message a = one_run(100), b = one_run(100), other = one_run(50),
                         both = {.memory = &memory};
    struct unite_source from_a = unite_source_of(&a), from_b = unite_source_of(&b),
                        from_other = unite_source_of(&other);
    struct unite_record r = find(&reader, &a, UNITE_RUN);
    assert_text(r.run.id, "12-34");
    assert_text(r.run.command, "./p a");
    assert_int_equal(r.run.began_ns, 77);
    assert_int_equal(r.run.sum[UNITE_TICKS], 9);
    assert_int_equal(r.run.sum[UNITE_CALLS], 7);
    r = find(&reader, &a, UNITE_WORD);
    assert_text(r.word.name, "sampled-by");
    assert_text(r.word.value, "timer");
    assert_int_equal(unite_read(&reader, &r), UNITE_OK);
    assert_text(r.word.name, "threads");
    assert_text(r.word.value, "4");
    r = find(&reader, &a, UNITE_PHASE);
    assert_int_equal(r.phase.number, 1);
    assert_int_equal(r.phase.wall_ms, 5);
    assert_int_equal(r.phase.cpu_ms, 3);
    assert_text(r.phase.name, "second");
    assert_int_equal(find(&reader, &a, UNITE_FUNCTION).kind, UNITE_END);

    assert_int_equal(unite(&from_a, &from_b, &both), UNITE_OK);
    assert_int_equal(find(&reader, &both, UNITE_WORD).kind, UNITE_END);
    assert_int_equal(find(&reader, &both, UNITE_PHASE).kind, UNITE_END);
    r = find(&reader, &both, UNITE_UNIT);
    assert_text(r.unit.dimension, "seconds");
    assert_int_equal(r.unit.abbreviation, 's');
    assert_int_equal(r.unit.rate_hz, 100);
    unite_message_release(&both);
    assert_int_equal(unite(&from_a, &from_other, &both), UNITE_OTHER_UNIT);
    assert_null(both.p);
    unite_message_release(&a);
    unite_message_release(&b);
    unite_message_release(&other);
}

/* What came after an earlier message is left of the later one; words stay. */
TEST(what_came_after)
{
    static struct unite_reader reader;
    struct unite_message later = large_run(20), earlier = large_run(10),
                         after = {.memory = &memory};
    struct unite_source now = unite_source_of(&later), then = unite_source_of(&earlier);
    assert_int_equal(unite_less(&now, &then, &after), UNITE_OK);
    assert_int_equal(find(&reader, &after, UNITE_RUN).run.sum[UNITE_CALLS], 155);
    assert_text(find(&reader, &after, UNITE_WORD).word.name, "sampled-by");
    assert_int_equal(find(&reader, &after, UNITE_BIN).kind, UNITE_END);
    assert_int_equal(find(&reader, &after, UNITE_ARC).arc.count, 11);
    unite_message_release(&later);
    unite_message_release(&earlier);
    unite_message_release(&after);
}

/* A message as a file. */
struct file {
    struct unite_sink sink;
    uint8_t bytes[4000];
    size_t n;
};

static void put(struct unite_sink *s, const void *p, size_t n)
{
    struct file *f = (struct file *)s;
    assert_true(p && n <= sizeof f->bytes - f->n);
    memcpy(f->bytes + f->n, p, n);
    f->n += n;
}

/* A profile is named by the first record, and by the last that was said. */
TEST(its_profile)
{
    static struct unite_reader reader;
    static struct file first, second;
    struct unite_message m = one_run(100), both = {.memory = &memory};
    first.sink.put = second.sink.put = put;
    assert_int_equal(find(&reader, &m, UNITE_PROFILE).kind, UNITE_END);
    unite_put_message(&first.sink, &m, &(struct unite_profile){1, 2});
    const struct unite_message one = {.p = first.bytes, .n = first.n};
    unite_put_message(&second.sink, &one, &(struct unite_profile){UINT64_C(1) << 40, UINT64_MAX});
    const struct unite_message other = {.p = second.bytes, .n = second.n};
    struct unite_record r = find(&reader, &one, UNITE_PROFILE);
    assert_int_equal(r.profile.bytes, 1);
    assert_int_equal(r.profile.check, 2);
    assert_int_equal(find(&reader, &one, UNITE_END).kind, UNITE_END);
    r = find(&reader, &other, UNITE_PROFILE);
    assert_true(r.profile.bytes == UINT64_C(1) << 40 && r.profile.check == UINT64_MAX);
    assert_int_equal(find(&reader, &other, UNITE_PROFILE).kind, UNITE_PROFILE);
    const struct unite_source a = unite_source_of(&one), b = unite_source_of(&other);
    assert_int_equal(unite(&a, &b, &both), UNITE_OK);
    assert_int_equal(find(&reader, &both, UNITE_PROFILE).kind, UNITE_END);
    unite_message_release(&both);
    unite_message_release(&m);
}

/* Vectors of the FNV's authors, and many zeros. */
TEST(check_sums)
{
    static const uint8_t zeros[1000];
    assert_true(unite_check(UNITE_CHECK_BEGIN, "", 0) == UINT64_C(0xcbf29ce484222325));
    assert_true(unite_check(UNITE_CHECK_BEGIN, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(unite_check(UNITE_CHECK_BEGIN, "foobar", 6) == UINT64_C(0x85944171f73967e8));
    for (size_t n = 0; n <= sizeof zeros; n++)
        assert_true(unite_check(5, NULL, n) == unite_check(5, zeros, n));
}

static void write_other(struct unite_writer *w, unsigned kind, const char *bytes)
{
    unite_write(w,
                &(struct unite_record){.kind = UNITE_OTHER, .other = {kind, unite_text_of(bytes)}});
}

/* Records of kinds that a later version has are kept, each once. */
TEST(unknown_kinds)
{
    static struct unite_writer w;
    static struct unite_reader reader;
    static const struct {
        unsigned kind;
        const char *bytes;
    } want[] = {{20, "a"}, {20, "b"}, {20, "c"}, {21, "b"}, {255, "x"}};
    struct unite_message m[2] = {{.memory = &memory}, {.memory = &memory}},
                         both = {.memory = &memory};
    for (int i = 0; i < 2; i++) {
        unite_writer_begin(&w, &m[i]);
        unite_write(&w, &(struct unite_record){.kind = UNITE_RUN, .run = {.times = 1}});
        write_other(&w, 20, i ? "a" : "b");
        if (i)
            write_other(&w, 20, "b");
        write_other(&w, i ? 20 : 21, i ? "c" : "b");
        write_other(&w, 255, "x");
        assert_int_equal(unite_writer_end(&w), UNITE_OK);
    }
    const struct unite_source a = unite_source_of(&m[0]), b = unite_source_of(&m[1]);
    assert_int_equal(unite(&a, &b, &both), UNITE_OK);
    struct unite_record r = find(&reader, &both, UNITE_OTHER);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(r.kind, UNITE_OTHER);
        assert_int_equal(r.other.kind, want[i].kind);
        assert_text(r.other.bytes, want[i].bytes);
        assert_int_equal(unite_read(&reader, &r), UNITE_OK);
    }
    assert_int_equal(r.kind, UNITE_END);
    unite_message_release(&both);
    unite_message_release(&m[0]);
    unite_message_release(&m[1]);
}

static enum unite_result read_whole(const struct unite_message *m)
{
    static struct unite_reader reader;
    const struct unite_source source = unite_source_of(m);
    struct unite_record r;
    assert_int_equal(unite_reader_begin(&reader, &source), UNITE_OK);
    while (unite_next(&reader, &r))
        ;
    return reader.result;
}

/* A group that is longer or shorter than it says is damaged. */
TEST(lengths_of_groups)
{
    struct unite_message m = one_run(100);
    const size_t at = sizeof UNITE_FIRST_LINE; /* after the kind of the first group */
    for (int by = -1; by <= 1; by += 2) {
        m.p[at] = (uint8_t)(m.p[at] + by);
        assert_int_equal(read_whole(&m), UNITE_DAMAGED);
        m.p[at] = (uint8_t)(m.p[at] - by);
    }
    unite_message_release(&m);
}

/* What cannot be said, perhaps after what can: of two runs, whose program is the one image. */
TEST(impossible_records)
{
#define RANGE(...) UNITE_RANGE, .range = { __VA_ARGS__ }
#define TICKS(...) UNITE_FUNCTION, .function = {.image = 1, .ticks = {__VA_ARGS__}}
    static const struct unite_record cases[][2] = {
        {{RANGE(.image = 1, .lo = 8, .hi = 8, .n_bins = 1)}, {RANGE(.image = 1, .lo = 9, .hi = 8)}},
        {{RANGE(.image = 1)}, {RANGE(.image = 1, .measure = UNITE_MPI)}},
        {{0}, {RANGE(.image = 2)}},
        {{0}, {RANGE(.image = 0)}},
        {{0}, {RANGE(.image = 1, .n_bins = UINT32_MAX + UINT64_C(1))}},
        {{RANGE(.image = 1, .hi = 8, .n_bins = 2)}, {UNITE_BIN, .bin = {1, 0}}},
        {{RANGE(.image = 1, .hi = 8, .n_bins = 2)}, {UNITE_BIN, .bin = {2, 1}}},
        {{UNITE_BLOCK, .block = {1, 0, 1}}, {UNITE_BLOCK, .block = {0, 4, 1}}},
        {{UNITE_BLOCK, .block = {1, 4, 1}}, {UNITE_BLOCK, .block = {1, 4, 1}}},
        {{UNITE_BLOCK, .block = {1, 4, 1}}, {RANGE(.image = 1, .hi = 8)}},
        {{UNITE_ARC, .arc = {1, 0, 0, 0, 1}}, {UNITE_ARC, .arc = {2, 0, 0, 0, 1}}},
        {{UNITE_ARC, .arc = {0, 0, 1, 0, 1}}, {UNITE_ARC, .arc = {1, 0, 2, 0, 1}}},
        {{TICKS(2, 5, {0, 13}, 3, 0)}, {UNITE_FUNCTION, .function = {2, 0, {1, 1, {0, 1}, 1, 0}}}},
        {{0}, {TICKS(0, 5, {0, 25}, 5, 0)}},
        {{0}, {TICKS(3, 5, {0, 9}, 2, 0)}},
        {{0}, {TICKS(1, 5, {0, 25}, 0, 0)}},
        {{TICKS(1, 5, {0, 25}, 5, 0)}, {UNITE_FUNCTION, .function = {1, 4, {1, 5, {0, 36}, 6, 0}}}},
        {{0}, {TICKS(1, 5, {0, 25}, 5, 1)}},
        {{UNITE_NODE, .node = {1, 0, 1, 0, 0}}, {UNITE_NODE, .node = {1, 0, 1, 0, 2}}},
        {{UNITE_NODE, .node = {0, 0, 1, 0, 0}}, {UNITE_NODE, .node = {2, 0, 1, 0, 1}}},
        {{0}, {UNITE_FACT, .fact = {N_UNITE_RULES, TEXT("x"), 1}}},
    };
    for (size_t i = 0; i < 2 * ARRAY_LEN(cases); i++) {
        static struct unite_writer w;
        struct unite_message m = {.memory = &memory};
        unite_writer_begin(&w, &m);
        unite_write(&w, &(struct unite_record){UNITE_RUN, .run = {.times = 2}});
        unite_write(&w, &(struct unite_record){UNITE_IMAGE, .image = {.is_program = true}});
        for (size_t k = 0; k <= i % 2; k++)
            if (cases[i / 2][k].kind)
                unite_write(&w, &cases[i / 2][k]);
        assert_int_equal(unite_writer_end(&w), UNITE_OK);
        if (read_whole(&m) != (i % 2 ? UNITE_DAMAGED : UNITE_OK))
            fail_msg("case %zu, record %zu", i / 2, i % 2);
        unite_message_release(&m);
    }
}

/* ---- pieces, memory ---- */

struct pieces {
    const struct unite_message *m;
    size_t at;
};

static size_t more(void *ctx, const uint8_t **p)
{
    struct pieces *pieces = ctx;
    size_t left = pieces->m->n - pieces->at, n = 1 + number(700);
    n = n < left ? n : left;
    *p = pieces->m->p + pieces->at;
    pieces->at += n;
    return n;
}

TEST(in_pieces)
{
    struct unite_message first = large_run(90), second = large_run(500),
                         whole = {.memory = &memory}, cut = {.memory = &memory};
    struct unite_source a = unite_source_of(&first), b = unite_source_of(&second);
    struct pieces pieces = {&second, 0};
    assert_int_equal(unite(&a, &b, &whole), UNITE_OK);
    b = (struct unite_source){.more = more, .ctx = &pieces};
    assert_int_equal(unite(&a, &b, &cut), UNITE_OK);
    assert_int_equal(whole.n, cut.n);
    assert_memory_equal(whole.p, cut.p, cut.n);
    unite_message_release(&whole);
    unite_message_release(&cut);
    unite_message_release(&first);
    unite_message_release(&second);
}

TEST(memory_runs_out)
{
    struct unite_message first = large_run(90), second = large_run(500), out = {.memory = &memory};
    const struct unite_source a = unite_source_of(&first), b = unite_source_of(&second);
    for (int building = 0; building < 2; building++) {
        enum unite_result result = UNITE_NO_MEMORY;
        for (long left = 0; result != UNITE_OK; left++) {
            heap.left = left;
            result = building ? build_run(100, 300, &out) : unite(&a, &b, &out);
            assert_true(result == UNITE_OK || (result == UNITE_NO_MEMORY && !out.p));
        }
        heap.left = -1;
        unite_message_release(&out);
    }
    unite_message_release(&first);
    unite_message_release(&second);
}

/* Other damage is for fuzz_runs. */
TEST(damaged)
{
    struct unite_message good = large_run(9), bad = large_run(90), out = {.memory = &memory};
    const struct unite_source whole = unite_source_of(&good);
    for (size_t n = 0; n < bad.n; n += 1 + n / 50) {
        struct unite_source cut = {.p = bad.p, .n = n};
        assert_int_equal(unite(&cut, &whole, &out), UNITE_DAMAGED);
    }
    unite_message_release(&good);
    unite_message_release(&bad);
    struct unite_build b;
    unite_build_init(&b, &memory);
    (void)unite_build_node(&b, UNITE_NO_NODE, &(struct unite_node){.image = 9, .ticks = 1});
    assert_int_equal(unite_build_end(&b, &(struct unite_run){.times = 1}, &out), UNITE_DAMAGED);
    unite_build_release(&b);
}

/* ---- one image, loaded twice ---- */

TEST(an_image_twice)
{
    static const struct unite_bin want[] = {{3, 5}, {5, 7}, {9, 2}};
    struct unite_message m = {.memory = &memory};
    struct unite_build b;
    struct unite_record r;
    size_t n_images = 0, n_ranges = 0, n_bins = 0;
    unite_build_init(&b, &memory);
    unite_build_add(&b, UNITE_IMAGE, &(struct unite_image){.path = TEXT("/bin/prog")});
    for (unsigned i = 2; i <= 3; i++) {
        unite_build_add(&b, UNITE_IMAGE,
                        &(struct unite_image){.path = TEXT("/lib/l.so"), .ticks = i});
        unite_build_add(&b, UNITE_RANGE, &(struct unite_range){.image = i, .hi = 64, .n_bins = 16});
        unite_build_bin(&b, 3, i);
        unite_build_bin(&b, i == 2 ? 9 : 5, i == 2 ? 2 : 7);
    }
    assert_int_equal(unite_build_end(&b, &(struct unite_run){.rank = 1}, &m), UNITE_OK);
    unite_build_release(&b);
    struct unite_reader *reader = malloc(sizeof *reader);
    const struct unite_source source = unite_source_of(&m);
    assert_int_equal(unite_reader_begin(reader, &source), UNITE_OK);
    while (unite_next(reader, &r)) {
        n_images += r.kind == UNITE_IMAGE;
        n_ranges += r.kind == UNITE_RANGE;
        if (r.kind == UNITE_BIN && n_bins < 3) {
            assert_int_equal(r.bin.index, want[n_bins].index);
            assert_int_equal(r.bin.count, want[n_bins].count);
        }
        n_bins += r.kind == UNITE_BIN;
    }
    assert_int_equal(reader->result, UNITE_OK);
    assert_int_equal(n_images, 2);
    assert_int_equal(n_ranges, 1);
    assert_int_equal(n_bins, 3);
    free(reader);
    unite_message_release(&m);
}

/* ---- sorting, entries ---- */

static int by_value(const void *a, const void *b)
{
    return unite_compare_numbers(*(const uint64_t *)a, *(const uint64_t *)b);
}

/* Mixed, a peak (whose middle is the worst to split at), few values, downwards. */
TEST(sorting)
{
    enum { N = 500 };
    uint64_t v[N], sum;
    for (int how = 0; how < 4; how++) {
        for (uint64_t i = sum = 0; i < N; i++)
            sum += v[i] = how == 0   ? i * 7919 % N
                          : how == 1 ? (i < N / 2 ? i : N - i)
                          : how == 2 ? i % 3
                                     : N - i;
        struct unite_list pairs = {NULL, 0, 0};
        for (uint64_t i = 0; i < N; i++) {
            const uint64_t pair[] = {v[i] << 32, v[N - 1 - i], i};
            memcpy(unite_list_add(&pairs, sizeof pair, &memory), pair, sizeof pair);
        }
        unite_sort(v, N, sizeof *v, by_value);
        assert_true(unite_list_sort(&pairs, 24, 2, &memory));
        const uint64_t(*p)[3] = (void *)pairs.v;
        for (size_t i = 0; i < N; i++) {
            assert_true((i == 0 || v[i - 1] <= v[i]) && (sum -= v[i]) <= N * N);
            assert_true(p[i][0] == v[i] << 32 &&
                        (i == 0 || p[i][0] != p[i - 1][0] || p[i][1] >= p[i - 1][1]));
        }
        unite_list_release(&pairs, 24, &memory);
        assert_int_equal(sum, 0);
    }
}

TEST(entries)
{
    struct unite_entries e = {.memory = &memory};
    assert_int_equal(unite_entries_find(&e, 100), 0);
    for (uint64_t i = 0; i < 2000; i++)
        assert_int_equal(unite_entries_add(&e, 100 + i * 7919 % 2000 * 16), UNITE_OK);
    unite_entries_sort(&e);
    assert_int_equal(unite_entries_find(&e, 99), 0);
    for (uint64_t addr = 100; addr < 100 + 2000 * 16; addr += 5)
        assert_int_equal(unite_entries_find(&e, addr), addr - (addr - 100) % 16);
    unite_entries_release(&e);
}

EACH_TEST(begin, end);
