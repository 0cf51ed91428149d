/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/stubs: the stubs by which a program calls functions of shared libraries, which have no
 * symbols in its file. Each jumps through a slot that the dynamic linker fills in; the relocation
 * of that slot names the function. */
#ifndef GPTUI_LOAD_IMAGE_STUBS_H
#define GPTUI_LOAD_IMAGE_STUBS_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/file/image_file.h"
#include "core/model/image.h"

/* Add the stubs of an ELF file for x86-64, i386 or AArch64 to the symbols of im, which was read
 * from it and has some: name@plt, with SYM_STUB. Files that it cannot read, or of other machines,
 * have none. Fails with ERR_MEMORY, ERR_READ. */
bool stubs_add(struct image *im, const struct source *s, struct err *e) ATTR_MUST_USE;

#endif
