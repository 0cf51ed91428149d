/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Messages of runs: what is in them, and that every order and grouping of unions gives the same
 * bytes. */
#include "unite/build.h"
#include "unite/entries.h"
#include "unite/put.h"
#include "unite/unite.h"

#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { MOST_RUNS = 40, N_FUNCTIONS = 90, FUNCTION_BYTES = 32 };

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
    (void)state;
    heap = (struct heap){.left = -1};
    return 0;
}

static int end(void **state)
{
    (void)state;
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

/* What the runs of a test counted, by function, and in all. */
struct truth {
    uint64_t ticks[MOST_RUNS][N_FUNCTIONS], sum[MOST_RUNS][N_UNITE_MEASURES];
    uint64_t totals[MOST_RUNS][N_FUNCTIONS]; /* by call paths */
};

static uint64_t entry(void *ctx, unsigned image, uint64_t addr)
{
    (void)ctx;
    (void)image;
    return addr / FUNCTION_BYTES * FUNCTION_BYTES;
}

static void add_ticks(struct unite_build *b, struct truth *t, unsigned run, unsigned image)
{
    unite_build_range(b, &(struct unite_range){.image = image,
                                               .rate_hz = 100,
                                               .lo = 0,
                                               .hi = N_FUNCTIONS * FUNCTION_BYTES,
                                               .n_bins = N_FUNCTIONS * FUNCTION_BYTES / 4});
    for (unsigned i = 0; i < N_FUNCTIONS * FUNCTION_BYTES / 4; i++) {
        unsigned ticks = number(4) ? 0 : number(300);
        unite_build_bin(b, i, ticks);
        t->sum[run][UNITE_TICKS] += ticks;
        if (image == 1) {
            t->sum[run][UNITE_PROGRAM_TICKS] += ticks;
            t->ticks[run][i * 4 / FUNCTION_BYTES] += ticks;
        }
    }
}

static void add_arcs(struct unite_build *b, struct truth *t, unsigned run)
{
    for (unsigned i = number(200); i > 0; i--) {
        unsigned callee = number(N_FUNCTIONS), image = 1 + !number(5), count = 1 + number(100000);
        unite_build_arc(b, &(struct unite_arc){.from_image = number(3),
                                               .from = number(1000),
                                               .self_image = image,
                                               .self = callee * FUNCTION_BYTES + number(3),
                                               .count = count});
        t->sum[run][UNITE_CALLS] += count;
    }
}

enum { N_NODES = 60, MPI_IMAGE = 3, LARGEST_IMAGE = 3 };

/* A piece of code on a path, and by way of which one. */
struct hit {
    struct unite_node node;
    int above; /* -1: none */
};

/* What a hit adds to: each function of the program on its path, once; and what is inside MPI. */
static uint64_t count_hit(const struct hit *hits, int i, struct truth *t, unsigned run, int *first)
{
    const uint64_t ticks = hits[i].node.ticks;
    bool is_counted[N_FUNCTIONS] = {false}, is_mpi = false;
    for (int at = i; at >= 0; at = hits[at].above) {
        const struct unite_node *node = &hits[at].node;
        const unsigned f = (unsigned)node->addr / FUNCTION_BYTES;
        is_mpi |= node->image == MPI_IMAGE;
        *first = at;
        if (node->image == 1 && !is_counted[f])
            t->totals[run][f] += ticks;
        is_counted[f] |= node->image == 1;
    }
    return is_mpi ? ticks + hits[i].node.waits : 0;
}

static void add_nodes(struct unite_build *b, struct truth *t, unsigned run)
{
    enum { PLACES = 8 };
    size_t nodes[N_NODES];
    struct hit hits[N_NODES];
    uint64_t time[LARGEST_IMAGE + 1][PLACES * 20] = {{0}},
                                              mpi[LARGEST_IMAGE + 1][PLACES * 20] = {{0}};
    for (unsigned i = 0; i < N_NODES; i++) {
        hits[i].node = (struct unite_node){.image = number(LARGEST_IMAGE + 1),
                                           .addr = number(PLACES) * 20,
                                           .ticks = number(5),
                                           .waits = number(2)};
        hits[i].above = i && number(6) ? (int)number(i) : -1;
        nodes[i] = unite_build_node(b, hits[i].above < 0 ? UNITE_NO_NODE : nodes[hits[i].above],
                                    &hits[i].node);
    }
    for (int i = 0, first = 0; i < N_NODES; i++) {
        const uint64_t inside = count_hit(hits, i, t, run, &first);
        const struct unite_node *begin = &hits[first].node;
        /* Where no code is, the address itself says what it stands for. */
        const uint64_t at = begin->image ? entry(NULL, 0, begin->addr) : begin->addr;
        time[begin->image][at] += hits[i].node.ticks + hits[i].node.waits;
        mpi[begin->image][at] += inside;
    }
    for (unsigned image = 0; image < MPI_IMAGE; image++)
        for (unsigned at = 0; at < PLACES * 20; at++)
            if (mpi[image][at] > 0) {
                t->sum[run][UNITE_MPI] += mpi[image][at];
                t->sum[run][UNITE_MPI_WHOLE] += time[image][at];
            }
}

static enum unite_result make_run(unsigned run, struct truth *t, struct unite_message *out)
{
    struct unite_build b;
    char name[40];
    sprintf(name, "gmon.out.%u", run % 29);
    unite_build_init(&b, &memory);
    b.entry = entry;
    if (number(3))
        unite_build_unit(&b, &(struct unite_unit){TEXT("seconds"), 's', 100});
    unite_build_word(&b, "threads", unite_text_of(name));
    unite_build_word(&b, "after", unite_text_of(""));
    for (unsigned i = 0; i < number(4); i++)
        unite_build_phase(&b, &(struct unite_phase){i, number(9), number(9), TEXT("phase")});
    unite_build_image(&b, &(struct unite_image){.path = TEXT("/bin/prog"), .id = TEXT("\1\2")});
    unite_build_image(&b, &(struct unite_image){.path = {name + number(3), 8}, .ticks = run});
    unite_build_image(&b, &(struct unite_image){.path = TEXT("/usr/lib/libmpich.so.12")});
    unite_build_fact(&b, &(struct unite_fact){.name = TEXT("calls"), .value = number(50)});
    unite_build_fact(&b, &(struct unite_fact){UNITE_MOST, TEXT("rate"), number(50)});
    if (number(8))
        add_ticks(&b, t, run, 1);
    if (number(3) == 0)
        add_ticks(&b, t, run, 2);
    add_arcs(&b, t, run);
    add_nodes(&b, t, run);
    if (number(2))
        unite_build_block(&b, &(struct unite_block){1 + number(2), number(9), number(5)});
    const struct unite_run facts = {.rank = number(3) ? run : UNITE_NO_RANK,
                                    .name = {name, strlen(name)},
                                    .host = TEXT("node7"),
                                    .id = TEXT("12-34"),
                                    .command = {"./prog 123456", 7 + number(7)},
                                    .began_ns = number(3),
                                    .pid = number(100)};
    enum unite_result result = unite_build_end(&b, &facts, out);
    unite_build_release(&b);
    return result;
}

static void make_runs(struct unite_message *runs, unsigned n, struct truth *t)
{
    memset(t, 0, sizeof *t);
    for (unsigned i = 0; i < n; i++) {
        runs[i] = (struct unite_message){.memory = &memory};
        assert_int_equal(make_run(i, t, &runs[i]), UNITE_OK);
    }
}

static struct unite_message copy(const struct unite_message *m)
{
    struct unite_message c = {.memory = &memory, .n = m->n, .cap = m->n};
    c.p = resize(&heap, NULL, 0, m->n);
    memcpy(c.p, m->p, m->n);
    return c;
}

/* Unite the messages two by two, as chance has it. */
static struct unite_message unite_randomly(const struct unite_message *runs, unsigned n)
{
    struct unite_message left[MOST_RUNS];
    for (unsigned i = 0; i < n; i++)
        left[i] = copy(&runs[i]);
    while (n > 1) {
        unsigned a = number(n), b = (a + 1 + number(n - 1)) % n;
        struct unite_message both = {.memory = &memory};
        struct unite_source from_a = unite_source_of(&left[a]), from_b = unite_source_of(&left[b]);
        assert_int_equal(unite(&from_a, &from_b, &both), UNITE_OK);
        unite_message_release(&left[a]);
        unite_message_release(&left[b]);
        left[a] = both;
        left[b] = left[--n];
    }
    return left[0];
}

static void release(struct unite_message *runs, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        unite_message_release(&runs[i]);
}

TEST(orders_and_groupings)
{
    struct unite_message runs[MOST_RUNS];
    static struct truth t;
    for (seed = 1; seed < 30; seed++) {
        uint64_t round = seed;
        unsigned n = 2 + number(MOST_RUNS - 2);
        make_runs(runs, n, &t);
        struct unite_message first = unite_randomly(runs, n);
        for (int i = 0; i < 4; i++) {
            struct unite_message other = unite_randomly(runs, n);
            assert_int_equal(first.n, other.n);
            assert_memory_equal(first.p, other.p, first.n);
            unite_message_release(&other);
        }
        struct unite_pile pile = {.memory = &memory};
        struct unite_message all = {.memory = &memory};
        for (unsigned i = 0; i < n; i++)
            assert_int_equal(unite_pile_add(&pile, &runs[i]), UNITE_OK);
        assert_int_equal(unite_pile_end(&pile, &all), UNITE_OK);
        assert_int_equal(first.n, all.n);
        assert_memory_equal(first.p, all.p, first.n);
        unite_message_release(&all);
        unite_message_release(&first);
        release(runs, n);
        seed = round;
    }
}

/* ---- what is in them ---- */

/* The number of a run in the result, by its name and rank. */
static unsigned find_run(const struct unite_run *run, unsigned n)
{
    char name[40] = {0};
    if (run->rank != UNITE_NO_RANK)
        return (unsigned)run->rank;
    memcpy(name, run->name.p, run->name.n);
    unsigned found = (unsigned)atoi(name + sizeof "gmon.out." - 1);
    assert_true(found < n);
    return found;
}

static void check_spread(const struct unite_spread *s, uint64_t ticks[MOST_RUNS][N_FUNCTIONS],
                         unsigned f, const unsigned *order, unsigned n)
{
    uint64_t sum = 0, most = 0, squares = 0, n_runs = 0;
    unsigned most_run = 0;
    for (unsigned i = 0; i < n; i++) {
        uint64_t v = ticks[order[i]][f];
        sum += v;
        squares += v * v;
        n_runs += v > 0;
        if (v > most) {
            most = v;
            most_run = i;
        }
    }
    assert_int_equal(s->n_runs, n_runs);
    assert_int_equal(s->sum, sum);
    assert_int_equal(s->squares.low, squares);
    assert_int_equal(s->squares.high, 0);
    assert_int_equal(s->most, most);
    assert_int_equal(s->most_run, most_run);
}

TEST(statistics)
{
    struct unite_message runs[MOST_RUNS];
    static struct truth t;
    static struct unite_reader reader;
    struct unite_record r;
    unsigned order[MOST_RUNS] = {0}, n = 25, n_seen = 0, n_functions = 0, n_totals = 0;
    seed = 99;
    make_runs(runs, n, &t);
    struct unite_message all = unite_randomly(runs, n);
    struct unite_source source = unite_source_of(&all);
    assert_int_equal(unite_reader_begin(&reader, &source), UNITE_OK);
    while (unite_read(&reader, &r) == UNITE_OK && r.kind != UNITE_END) {
        if (r.kind == UNITE_RUN) {
            assert_int_equal(r.run.times, 1);
            order[n_seen] = find_run(&r.run, n);
            for (int m = 0; m < N_UNITE_MEASURES; m++)
                assert_int_equal(r.run.sum[m], t.sum[order[n_seen]][m]);
            n_seen++;
        } else if (r.kind == UNITE_FUNCTION && r.function.image == 1) {
            n_functions++;
            check_spread(&r.function.ticks, t.ticks, (unsigned)(r.function.addr / FUNCTION_BYTES),
                         order, n);
        } else if (r.kind == UNITE_TOTAL && r.function.image == 1) {
            n_totals++;
            check_spread(&r.function.ticks, t.totals, (unsigned)(r.function.addr / FUNCTION_BYTES),
                         order, n);
        }
    }
    assert_int_equal(reader.result, UNITE_OK);
    assert_int_equal(n_seen, n);
    assert_int_equal(n_functions, N_FUNCTIONS);
    assert_int_equal(n_totals, 5);
    unite_message_release(&all);
    release(runs, n);
}

/* A run that is there twice counts twice. */
TEST(same_run_twice)
{
    struct unite_message run, both = {.memory = &memory};
    static struct truth t;
    static struct unite_reader reader;
    struct unite_record r;
    unsigned n_functions = 0;
    seed = 7;
    make_runs(&run, 1, &t);
    struct unite_source source = unite_source_of(&run);
    assert_int_equal(unite(&source, &source, &both), UNITE_OK);
    source = unite_source_of(&both);
    assert_int_equal(unite_reader_begin(&reader, &source), UNITE_OK);
    do
        assert_int_equal(unite_read(&reader, &r), UNITE_OK);
    while (r.kind == UNITE_UNIT);
    assert_int_equal(r.kind, UNITE_RUN);
    assert_int_equal(r.run.times, 2);
    while (unite_read(&reader, &r) == UNITE_OK && r.kind != UNITE_END)
        if (r.kind == UNITE_FUNCTION) {
            assert_int_equal(r.function.ticks.n_runs, 2);
            assert_int_equal(r.function.ticks.sum, 2 * r.function.ticks.most);
            n_functions++;
        }
    assert_true(n_functions > 0);
    unite_message_release(&both);
    unite_message_release(&run);
}

static struct unite_message run_of(uint64_t rank, uint64_t ticks, const char *id)
{
    struct unite_message m = {.memory = &memory};
    struct unite_build b;
    unite_build_init(&b, &memory);
    unite_build_image(&b, &(struct unite_image){.path = TEXT("p"), .id = {id, strlen(id)}});
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

static struct unite_message one_run(uint32_t rate_hz)
{
    struct unite_message m = {.memory = &memory};
    struct unite_build b;
    unite_build_init(&b, &memory);
    unite_build_unit(&b, &(struct unite_unit){TEXT("seconds"), 's', rate_hz});
    unite_build_word(&b, "threads", unite_text_of("4"));
    unite_build_word(&b, "sampled-by", unite_text_of("timer"));
    unite_build_phase(&b, &(struct unite_phase){1, 5, 3, TEXT("second")});
    unite_build_image(&b, &(struct unite_image){.path = TEXT("p")});
    unite_build_range(
        &b, &(struct unite_range){.image = 1, .rate_hz = rate_hz, .hi = 64, .n_bins = 16});
    unite_build_bin(&b, 3, 9);
    unite_build_arc(&b, &(struct unite_arc){0, 0, 1, 32, 7});
    assert_int_equal(unite_build_end(&b,
                                     &(struct unite_run){.rank = UNITE_NO_RANK,
                                                         .id = TEXT("12-34"),
                                                         .command = TEXT("./p a"),
                                                         .began_ns = 77},
                                     &m),
                     UNITE_OK);
    unite_build_release(&b);
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
    while (unite_read(&reader, &r) == UNITE_OK && r.kind != UNITE_END)
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
#define RANGE(...) UNITE_RANGE, .range = { UNITE_TICKS, .image = 1, __VA_ARGS__ }
#define TICKS(...) UNITE_FUNCTION, .function = {.image = 1, .ticks = {__VA_ARGS__}}
    static const struct unite_record cases[][2] = {
        {{RANGE(.lo = 8, .hi = 8, .n_bins = 1)}, {RANGE(.lo = 9, .hi = 8)}},
        {{UNITE_RANGE, .range = {UNITE_WAITS, 1}}, {UNITE_RANGE, .range = {UNITE_MPI, 1}}},
        {{0}, {UNITE_RANGE, .range = {UNITE_TICKS, 2}}},
        {{0}, {UNITE_RANGE, .range = {UNITE_TICKS, 0}}},
        {{0}, {RANGE(.n_bins = UINT32_MAX + UINT64_C(1))}},
        {{RANGE(.hi = 8, .n_bins = 2)}, {UNITE_BIN, .bin = {1, 0}}},
        {{RANGE(.hi = 8, .n_bins = 2)}, {UNITE_BIN, .bin = {2, 1}}},
        {{UNITE_BLOCK, .block = {1, 0, 1}}, {UNITE_BLOCK, .block = {0, 4, 1}}},
        {{UNITE_BLOCK, .block = {1, 4, 1}}, {UNITE_BLOCK, .block = {1, 4, 1}}},
        {{UNITE_BLOCK, .block = {1, 4, 1}}, {RANGE(.hi = 8)}},
        {{UNITE_ARC, .arc = {1, 0, 0, 0, 1}}, {UNITE_ARC, .arc = {2, 0, 0, 0, 1}}},
        {{UNITE_ARC, .arc = {0, 0, 1, 0, 1}}, {UNITE_ARC, .arc = {1, 0, 2, 0, 1}}},
        {{TICKS(2, 5, {0, 13}, 3, 0)}, {UNITE_FUNCTION, .function = {2, 0, {1, 1, {0, 1}, 1}}}},
        {{0}, {TICKS(0, 5, {0, 25}, 5, 0)}},
        {{0}, {TICKS(3, 5, {0, 9}, 2, 0)}},
        {{0}, {TICKS(1, 5, {0, 25}, 0, 0)}},
        {{TICKS(1, 5, {0, 25}, 5, 0)}, {UNITE_FUNCTION, .function = {1, 4, {1, 5, {0, 36}, 6}}}},
        {{0}, {TICKS(1, 5, {0, 25}, 5, 1)}},
        {{UNITE_NODE, .node = {0, 1, 0, 1, 0}}, {UNITE_NODE, .node = {2, 1, 0, 1, 0}}},
        {{UNITE_NODE, .node = {0, 0, 0, 1, 0}}, {UNITE_NODE, .node = {1, 2, 0, 1, 0}}},
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
    struct unite_message runs[2], whole = {.memory = &memory}, cut = {.memory = &memory};
    static struct truth t;
    seed = 5;
    make_runs(runs, 2, &t);
    struct unite_source a = unite_source_of(&runs[0]), b = unite_source_of(&runs[1]);
    struct pieces pieces = {&runs[1], 0};
    assert_int_equal(unite(&a, &b, &whole), UNITE_OK);
    b = (struct unite_source){.more = more, .ctx = &pieces};
    assert_int_equal(unite(&a, &b, &cut), UNITE_OK);
    assert_int_equal(whole.n, cut.n);
    assert_memory_equal(whole.p, cut.p, cut.n);
    unite_message_release(&whole);
    unite_message_release(&cut);
    release(runs, 2);
}

TEST(memory_runs_out)
{
    struct unite_message runs[2], out = {.memory = &memory};
    static struct truth t;
    enum unite_result result = UNITE_NO_MEMORY;
    seed = 6;
    make_runs(runs, 2, &t);
    for (long left = 0; result != UNITE_OK; left++) {
        struct unite_source a = unite_source_of(&runs[0]), b = unite_source_of(&runs[1]);
        heap.left = left;
        result = unite(&a, &b, &out);
        assert_true(result == UNITE_OK || (result == UNITE_NO_MEMORY && !out.p));
    }
    unite_message_release(&out);
    release(runs, 2);
    result = UNITE_NO_MEMORY;
    for (long left = 0; result != UNITE_OK; left++) {
        heap.left = left;
        result = make_run(3, &t, &out);
        assert_true(result == UNITE_OK || (result == UNITE_NO_MEMORY && !out.p));
    }
    heap.left = -1;
    unite_message_release(&out);
}

/* Other damage is for fuzz_runs. */
TEST(damaged)
{
    struct unite_message runs[3], all = {.memory = &memory}, out = {.memory = &memory};
    static struct truth t;
    seed = 11;
    make_runs(runs, 3, &t);
    all = unite_randomly(runs, 2);
    const struct unite_source good = unite_source_of(&runs[2]);
    for (size_t n = 0; n < all.n; n += 1 + n / 50) {
        struct unite_source cut = {.p = all.p, .n = n};
        assert_int_equal(unite(&cut, &good, &out), UNITE_DAMAGED);
    }
    unite_message_release(&all);
    release(runs, 3);
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
    unite_build_image(&b, &(struct unite_image){.path = TEXT("/bin/prog")});
    for (unsigned i = 2; i <= 3; i++) {
        unite_build_image(&b, &(struct unite_image){.path = TEXT("/lib/l.so"), .ticks = i});
        unite_build_range(&b, &(struct unite_range){.image = i, .hi = 64, .n_bins = 16});
        unite_build_bin(&b, 3, i);
        unite_build_bin(&b, i == 2 ? 9 : 5, i == 2 ? 2 : 7);
    }
    assert_int_equal(unite_build_end(&b, &(struct unite_run){.rank = 1}, &m), UNITE_OK);
    unite_build_release(&b);
    struct unite_reader *reader = malloc(sizeof *reader);
    const struct unite_source source = unite_source_of(&m);
    assert_int_equal(unite_reader_begin(reader, &source), UNITE_OK);
    while (unite_read(reader, &r) == UNITE_OK && r.kind != UNITE_END) {
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

/* ---- entries ---- */

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
