/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stripped: the symbols of an ELF file whose own table of symbols was taken off: those of the file
 * with its debug information, or else those for dynamic linking. */
#ifndef GPTUI_LOAD_IMAGE_STRIPPED_H
#define GPTUI_LOAD_IMAGE_STRIPPED_H

#include "core/load/file/elf.h"
#include "core/model/image.h"

/* The image in s, whose headers f are, with symbols wherever they are to be had; there may be none.
 * Fails as image_load and returns NULL. */
struct image *stripped_load(const struct source *s, const struct elf *f, const struct progress *p,
                            struct err *e) ATTR_MUST_USE;

/* Where *im, just loaded from the file im->path, has no symbols, an image with those of above takes
 * its place, if there are any. False only when memory runs out or the progress says so; *im is good
 * to be freed in any case. */
bool stripped_restore(struct image **im, const struct progress *p, struct err *e) ATTR_MUST_USE;

/* Has the ELF file at `path` a table of symbols of its own? */
bool stripped_is_not(const char *path);

/* Has the file at `path` symbols of functions, so that a profile of it can be shown? */
bool stripped_is_readable(const char *path);

#endif
