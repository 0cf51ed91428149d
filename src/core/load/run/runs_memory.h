/* SPDX-License-Identifier: GPL-3.0-or-later */
/* runs_memory: memory for src/unite: realloc's, and where there is none the program ends. */
#ifndef GPTUI_LOAD_RUN_RUNS_MEMORY_H
#define GPTUI_LOAD_RUN_RUNS_MEMORY_H

#include "unite/record.h"

extern const struct unite_memory runs_memory;

#endif
