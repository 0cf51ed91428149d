/* SPDX-License-Identifier: MIT */
/* gmon_file: what was counted of the program, as a profile data file (unite/put.h). */
#ifndef GPTUI_RUNTIME_GMON_FILE_H
#define GPTUI_RUNTIME_GMON_FILE_H

#include <stddef.h>

#include "unite/put.h"

struct rt_arc;

/* As this processor has numbers. */
struct unite_gmon gmon_layout(struct unite_sink *s);

/* The whole file: bins, and of all arcs and basic blocks those that the program holds. Addresses
 * are the file's own, without the load address. A caller outside of the program - a library that
 * calls back, the kernel that starts a signal handler, libc that starts a thread - has no name
 * there: the entry, _start, stands for it, so that every function's number of calls is right. On no
 * memory. */
void gmon_file_put(struct unite_sink *s, const struct rt_arc *arcs, size_t n_arcs);

#endif
