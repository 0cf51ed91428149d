/* SPDX-License-Identifier: GPL-3.0-or-later */
/* options: random command lines for one image, from a seed.
 *
 * 1. Symspecs are drawn from the image's own names, files and lines (output of nm -l), and from
 *    things that it does not have.
 * 2. gptui's sets are real unions (it accepts several files of one base name, and overlapping
 *    specifications), gprof's are not, and its sums lose counts that do not fit. Where the two
 *    differ, the line is marked strict: sums, two specifications for one set, a file whose base
 *    name is not unique, and exclusions of more than one name in an image with mcount (gprof
 *    excludes that by itself).
 * 3. Static calls (-c) are not asked for of AArch64 images, which gprof knows on AArch64 only.
 * 4. Folders of sources for -I are those of the image's own files, or none that exists.
 * 5. Not made: an order (-r, -R) together with a '/' specification. Where that means several
 *    runs of functions gprof prints for ever, or what depends on memory that it never set (its
 *    order changes with MALLOC_PERTURB_). Maps of object files have one function for each: with
 *    more gprof reads memory that it never set. */
#ifndef TESTS_OPTIONS_H
#define TESTS_OPTIONS_H

#include "../tools/tool.h"

struct vocabulary {
    char **names, **files; /* files: base names */
    bool *ambiguous;       /* per file: several paths have this base name */
    unsigned *lines;
    size_t n_names, n_files, n_lines;
    size_t cap_names, cap_files, cap_ambiguous, cap_lines;
    char **paths; /* parallel to files: the path first seen */
    size_t cap_paths;
    bool mcount;
    bool arm64; /* gprof finds no calls in such code here, gptui does */
    bool lists; /* the files "table" and "map" are there, for -S and -R */
};

void vocabulary_read(struct vocabulary *v, const char *path);
void vocabulary_release(struct vocabulary *v);

enum { MAX_OPTIONS = 32 };

struct line {
    char *args[MAX_OPTIONS]; /* owned; ends in NULL */
    size_t n;
    bool strict, strict_by_line; /* in any case; only with -l */
    bool has_arc;                /* a specification with a slash */
    bool by_line;
    bool writes; /* -s, -y */
};

/* -b and 0..5 options (now and then more). */
void line_make(struct line *l, struct chance *c, const struct vocabulary *v);
void line_release(struct line *l);

#endif
