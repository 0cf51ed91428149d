/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_info: what our runtime knew about a run and the profile has no place for: a text,
 * gptui_rt(3), FILES. Only what somebody asks for is kept.
 *
 * The text of PROFILE is PROFILE.d/profile.info; where there is none it is PROFILE.info, as older
 * runtimes wrote it, and as it is for the other processes of a run, which are in its folder. What
 * it lists lies beside it and begins with the same name, the stem. Where there is neither, and
 * PROFILE holds counts that were kept, these say all that the text and its files would. */
#ifndef GPTUI_LOAD_JOIN_RUN_INFO_H
#define GPTUI_LOAD_JOIN_RUN_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/text.h"
#include "core/model/profile.h"
#include "unite/put.h"

struct kept_run;

struct run_image {
    const char *path;     /* as it was loaded */
    const char *build_id; /* hexadecimal, NULL: unknown */
    const char *file;     /* its profile, see run_info_file; NULL: there is none */
    uint64_t base_addr;   /* added to the addresses of the file */
    uint64_t ticks;
    uint64_t waits; /* ticks of waiting time, which are in a file of their own; 0: there is none */
    uint64_t entry; /* stands in the profile for callers elsewhere; address of the file */
    bool has_entry; /* else such calls are not in it */
};

/* Calls from one image into another; addresses of their files. */
struct run_arc {
    size_t from_image, to_image; /* >= n_images: unknown */
    uint64_t from, to, count;
};

struct run_info {
    struct run_image *images; /* the program first */
    size_t n_images;          /* 0: nothing is known */
    struct run_facts facts;
    struct run_phase *phases; /* the first of them */
    size_t n_phases;
    const char *id, *host, *rank, *command; /* of the run; decoded but for the command, which is
                                               words as they are in the text; NULL: unknown */
    uint64_t pid, start_sec;                /* 0: unknown */
    uint64_t began_ns;                      /* of the process, since 1970; 0: unknown */
    int64_t mtime_sec;                      /* of the text */
    uint64_t n_runs;                        /* that it is the sum of; 0: it says nothing of that */
    bool is_after;                          /* what a rank counted after MPI_Finalize */
    uint64_t n_paths;                       /* nodes in STEM.paths; 0: there is no such file */
    struct run_arc *arcs;
    size_t n_arcs;
    size_t cap, arc_cap, phase_cap;
    struct bytes text;     /* what the paths point into */
    char *stem;            /* the text is STEM.info */
    struct kept_run *kept; /* STEM itself, which has all that the text lists; NULL: it has not */
    bool in_folder;        /* PROFILE.d */
};

enum { RUN_PHASES_MOST = 256 }; /* as the runtime has them */

/* Where a fact of a run stands. */
uint64_t *run_fact(struct run_facts *facts, enum unite_fact_kind kind);

/* Read the text of the profile file `profile`, whose owner is given (SOURCE_NO_OWNER: unknown). A
 * text of another version leaves *out empty; lines that cannot be understood are skipped. Fails as
 * source_open does if there is no file; if it begins like a text of our runtime, with
 * ERR_OWNER (source_trusted) or with ERR_LIMIT (longer than its lines account for); with ERR_READ
 * or ERR_MEMORY. *out is then empty. */
bool run_info_read(const char *profile, uid_t owner, struct run_info *out,
                   struct err *e) ATTR_MUST_USE;

/* As run_info_read, for the text STEM.info. */
bool run_info_read_text(const char *stem, uid_t owner, struct run_info *out,
                        struct err *e) ATTR_MUST_USE;

/* What becomes of an image that has samples and no profile, by the path that it was loaded from. */
enum library_finding run_info_finding(const char *path);

/* Is the text of the run that wrote the profile? It was written directly after it. */
bool run_info_belongs(const struct run_info *info, const struct profile_file *f);

/* Append the path of an image's profile: beside the text. Names that begin as the program's do were
 * renamed with that. False: there is none. */
bool run_info_file(const struct run_info *info, size_t image, struct text *out);

/* Is the image's file, which there is, that of an earlier image, too? */
bool run_info_repeats_file(const struct run_info *info, size_t image);

/* Append the path of an image's waits, which is called as run_info_file has it, and ".wait". False:
 * there is none. */
bool run_info_waits(const struct run_info *info, size_t image, struct text *out);

void run_info_release(struct run_info *info);

#endif
