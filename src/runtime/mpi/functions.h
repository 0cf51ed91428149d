/* SPDX-License-Identifier: MIT */
/* functions: where the functions of an image begin, from what it has in memory for exceptions: the
 * table in its part GNU_EH_FRAME, which is sorted (LSB core specification, .eh_frame_hdr). */
#ifndef GPTUI_RUNTIME_MPI_FUNCTIONS_H
#define GPTUI_RUNTIME_MPI_FUNCTIONS_H

#include <stddef.h>
#include <stdint.h>

struct rt_image;

/* An image has them as long as it is loaded; n 0: nothing is known. */
struct functions {
    const int32_t *pairs; /* begin and description, from the table's own address on */
    size_t n;
    uintptr_t table, base;
    void *copy; /* of the table, from the file of a library that was closed; NULL: none */
    size_t n_copy;
};

/* Not for handlers. Release them. */
void functions_find(struct functions *f, const struct rt_image *image);
void functions_release(struct functions *f);

/* The address of the file where the last function begins that does not begin after addr, which is
 * of the file, too; 0: none. */
uint64_t functions_entry(const struct functions *f, uint64_t addr);

#endif
