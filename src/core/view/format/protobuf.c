/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/view/format/protobuf.h"

enum { VARINT = 0, DELIMITED = 2 };

static void put_tag(struct text *t, uint32_t field, unsigned type)
{
    protobuf_varint(t, (uint64_t)field << 3 | type);
}

void protobuf_varint(struct text *t, uint64_t v)
{
    for (; v >= 0x80; v >>= 7)
        text_char(t, (char)(v & 0x7f) | (char)0x80);
    text_char(t, (char)v);
}

void protobuf_uint(struct text *t, uint32_t field, uint64_t v)
{
    if (!v)
        return;
    put_tag(t, field, VARINT);
    protobuf_varint(t, v);
}

void protobuf_bytes(struct text *t, uint32_t field, const char *p, size_t n)
{
    put_tag(t, field, DELIMITED);
    protobuf_varint(t, n);
    text_add(t, p, n);
}
