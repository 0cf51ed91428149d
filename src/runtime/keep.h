/* SPDX-License-Identifier: MIT */
/* keep: what is counted lies in pages of a file from the first call on, so that nothing is lost
 * however the process ends.
 *
 *     FILE.d/RUN.HOST.PID-N.keep    of this process, and of those that it forks
 *
 * 1. The file is mapped once, at the start, and needs neither name nor descriptor from then on:
 * what lies further on is mapped by way of the mapping that is there. A forked child counts in
 *    pages of its own of the same file, even if it has another user or root folder now.
 * 2. The file has holes. Pages are asked for in chunks before anything is written to them, so that
 * no access to them can fail; a chunk is one process's. When there is no room, or no such file,
 *    chunks are private memory.
 * 3. Whoever has written its files says so in its part; the last one unlinks the file. A lock on
 *    the file (flock) is held as long as any process has it mapped. So nothing need be done before
 *    exec: what the process becomes makes a file of its own, with the next N.
 * 4. Children that are made past libc's fork have the mapping, but do not count: rt.h says why.
 *
 * unite/kept.h says what is where. */
#ifndef GPTUI_RUNTIME_KEEP_H
#define GPTUI_RUNTIME_KEEP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/kept.h"

struct rt_image;

/* Makes the file, if that can be; from now on what keep_map() gives lies in it. Not for handlers.
 */
void keep_init(void);

/* Zeroed memory, which is never given back; in the file, if there is one. n, of: as the kind says.
 * NULL: there is none. Safe in handlers. */
void *keep_map(enum keep_kind kind, uint32_t n, uint64_t of, size_t bytes);

/* Writes down what is known of an image, or has changed. For one caller at a time. */
void keep_tell_image(const struct rt_image *image);

/* Writes down what is known of the process, and of its run. When the clocks run, before there are
 * other threads. */
void keep_tell_run(void);

/* Writes down in the file what the clocks show: if that is some time ago, or now. Nothing while a
 * dump is written. Safe in handlers. */
void keep_look(void);
void keep_look_now(void);

/* Counts that are kept begin to move, and have moved, from one segment to another: who reads the
 * file meanwhile reads again. For one caller at a time. */
void keep_move_begin(void);
void keep_move_end(void);

/* All that the process counts, as it was asked for: at most n parts. Returns how many there are. By
 * the one who dumps; what the clocks show is written down first. */
size_t keep_parts(struct keep_part *parts, size_t n);

/* Is there such a file? */
bool keep_is_on(void);

/* Before fork; and in the child: from now on what keep_map() gives is its own. */
void keep_fork(void);
void keep_forked(void);

/* The files are written: what is kept is not needed. Safe in handlers. */
void keep_end(void);

#endif
