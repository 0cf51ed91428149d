/* SPDX-License-Identifier: GPL-3.0-or-later */
/* dynamic_symbols: the functions of a stripped library, as far as it has symbols for dynamic
 * linking.
 *
 * Between functions lies code of others, without names: it gets symbols "libc.so.6+0x26180", so
 * that its time and calls are not taken for the function's before it. */
#ifndef GPTUI_LOAD_IMAGE_DYNAMIC_SYMBOLS_H
#define GPTUI_LOAD_IMAGE_DYNAMIC_SYMBOLS_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/file/elf.h"
#include "core/model/image.h"

/* Give im, which has no symbols, those of f. There may be none: then nothing changes. Fails with
 * ERR_READ, ERR_LIMIT, ERR_MEMORY; im is then still good to be freed. */
bool dynamic_symbols_read(struct image *im, const struct elf *f, struct err *e) ATTR_MUST_USE;

#endif
