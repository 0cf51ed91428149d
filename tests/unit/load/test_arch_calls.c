/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls in machine code: single instructions as their machines' assemblers made them, and any bytes
 * at all. */
#include "arch/calls.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { START = 0x10000, SITE = 0x10100, ROOM = 0x200 };

enum cpu {
    ARM64,
    ARM,
    ARM_BIG,
    THUMB,
    RV64,
    RV32,
    PPC64_LITTLE,
    PPC64,
    PPC,
    S390,
    X86_64,
    I386,
    N_CPUS
};

static const struct {
    uint16_t machine;
    bool wide, big, thumb;
} cpus[N_CPUS] = {
    [ARM64] = {EM_AARCH64, true, false, false},
    [ARM] = {EM_ARM, false, false, false},
    [ARM_BIG] = {EM_ARM, false, true, false},
    [THUMB] = {EM_ARM, false, false, true},
    [RV64] = {EM_RISCV, true, false, false},
    [RV32] = {EM_RISCV, false, false, false},
    [PPC64_LITTLE] = {EM_PPC64, true, false, false},
    [PPC64] = {EM_PPC64, true, true, false},
    [PPC] = {EM_PPC, false, true, false},
    [S390] = {EM_S390, true, true, false},
    [X86_64] = {EM_X86_64, true, false, false},
    [I386] = {EM_386, false, false, false},
};

/* An instruction at SITE; target 0: it is no call. */
static const struct {
    enum cpu cpu;
    const char *hex;
    uint64_t target;
    bool jump;
    const char *text;
} instructions[] = {
    {ARM64, "40000014", 0x10200, true, "b"},
    {ARM64, "c1ffff17", 0x10004, true, "b"},
    {ARM64, "40000094", 0x10200, false, "bl"},
    {ARM64, "c1ffff97", 0x10004, false, "bl"},
    {ARM64, "01080054", 0x10200, true, "b.ne"},
    {ARM64, "21f8ff54", 0x10004, true, "b.ne"},
    {ARM64, "030800b4", 0x10200, true, "cbz x3"},
    {ARM64, "23f8ffb4", 0x10004, true, "cbz x3"},
    {ARM64, "03080035", 0x10200, true, "cbnz w3"},
    {ARM64, "23f8ff35", 0x10004, true, "cbnz w3"},
    {ARM64, "050840b6", 0x10200, true, "tbz x5, #40"},
    {ARM64, "25f847b6", 0x10004, true, "tbz x5, #40"},
    {ARM64, "05081837", 0x10200, true, "tbnz w5, #3"},
    {ARM64, "25f81f37", 0x10004, true, "tbnz w5, #3"},
    {ARM64, "60001fd6", 0, false, "br x3"},
    {ARM64, "01080010", 0, false, "adr"},
    {ARM, "3e0000ea", 0x10200, true, "b"},
    {ARM, "bfffffea", 0x10004, true, "b"},
    {ARM, "3e0000eb", 0x10200, false, "bl"},
    {ARM, "bfffffeb", 0x10004, false, "bl"},
    {ARM, "3e00001a", 0x10200, true, "bne"},
    {ARM, "bfffff1a", 0x10004, true, "bne"},
    {ARM, "3e00000b", 0x10200, false, "bleq"},
    {ARM, "bfffff0b", 0x10004, false, "bleq"},
    {ARM, "3e0000fa", 0x10200, false, "blx"},
    {ARM, "3e0000fb", 0x10202, false, "blx to a half word"},
    {ARM, "1eff2fe1", 0, false, "bx lr"},
    {ARM_BIG, "eb00003e", 0x10200, false, "bl"},
    {ARM_BIG, "ebffffbf", 0x10004, false, "bl"},
    {THUMB, "7ee0", 0x10200, true, "b.n"},
    {THUMB, "80e7", 0x10004, true, "b.n"},
    {THUMB, "7ed1", 0x10200, true, "bne.n"},
    {THUMB, "80d1", 0x10004, true, "bne.n"},
    {THUMB, "00f07eb8", 0x10200, true, "b.w"},
    {THUMB, "fff780bf", 0x10004, true, "b.w"},
    {THUMB, "40f07e80", 0x10200, true, "bne.w"},
    {THUMB, "7ff480af", 0x10004, true, "bne.w"},
    {THUMB, "00f07ef8", 0x10200, false, "bl"},
    {THUMB, "fff780ff", 0x10004, false, "bl"},
    {THUMB, "00f07ee8", 0x10200, false, "blx"},
    {THUMB, "fff780ef", 0x10004, false, "blx"},
    {THUMB, "32b1", 0x10110, true, "cbz r2"},
    {THUMB, "3cbb", 0x10152, true, "cbnz r4"},
    {THUMB, "7047", 0, false, "bx lr"},
    {THUMB, "4ff00100", 0, false, "mov.w"},
    {THUMB, "00de", 0, false, "udf"},
    {THUMB, "00df", 0, false, "svc"},
    {RV64, "ef000010", 0x10200, false, "jal ra"},
    {RV64, "eff05ff0", 0x10004, false, "jal ra"},
    {RV64, "6f000010", 0x10200, true, "jal zero"},
    {RV64, "6ff05ff0", 0x10004, true, "jal zero"},
    {RV64, "01a2", 0x10200, true, "c.j"},
    {RV64, "11b7", 0x10004, true, "c.j"},
    {RV64, "63000510", 0x10200, true, "beqz a0"},
    {RV64, "11d1", 0x10004, true, "beqz a0"},
    {RV64, "63900610", 0x10200, true, "bnez a3"},
    {RV64, "91f2", 0x10004, true, "bnez a3"},
    {RV64, "6300b510", 0x10200, true, "beq"},
    {RV64, "e302b5f0", 0x10004, true, "beq"},
    {RV64, "6370b510", 0x10200, true, "bgeu"},
    {RV64, "e372b5f0", 0x10004, true, "bgeu"},
    {RV64, "97000000e7800010", 0x10200, false, "auipc ra; jalr ra"},
    {RV64, "17f3ffff67000301", 0xf110, true, "auipc t1; jalr zero"},
    {RV64, "17030000e7800010", 0, false, "auipc t1; jalr ra(ra)"},
    {RV64, "0122", 0, false, "c.addiw"},
    {RV64, "1125", 0, false, "c.addiw a0"},
    {RV64, "6320b510", 0, false, "a branch without a condition"},
    {RV64, "1f00ef000010", 0, false, "48 bits"},
    {RV64, "3f000000ef000010", 0, false, "64 bits"},
    {RV32, "0122", 0x10200, false, "c.jal"},
    {RV32, "1137", 0x10004, false, "c.jal"},
    {PPC64_LITTLE, "00010048", 0x10200, true, "b"},
    {PPC64_LITTLE, "04ffff4b", 0x10004, true, "b"},
    {PPC64_LITTLE, "01010048", 0x10200, false, "bl"},
    {PPC64_LITTLE, "05ffff4b", 0x10004, false, "bl"},
    {PPC64_LITTLE, "00018240", 0x10200, true, "bne"},
    {PPC64_LITTLE, "04ff8240", 0x10004, true, "bne"},
    {PPC64_LITTLE, "01018e40", 0x10200, false, "bnel cr3"},
    {PPC64_LITTLE, "05ff8e40", 0x10004, false, "bnel cr3"},
    {PPC64_LITTLE, "00010042", 0x10200, true, "bdnz"},
    {PPC64_LITTLE, "04ff0042", 0x10004, true, "bdnz"},
    {PPC64_LITTLE, "2000804e", 0, false, "blr"},
    {PPC64_LITTLE, "0000000601010048", 0, false, "a prefix and its instruction"},
    {PPC64, "48000100", 0x10200, true, "b"},
    {PPC64, "4bffff04", 0x10004, true, "b"},
    {PPC64, "48000101", 0x10200, false, "bl"},
    {PPC64, "4bffff05", 0x10004, false, "bl"},
    {PPC64, "48000202", 0x200, true, "ba"},
    {PPC64, "48000203", 0x200, false, "bla"},
    {PPC64, "42000100", 0x10200, true, "bdnz"},
    {PPC64, "4200ff04", 0x10004, true, "bdnz"},
    {PPC, "4bfe0001", 0xffff0100, false, "bl, around address 0"},
    {S390, "c0e500000080", 0x10200, false, "brasl"},
    {S390, "c0e5ffffff82", 0x10004, false, "brasl"},
    {S390, "a7e50080", 0x10200, false, "bras"},
    {S390, "a7e5ff82", 0x10004, false, "bras"},
    {S390, "c0f400000080", 0x10200, true, "jg"},
    {S390, "c0f4ffffff82", 0x10004, true, "jg"},
    {S390, "a7740080", 0x10200, true, "jne"},
    {S390, "a774ff82", 0x10004, true, "jne"},
    {S390, "a7260080", 0x10200, true, "brct"},
    {S390, "a726ff82", 0x10004, true, "brct"},
    {S390, "a7270080", 0x10200, true, "brctg"},
    {S390, "a727ff82", 0x10004, true, "brctg"},
    {S390, "84120080", 0x10200, true, "brxh"},
    {S390, "8412ff82", 0x10004, true, "brxh"},
    {S390, "ec1200808064", 0x10200, true, "cgrje"},
    {S390, "ec12ff828064", 0x10004, true, "cgrje"},
    {S390, "ec180080037e", 0x10200, true, "cij"},
    {S390, "ec18ff82037e", 0x10004, true, "cij"},
    {S390, "ec1200800044", 0x10200, true, "brxhg"},
    {S390, "ec12ff820044", 0x10004, true, "brxhg"},
    {S390, "0de1", 0, false, "basr"},
    {S390, "c01000000080", 0, false, "larl"},
    {X86_64, "e8fb000000", 0x10200, false, "call"},
    {X86_64, "eb50", 0x10152, true, "jmp"},
    {X86_64, "0f85fa000000", 0x10200, true, "jne"},
    {X86_64, "67e8fa000000", 0x10200, false, "addr32 call"},
    {X86_64, "666648e8f8000000", 0x10200, false, "data16 rex.W call"},
    {X86_64, "f2e9fa000000", 0x10200, true, "bnd jmp"},
    {X86_64, "e350", 0x10152, true, "jrcxz"},
    {X86_64, "c7f8fa000000", 0x10200, true, "xbegin"},
    {X86_64, "48b8e8e8e8e8e8e8e8e8", 0, false, "movabs"},
    {X86_64, "a0e8e8e8e8e8e8e8e8", 0, false, "movabs al"},
    {X86_64, "c8e8e8e8", 0, false, "enter"},
    {X86_64, "66c705e8e8e8e8e8e8", 0, false, "movw"},
    {X86_64, "f605e8e8e8e8e8", 0, false, "testb"},
    {X86_64, "f71de8e8e8e8", 0, false, "neg"},
    {X86_64, "8b84c8e8e8e8e8", 0, false, "mov by SIB"},
    {X86_64, "c4e2791805e8e8e8e8", 0, false, "vbroadcastss"},
    {X86_64, "c5f877", 0, false, "vzeroupper"},
    {X86_64, "62f17c48104424e8", 0, false, "vmovups zmm0"},
    {X86_64, "660f3a0fc1e8", 0, false, "palignr"},
    {X86_64, "0f0fc19e", 0, false, "pfadd"},
    {X86_64, "8fe97881c0", 0, false, "vfrczpd"},
    {I386, "e8fb000000", 0x10200, false, "call"},
    {I386, "40", 0, false, "inc"},
    {I386, "6247e8", 0, false, "bound"},
    {I386, "c547e8", 0, false, "lds"},
    {I386, "678b86e8e8", 0, false, "mov by 16 bits"},
    {I386, "9ae8e8e8e8e8e8", 0, false, "lcall"},
    {I386, "67a1e8e8", 0, false, "mov eax by 16 bits"},
};

static size_t unhex(const char *hex, uint8_t *to)
{
    size_t n = 0;
    for (; *hex; hex += 2) {
        const char digits[] = {hex[0], hex[1], '\0'};
        to[n++] = (uint8_t)strtoul(digits, NULL, 16);
    }
    return n;
}

static struct call_scan scan_of(enum cpu cpu, const uint8_t *bytes, size_t n)
{
    return (struct call_scan){.code = {bytes, START, n},
                              .at = START,
                              .hi = START + n,
                              .wide = cpus[cpu].wide,
                              .big_endian = cpus[cpu].big,
                              .thumb = cpus[cpu].thumb,
                              .long_mode = cpu == X86_64};
}

TEST(single_instructions)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++) {
        uint8_t bytes[ROOM] = {0};
        enum cpu cpu = instructions[i].cpu;
        struct call_scan s = scan_of(cpu, bytes, sizeof bytes);
        struct code_call c;
        s.at = SITE;
        s.hi = SITE + unhex(instructions[i].hex, bytes + SITE - START);
        bool found = calls_scanner(cpus[cpu].machine, CALLS_DECODED)(&s, &c);
        if (found != (instructions[i].target != 0))
            fail_msg("%s, cpu %d: found %d", instructions[i].text, (int)cpu, found);
        if (found && (c.target != instructions[i].target || c.jump != instructions[i].jump))
            fail_msg("%s, cpu %d: to %llx, jump %d", instructions[i].text, (int)cpu,
                     (unsigned long long)c.target, c.jump);
        if (found)
            assert_int_equal(c.site, SITE);
        assert_int_equal(s.at, s.hi);
    }
}

/* Cut off by the end of the range or of the section, an instruction is none. */
TEST(cut_instructions)
{
    for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++) {
        uint8_t bytes[16];
        size_t n = unhex(instructions[i].hex, bytes);
        if (!instructions[i].target)
            continue;
        for (size_t have = 0; have < n; have++) {
            struct call_scan s = scan_of(instructions[i].cpu, bytes, have);
            struct code_call c;
            assert_false(calls_scanner(cpus[instructions[i].cpu].machine, CALLS_DECODED)(&s, &c));
        }
    }
}

/* ---- GNU gprof's ways ---- */

TEST(x86_as_gprof)
{
    static const uint8_t bytes[] = {0xe8, 1, 0, 0, 0, 0xe8, 0xe8, 0xff, 0xff, 0xff, 0xff, 0xe8, 0};
    struct call_scan s = scan_of(ARM64, bytes, sizeof bytes);
    call_next *next = calls_scanner(EM_X86_64, CALLS_GNU);
    struct code_call c;
    assert_ptr_equal(next, calls_scanner(EM_386, CALLS_GNU));
    assert_true(next(&s, &c));
    assert_int_equal(c.target, START + 6);
    assert_true(next(&s, &c)); /* forwards, far */
    assert_int_equal(c.site, START + 5);
    assert_int_equal(c.target, START + 10 + UINT64_C(0xffffffe8));
    assert_int_equal(c.other, (uint32_t)c.target);
    assert_true(next(&s, &c)); /* the second byte of the one before */
    assert_int_equal(c.site, START + 6);
    assert_int_equal(c.target, START + 11 + UINT64_C(0xffffffff));
    assert_false(next(&s, &c)); /* cut off */
}

TEST(aarch64_as_gprof)
{
    static const uint8_t bytes[] = {0,    0,    0,    0x14, 0xff, 0xff, 0xff, 0x97,
                                    0x01, 0x08, 0x00, 0x54, 0x01, 0,    0,    0x94};
    struct call_scan s = scan_of(ARM64, bytes, sizeof bytes);
    call_next *next = calls_scanner(EM_AARCH64, CALLS_GNU);
    struct code_call c;
    assert_true(next(&s, &c));
    assert_int_equal(c.target, START);
    assert_false(c.jump); /* b is as good as bl */
    assert_true(next(&s, &c));
    assert_int_equal(c.target, START);
    assert_true(next(&s, &c)); /* not b.ne */
    assert_int_equal(c.site, START + 12);
    assert_int_equal(c.target, START + 16);
    assert_false(next(&s, &c));
}

/* A function's second entry on PowerPC: after the two instructions that set up r2. */
TEST(second_entries)
{
    static const uint8_t bytes[] = {
        0x02, 0x00, 0x4c, 0x3c, 0x00, 0x80, 0x42, 0x38, /* addis, addi */
        0x01, 0x00, 0x00, 0x48, 0xfd, 0xff, 0xff, 0x4b,
        0x00, 0x00, 0x00, 0x60, 0x01, 0x00, 0x00, 0x48};
    struct call_scan s = scan_of(PPC64_LITTLE, bytes, sizeof bytes);
    struct code_call c;
    assert_true(ppc_calls(&s, &c));
    assert_int_equal(c.target, START + 8);
    assert_int_equal(c.other, START);
    assert_true(ppc_calls(&s, &c));
    assert_int_equal(c.target, START + 8);
    assert_int_equal(c.other, START);
    assert_true(ppc_calls(&s, &c));
    assert_int_equal(c.target, START + 20);
    assert_int_equal(c.other, START + 20);
}

TEST(thumb_addresses)
{
    static const uint8_t bytes[] = {0x00, 0xf0, 0x7e, 0xf8, 0x00, 0xf0, 0x7c, 0xe8};
    struct call_scan s = scan_of(THUMB, bytes, sizeof bytes);
    struct code_call c;
    s.at |= 1; /* as in symbol tables */
    assert_true(arm_calls(&s, &c));
    assert_int_equal(c.site, START);
    assert_int_equal(c.other, c.target | 1);
    assert_true(arm_calls(&s, &c)); /* blx to ARM code */
    assert_int_equal(c.other, c.target);
}

TEST(machines)
{
    assert_null(calls_scanner(0, CALLS_GNU));
    assert_null(calls_scanner(0, CALLS_DECODED));
    assert_null(calls_scanner(EM_RISCV, CALLS_GNU));
}
