/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls in any bytes: the first four choose machine, way, and range. Places ascend within the
 * range, targets have as many bits as addresses; and an ELF file's sections and marks are
 * well-formed. */
#include "fuzz.h"

#include <stdlib.h>

#include "arch/calls.h"
#include "core/load/code/sections.h"
#include "parts.h"
#include "tests/support/require.h"

enum { HEAD = 4, START = 0x401000 };

static const uint16_t machines[] = {EM_AARCH64, EM_386,  EM_X86_64, EM_PPC,
                                    EM_PPC64,   EM_S390, EM_ARM,    EM_RISCV};

static void scan(call_next *next, struct call_scan s)
{
    uint64_t lo = s.at & ~UINT64_C(1), hi = s.hi, last = 0;
    struct code_call c;
    for (size_t n = 0; next(&s, &c); n++) {
        require(n == 0 || c.site > last);
        require(c.site >= lo && c.site < hi);
        require(s.wide || c.other <= UINT32_MAX);
        last = c.site;
    }
    require(s.at >= hi || s.code.addr + s.code.n - s.at < 8);
}

static void scan_all(const uint8_t *p, size_t n)
{
    const uint16_t machine = machines[p[0] % (sizeof machines / sizeof machines[0])];
    const enum call_way way = p[1] & 1 ? CALLS_GNU : CALLS_DECODED;
    struct call_scan s = {.code = {p + HEAD, START, n - HEAD},
                          .at = START + p[2],
                          .hi = START + n - HEAD,
                          .big_endian = p[1] & 2,
                          .wide = p[1] & 4,
                          .thumb = p[1] & 8,
                          .long_mode = machine == EM_X86_64};
    call_next *next = calls_scanner(machine, way);
    s.hi -= p[3] < n - HEAD ? p[3] : 0;
    if (next && s.at < s.hi)
        scan(next, s);
}

static void read_file(const struct source *source)
{
    struct elf f;
    struct err e = ERR_INIT;
    struct code_sections sections = {0};
    struct code_marks marks = {0};
    if (!elf_recognise(source) || !elf_open(&f, source, &e))
        return;
    require(code_sections_read(&sections, &f, &e) && code_marks_read(&marks, &f, &e));
    for (size_t i = 0; i < sections.n; i++)
        require(sections.v[i].bytes.n &&
                sections.v[i].addr + sections.v[i].bytes.n > sections.v[i].addr);
    for (size_t i = 1; i < marks.n; i++)
        require(marks.v[i - 1].addr <= marks.v[i].addr);
    free(marks.v);
    code_sections_release(&sections);
    elf_release(&f);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct source source;
    if (n > HEAD)
        scan_all(p, n);
    part_open(&source, "fuzz.image", (struct part){p, n});
    read_file(&source);
    source_close(&source);
    return 0;
}
