/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run: what is known of a run, or of the sum of many, and a profile data file has no place for: a
 * message of src/unite (gmon.out(5), "The run file"), read.
 *
 * The run of PROFILE is PROFILE.run. PROFILE itself may be one; it then has the program's profile,
 * too. Nothing of a message is
 * believed before its reader has checked it. */
#ifndef GPTUI_LOAD_RUN_RUN_H
#define GPTUI_LOAD_RUN_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/load/gmon/gmon.h"
#include "core/model/image.h"
#include "core/model/profile.h"
#include "unite/gmon.h"
#include "unite/message.h"
#include "unite/put.h"
#include "unite/record.h"

struct run_image {
    const char *path;     /* as it was loaded */
    const char *build_id; /* hexadecimal, NULL: unknown */
    uint64_t ticks;
    uint64_t waits;   /* ticks of waiting time */
    uint64_t entry;   /* stands in profiles for callers elsewhere; address of the file */
    bool has_entry;   /* else such calls are not in it */
    bool has_profile; /* samples, calls or blocks are known by address */
    bool has_waits;   /* likewise */
};

/* Calls from one image into another; addresses of their files. */
struct run_arc {
    size_t from_image, to_image; /* >= n_images: unknown */
    uint64_t from, to, count;
};

/* What else only one run says. */
struct run_word {
    const char *name, *value;
};

/* What its name has after that of the profile. */
#define RUN_ENDING ".run"

enum { RUN_PHASES_MOST = 256 }; /* as the runtime has them */

struct run {
    struct run_image *images; /* the program first */
    size_t n_images;          /* 0: nothing is known */
    struct run_facts facts;
    bool has_fact[N_UNITE_FACTS]; /* the others are 0 */
    struct run_phase *phases;     /* the first of them */
    size_t n_phases;
    struct run_word *words;
    size_t n_words;
    const char *id, *host;             /* NULL: unknown */
    const char *command;               /* words, escaped; NULL: unknown */
    uint64_t rank;                     /* or UNITE_NO_RANK */
    uint64_t pid, start_sec, began_ns; /* 0: unknown */
    uint64_t n_runs;                   /* that it is the sum of; 0: it is one run */
    bool is_known;                     /* a record of a run was read */
    bool is_after;                     /* what a rank counted after MPI_Finalize */
    uint64_t n_nodes;                  /* of call paths */
    struct run_arc *arcs;
    size_t n_arcs;
    uint64_t n_all_arcs;    /* with those within an image */
    bool has_functions;     /* statistics over the runs are in it */
    struct unite_unit unit; /* of ticks */
    char dimension[16];     /* that of the unit */

    bool is_profile;                       /* the file that was asked for is it */
    uint64_t profile_bytes, profile_check; /* of the profile that it goes with; 0: of none */
    char *path;                            /* of the file */
    struct unite_message message;
    struct arena memory; /* texts */
    size_t n_text_bytes;
};

/* A text that src/unite writes into: as much as a file claims. */
struct text_sink {
    struct unite_sink sink; /* it */
    struct text text;
    bool failed; /* there is no memory for it, and it is not whole */
};

/* One that is empty. */
void text_sink_begin(struct text_sink *s);

/* Read the run of the profile file `profile`, whose owner is given (SOURCE_NO_OWNER: unknown).
 * Fails as source_open does if there is none; with ERR_OWNER (source_trusted), ERR_RUN_VERSION
 * (of another version), ERR_RUN_DAMAGED, ERR_READ or ERR_MEMORY. *out is then empty. */
bool run_read(const char *profile, uid_t owner, struct run *out, struct err *e) ATTR_MUST_USE;

/* As run_read, for the file of a run at `path` itself. */
bool run_read_file(const char *path, uid_t owner, struct run *out, struct err *e) ATTR_MUST_USE;

/* What a message says, which becomes that of *out, also on failure. Fails with ERR_RUN_DAMAGED,
 * ERR_RUN_VERSION, ERR_MEMORY; *out is for run_release in any case. */
bool run_of_message(struct unite_message *m, const char *path, struct run *out,
                    struct err *e) ATTR_MUST_USE;

/* Reads them as profiles of the program. */
extern const struct gmon_translator run_translator;

/* Is there a regular file that begins so? */
bool run_is_at(const char *path);

/* Does it go with what was read of a profile file? */
bool run_belongs(const struct run *r, const struct profile_file *f);

/* What becomes of an image that has samples and no profile, by the path that it was loaded from. */
enum library_finding run_library_finding(const char *path);

/* What r says becomes that of *to; r is empty then. */
void run_move(struct run *to, struct run *r);

void run_release(struct run *r);

/* That of image number `image`, from 0 on, for the pointers of `like`. Fails with ERR_MEMORY,
 * ERR_RUN_DAMAGED, ERR_LIMIT (its numbers are so large that no runtime can have counted them). */
bool run_profile(const struct run *r, size_t image, enum unite_measure what,
                 const struct image *like, struct bytes *out, struct err *e) ATTR_MUST_USE;

/* Write PATH.run with a message, which goes with the bytes of the profile at `path`. Fails with
 * ERR_WRITE. */
bool run_write(const struct unite_message *m, const struct bytes *profile, const char *path,
               struct err *e) ATTR_MUST_USE;

extern const struct unite_memory runs_memory;

#endif
