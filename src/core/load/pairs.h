/* SPDX-License-Identifier: GPL-3.0-or-later */
/* pairs: which programs and profiles of a folder belong together.
 *
 * A program is a regular file that begins like an executable; a profile is named like one
 * (gmon.out, gmon.out.*, *.gmon) or begins with the mark of GNU's layout. Whether one wrote the
 * other is for load/gmon/fit to say. A program that the text beside a profile names counts as well,
 * wherever it lies. */
#ifndef GPTUI_LOAD_PAIRS_H
#define GPTUI_LOAD_PAIRS_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/progress.h"
#include "core/model/profile.h"

/* A profile and a program that wrote it (FIT_YES), or may have (FIT_SIZE), or did not. */
struct pair {
    const char *image, *profile; /* paths */
    struct fit fit;
    int64_t mtime_sec;  /* of the profile */
    uint64_t n_bytes;   /* of the profile */
    uint8_t addr_bytes; /* of the program */
    bool is_stripped;   /* nothing names the program's functions */
};

/* What is here lives in the arena. */
struct pairs {
    struct pair *p; /* n: sure ones first, then the newest profile first, then by name */
    size_t n;
    bool fits; /* else no program wrote any of the profiles: these are the programs, each with the
                  profile that is nearest to it, the nearest first */
    struct arena memory;
};

struct pairs_request {
    const char *folder;              /* to look through for programs; not below it */
    const char *profile;             /* the only profile that counts; NULL: those in the folder */
    const struct progress *progress; /* may be NULL */
};

/* Find the pairs; *out is for pairs_release in any case. Files that cannot be read or understood
 * are passed over. More than 256 programs, or profiles, are not looked at. Fails with ERR_OPEN or
 * ERR_READ (the folder), ERR_MEMORY, ERR_CANCELLED. */
bool pairs_find(const struct pairs_request *r, struct pairs *out, struct err *e) ATTR_MUST_USE;

void pairs_release(struct pairs *p);

#endif
