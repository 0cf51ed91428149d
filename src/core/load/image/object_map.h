/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/object_map: which object file each function is from, for an order of files (-R).
 *
 * Lines as nm --print-file-name writes them: what stands before the first colon is the object file,
 * the last word after a blank the function. Lines that start with "No symbols in " have no colon
 * and say nothing. The first function of each run of lines with one object file represents it. */
#ifndef GPTUI_LOAD_IMAGE_OBJECT_MAP_H
#define GPTUI_LOAD_IMAGE_OBJECT_MAP_H

#include "core/base/file/file.h"
#include "core/model/image.h"

struct object_map;

/* The map in the file at `path`. NULL and e: ERR_LIST_OPEN, ERR_MAP (a line that cannot be read, or
 * nothing in it), ERR_READ, ERR_LIMIT. */
struct object_map *object_map_read(const char *path, const struct progress *progress,
                                   struct err *e) ATTR_MUST_USE;

/* The map in the bytes of b, which it takes; `path` is for messages. */
struct object_map *object_map_parse(const char *path, struct bytes *b, struct err *e) ATTR_MUST_USE;
void object_map_free(struct object_map *m);

/* Give im the map's object files. Unless its symbols are from another file, a symbol that
 * represents an object file gets that one's name, and other functions of the map leave the table.
 */
void object_map_apply(const struct object_map *m, struct image *im);

#endif
