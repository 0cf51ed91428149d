/* SPDX-License-Identifier: GPL-3.0-or-later */
/* meter: a line on the terminal that shows the progress of long work, and is removed at its end.
 *
 * 1. Nothing is written before the work has taken a while, nor more than a few times a second.
 * 2. Whoever writes to the same terminal calls meter_clear first. */
#ifndef GPTUI_CLI_METER_H
#define GPTUI_CLI_METER_H

#include "core/base/file/sink.h"

struct meter {
    const struct sink *to; /* NULL: nothing is ever written */
    const char *program;
    int64_t (*now_ms)(void); /* of a clock that never goes back */
    int64_t next_ms;         /* when to write again */
    size_t cols;             /* of the line that is there, 0: none */
};

/* A meter that begins now. It does not own its sink. */
struct meter meter_start(const struct sink *to, const char *program, int64_t (*now_ms)(void));

/* A progress that reports to m, and never cancels the work. */
struct progress meter_progress(struct meter *m);

/* Take the line away; NULL or no line is fine. */
void meter_clear(struct meter *m);

#endif
