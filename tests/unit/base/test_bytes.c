/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in both orders of bytes, and where a cursor ends. */
#include "core/base/bytes.h"

#include "tests/support/unit.h"

TEST(numbers_in_both_orders)
{
    static const uint8_t p[] = {0x81, 0x92, 0xa3, 0xb4, 0xc5, 0xd6, 0xe7, 0xf8};
    assert_int_equal(bytes_u16(p, true), 0x8192);
    assert_int_equal(bytes_u16(p, false), 0x9281);
    assert_int_equal(bytes_u32(p, true), 0x8192a3b4);
    assert_int_equal(bytes_u32(p, false), 0xb4a39281);
    assert_true(bytes_u64(p, true) == UINT64_C(0x8192a3b4c5d6e7f8));
    assert_true(bytes_u64(p, false) == UINT64_C(0xf8e7d6c5b4a39281));
}

TEST(cursor_reads_both_orders)
{
    static const uint8_t bytes[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    struct cursor c = {.p = bytes, .n = sizeof bytes};
    assert_int_equal(cursor_u8(&c), 1);
    assert_int_equal(cursor_uint(&c, 2), 0x0302);
    assert_int_equal(cursor_u32(&c), 0x07060504);
    assert_true(cursor_uint(&c, 8) == UINT64_C(0x0f0e0d0c0b0a0908));
    assert_int_equal(cursor_left(&c), 0);
    assert_false(c.short_read);
    c = (struct cursor){.p = bytes, .n = sizeof bytes, .big_endian = true};
    assert_int_equal(cursor_uint(&c, 2), 0x0102);
    assert_int_equal(cursor_uint(&c, 4), 0x03040506);
    assert_true(cursor_uint(&c, 8) == UINT64_C(0x0708090a0b0c0d0e));
    assert_false(c.short_read);
}

TEST(cursor_end_is_sticky)
{
    static const uint8_t bytes[] = {1, 2, 3};
    struct cursor c = {.p = bytes, .n = sizeof bytes};
    assert_ptr_equal(cursor_bytes(&c, 3), bytes + 0);
    assert_int_equal(cursor_u8(&c), 0);
    assert_true(c.short_read);
    c = (struct cursor){.p = bytes, .n = sizeof bytes};
    assert_int_equal(cursor_u32(&c), 0);
    assert_true(c.short_read);
    assert_int_equal(cursor_u8(&c), 0); /* although one is left */
    c = (struct cursor){.p = bytes, .n = sizeof bytes, .at = 1};
    assert_null(cursor_bytes(&c, SIZE_MAX));
    c = (struct cursor){0};
    assert_int_equal(cursor_uint(&c, 8), 0);
    assert_true(c.short_read);
}
