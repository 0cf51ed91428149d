/* SPDX-License-Identifier: GPL-3.0-or-later */
/* code/sections_bfd: sections with code of images that are no ELF files. */
#ifndef GPTUI_LOAD_CODE_SECTIONS_BFD_H
#define GPTUI_LOAD_CODE_SECTIONS_BFD_H

#include <stdbool.h>

#include "core/base/attr.h"
#include "core/load/code/sections.h"
#include "core/load/file/image_file.h"

/* Read them all; none if s is no object file, or if it is damaged. False when memory runs out. */
bool bfd_code_read(struct code_sections *out, const struct source *s) ATTR_MUST_USE;

#endif
