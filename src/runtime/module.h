/* SPDX-License-Identifier: MIT */
/* module: what the dynamic loader reports about a module: where its code lies, where it begins to
 * run, and of which build it is. */
#ifndef GPTUI_RUNTIME_MODULE_H
#define GPTUI_RUNTIME_MODULE_H

#include <link.h>
#include <stdbool.h>

#include "runtime/images.h"

/* Fill in all of image but its path and its bins. False: the module has no code. */
bool image_describe(const struct dl_phdr_info *module, struct rt_image *image);

#endif
