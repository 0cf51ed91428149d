/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An image and the file that has its debug information, which a build id, a debug link, or an
 * alternative link names. What is followed belongs to the image, has DWARF, and serves for
 * lines. */
#include "fuzz.h"

#include <string.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/load/file/debug_file.h"
#include "core/load/file/elf.h"
#include "parts.h"
#include "tests/support/require.h"
#include "walk.h"

/* Names that the seeds use; in links it is fuzz.debug. */
#define IMAGE "fuzz.image"
#define DEBUG "fuzz.debug"

enum { WALK_BYTES = 1 << 12 };

/* A build id is the one that its digits say, and no other. */
static void check_id(const struct build_id *id)
{
    struct text digits = {0};
    require(id->n <= BUILD_ID_MOST && build_id_same(id, id));
    for (size_t i = 0; i < id->n; i++)
        text_printf(&digits, "%02x", id->bytes[i]);
    require(build_id_is(id, text_z(&digits)));
    text_str(&digits, "0");
    require(!build_id_is(id, text_z(&digits)));
    text_release(&digits);
}

/* The sum of all bytes, one bit at a time. */
static uint32_t sum_of(struct part part)
{
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < part.n * 8; i++) {
        uint32_t bit = (sum ^ part.p[i / 8] >> i % 8) & 1;
        sum = sum >> 1 ^ (bit ? 0xedb88320U : 0);
    }
    return ~sum;
}

/* Is the sum in the section that links? */
static bool has_sum(const struct elf *f, uint32_t sum)
{
    uint8_t b[4096];
    size_t n = elf_first_bytes(f, ".gnu_debuglink", b, sizeof b);
    for (size_t at = 4; at + 4 <= n; at += 4)
        if (elf_u32(f, b + at) == sum)
            return true;
    return false;
}

static void check_separate(const struct debug_file *f, const struct debug_file *separate,
                           struct part part)
{
    struct build_id id = build_id_of(&f->elf), its = build_id_of(&separate->elf);
    require(debug_file_has_dwarf(separate));
    check_id(&its);
    if (id.n && its.n)
        require(build_id_same(&id, &its));
    else if (strcmp(separate->path, DEBUG) == 0)
        require(has_sum(&f->elf, sum_of(part)));
}

static void check_files(struct part part)
{
    struct debug_file f, separate = {.source.fd = -1}, shared = {.source.fd = -1};
    if (!debug_file_open(&f, IMAGE, true))
        return;
    struct build_id id = build_id_of(&f.elf);
    check_id(&id);
    if (debug_file_follow(&f, &separate, NULL)) {
        check_separate(&f, &separate, part);
        debug_file_close(&separate);
    }
    if (debug_file_shared(&f, &shared)) {
        require(debug_file_has_dwarf(&shared));
        debug_file_close(&shared);
    }
    debug_file_close(&f);
}

static void check_lines(void)
{
    struct debug_file f;
    if (!debug_file_open(&f, IMAGE, true))
        return;
    const struct elf_section *text = elf_find_name(&f.elf, ".text");
    uint64_t lo = text ? text->addr : 0, size = text ? text->size : 0;
    enum walk_how how = elf_recognise(&f.source) ? WALK_GNU : WALK_WINDOWS;
    bool foreign = walk_is_foreign(&f.elf); /* for fuzz_foreign */
    debug_file_close(&f);
    if (!foreign)
        walk_check(IMAGE, lo, lo + size, WALK_BYTES, how);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct part part[2];
    parts_cut(p, n, part, 2);
    part_write(IMAGE, part[0]);
    part_write(DEBUG, part[1]);
    check_files(part[1]);
    check_lines();
    unlink(IMAGE);
    unlink(DEBUG);
    return 0;
}
