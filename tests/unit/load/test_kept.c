/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts (gmon.out(5)): files of all machines, of several processes, and what may be wrong
 * with them. The files are those that fuzz_kept begins with. */
#include "core/base/file/file.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "core/load/run/text.h"

#include "tests/support/unit.h"

static struct bytes file(const char *name)
{
    char path[64];
    struct bytes b;
    snprintf(path, sizeof path, "tests/fuzz/corpus/kept/%s", name);
    assert_true(file_read(path, &b, NULL, no_err()));
    return b;
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

/* A program and a library with a blank in its name, which the second of three processes closes; the
 * third has written its files. A segment of a kind that is not known, a chunk that somebody asked
 * for and did not use, an arc that is half done, a path whose parent comes later, a phase that did
 * not end. */
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
    static const char *const files[] = {"little", "big", "little32", "big32"};
    for (unsigned i = 0; i < ARRAY_LEN(files); i++) {
        struct bytes b = file(files[i]);
        struct text told = {0};
        struct kept *k = kept_take(&b);
        assert_non_null(k);
        assert_int_equal(kept_count(k), 3);
        assert_int_equal(kept_machine(k)->addr_bytes, i < 2 ? 8 : 4);
        expect(k, 0, first);
        expect(k, 1, second);
        tell(k, 2, &told);
        assert_taken(&told, "");
        kept_close(k);
        bytes_release(&b);
    }
}

/* One good node, and others: in rings of two and of one, below a slot that is not there, a parent
 * that is none, one that leads nowhere; and tables of more nodes than there may be. */
TEST(impossible_paths_are_left_out)
{
    static const char *const lines[] = {"paths 1\n", NULL};
    struct bytes b = file("rings");
    struct kept *k = kept_take(&b);
    expect(k, 0, lines);
    kept_close(k);
    bytes_release(&b);
}

/* The size of an address and the rate stand at bytes 20 and 24. */
TEST(other_files_are_none)
{
    struct bytes b = file("little");
    b.p[24] = 0;
    assert_null(kept_take(&b));
    b.p[24] = 100;
    b.p[20] = 5;
    assert_null(kept_take(&b));
    bytes_release(&b);
}
