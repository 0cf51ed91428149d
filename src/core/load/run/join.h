/* SPDX-License-Identifier: GPL-3.0-or-later */
/* join: what our runtime writes beside a program's profile, shared libraries above all, shown
 * together with it.
 *
 * 1. The runs (load/run/run.h) that go with the profile files, as one, say which libraries there
 *    were, and what was counted in them; one of another profile says nothing.
 * 2. Libraries get addresses after the program's, the same whenever the same files are joined.
 * 3. A profile has a stand-in for callers elsewhere: _start in a program's, _init in a library's.
 *    Where the run knows the callers and they are joined, they take the stand-in's place, exactly
 *    as often as it was credited; so no call is counted twice and none is lost, whatever the run
 *    says.
 * 4. Libraries that only call others are joined if some library has data.
 * 5. A library that cannot be joined is left out as a whole; what is known of it stays. */
#ifndef GPTUI_LOAD_RUN_JOIN_H
#define GPTUI_LOAD_RUN_JOIN_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"
#include "core/model/profile.h"

struct run;

/* Join what belongs to p's files, all of which were read; `run` is the sum of their runs, without
 * images if there is none. Without libraries: waits of the program and call paths alone, on which
 * libraries are nowhere. Fails with ERR_MEMORY, ERR_CANCELLED; p is then good to be freed. */
bool join_run(struct profile *p, const struct run *run, bool with_libraries,
              const struct progress *progress, struct err *e) ATTR_MUST_USE;

#endif
