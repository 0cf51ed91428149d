/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime_files: files that our runtime writes beside a profile, its companions, whose names look
 * like profiles of the program: the text PROFILE.info, and the profiles of the libraries that it
 * lists. */
#ifndef GPTUI_CLI_RUNTIME_FILES_H
#define GPTUI_CLI_RUNTIME_FILES_H

#include "core/base/attr.h"
#include "core/cli/response_file.h"

/* Take companions out of the paths from number `first` on, which ascend bytewise. A text of another
 * kind is no companion, whatever its name; the files that a text of another user lists
 * (load/file/image_file.h) stay. Fails with ERR_MEMORY. */
bool companions_drop(struct words *w, size_t first, struct err *e) ATTR_MUST_USE;

#endif
