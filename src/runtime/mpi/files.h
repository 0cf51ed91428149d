/* SPDX-License-Identifier: MIT */
/* files: the profile of a job, from the message that all ranks' tables became: what gptui -s makes
 * of the ranks' own files, and the list of runs beside it (gmon.out(5), "Runs"). */
#ifndef GPTUI_RUNTIME_MPI_FILES_H
#define GPTUI_RUNTIME_MPI_FILES_H

#include <stdint.h>

#include "unite/message.h"

/* Writes them where this process would write its own profile. Returns 0 or an errno; the first
 * failure is reported by one line on stderr. In dump_hold(). */
int files_write(const struct unite_message *m);

#endif
