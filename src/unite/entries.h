/* SPDX-License-Identifier: MIT */
/* entries: where the functions of an image begin. */
#ifndef GPTUI_UNITE_ENTRIES_H
#define GPTUI_UNITE_ENTRIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/list.h"
#include "unite/record.h"

/* Ascending. Begin with all zero but for `memory`. */
struct unite_entries {
    const struct unite_memory *memory;
    struct unite_list list;
};

/* Add one; sort them when all are there. Where there is no memory for that, none is left. */
enum unite_result unite_entries_add(struct unite_entries *e, uint64_t addr);
void unite_entries_sort(struct unite_entries *e);

/* Add those of a section .eh_frame_hdr (LSB core specification), n bytes that begin at addr in
 * their image; none if it has no table of them. */
enum unite_result unite_entries_add_frames(struct unite_entries *e, const unsigned char *p,
                                           size_t n, uint64_t addr, bool is_big);

/* Where the function that has addr begins: the last one that does not begin after it; 0: none. */
uint64_t unite_entries_find(const struct unite_entries *e, uint64_t addr);

void unite_entries_release(struct unite_entries *e);

#endif
