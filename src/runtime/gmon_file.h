/* SPDX-License-Identifier: MIT */
/* gmon_file: what was counted, as a profile data file (GNU gprof's manual, node "File Format").
 *
 * The format has 16 bits for a bin and 32 for a call count; what does not fit goes on in further
 * records of the same range or arc, which every reader adds up. */
#ifndef GPTUI_RUNTIME_GMON_FILE_H
#define GPTUI_RUNTIME_GMON_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rt_arc;
struct rt_image;
struct writer;

/* Arcs of a process; old: of an image that was loaded before, addresses of the file. */
struct gmon_arcs {
    const struct rt_arc *all, *old;
    size_t n_all, n_old;
};

/* What the bins count: rate_hz of it is one second, page fault, ... */
struct gmon_unit {
    const char *dimension; /* at most 14 bytes */
    char abbreviation;
    uint32_t rate_hz;
};

/* The parts of such files. Counts that a field cannot hold go on in further records. */
struct gmon_range {
    uintptr_t lo, hi;
    uint32_t n_bins;
};
void gmon_put_header(struct writer *w);
void gmon_put_range(struct writer *w, const struct gmon_range *range, const struct gmon_unit *unit);

/* What a bin has above skipped ticks; true: more than it can hold. */
bool gmon_put_bin(struct writer *w, uint64_t ticks, uint64_t skipped);

/* n bins that have nothing. */
void gmon_put_no_bins(struct writer *w, size_t n);
void gmon_put_arc(struct writer *w, uintptr_t from, uintptr_t self, uint64_t count);

/* The record of all blocks: n pairs, gmon_block_pairs() for each block. */
uint32_t gmon_block_pairs(uint64_t count);
void gmon_put_blocks(struct writer *w, uint32_t n);
void gmon_put_block(struct writer *w, uintptr_t address, uint64_t count);

/* The whole file of one image: its bins, and the arcs and basic blocks that it holds. Addresses are
 * the file's own, without the load address. A caller outside of the image - a library that calls
 * back, the kernel that starts a signal handler, libc that starts a thread - has no name there: the
 * image's entry, _start or _init, stands for it, so that every function's number of calls is right.
 */
void gmon_file_put(struct writer *w, const struct rt_image *image, const struct gmon_unit *unit,
                   const struct gmon_arcs *arcs);

/* The file of an image's waits, in ticks of which rate_hz are a second: bins alone, and only where
 * there is something. The parts are the same in all files, so that they can be added up. What is
 * rounded off in one bin counts in the next. */
void gmon_file_put_waits(struct writer *w, const struct rt_image *image, uint32_t rate_hz);

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
