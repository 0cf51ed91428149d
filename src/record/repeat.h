/* SPDX-License-Identifier: GPL-3.0-or-later */
/* repeat: the same command again and again, and the sum of what it leaves (--repeat), since a
 * program that runs for milliseconds has too few samples to say anything. */
#ifndef GPTUI_RECORD_REPEAT_H
#define GPTUI_RECORD_REPEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "record/recording.h"

enum { REPEAT_SAMPLES = 2000, REPEAT_MS = 10000 }; /* of --repeat=auto: whichever comes first */

/* Run the program as often as the options ask for; it has run once, and c is what was chosen of
 * that. Standard output of the further runs is thrown away, standard input is read from where the
 * first began if that is possible. The series ends early when a run ends otherwise than the first,
 * or is interrupted: then that is reported, and that run is left out. The sum becomes FILE, and *c.
 * Fails as run_program, output_choose and session_new do; what was there before stays. */
bool repeat_runs(struct recording *g, struct output_choice *c, struct err *e) ATTR_MUST_USE;

/* What --repeat=auto would bring for a program that had n_samples in wall_ms, of which it used the
 * processor for cpu_ms and asked for rate_hz samples per second. False: not even four times as
 * many. */
bool repeat_would_help(uint64_t n_samples, uint64_t wall_ms, uint64_t cpu_ms, uint64_t rate_hz,
                       struct repeat_offer *offer);

#endif
