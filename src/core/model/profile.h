/* SPDX-License-Identifier: GPL-3.0-or-later */
/* profile: everything read from files, put together and frozen: the image, samples, arcs, blocks,
 * libraries; whether a program wrote it, and how far from its own addresses it was loaded (fit).
 *
 * 1. Nothing in a profile changes once it is read; analyses share it by const pointer. Its arcs
 *    alone may go, where one report is all that it is for.
 * 2. Data is raw: addresses as in the files, not yet attributed to symbols, in file order.
 * 3. Counts are 64 bit; sums saturate nowhere.
 * 4. Shared libraries that are joined (load/run/join.h) lie after the program in one space of
 *    addresses: their symbols are among those of the image, whose .text then reaches to the end of
 *    the last library; samples, arcs and blocks are at such addresses, too. profile_library says
 *    what an address belongs to. */
#ifndef GPTUI_MODEL_PROFILE_H
#define GPTUI_MODEL_PROFILE_H

#include <stdlib.h>
#include <sys/types.h>

#include "core/base/mem.h"
#include "core/model/image.h"

enum fit_verdict {
    FIT_UNKNOWN,       /* not examined, or nothing shows it either way */
    FIT_YES,           /* the program wrote it */
    FIT_SIZE,          /* its range is the program's; without arcs no more is known */
    FIT_OTHER_BUILD,   /* another build of the program wrote it */
    FIT_OTHER_PROGRAM, /* another program wrote it */
    FIT_NOT_PROFILED,  /* another one wrote it: this program was not built with -pg */
    FIT_POINTER_SIZE,  /* another one wrote it: its addresses have another size */
};

struct fit {
    enum fit_verdict verdict;
    uint64_t distance;    /* in bytes, to be taken off all addresses, modulo 2^64 */
    uint32_t n_in_place;  /* callees looked at that are where the program has one */
    uint32_t n_looked_at; /* 0: the profile has no arcs */
};

/* Is the verdict that the program did not write the profile? */
static inline bool fit_is_bad(const struct fit *f)
{
    return f->verdict >= FIT_OTHER_BUILD;
}

/* Which bins of a group have ticks, and where those of the first one stand. */
struct bin_group {
    uint32_t some, first;
};

enum { BIN_GROUP = 32 };

/* The ticks of a range. Most bins are empty: of those that a single record brought, the others
 * alone take memory, which would be the largest table of many profiles. Read them with
 * histogram_ticks. */
struct histogram {
    uint64_t lo, hi; /* addresses; lo > hi and lo == hi occur in bad files */
    uint64_t *bins;  /* n_bins sums; NULL: they are in `record` */
    uint32_t n_bins;
    struct bin_group *record; /* while a single record brought them; else NULL */
    uint16_t *ticks;          /* of the bins that have any; in the same piece of memory */
    double scale;             /* address units per bin of a joined library; 0: the profile's */
};

/* Which histogram has a given range, and does one overlap it?
 *
 * Sorted runs of 1, 2, 4, ... ids, merged as they fill up, so that a file with a million records in
 * any order is no problem, and neither are 10,000 files. Ranges with lo < hi do not overlap each
 * other; the others (which hold no address) overlap nothing. An all-zero index is empty and ready.
 */
struct histogram_index {
    uint32_t *full[32];  /* of ranges with lo < hi: none or 2^k ids, ascending by (lo, hi) */
    uint32_t *empty[32]; /* of the others */
    uint32_t n;          /* histograms that are in it, from the first on */
};

/* i < n_bins. */
static inline uint64_t histogram_ticks(const struct histogram *h, uint32_t i)
{
    if (h->bins)
        return h->bins[i];
    const struct bin_group g = h->record[i / BIN_GROUP];
    const uint32_t bit = UINT32_C(1) << i % BIN_GROUP;
    return g.some & bit ? h->ticks[g.first + (unsigned)__builtin_popcount(g.some & (bit - 1))] : 0;
}

/* The first bin from i on that has ticks; n_bins if there is none. */
uint32_t histogram_next(const struct histogram *h, uint32_t i);

/* Make bins of a record, for more to be added. */
void histogram_widen(struct histogram *h);

struct raw_arc {
    uint64_t from, to; /* call site and callee */
    uint64_t count;
};

struct raw_block {
    uint64_t addr;
    uint64_t count;
};

/* What became of a shared library that a run used. */
enum library_finding {
    LIBRARY_JOINED,
    LIBRARY_RUNTIME,     /* it is what counts: its samples are the cost */
    LIBRARY_NO_FILE,     /* in memory alone */
    LIBRARY_NO_IMAGE,    /* its file is not there, or cannot be read */
    LIBRARY_OTHER_BUILD, /* the file there is another one */
    LIBRARY_NO_SYMBOLS,
    LIBRARY_NO_PROFILE, /* its profile is not there, or cannot be read */
    LIBRARY_OTHER_UNIT, /* its rate or dimension is not the program's */
    LIBRARY_NO_ROOM,    /* there are no free addresses for it */
};

struct library {
    char *path;                   /* of the file it was found in, else as it was loaded */
    char *loaded;                 /* where it was loaded from; NULL: from there */
    char *build_id;               /* as the runtime wrote it; NULL: unknown */
    char *profile;                /* its data, or NULL: it only calls others */
    uint64_t ticks;               /* in its profile; if left out, what the runtime counted */
    enum library_finding finding; /* what follows is of joined ones */
    uint64_t lo, hi;              /* where it lies */
    uint64_t shift;               /* added to addresses of its file, modulo 2^64 */
    uint64_t text_lo, text_hi;    /* section .text, shifted */
    bool has_spread;              /* the profile's runs know its functions, too */
};

/* What became of the run that our runtime writes beside a profile. */
enum run_finding {
    RUN_UNKNOWN, /* there is none */
    RUN_KNOWN,
    RUN_OTHER_PROFILE, /* it goes with another profile */
    RUN_OTHER_OWNER,   /* it belongs to another user */
    RUN_NO_FILE,       /* it is a pipe, a device or the like */
    RUN_OTHER_VERSION,
    RUN_OLDER, /* an older runtime wrote it, as files that nobody reads any more */
    RUN_UNREADABLE,
};

/* What threads waited for. */
enum run_wait {
    RUN_WAIT_FUTEX, /* locks, conditions, other threads */
    RUN_WAIT_FILE,
    RUN_WAIT_SOCKET,
    RUN_WAIT_PIPE, /* or a terminal */
    RUN_WAIT_TIMER,
    RUN_WAIT_CHILD,
    RUN_WAIT_PAGE, /* of memory */
    RUN_WAIT_OTHER,
    N_RUN_WAITS,
};

enum { N_RUN_FACTS = 16 + N_RUN_WAITS };

/* What our runtime reported about the run that wrote a file, in the order of enum unite_fact_kind;
 * all 0: nothing. */
struct run_facts {
    union {
        struct {
            uint64_t n_kept;  /* processes whose counts were kept: all is up to some moment only */
            uint64_t wall_ms; /* time that passed */
            uint64_t cpu_ms;  /* CPU time that the process used */
            uint64_t n_calls, n_lost_calls;
            uint64_t asked_hz; /* samples per second */
            uint64_t tick_hz;  /* of the kernel's clock, if it limits these; 0: it does not */
            uint64_t n_missing_samples;    /* not of the ticks: of time that could not be sampled */
            uint64_t ticks;                /* in all */
            uint64_t unknown_ticks;        /* of these, in no image */
            uint64_t counting_ticks;       /* of these, in the code that counts calls */
            uint64_t lost_path_ticks;      /* of these, without a call path */
            uint64_t n_looks, look_cpu_ms; /* at threads that may wait, and what they cost */
            uint64_t unknown_wait_ms;      /* of all that threads waited, in no image */
            uint64_t wait_ms[N_RUN_WAITS]; /* of all threads */
            uint64_t achieved_hz;          /* samples per second; 0: too few to tell */
        };
        uint64_t all[N_RUN_FACTS];
    };
};

/* When a phase began that the program has a name for: since the start. */
struct run_phase {
    uint64_t wall_ms, cpu_ms;
    char name[40]; /* cut off if longer */
};

enum gmon_layout { GMON_MAGIC, GMON_BSD, GMON_BSD44 };

/* What one file held; the numbers of -i. */
struct profile_file {
    char *path; /* as the user named it */
    enum gmon_layout layout;
    int32_t version;
    uint64_t n_histograms, n_arcs, n_block_records; /* records in the file */
    uint64_t n_bytes;
    uint64_t check;       /* unite_check() of the file; 0 if nothing goes with it */
    uint8_t count_bytes;  /* of calls in its arcs */
    uint64_t ticks;       /* sum of its bins */
    uint64_t n_full_bins; /* bins at 65535: counters that may have stuck */
    uint32_t rate_hz;
    int64_t mtime_sec; /* 0 if unknown */
    uid_t owner;       /* -1 if unknown */
    enum run_finding run_finding;
    bool has_paths; /* its run has some */
    struct run_facts run;
    uint64_t library_ticks;   /* in libraries that have profiles, of which none was joined */
    struct run_phase *phases; /* n_phases, malloc'ed */
    size_t n_phases;
    bool lost_waits;        /* it has waits that could not be read */
    struct fit fit;         /* its distance was taken off when the file was read */
    char *writer;           /* another program, beside it, that wrote it; NULL: none is known */
    uint64_t n_spare_bytes; /* at the end of a file of BSD: no whole record of an arc */
    bool high_counts;       /* most counts need more than 32 bits */
};

struct profile_runs;

struct profile {
    struct arena memory; /* owns the texts of files and libraries, libraries, and paths */

    struct image *image; /* the program, with the symbols of what is joined */

    struct histogram *hists; /* in the order first read */
    uint32_t n_hists;
    double scale;                  /* address units (2 bytes) per bin, 0 without histogram */
    uint32_t rate_hz;              /* of the first histogram, 0 without */
    char dimension[16];            /* zero-terminated; "seconds" unless a file says otherwise */
    char abbrev;                   /* 's' */
    struct histogram_index ranges; /* kept by load/gmon */

    struct histogram *waits; /* how long threads waited; only with what goes with the profiles
                                (load/run/join.h), each with its scale */
    uint32_t n_waits;
    uint32_t wait_hz; /* ticks of theirs in a second; 0 without */

    struct raw_arc *arcs; /* in the order read; of many files, equal ones may be united */
    size_t n_arcs;
    struct raw_block *blocks; /* likewise */
    size_t n_blocks;
    size_t n_united_arcs, n_united_blocks; /* how many, from the first on, are all different */

    struct profile_paths *paths; /* of all files; NULL: some file has none */

    bool has_histogram, has_arcs, has_blocks; /* what was seen, which decides the default styles */

    struct profile_file *files;
    uint32_t n_files;

    struct library *libraries; /* of which the first n_joined are joined, ascending */
    size_t n_libraries, n_joined;
    uint64_t program_hi; /* where the program's .text ends; of use if libraries are joined */

    struct profile_runs *runs;   /* model/runs.h; NULL: it is of one run, or all are taken as one */
    const struct profile *whole; /* of all runs, if it is of some of them; borrowed; else NULL */
    bool *shown_runs;            /* per run of these: it is of this one, too; malloc'ed, or NULL */
    struct profile_runs *processes; /* of the one run, while it goes on; else NULL */
};

/* The library that is joined at addr or last before it; NULL: the program. */
const struct library *profile_library(const struct profile *p, uint64_t addr);

/* The joined library that was loaded from a path with a build id (NULL: unknown); NULL: there is
 * none. */
struct library *profile_find_library(const struct profile *p, const char *loaded,
                                     const char *build_id);

/* Which image *addr belongs to: 0 for the program, else 1 + the index of a joined library, within
 * whose bounds it lies; *addr becomes the address in the image's file. */
size_t profile_image(const struct profile *p, uint64_t *addr);

/* The address that addr has in the file of its image. */
static inline uint64_t profile_file_addr(const struct profile *p, uint64_t addr)
{
    const struct library *l = profile_library(p, addr);
    return l ? addr - l->shift : addr;
}

/* The file of the image that addr belongs to. */
static inline const char *profile_file_path(const struct profile *p, uint64_t addr)
{
    const struct library *l = profile_library(p, addr);
    return l ? l->path : p->image->path;
}

/* The most samples a second that the kernel's tick allowed in the files; 0: it set no limit, or who
 * wrote them did not say. */
uint64_t profile_tick_hz(const struct profile *p);

/* Ticks of all files, also of libraries that are joined. */
uint64_t profile_ticks(const struct profile *p);

/* Address units (2 bytes) per bin of h. */
static inline double histogram_scale(const struct profile *p, const struct histogram *h)
{
    return h->scale != 0 ? h->scale : p->scale;
}

/* The address unit (2 bytes) at which bin i of h begins; absurd scales stay in range. */
static inline uint64_t histogram_unit(const struct histogram *h, double scale, uint32_t i)
{
    double v = scale * i;
    return h->lo / 2 + (v >= 0 && v < 0x1p64 ? (uint64_t)v : v > 0 ? UINT64_MAX : 0);
}

/* Whether there are ticks in a stub of the image (SYM_STUB). */
bool profile_hits_stubs(const struct profile *p);

/* A profile without data for one image, of which it takes ownership, also on failure (NULL).
 * Fill it with load/gmon/gmon.h. */
struct profile *profile_new(struct image *im);

/* Free p with its images; NULL is fine. */
void profile_free(struct profile *p);

/* Release the arcs: nobody asks for them again. */
void profile_drop_arcs(struct profile *p);

/* The call paths of samples, as our runtime measured them (gmon.out(5), "Call paths").
 *
 * A tree: a node is code that was called, or hit, by way of all nodes above it. Parents come before
 * their children. */

#define PATH_NO_NODE UINT32_MAX /* as a parent: none */
/* As addresses: in no image that is there; and of a first node: who called what follows is not
 * known, or nothing is known but what was hit. */
#define PATH_NOWHERE UINT64_MAX
#define PATH_UNKNOWN (UINT64_MAX - 1)
#define PATH_UNREAD  (UINT64_MAX - 2)

static inline bool path_is_nowhere(uint64_t addr)
{
    return addr >= PATH_UNREAD;
}

struct path_frame {
    uint32_t parent; /* PATH_NO_NODE: there is none, or it is not known */
    uint64_t addr;   /* in the profile's space of addresses, or one of the above */
    uint64_t ticks;  /* of samples that hit it */
    uint64_t waits;  /* ticks while threads waited there */
};

struct profile_paths {
    struct path_frame *nodes; /* malloc'ed */
    uint32_t n;
    uint64_t ticks;       /* of all nodes */
    uint64_t cut_ticks;   /* of these, without the outer part of their path */
    uint64_t alone_ticks; /* of these, with nothing but the code that was hit */
    uint64_t lost_ticks;  /* besides: of no node */
};

#endif
