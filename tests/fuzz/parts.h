/* SPDX-License-Identifier: GPL-3.0-or-later */
/* parts: inputs of several parts, and parts as files for readers that take paths. */
#ifndef TESTS_FUZZ_PARTS_H
#define TESTS_FUZZ_PARTS_H

#include <stddef.h>
#include <stdint.h>

#include "core/load/file/image_file.h"

#define PARTS_END "\n====\n" /* between two parts */

struct part {
    const uint8_t *p;
    size_t n;
};

/* Cut p into at most `most` parts, the last of which has all the rest. Parts that are not there
 * are empty. Returns the number of those that are: at least 1. */
size_t parts_cut(const uint8_t *p, size_t n, struct part *out, size_t most);

/* A copy with a zero byte after it, which the caller frees. Ends the program when memory runs out.
 */
char *part_text(struct part part);

/* Write a part to a file of that name in the current folder. Ends the program on failure. */
void part_write(const char *name, struct part part);

/* The source of such a file, which is there no more. */
void part_open(struct source *s, const char *name, struct part part);

#endif
