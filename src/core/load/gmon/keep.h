/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep: the counts that the runtime kept of a program that could not write its profile. */
#ifndef GPTUI_LOAD_GMON_KEEP_H
#define GPTUI_LOAD_GMON_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/model/image.h"

/* Is it a file of counts that the runtime kept (runtime/keep.h)? */
bool gmon_is_kept(const uint8_t *p, size_t n);

/* What it says of the program, in the magic layout. Fails with ERR_GMON_EOF (cut off, or damaged),
 * ERR_GMON_POINTER, ERR_MEMORY. */
bool gmon_translate_kept(const struct bytes *kept, const char *path, const struct image *im,
                         struct bytes *out, struct err *e) ATTR_MUST_USE;

/* The path of the program whose counts the runtime kept in the file at `path`; malloc'ed, NULL if
 * it is no such file. Fails with ERR_MEMORY. */
bool gmon_kept_program(const char *path, char **program, struct err *e) ATTR_MUST_USE;

#endif
