/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image_bfd: symbols of all files that libbfd knows. */
#ifndef GPTUI_LOAD_IMAGE_IMAGE_BFD_H
#define GPTUI_LOAD_IMAGE_IMAGE_BFD_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/file/image_file.h"
#include "core/model/image.h"

/* Fill im from any object file that libbfd knows. For ELF files the result is that of
 * image_read_elf, later. */
bool image_read_bfd(struct image *im, const struct source *s, const struct progress *p,
                    struct err *e) ATTR_MUST_USE;

/* Ask libbfd which character the image's target puts before each name of C; none if it does not
 * know the file. Fails with ERR_MEMORY. */
bool image_ask_leading_char(struct image *im, const struct source *s, struct err *e) ATTR_MUST_USE;

#endif
