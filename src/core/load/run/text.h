/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text: what is known of a run, for people and scripts to read: "name value" lines. */
#ifndef GPTUI_LOAD_RUN_TEXT_H
#define GPTUI_LOAD_RUN_TEXT_H

#include "core/base/text.h"
#include "core/load/run/run.h"
#include "unite/put.h"

/* A text that src/unite writes into: as much as a file claims. */
struct text_sink {
    struct unite_sink sink; /* it */
    struct text text;
    bool failed; /* there is no memory for it, and it is not whole */
};

/* One that is empty. */
void text_sink_begin(struct text_sink *s);

/* Append the lines; values with blanks in them are escaped (gmon.out(5), "Runs"). */
void run_text(const struct run *r, struct text *out);

#endif
