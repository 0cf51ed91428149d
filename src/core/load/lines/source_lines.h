/* SPDX-License-Identifier: GPL-3.0-or-later */
/* lines: a whole source file in memory, by lines. */
#ifndef GPTUI_LOAD_SOURCE_LINES_H
#define GPTUI_LOAD_SOURCE_LINES_H

#include <stdint.h>

#include "core/load/lines/source_text.h"

/* Files longer than SOURCE_BYTES_MAX are cut there. */
enum { SOURCE_BYTES_MAX = 64 << 20 };

struct source_lines {
    struct text bytes;
    size_t *lo; /* where each line starts; line k (from 0) is [lo[k], lo[k + 1]) with its end */
    uint32_t n;
    size_t cap_lo;
    struct text path; /* where it was found */
    bool is_near;     /* only by the tail of its path (text.h) */
};

/* Fails as source_text_open does, with ERR_READ; then *l is empty. */
bool source_lines_read(struct source_lines *l, const char *path, const struct source_search *s,
                       struct err *e) ATTR_MUST_USE;
void source_lines_release(struct source_lines *l);

/* Line k (from 0) without its end, carriage returns before it left out. */
struct source_piece source_lines_get(const struct source_lines *l, uint32_t k);

#endif
