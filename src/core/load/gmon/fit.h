/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fit: which program wrote a profile, and where was it loaded?
 *
 * Two things show it. The range of the histogram is that between two marks of start-up code,
 * rounded to 4 bytes. And every callee in an arc is the address after a call of mcount, so that in
 * the program that wrote the profile the same call stands before each of them, which another
 * program hardly ever has. Both hold at one distance alone, which is how a moved program is
 * recognised. Without a decoder for the machine, callees only have to lie at the beginnings of
 * functions, which proves little unless the range is right as well.
 *
 * A fit_program reads the code of its image when it is first needed, and then only the bytes
 * before callees, unless it has to search for a distance. It belongs to one thread at a time. */
#ifndef GPTUI_LOAD_GMON_FIT_H
#define GPTUI_LOAD_GMON_FIT_H

#include "core/load/file/image_file.h"
#include "core/load/gmon/sketch.h"
#include "core/model/image.h"
#include "core/model/profile.h"

/* A program that profiles are held against. */
struct fit_program {
    const struct image *image;
    const struct progress *progress; /* may be NULL */
    bool has_base;                   /* the distance is known: */
    uint64_t base;
    bool unlike; /* only take the distance off: nothing is to be said about the program */

    /* private */
    struct source source;
    bool tried, opened;
    uint8_t **code; /* of each section: its bytes, NULL: not read */
    int profiled;   /* built with -pg? -1: no, 1: yes, 0: not looked yet */
};

/* Release what is private; it must be all zero at the start. Nothing is read before it is needed.
 */
void fit_close(struct fit_program *f);

/* Hold a profile against the program. That is FIT_UNKNOWN if the program's code cannot be read.
 * Fails with ERR_MEMORY, ERR_CANCELLED. */
bool fit_sketch(struct fit_program *f, const struct gmon_sketch *s, struct fit *out,
                struct err *e) ATTR_MUST_USE;

#endif
