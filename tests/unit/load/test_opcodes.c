/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain x86 instructions are as long as libopcodes says, whatever the bytes. */
#include "arch/x86/plain.h"
#include "core/load/code/opcodes.h"
#include "tests/support/profile_builder.h"
#include "tests/support/unit.h"

enum { START = 0x401000, ROUNDS = 200000 };

static void compare(struct opcodes *o, const uint8_t *bytes, bool long_mode, uint32_t *n_plain)
{
    const struct call_bytes code = {bytes, START, X86_PLAIN_ROOM};
    struct x86_plain x = x86_plain(bytes, long_mode);
    unsigned want = x.n_bytes ? opcodes_length(o, &code, START) : 0;
    *n_plain += x.n_bytes > 0;
    if (want != x.n_bytes)
        fail_msg("%d: %u bytes, not %u: %02x %02x %02x %02x %02x %02x %02x %02x", long_mode, want,
                 x.n_bytes, bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6],
                 bytes[7]);
}

/* Any bytes; half of them begin with prefixes, half of the opcodes are of the second map. */
static void draw(uint8_t *bytes, uint64_t *chance)
{
    static const uint8_t prefixes[] = {0x66, 0xf2, 0xf3, 0x2e, 0x3e, 0x26, 0x36,
                                       0x64, 0x65, 0x67, 0xf0, 0x48, 0x41};
    size_t n = 0;
    for (size_t i = 0; i < X86_PLAIN_ROOM; i++)
        bytes[i] = (uint8_t)made_below(chance, 256);
    while (n < 4 && made_below(chance, 2))
        bytes[n++] = prefixes[made_below(chance, sizeof prefixes)];
    if (made_below(chance, 2))
        bytes[n] = 0x0f;
}

TEST(plain_is_what_the_library_says)
{
    uint64_t chance = 3;
    for (int mode = 0; mode < 2; mode++) {
        struct opcodes *o = opcodes_new(mode ? EM_X86_64 : EM_386, mode, no_err());
        uint32_t n_plain = 0;
        assert_non_null(o);
        for (uint32_t i = 0; i < ROUNDS; i++) {
            uint8_t bytes[X86_PLAIN_ROOM];
            draw(bytes, &chance);
            compare(o, bytes, mode, &n_plain);
        }
        assert_true(n_plain > ROUNDS / 4);
        opcodes_free(o);
    }
}
