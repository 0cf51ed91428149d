/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image_elf: symbols of ELF files, read by ourselves. */
#ifndef GPTUI_LOAD_IMAGE_IMAGE_ELF_H
#define GPTUI_LOAD_IMAGE_IMAGE_ELF_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/file/image_file.h"
#include "core/model/image.h"

/* Fill im from an ELF file. Fails with ERR_IMAGE_*, ERR_READ, ERR_MEMORY, ERR_CANCELLED. */
bool image_read_elf(struct image *im, const struct source *s, const struct progress *p,
                    struct err *e) ATTR_MUST_USE;

#endif
