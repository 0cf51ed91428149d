/* SPDX-License-Identifier: MIT */
/* functions: where the functions of an image begin, from what it has in memory for exceptions: the
 * table in its part GNU_EH_FRAME, which is sorted (LSB core specification, .eh_frame_hdr). */
#ifndef GPTUI_RUNTIME_MPI_FUNCTIONS_H
#define GPTUI_RUNTIME_MPI_FUNCTIONS_H

#include "unite/entries.h"

struct rt_image;

/* *out is empty before, but for `memory`. It stays so if nothing is known. Not for handlers. */
void functions_find(struct unite_entries *out, const struct rt_image *image);

#endif
