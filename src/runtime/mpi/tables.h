/* SPDX-License-Identifier: MIT */
/* tables: what this process counted up to now, as a message of src/unite, with which those of other
 * ranks unite, and which rank 0 writes. */
#ifndef GPTUI_RUNTIME_MPI_TABLES_H
#define GPTUI_RUNTIME_MPI_TABLES_H

#include <stdbool.h>
#include <stdint.h>

#include "unite/message.h"

/* Makes the message, which is empty before, of one of n_ranks. False: there is no memory. In
 * dump_hold(). */
bool tables_take(struct unite_message *m, uint64_t n_ranks);

#endif
