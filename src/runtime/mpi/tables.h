/* SPDX-License-Identifier: MIT */
/* tables: what this process counted up to now, as a message of src/unite, with which those of other
 * ranks unite, and which rank 0 writes. */
#ifndef GPTUI_RUNTIME_MPI_TABLES_H
#define GPTUI_RUNTIME_MPI_TABLES_H

#include <stdbool.h>

#include "unite/message.h"

/* Makes the message, which is empty before. False: there is no memory. In dump_hold(). */
bool tables_take(struct unite_message *m);

/* Writes what all ranks' tables became where this process would write its own profile: what gptui
 * -s makes of the ranks' own files. Returns 0
 * or an errno; the first failure is reported by one line on stderr. In dump_hold(). */
int tables_write(const struct unite_message *m);

#endif
