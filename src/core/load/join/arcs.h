/* SPDX-License-Identifier: GPL-3.0-or-later */
/* arcs: arcs between images, whose callers stand in the texts of the runs. */
#ifndef GPTUI_LOAD_JOIN_ARCS_H
#define GPTUI_LOAD_JOIN_ARCS_H

#include "core/load/join/join_internal.h"

/* Let the callers that the runs' texts know take the place of stand-ins. */
void join_arcs(struct join *j);

#endif
