/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts (gmon.out(5)): files of all machines, of several processes, and what may be wrong
 * with them. */
#include "core/base/mem.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "core/load/run/text.h"

#include "tests/support/unit.h"

enum {
    PAGE = 64,
    NONE = (1 << 21) - (1 << 12),
    PROGRAM = 0x5000,
    LIBRARY = 0x9000,
    N_BINS = 96,
    TABLE = 2,
    IMAGE,
    SUMS,
    ABOUT,
    PATHS,
    TICKS,
    WAITS,
    PHASE,
    OLD
};

/* --- making files ------------------------------------------------------------------------------*/

struct out {
    struct text t;
    bool big;
    unsigned word;
    size_t chunk, segment; /* where the last ones begin */
};

static void put(struct out *o, uint64_t v, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        text_char(&o->t, (char)(v >> 8 * (o->big ? bytes - 1 - i : i)));
}

static void put_at(struct out *o, size_t at, uint64_t v, unsigned bytes)
{
    const size_t n = o->t.n;
    o->t.n = at;
    put(o, v, bytes);
    o->t.n = n;
}

static void put_counter(struct out *o, uint64_t v)
{
    put(o, o->word == 8 ? v : v & 0x7fffffff, o->word);
    if (o->word == 4)
        put(o, v >> 31, 4);
}

static void put_head(struct out *o, unsigned rate_hz)
{
    text_add(&o->t, "gptui-keep 3\n\0\0", 16);
    put(o, 0x01020304, 4);
    put(o, o->word, 4);
    put(o, rate_hz, 4);
    put(o, PAGE, 4);
    text_fill(&o->t, '\0', PAGE - o->t.n);
}

static void begin(struct out *o, uint32_t kind, uint32_t n, uint64_t of)
{
    o->segment = o->t.n;
    put(o, 0, 8);
    put(o, n, 4);
    put(o, kind, 4);
    put(o, of, 8);
    put(o, 0, 8);
}

/* Its size is known now. */
static void end(struct out *o)
{
    text_fill(&o->t, '\0', (32 - o->t.n % 32) % 32);
    put_at(o, o->segment, o->t.n - o->segment, 8);
}

static void begin_chunk(struct out *o, uint32_t part)
{
    o->chunk = o->t.n;
    begin(o, 1, part, 0);
    text_fill(&o->t, '\0', 32);
}

static void end_chunk(struct out *o)
{
    text_fill(&o->t, '\0', 32 + (PAGE - (o->t.n + 32) % PAGE) % PAGE); /* with room at the end */
    put_at(o, o->chunk, o->t.n - o->chunk, 8);
}

static void put_image(struct out *o, uint64_t lo, uint32_t number, const char *path, bool is_gone)
{
    begin(o, IMAGE, 1, 0);
    put(o, lo, 8);
    put(o, lo + N_BINS * 4, 8);
    put(o, lo - 0x1000, 8); /* base */
    put(o, lo + 4, 8);      /* entry */
    put(o, 2, 4);           /* a bin has 4 bytes */
    put(o, N_BINS, 4);
    put(o, number, 4);
    put(o, is_gone, 4);
    put(o, 2, 4);
    put(o, strlen(path), 4);
    text_add(&o->t, "\xab\x01", 2);
    text_fill(&o->t, '\0', 30);
    text_str(&o->t, path);
    end(o);
}

static void put_bins(struct out *o, uint32_t kind, uint32_t number, unsigned bin, uint64_t count)
{
    begin(o, kind, 0, number);
    for (unsigned i = 0; i < 512; i++)
        put_counter(o, i == bin ? count : 0);
    end(o);
}

static void put_arc(struct out *o, uint64_t from, uint64_t self, uint64_t count, uint64_t base)
{
    const size_t start = o->t.n;
    put(o, from, o->word);
    put(o, self, o->word);
    put_counter(o, count);
    put_counter(o, base);
    text_fill(&o->t, '\0', 32 - (o->t.n - start));
}

static void put_arcs(struct out *o)
{
    begin(o, TABLE, 4, 0);
    text_fill(&o->t, '\0', 64);
    put_arc(o, PROGRAM + 8, PROGRAM + 16, 50, 8);
    put_arc(o, PROGRAM + 12, LIBRARY + 16, 7, 0);
    put_arc(o, 0, PROGRAM + 16, 9, 0); /* half done */
    put_arc(o, 2, PROGRAM + 21, 3, 0); /* a block */
    end(o);
}

/* Calls in an image that was closed: addresses of its file. */
static void put_old(struct out *o, uint32_t number)
{
    begin(o, OLD, 2, number);
    text_fill(&o->t, '\0', 16);
    for (int i = 0; i < 2; i++) {
        put(o, 0x1008, o->word);
        put(o, 0x1010, o->word);
        put(o, i ? 4 : 0, 8); /* the first was reset */
    }
    end(o);
}

static void put_sums(struct out *o, unsigned pid, bool is_done)
{
    static const uint64_t facts[N_UNITE_UNITED_FACTS] = {
        [UNITE_FACT_WALL] = 9876543210,   [UNITE_FACT_CPU] = 4321000000,
        [UNITE_FACT_LOST_CALLS] = 1,      [UNITE_FACT_MISSING_SAMPLES] = 20,
        [UNITE_FACT_UNKNOWN_TICKS] = 3,   [UNITE_FACT_COUNTING_TICKS] = 5,
        [UNITE_FACT_LOST_PATH_TICKS] = 2, [UNITE_FACT_WAITS + 4] = 1500000000,
    };
    begin(o, SUMS, 5 + N_UNITE_UNITED_FACTS, 0);
    put_counter(o, pid);
    put_counter(o, 70);
    put_counter(o, 9);
    put_counter(o, 9000000001);
    put_counter(o, is_done);
    for (size_t i = 0; i < N_UNITE_UNITED_FACTS; i++)
        put_counter(o, facts[i]);
    end(o);
}

static void put_node(struct out *o, uint64_t addr, uint32_t parent, uint64_t ticks, uint64_t waits)
{
    const size_t start = o->t.n;
    put(o, addr, o->word);
    put(o, parent + 1, 4);
    text_fill(&o->t, '\0', 2 * o->word - (o->t.n - start));
    put_counter(o, ticks);
    put_counter(o, waits);
    text_fill(&o->t, '\0', 32 - (o->t.n - start));
}

/* main, which called a function, which waited in a library; and one whose parent comes later. */
static void put_paths(struct out *o)
{
    begin(o, PATHS, 6, 0);
    put_node(o, PROGRAM + 8, NONE, 1, 0);
    put_node(o, PROGRAM + 16, 0, 2, 0);
    put_node(o, 0, UINT32_MAX, 0, 0); /* free */
    put_node(o, LIBRARY + 16, 1, 0, 30000000);
    put_node(o, PROGRAM + 24, 5, 4, 0);
    put_node(o, 1, NONE, 0, 0); /* what is further out is not known */
    end(o);
}

static void put_phase(struct out *o, uint32_t number, const char *name, uint32_t is_whole)
{
    begin(o, PHASE, number, 0);
    text_str(&o->t, name);
    text_fill(&o->t, '\0', 40 - strlen(name));
    put(o, 2000000, 8);
    put(o, 1000000, 8);
    put(o, is_whole, 4);
    put(o, 0, 4);
    end(o);
}

/* The second process closes the library. */
static void put_all(struct out *o)
{
    put_head(o, 100);
    begin_chunk(o, 1);
    put_sums(o, 77, false);
    put_image(o, PROGRAM, 1, "/bin/prog", false);
    put_arcs(o);
    put_image(o, LIBRARY, 2, "/lib/one two.so", false);
    begin(o, 77, 1, 0); /* of a newer runtime */
    end(o);
    put_paths(o);
    put_bins(o, TICKS, 1, 3, 12);
    end_chunk(o);
    text_fill(&o->t, '\0', PAGE); /* somebody ended who had asked for it */
    begin_chunk(o, 2);
    put_sums(o, 78, false);
    put_arcs(o);
    put_image(o, PROGRAM, 1, "/bin/prog", false);
    put_image(o, LIBRARY, 2, "/lib/one two.so", false);
    put_image(o, LIBRARY, 2, "/lib/one two.so", true);
    put_old(o, 2);
    put_old(o, 3);
    end_chunk(o);
    begin_chunk(o, 1);
    put_bins(o, TICKS, 2, 95, 6);
    put_bins(o, WAITS, 2, 90, 30000000);
    put_phase(o, 0, "begin", 1);
    put_phase(o, 1, "half", 0);
    end_chunk(o);
    begin_chunk(o, 3);
    put_sums(o, 79, true);
    put_arcs(o);
    end_chunk(o);
}

/* --- reading -----------------------------------------------------------------------------------*/

static struct kept *take(const struct out *o)
{
    return kept_take(&(struct bytes){(uint8_t *)o->t.p, o->t.n});
}

/* What one process says, as --info has it; empty: nothing. */
static void tell(struct kept *k, size_t i, struct text *out)
{
    struct unite_message m;
    struct run run = {0};
    text_clear(out);
    kept_message(k, i, &m);
    if (m.n > 0) {
        assert_true(run_of_message(&m, "k", &run, no_err()));
        run_text(&run, out);
    }
    run_release(&run);
    unite_message_release(&m);
}

static void expect(struct kept *k, size_t i, const char *const *lines)
{
    struct text told = {0};
    tell(k, i, &told);
    for (; *lines; lines++)
        if (!strstr(text_z(&told), *lines))
            fail_msg("no \"%s\" in:\n%s", *lines, text_z(&told));
    text_release(&told);
}

TEST(all_machines_are_read)
{
    static const char *const first[] = {
        "pid 77\n",
        "parent 70\n",
        "start 9\n",
        "began 9000000001\n",
        "kept 1\n",
        "wall 9.876\n",
        "cpu 4.321\n",
        "calls 49\n",
        "lost-calls 1\n",
        "ticks 21\n",
        "wait-timer 1.500\n",
        "paths 5\n",
        "image 0 ticks 12 build-id ab01 entry 0x1004 path /bin/prog\n",
        "image 1 ticks 6 build-id ab01 waits 3 entry 0x1004 path /lib/one\\040two.so\n",
        "phase 0.002 0.001 begin\n",
        "arc 0:0x100c 1:0x1010 7\n",
        NULL};
    static const char *const second[] = {"pid 78\n", "calls 53\n", "image 0 ticks 0 build-id ab01",
                                         "image 1 ticks 0", NULL};
    for (int machine = 0; machine < 4; machine++) {
        struct out o = {.big = machine & 1, .word = machine & 2 ? 4 : 8};
        put_all(&o);
        struct kept *k = take(&o);
        assert_non_null(k);
        assert_int_equal(kept_count(k), 3);
        assert_int_equal(kept_machine(k)->addr_bytes, o.word);
        expect(k, 0, first);
        expect(k, 1, second);
        struct text told = {0};
        tell(k, 2, &told);
        assert_int_equal(told.n, 0); /* it has written its files */
        text_release(&told);
        kept_close(k);
        text_release(&o.t);
    }
}

/* Nodes that lead nowhere, in a ring, or too far. */
TEST(impossible_paths_are_left_out)
{
    static const char *const lines[] = {"paths 1\n", NULL};
    struct out o = {.word = 8};
    put_head(&o, 100);
    begin_chunk(&o, 1);
    put_image(&o, PROGRAM, 1, "/bin/prog", false);
    begin(&o, PATHS, 7, 4096);
    put_node(&o, PROGRAM + 8, NONE, 1, 0);
    put_node(&o, PROGRAM + 8, 4096 + 2, 1, 0); /* two in a ring */
    put_node(&o, PROGRAM + 8, 4096 + 1, 1, 0);
    put_node(&o, PROGRAM + 8, 4096 + 3, 1, 0);  /* its own parent */
    put_node(&o, PROGRAM + 8, 9, 1, 0);         /* a slot that is not there */
    put_node(&o, PROGRAM + 8, NONE + 7, 1, 0);  /* none at all */
    put_node(&o, PROGRAM + 16, 4096 + 4, 1, 0); /* of one that leads nowhere */
    end(&o);
    begin(&o, PATHS, 7, NONE - 3); /* too many */
    end(&o);
    begin(&o, PATHS, 1 << 20, UINT64_MAX - 7);
    end(&o);
    end_chunk(&o);
    struct kept *k = take(&o);
    expect(k, 0, lines);
    kept_close(k);
    text_release(&o.t);
}

TEST(other_files_are_none)
{
    struct out o = {.word = 8};
    put_head(&o, 0);
    assert_null(take(&o));
    text_release(&o.t);
    o = (struct out){.word = 5};
    put_head(&o, 100);
    assert_null(take(&o));
    text_release(&o.t);
}
