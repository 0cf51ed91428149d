/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_text: a tree of call paths as a file of them (gmon.out(5), "Call paths"). */
#ifndef GPTUI_LOAD_JOIN_PATH_TEXT_H
#define GPTUI_LOAD_JOIN_PATH_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/text.h"
#include "core/load/join/path_tree.h"

#define PATH_FIRST_LINE "gptui-paths 1\n"

struct path_image {
    const char *path;     /* as it was loaded */
    const char *build_id; /* hexadecimal, NULL: unknown */
};

/* Append the file of a tree, whose images are n_images, counted from 1. Fails with ERR_MEMORY. */
struct path_text {
    const struct path_tree *tree;
    const struct path_image *images;
    size_t n_images;
    uint64_t rate_hz, lost_ticks;
};
bool path_text_write(const struct path_text *p, struct text *out, struct err *e) ATTR_MUST_USE;

#endif
