/* SPDX-License-Identifier: GPL-3.0-or-later */
/* keep_profile: counts that were kept, of one image, as a file of the magic layout, so that all
 * else about them is read in one way. */
#ifndef GPTUI_LOAD_GMON_KEEP_PROFILE_H
#define GPTUI_LOAD_GMON_KEEP_PROFILE_H

#include "core/load/gmon/keep.h"
#include "core/model/image.h"

/* The samples and arcs of an image, or its waits, in the magic layout. Fails with ERR_MEMORY. */
enum kept_what { KEPT_TICKS, KEPT_WAITING };
bool kept_profile(struct kept *k, const struct kept_image *image, enum kept_what what,
                  struct bytes *out, struct err *e) ATTR_MUST_USE;

/* What it says of the program, in the magic layout. Fails with ERR_GMON_EOF, ERR_GMON_POINTER,
 * ERR_MEMORY. */
bool gmon_translate_kept(const struct bytes *kept, const char *path, const struct image *im,
                         struct bytes *out, struct err *e) ATTR_MUST_USE;

#endif
