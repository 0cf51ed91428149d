/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path: the path of a file that a line program names. */
#ifndef GPTUI_LOAD_DWARF_PATH_H
#define GPTUI_LOAD_DWARF_PATH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/load/dwarf/line.h"

/* Append the path of a file: compilation directory, directory and name, put together as they stand
 * and beginning with the last absolute one. False if there is no such file, or if memory ran out
 * (then out has failed). */
bool dwarf_lines_path(const struct dwarf_lines *l, struct dwarf *d, const struct dwarf_unit *u,
                      uint32_t file, struct text *out);

#endif
