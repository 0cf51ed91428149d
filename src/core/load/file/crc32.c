/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/crc32.h"

/* Sums of the 256 bytes; made anew for each call, which costs as much as two thousand bytes. */
static void make_table(uint32_t table[256])
{
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t v = i;
        for (int bit = 0; bit < 8; bit++)
            v = v & 1 ? v >> 1 ^ 0xedb88320 : v >> 1;
        table[i] = v;
    }
}

uint32_t crc32(uint32_t crc, const uint8_t *p, size_t n)
{
    uint32_t table[256];
    make_table(table);
    crc = ~crc;
    while (n--)
        crc = table[(crc ^ *p++) & 0xff] ^ crc >> 8;
    return ~crc;
}
