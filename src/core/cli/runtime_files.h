/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runtime_files: what our runtime writes beside a program's profile under names that look like
 * profiles of the program: the text PROFILE.info, and the profiles of libraries that it tells of.
 */
#ifndef GPTUI_CLI_RUNTIME_FILES_H
#define GPTUI_CLI_RUNTIME_FILES_H

#include "core/base/attr.h"
#include "core/cli/response_file.h"

/* Take companions out of the paths from number `first` on, which ascend bytewise. A text of another
 * kind is none, whatever its name; what one of another user (load/file/image_file.h) tells of
 * stays. Fails with ERR_MEMORY. */
bool companions_drop(struct words *w, size_t first, struct err *e) ATTR_MUST_USE;

#endif
