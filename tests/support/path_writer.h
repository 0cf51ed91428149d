/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path_writer: call paths as a file, by the writer of sums and jobs (unite/files.h). */
#ifndef TESTS_SUPPORT_PATH_WRITER_H
#define TESTS_SUPPORT_PATH_WRITER_H

#include <stdint.h>

#include "unite/build.h"

/* Write what was put into a build, which has at least one image and is released then. Ends the
 * program on failure. */
void path_write(const char *path, struct unite_build *b, uint32_t rate_hz, uint64_t lost_ticks);

#endif
