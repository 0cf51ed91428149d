/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/gmon: profile data files of all three layouts, and texts with basic-block counts, united in
 * one profile. */
#ifndef GPTUI_LOAD_GMON_GMON_H
#define GPTUI_LOAD_GMON_GMON_H

#include "core/base/file/file.h"
#include "core/model/profile.h"

enum gmon_format {
    GMON_FORMAT_AUTO,
    GMON_FORMAT_MAGIC,
    GMON_FORMAT_BSD,
    GMON_FORMAT_BSD44,
    GMON_FORMAT_PROF, /* known by name only: gmon_read refuses it with ERR_GMON_PROF */
};

struct fit_program;

/* Files of a kind that others know, which have a profile in them or go with one. */
struct gmon_translator {
    bool (*knows)(const uint8_t *p, size_t n);

    /* Is there a file that goes with the profile at `path`? Then its check sum is asked for. */
    bool (*goes_with)(const char *path);

    /* The profile takes the place of the file's bytes. Fails as its reader does. */
    bool (*translate)(struct bytes *b, const char *path, const struct image *im, struct err *e);
};

struct gmon_options {
    enum gmon_format format; /* -O */
    bool strict; /* read no texts; keep gprof's byte order error in block records of big-endian
                    images, its stale message for block records cut off, and the padding of counts
                    from 64-bit Windows, which it takes for a half of them */
    const struct progress *progress; /* may be NULL */

    /* May be NULL: addresses are those of the file. Else the program that each file is held against
     * (load/gmon/fit.h), which says what is taken off them; a file for pointers of another size
     * fails with ERR_GMON_POINTER. Not borrowed longer than the call. */
    struct fit_program *program;

    const struct gmon_translator *other; /* NULL: there are no others */

    /* May be NULL. Set when the first whole block (address and count) was read, also if the file
     * turns out bad after it: who ignores blocks says so in either case. */
    bool *saw_blocks;
};

/* Add the file at `path` ("-": standard input) to p, byte order and address width being those of
 * p's image. On success p->files has one entry more. On failure p must not be analysed, but its
 * earlier files' entries are intact. Fails with ERR_OPEN, ERR_READ, ERR_GMON_*, ERR_MEMORY,
 * ERR_CANCELLED. */
bool gmon_read(struct profile *p, const char *path, const struct gmon_options *o,
               struct err *e) ATTR_MUST_USE;

/* The bytes of one file, as gmon_read does it with those of a path. */
bool gmon_read_bytes(struct profile *p, const char *path, const uint8_t *bytes, size_t n,
                     const struct gmon_options *o, struct err *e) ATTR_MUST_USE;

/* Whether a file of this base name is taken for a profile where nobody named it: gmon.out,
 * gmon.out.*, *.gmon. */
bool gmon_is_file_name(const char *name);

#endif
