/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image: read an executable: ELF by our own checked reader, other formats through libbfd.
 *
 * Takes the symbols that GNU gprof takes (letters T, t, W of nm, see image.c) without applying
 * options; names that gprof never takes (clones, compiler marks) are left out. */
#ifndef GPTUI_LOAD_IMAGE_IMAGE_H
#define GPTUI_LOAD_IMAGE_IMAGE_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/model/image.h"

/* The image at `path`. The result may have no symbols at all (n_symbols 0): the caller decides, as
 * options can also empty the table. Fails with ERR_OPEN, ERR_READ, ERR_IMAGE_*, ERR_MEMORY,
 * ERR_CANCELLED and returns NULL. */
struct image *image_load(const char *path, const struct progress *p, struct err *e) ATTR_MUST_USE;

#endif
