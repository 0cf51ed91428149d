/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place: libraries get addresses after those of the program. */
#ifndef GPTUI_LOAD_JOIN_PLACE_H
#define GPTUI_LOAD_JOIN_PLACE_H

#include "core/load/join/join_internal.h"

/* Give all members that are not left out their places, and their data to p. */
void join_place(struct join *j);

#endif
