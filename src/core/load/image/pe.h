/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pe: what libbfd does not say of a program for Windows. */
#ifndef GPTUI_LOAD_IMAGE_PE_H
#define GPTUI_LOAD_IMAGE_PE_H

#include "core/base/err.h"
#include "core/load/file/image_file.h"
#include "core/model/image.h"

/* Give those of im's symbols SYM_TYPED that are weak functions, and the static ones whose type is
 * function in the symbol table of the PE file that they are from; give SYM_LABEL to labels of the
 * linker and of start-up code. None in a file that is not sound.
 * Fails with ERR_MEMORY. */
bool pe_mark_functions(struct image *im, const struct source *s, struct err *e) ATTR_MUST_USE;

#endif
