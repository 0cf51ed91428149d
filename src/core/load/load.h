/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load: an image and its profile files, in gprof's order of events. */
#ifndef GPTUI_LOAD_LOAD_H
#define GPTUI_LOAD_LOAD_H

#include "core/load/code/code.h"
#include "core/load/gmon/gmon.h"
#include "core/load/lines/lines.h"
#include "core/model/profile.h"

struct sum;

struct load_request {
    const char *image;
    const char *map_file;     /* load/image/object_map.h; NULL: none */
    const char *symbols_file; /* load/image/symbol_file.h; NULL: the image's own symbols */
    const char *const *files;
    size_t n_files;
    const struct kept_held *held; /* files that are read as they are held, load/run/kept.h */
    struct gmon_options gmon;
    bool has_base;  /* `base` is given; else it is found, load/gmon/fit.h. Neither if gmon.strict */
    uint64_t base;  /* bytes by which the addresses in profiles are above those of the image */
    bool libraries; /* join the profiles beside the files, load/run/join.h; not together with
                       map_file or symbols_file */

    bool stripped; /* a stripped program has the symbols of load/image/stripped.h; else, and with
                      symbols_file, it has none, and reading fails as in GNU gprof */

    bool paths; /* read call paths beside the files, also without libraries; likewise */

    /* Know the runs that several files are of (model/runs.h), and leave bad files out. */
    bool runs;

    /* Called when the image is read and before any profile file is; returning false (with e
     * filled) ends the load. NULL: nothing to check. */
    bool (*check_image)(void *ctx, const struct image *im, struct err *e);

    /* Called after each file, in order. NULL: not wanted. */
    void (*on_file)(void *ctx, const struct profile_file *f);
    void *ctx;

    /* The sum of the runs that the files are of, to be completed by sum_end. NULL: not wanted. */
    struct sum *sum;
};

/* The profile, or NULL and e. */
struct profile *load_profile(const struct load_request *r, struct err *e) ATTR_MUST_USE;

/* What is read from an image only when somebody asks: lines of its source, and its
 * machine code. Not part of the frozen profile; not to be shared between threads. */

struct lookup {
    struct lines *lines; /* NULL: nobody will ask */
    struct code *code;   /* as lines */

    struct profile *once; /* whose arcs nobody reads after the first analysis; or NULL */
};

/* For the images of p, which is borrowed; their files are not touched yet. strict: paths stay as
 * GNU gprof has them; split: as after lines_read_split. */
void lookup_open(struct lookup *l, const struct profile *p, bool strict, bool split);
void lookup_close(struct lookup *l);

#endif
