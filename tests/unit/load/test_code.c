/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Code of small images: which sections count, what data between instructions and missing parts do,
 * and which calls of it become arcs. */
#include "core/load/code/code.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

/* ---- small ELF images ---- */

enum { NULL_SECTION, TEXT, MORE, SYMTAB, STRTAB, NAMES, N_SECTIONS };
enum { HEADER = 64, SECTION = 64, SYMBOL = 24, DATA = 0x100, FILE_BYTES = 0x1000 };
enum { PROGBITS = 1, NOBITS = 8, ALLOC = 2, EXEC = 4 };

static const char names[] = "\0.text\0more\0.symtab\0.strtab\0.names";

struct maker {
    uint8_t bytes[FILE_BYTES];
    size_t used;      /* of the data after the headers */
    size_t n_symbols; /* mapping symbols */
    char strings[64];
    size_t n_strings;
};

static struct maker k;

static void put(size_t at, uint64_t v, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        k.bytes[at + i] = (uint8_t)(v >> 8 * i);
}

/* The header of section i; its contents lie at `offset`. */
static void section(unsigned i, unsigned name, uint32_t type, uint64_t addr, uint64_t offset,
                    uint64_t size)
{
    size_t at = HEADER + (size_t)i * SECTION;
    put(at, name, 4);
    put(at + 4, type, 4);
    put(at + 8, type == PROGBITS || type == NOBITS ? ALLOC | EXEC : 0, 8);
    put(at + 16, addr, 8);
    put(at + 24, offset, 8);
    put(at + 32, size, 8);
    put(at + 40, i == SYMTAB ? STRTAB : 0, 4);
}

/* Contents, put after those so far; their offset. */
static uint64_t contents(const void *p, size_t n)
{
    uint64_t at = HEADER + N_SECTIONS * SECTION + k.used;
    memcpy(k.bytes + at, p, n);
    k.used += n;
    return at;
}

static void start(uint16_t machine, uint16_t type)
{
    k = (struct maker){.used = 0};
    memcpy(k.bytes, "\177ELF\2\1\1", 7);
    put(16, type, 2);
    put(18, machine, 2);
    put(40, HEADER, 8);
    put(58, SECTION, 2);
    put(60, N_SECTIONS, 2);
    put(62, NAMES, 2);
    section(NAMES, 28, 3, 0, contents(names, sizeof names), sizeof names);
}

static void add_code(unsigned i, uint64_t addr, const char *code, size_t n)
{
    section(i, i == TEXT ? 1 : 7, PROGBITS, addr, contents(code, n), n);
}

/* Mapping symbols: pairs of a name's letter and an address, in the order of the arguments. */
static void add_marks(const char *letters, const uint64_t *addrs)
{
    uint8_t table[8 * SYMBOL] = {0};
    char strings[64] = {0};
    size_t n = strlen(letters);
    for (size_t i = 0; i < n; i++) {
        strings[1 + 3 * i] = '$';
        strings[2 + 3 * i] = letters[i];
        table[i * SYMBOL] = (uint8_t)(1 + 3 * i);
        for (unsigned b = 0; b < 8; b++)
            table[i * SYMBOL + 8 + b] = (uint8_t)(addrs[i] >> 8 * b);
    }
    section(SYMTAB, 12, 2, 0, contents(table, n * SYMBOL), n * SYMBOL);
    section(STRTAB, 20, 3, 0, contents(strings, sizeof strings), sizeof strings);
}

static const char *image_path(void)
{
    static const char path[] = "test_code.image";
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(k.bytes, 1, sizeof k.bytes, f), sizeof k.bytes);
    assert_int_equal(fclose(f), 0);
    return path;
}

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
    struct code *c = code_new(image_path());
    const struct code_range all = {.hi = UINT64_MAX, .way = way};
    assert_non_null(c);
    struct err e = {0};
    enum code_finding finding = code_ready(c, way, &e);
    f->n = 0;
    if (finding == CODE_READY)
        code_calls(c, &all, note, f);
    code_free(c);
    remove("test_code.image");
    return finding;
}

static const char call_next_insn[] = "\xe8\0\0\0\0"; /* x86: to what follows */

TEST(sections)
{
    struct found f;
    start(EM_X86_64, 2);
    add_code(MORE, 0x1000, call_next_insn, 5);
    add_code(TEXT, 0x2000, call_next_insn, 5);
    assert_int_equal(search(CALLS_GNU, &f), CODE_READY);
    assert_int_equal(f.n, 1);
    assert_int_equal(f.calls[0].site, 0x2000);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    assert_int_equal(f.n, 2);
    assert_int_equal(f.calls[0].site, 0x1000);
    assert_int_equal(f.calls[0].target, 0x1005);
    assert_int_equal(f.calls[1].target, 0x2005);
}

TEST(sections_that_are_not_there)
{
    struct found f;
    start(EM_X86_64, 2);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    section(TEXT, 1, NOBITS, 0x1000, HEADER, 64);
    section(MORE, 7, PROGBITS, 0x3000, FILE_BYTES - 4, 5); /* ends after the file */
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    section(MORE, 7, PROGBITS, UINT64_MAX - 3, HEADER, 5); /* and after all addresses */
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    section(MORE, 7, PROGBITS, 0x3000, UINT64_MAX - 1, UINT64_MAX);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    add_code(MORE, UINT64_MAX - 5, call_next_insn, 5);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    assert_int_equal(f.n, 1);
}

TEST(findings)
{
    struct found f;
    start(EM_RISCV, 2);
    add_code(TEXT, 0x1000, "\x6f\0\0\0", 4);
    assert_int_equal(search(CALLS_GNU, &f), CODE_NO_SCANNER);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    start(EM_AARCH64, 1); /* not linked */
    add_code(TEXT, 0, "\0\0\0\x94", 4);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    start(0x4242, 2);
    add_code(TEXT, 0x1000, call_next_insn, 5);
    assert_int_equal(search(CALLS_GNU, &f), CODE_NO_SCANNER);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SCANNER);
    k.bytes[0] = 'x';
    assert_int_equal(search(CALLS_DECODED, &f), CODE_NO_SECTION);
    struct code *c = code_new("/nonexistent/image");
    struct err e = {0};
    assert_int_equal(code_ready(c, CALLS_DECODED, &e), CODE_FAILED);
    assert_int_equal(e.code, ERR_OPEN);
    code_free(c);
}

TEST(instructions_of_x86)
{
    static const char code[] = "\x48\xb8\xe8\0\0\0\0\0\0\0" /* mov with e8 inside */
                               "\xe8\xf1\xff\xff\xff"       /* call backwards */
                               "\x67\xe8\0\0\0\0"           /* call with a prefix */
                               "\xff\x15\0\0\0\0"           /* call through memory */
                               "\x0f\x84\xf9\xff\xff\xff"   /* je */
                               "\xeb\xfe\xc3\xe8\0";        /* jmp; ret; cut off */
    struct found f;
    start(EM_X86_64, 2);
    add_code(TEXT, 0x1000, code, sizeof code - 1);
    assert_int_equal(search(CALLS_DECODED, &f), CODE_READY);
    assert_int_equal(f.n, 4);
    assert_int_equal(f.calls[0].target, 0x1000);
    assert_false(f.calls[0].jump);
    assert_int_equal(f.calls[1].target, 0x1015);
    assert_int_equal(f.calls[2].target, 0x101a);
    assert_true(f.calls[2].jump);
    assert_int_equal(f.calls[3].target, 0x1021);
}

TEST(data_between_instructions)
{
    /* arm; data that looks like a call; thumb */
    static const char code[] = "\xfe\xff\xff\xeb\xfe\xff\xff\xeb\xff\xf7\xfc\xff";
    static const uint64_t addrs[] = {0x1008, 0x1000, 0x1004};
    struct found f;
    start(EM_ARM, 2);
    add_code(TEXT, 0x1000, code, sizeof code - 1);
    add_marks("tad", addrs);
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

static const char arcs_code[] = "\x08\0\0\x94\x07\0\0\x94\xfe\xff\xff\x97\xfd\xff\xff\x17"
                                "\0\0\0\x14\x08\0\0\x14\x06\0\0\x14\x1f\x20\3\xd5"
                                "\xf8\xff\xff\x97\x1f\x20\3\xd5\x1f\x20\3\xd5\x1f\x20\3\xd5";
static const char more_code[] = "\xf8\xff\xff\x97";

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
    start(EM_AARCH64, 2);
    add_code(TEXT, 0x1000, arcs_code, sizeof arcs_code - 1);
    add_code(MORE, 0x1030, more_code, sizeof more_code - 1);
}

static struct analysis *analyse(const struct lookup *l, bool asked, const struct analysis *old)
{
    struct settings s = {.static_calls = asked};
    struct err e = {0};
    struct analysis *a = analysis_new(&m.profile, &s, l, old, NULL, &e);
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
    struct lookup l = {.code = code_new(image_path())};
    struct analysis *a = analyse(&l, true, NULL);

    assert_true(has_arc(a, 0, 2, 7)); /* of the profile */
    assert_true(has_arc(a, 1, 1, 0)); /* any jump to any symbol */
    assert_true(has_arc(a, 2, 0, 0));
    assert_false(has_arc(a, 3, 1, 0)); /* not of the last symbol, not outside of .text */
    analysis_free(a);
    code_free(l.code);
    remove("test_code.image");
}

/* The stages before the graph stay the same objects. */
TEST(a_toggle_shares_what_it_does_not_change)
{
    make_profile();
    struct lookup l = {.code = code_new(image_path())};
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
    remove("test_code.image");
}
