/* SPDX-License-Identifier: MIT */
/* gmon_file: what was counted, as a profile data file (unite/put.h). */
#ifndef GPTUI_RUNTIME_GMON_FILE_H
#define GPTUI_RUNTIME_GMON_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/put.h"

struct rt_arc;
struct rt_image;

/* Arcs of a process; old: of an image that was loaded before, addresses of the file. */
struct gmon_arcs {
    const struct rt_arc *all, *old;
    size_t n_all, n_old;
};

/* As this processor has numbers. */
struct unite_gmon gmon_layout(struct unite_sink *s);

/* The whole file of one image: its bins, and the arcs and basic blocks that it holds. Addresses are
 * the file's own, without the load address. A caller outside of the image - a library that calls
 * back, the kernel that starts a signal handler, libc that starts a thread - has no name there: the
 * image's entry, _start or _init, stands for it, so that every function's number of calls is right.
 */
void gmon_file_put(struct unite_sink *s, const struct rt_image *image,
                   const struct unite_unit *unit, const struct gmon_arcs *arcs);

/* The file of an image's waits, in ticks of which rate_hz are a second: bins alone, and only where
 * there is something. The parts are the same in all files, so that they can be added up. What is
 * rounded off in one bin counts in the next. */
void gmon_file_put_waits(struct unite_sink *s, const struct rt_image *image, uint32_t rate_hz);

/* A part of an image's code, as such a file has it: where threads waited. */
struct gmon_part {
    const struct rt_image *image;
    size_t first, n;       /* bins of the image */
    const uint64_t *ticks; /* n of them */
};
typedef void gmon_take_part(void *ctx, const struct gmon_part *part);
void gmon_each_wait(const struct rt_image *image, uint32_t rate_hz, gmon_take_part *take,
                    void *ctx);

/* Would the first of the two say anything, or the second? Then there is the first. */
bool gmon_file_says(const struct rt_image *image, const struct gmon_arcs *arcs);

#endif
