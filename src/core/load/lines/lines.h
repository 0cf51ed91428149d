/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines: source file and line of addresses, from debug information.
 *
 * DWARF is read here, piece by piece: the first entry of every unit once, then the line programs of
 * the units whose addresses are asked for. libbfd's own lookup serves images with other formats and
 * objects that are not linked yet. Separate debug files are found by build id and debug link. The
 * object caches; it is not part of the frozen profile and must not be shared between threads. */
#ifndef GPTUI_LOAD_LINES_LINES_H
#define GPTUI_LOAD_LINES_LINES_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/progress.h"

struct lines;
struct profile;

struct line_pos {
    const char *file; /* full path, zero-terminated, owned by the struct lines; the same path is
                         the same pointer */
    uint32_t line;    /* from 1 */
};

/* For the image file at `path`; NULL: for one without lines. Never fails for want of debug
 * information: then no address has a line. */
struct lines *lines_new(const char *path);
void lines_free(struct lines *l);

/* From now on paths have slashes for the backslashes of Windows, and begin at their last drive. */
void lines_tidy_windows(struct lines *l);

/* Before the first lookup: functions and ranges are also taken from what GNU gprof does not read,
 * the files that the entries of units were split off to (split DWARF) and lists of ranges with
 * indexed addresses, and lines of DWARF 5 begin in the file that the standard says. Holds for
 * libraries that are joined afterwards, too. */
void lines_read_split(struct lines *l);

/* Are units known by now whose answers may be others because of lines_read_split? */
bool lines_are_split(const struct lines *l);

/* Once: also look up addresses of the libraries that are joined in p, which is borrowed. */
void lines_join(struct lines *l, const struct profile *p);

/* Open the files now, which the first lookup does else: to find a separate file with debug
 * information may take a check sum over all of it. Fails with ERR_CANCELLED; then nothing has
 * changed. */
bool lines_ready(struct lines *l, const struct progress *progress, struct err *e) ATTR_MUST_USE;

/* The row at or before addr in its line sequence, if file and line are known there. */
bool lines_find(struct lines *l, uint64_t addr, struct line_pos *out);

/* The file that lines_find would find, NULL for none. Where nobody asks for lines, this takes less
 * time and memory. */
const char *lines_find_file(struct lines *l, uint64_t addr);

#endif
