/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bfd/section: contents of a section that is stored compressed. */
#ifndef GPTUI_LOAD_BFD_SECTION_H
#define GPTUI_LOAD_BFD_SECTION_H

#include "core/load/file/image_file.h"

/* The unpacked contents of s's section `name`, unless they are bigger than `most` bytes. */
bool bfd_section_bytes(const struct source *s, const char *name, uint64_t most,
                       struct bytes *out) ATTR_MUST_USE;

#endif
