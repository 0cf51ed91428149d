/* SPDX-License-Identifier: GPL-3.0-or-later */
/* protobuf: fields of protocol buffer messages (wire types 0 and 2). Fields with the default value,
 * zero, are left out, as proto3 wants it. */
#ifndef GPTUI_VIEW_FORMAT_PROTOBUF_H
#define GPTUI_VIEW_FORMAT_PROTOBUF_H

#include <stdint.h>

#include "core/base/text.h"

void protobuf_varint(struct text *t, uint64_t v);

/* Any integer or bool; negative ones as two's complement. */
void protobuf_uint(struct text *t, uint32_t field, uint64_t v);

/* A string, an inner message, or packed numbers: n bytes, written even if n is 0. */
void protobuf_bytes(struct text *t, uint32_t field, const char *p, size_t n);

#endif
