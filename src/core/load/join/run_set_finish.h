/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_set_finish: when all files are read, they become runs. */
#ifndef GPTUI_LOAD_JOIN_RUN_SET_FINISH_H
#define GPTUI_LOAD_JOIN_RUN_SET_FINISH_H

#include "core/load/join/run_set.h"

/* Hand all runs to p, the program's profile, in which all images are; nothing if it is a single run
 * and no file was left out. The arcs of p are those that were added, in their order: the program's,
 * then each image's from its first_arc on. */
void run_set_finish(struct run_set *s, struct profile *p);

#endif
