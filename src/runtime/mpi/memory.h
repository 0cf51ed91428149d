/* SPDX-License-Identifier: MIT */
/* memory: pages of our own for src/unite: the program may have any malloc, or be out of it. */
#ifndef GPTUI_RUNTIME_MPI_MEMORY_H
#define GPTUI_RUNTIME_MPI_MEMORY_H

#include "unite/record.h"

extern const struct unite_memory job_memory __attribute__((visibility("hidden")));

#endif
