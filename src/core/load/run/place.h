/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place: libraries get addresses after those of the program, and calls between them their callers.
 */
#ifndef GPTUI_LOAD_RUN_PLACE_H
#define GPTUI_LOAD_RUN_PLACE_H

#include "core/load/run/join_internal.h"

/* Give all members that are not left out their places, and their data to p. */
void join_place(struct join *j);

/* Let the callers that the runs' texts know take the place of stand-ins. */
void join_arcs(struct join *j);

/* Move waits into p, `shift` added to their addresses. */
void waits_move(struct waits *w, struct profile *p, uint64_t shift);

#endif
