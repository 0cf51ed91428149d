/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_report: --info and --unpack, which ask a run (load/run/run.h) and no analysis. */
#ifndef GPTUI_CLI_RUN_REPORT_H
#define GPTUI_CLI_RUN_REPORT_H

#include "core/base/err.h"
#include "core/base/text.h"

/* Append what is known of the run of a profile, or of a file that is one itself. Fails as run_read
 * does, and with ERR_SPEC (the run beside it goes with another profile). */
bool run_report_info(const char *file, struct text *out, struct err *e) ATTR_MUST_USE;

/* Write what it has of each library as FILE.LIBRARY (the Nth of that name: FILE.LIBRARY.N), in the
 * layout of the program's profile, and what threads waited as FILE.wait and FILE.LIBRARY.wait;
 * append a line for each file. Fails likewise, and with ERR_WRITE. */
bool run_report_unpack(const char *file, struct text *out, struct err *e) ATTR_MUST_USE;

#endif
