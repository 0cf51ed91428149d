/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code of small images: which sections count, what data between instructions and missing parts do,
 * and which calls of it become arcs. */
#include "core/load/code/code.h"
#include "tests/support/mkelf.h"
#include "tests/support/profile_builder.h"
#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

/* ---- what is found ---- */

struct found {
    struct code_call calls[32];
    size_t n;
};

static void note(void *ctx, const struct code_call *c)
{
    struct found *f = ctx;
    assert_true(f->n < 32);
    f->calls[f->n++] = *c;
}

static enum code_finding search(enum call_way way, struct found *f)
{
    struct code *c = code_new("image");
    const struct code_range all = {.hi = UINT64_MAX, .way = way};
    assert_non_null(c);
    enum code_finding finding = code_ready(c, way, no_err());
    f->n = 0;
    if (finding == CODE_READY)
        code_calls(c, &all, note, f);
    code_free(c);
    return finding;
}

TEST(sections)
{
    struct found f;
    mkelf("image", "elf 64 le x86_64 exec\nsection .text 0x2000 5 ax\nsection more 0x1000 5 ax\n"
                   "code 0x1000 e8 0 0 0 0\ncode 0x2000 e8 0 0 0 0\n");
    assert_int_equal(search(CALLS_GNU, &f), CODE_READY);
    assert_int_equal(f.n, 1);
    assert_int_equal(f.calls[0].site, 0x2000);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    assert_int_equal(f.n, 2);
    assert_int_equal(f.calls[0].site, 0x1000);
    assert_int_equal(f.calls[0].target, 0x1005);
    assert_int_equal(f.calls[1].target, 0x2005);
}

/* The first section of the image has this type, and address, offset and size that are not 0. */
static enum code_finding search_changed(uint32_t type, uint64_t addr, uint64_t offset,
                                        uint64_t size, struct found *f)
{
    struct bytes b;
    uint64_t at, words[] = {addr, offset, size};
    mkelf("image", "elf 64 le x86_64 exec\nsection .text 0x1000 5 ax\ncode 0x1000 e8 0 0 0 0\n");
    assert_true(file_read("image", &b, no_err()));
    memcpy(&at, b.p + 40, sizeof at);
    memcpy(b.p + at + 64 + 4, &type, sizeof type);
    for (size_t i = 0; i < ARRAY_LEN(words); i++)
        if (words[i])
            memcpy(b.p + at + 64 + 16 + 8 * i, &words[i], sizeof words[i]);
    scratch_write("image", b.p, b.n);
    bytes_release(&b);
    return search(CALLS_DECODED, f);
}

TEST(sections_that_are_not_there)
{
    enum { PROGBITS = 1, NOBITS = 8 };
    struct found f;
    mkelf("image", "elf 64 le x86_64 exec\n");
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    assert_int_equal(search_changed(NOBITS, 0, 0, 0, &f), CODE_NO_SECTION);
    assert_int_equal(search_changed(PROGBITS, 0, 0, 4096, &f),
                     CODE_NO_SECTION); /* beyond the file */
    assert_int_equal(search_changed(PROGBITS, UINT64_MAX - 3, 0, 0, &f), CODE_NO_SECTION);
    assert_int_equal(search_changed(PROGBITS, 0, UINT64_MAX - 1, UINT64_MAX, &f), CODE_NO_SECTION);
    assert_int_equal(search_changed(PROGBITS, UINT64_MAX - 5, 0, 0, &f), CODE_READY);
    assert_int_equal(f.n, 1);
}

TEST(findings)
{
    struct found f;
    mkelf("image", "elf 64 le 243 exec\nsection .text 0x1000 4 ax\ncode 0x1000 6f 0 0 0\n");
    assert_int_equal(search(CALLS_GNU, &f), CODE_NO_SCANNER);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    mkelf("image",
          "elf 64 le aarch64 rel\nsection .text 0 4 ax\ncode 0 0 0 0 94\n"); /* not linked */
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    mkelf("image", "elf 64 le 0x4242 exec\nsection .text 0x1000 5 ax\n");
    assert_int_equal(search(CALLS_GNU, &f), CODE_NO_SCANNER);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SCANNER);
    scratch_put("image", "xELF");
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    struct code *c = code_new("/nonexistent/image");
    struct err e = {0};
    assert_int_equal(code_ready(c, CALLS_DECODED, &e), CODE_FAILED);
    assert_int_equal(e.code, ERR_OPEN);
    code_free(c);
}

TEST(instructions_of_x86)
{
    struct found f;
    mkelf("image", "elf 64 le x86_64 exec\nsection .text 0x1000 38 ax\n"
                   "code 0x1000 48 b8 e8 0 0 0 0 0 0 0 e8 f1 ff ff ff\n" /* mov; call backwards */
                   "code 0x100f 67 e8 0 0 0 0 ff 15 0 0 0 0\n"           /* calls: prefix, memory */
                   "code 0x101b f 84 f9 ff ff ff eb fe c3 e8 0\n");      /* je; jmp; ret; cut off */
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    assert_int_equal(f.n, 4);
    assert_int_equal(f.calls[0].target, 0x1000);
    assert_false(f.calls[0].jump);
    assert_int_equal(f.calls[1].target, 0x1015);
    assert_int_equal(f.calls[2].target, 0x101a);
    assert_true(f.calls[2].jump);
    assert_int_equal(f.calls[3].target, 0x1021);
}

/* arm; data that looks like a call; thumb */
TEST(data_between_instructions)
{
    struct found f;
    mkelf("image", "elf 64 le 40 exec\nsection .text 0x1000 12 ax\n"
                   "code 0x1000 fe ff ff eb fe ff ff eb ff f7 fc ff\nsym $t 0x1008 local notype\n"
                   "sym $a 0x1000 local notype\nsym $d 0x1004 local notype\n");
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    assert_int_equal(f.n, 2);
    assert_int_equal(f.calls[0].site, 0x1000);
    assert_int_equal(f.calls[0].target, 0x1000);
    assert_int_equal(f.calls[1].site, 0x1008);
    assert_int_equal(f.calls[1].target, 0x1004);
}

/* ---- arcs ---- */

/* AArch64, functions of 16 bytes from 0x1000 on: f0 calls f2 (twice) and itself and jumps to
 * itself; the label f1 jumps to itself, into f3, and to f3; f2 calls f0; f3, after .text, calls
 * the label. */
static struct made m;

static void make_profile(void)
{
    made_init(&m, 0x1000, 0x1030);
    m.image.machine = EM_AARCH64;
    made_symbol(&m, "f0", 0x1000, SYM_FUNC);
    made_symbol(&m, "f1", 0x1010, 0);
    made_symbol(&m, "f2", 0x1020, SYM_FUNC);
    made_symbol(&m, "f3", 0x1030, SYM_FUNC);
    made_histogram(&m, 0x1000, 0x1040, 4);
    made_arc(&m, 0x1000, 0x1020, 7);
    mkelf("image",
          "elf 64 le aarch64 exec\nsection .text 0x1000 0x30 ax\nsection more 0x1030 4 ax\n"
          "code 0x1000 8 0 0 94 7 0 0 94 fe ff ff 97 fd ff ff 17\n"
          "code 0x1010 0 0 0 14 8 0 0 14 6 0 0 14 1f 20 3 d5\n"
          "code 0x1020 f8 ff ff 97 1f 20 3 d5 1f 20 3 d5 1f 20 3 d5\n"
          "code 0x1030 f8 ff ff 97\n");
}

static struct analysis *analyse(const struct lookup *l, bool asked, const struct analysis *old)
{
    struct settings s = {.static_calls = asked};
    struct analysis *a = analysis_new(&m.profile, &s, l, old, NULL, no_err());
    assert_non_null(a);
    return a;
}

static bool has_arc(const struct analysis *a, sym_id from, sym_id to, uint64_t count)
{
    const struct graph *g = a->graph;
    for (arc_id i = g->child_lo[from]; i < g->child_lo[from + 1]; i++)
        if (g->arcs[i].to == to)
            return g->arcs[i].count == count;
    return false;
}

TEST(arcs_of_found_calls)
{
    make_profile();
    struct lookup l = {.code = code_new("image")};
    struct analysis *a = analyse(&l, true, NULL);

    assert_true(has_arc(a, 0, 2, 7)); /* of the profile */
    assert_true(has_arc(a, 1, 1, 0)); /* any jump to any symbol */
    assert_true(has_arc(a, 2, 0, 0));
    assert_false(has_arc(a, 3, 1, 0)); /* not of the last symbol, not outside of .text */
    analysis_free(a);
    code_free(l.code);
}

/* The stages before the graph stay the same objects. */
TEST(a_toggle_shares_what_it_does_not_change)
{
    make_profile();
    struct lookup l = {.code = code_new("image")};
    struct analysis *off = analyse(&l, false, NULL);
    struct analysis *on = analyse(&l, true, off);
    struct analysis *again = analyse(&l, false, on);

    assert_null(off->found);
    assert_int_equal(off->graph->n_arcs, 1);
    assert_ptr_equal(on->table, off->table);
    assert_ptr_equal(on->samples, off->samples);
    assert_int_equal(on->found->finding, CODE_READY);
    assert_int_equal(on->graph->n_arcs, 4);
    assert_ptr_equal(again->graph, off->graph);
    assert_int_equal(again->cycles->n_cycles, 0);
    assert_int_equal(on->cycles->n_cycles, 1);
    analysis_free(off);
    analysis_free(on);
    analysis_free(again);
    code_free(l.code);
}

ALL_TESTS(scratch_enter, scratch_leave);
