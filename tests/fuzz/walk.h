/* SPDX-License-Identifier: GPL-3.0-or-later */
/* walk: what holds of a walk over the places of any image. */
#ifndef TESTS_FUZZ_WALK_H
#define TESTS_FUZZ_WALK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/load/file/elf.h"

/* Is its debug information, or that of its code, left to libbfd? */
bool walk_is_foreign(const struct elf *elf);

/* Walk from lo up to hi, or through the first `most` bytes: places ascend within the range, say
 * nothing twice, and a search there finds one or none. As GNU gprof reads images, with what was
 * split off, or as programs for Windows. */
enum walk_how { WALK_GNU, WALK_SPLIT, WALK_WINDOWS };
void walk_check(const char *image, uint64_t lo, uint64_t hi, uint64_t most, enum walk_how how);

#endif
