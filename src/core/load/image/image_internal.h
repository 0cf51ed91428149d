/* SPDX-License-Identifier: GPL-3.0-or-later */
/* image_internal: an image from a file that is open already. */
#ifndef GPTUI_LOAD_IMAGE_IMAGE_INTERNAL_H
#define GPTUI_LOAD_IMAGE_IMAGE_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/load/file/image_file.h"
#include "core/model/image.h"

/* image_load for a source of any kind; libbfd also for ELF if `by_bfd`. */
struct image *image_load_source(const struct source *s, bool by_bfd, const struct progress *p,
                                struct err *e) ATTR_MUST_USE;

#endif
