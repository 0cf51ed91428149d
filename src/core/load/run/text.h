/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text: what is known of a run, for people and scripts to read: "name value" lines. */
#ifndef GPTUI_LOAD_RUN_TEXT_H
#define GPTUI_LOAD_RUN_TEXT_H

#include "core/base/text.h"
#include "core/load/run/run.h"
#include "unite/put.h"

/* Append the lines; values with blanks in them are escaped (gmon.out(5), "Runs"). */
void run_text(const struct run *r, struct text *out);

#endif
