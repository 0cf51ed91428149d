/* SPDX-License-Identifier: GPL-3.0-or-later */
/* model/runs: the runs that a profile is the sum of, one by one.
 *
 * 1. A run is one execution of the program: of one file, or of the files that its processes left.
 *    Each has its ticks by bin and its calls by arc, only those that are not zero, in variable
 *    lengths (two to four bytes a number), so that ten thousand runs fit into memory.
 * 2. Summed up over all runs, bins are those of the profile's histograms, and arcs (in a table of
 *    their own, `arcs`, at the same addresses) are what the files counted.
 * 3. A profile of some of the runs alone (model/some_runs.h) shares all else with the whole one, so
 *    that addresses, symbols and numbers of histograms are the same. */
#ifndef GPTUI_MODEL_RUNS_H
#define GPTUI_MODEL_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/text.h"
#include "core/model/profile.h"

#define RUN_NO_RANK INT64_MIN
#define NO_RUN      UINT32_MAX

struct profile_run {
    const char *label;     /* short; no two runs have the same */
    const uint32_t *files; /* n_files >= 1, of the profile, ascending: its processes */
    uint32_t n_files;
    const char *host, *command; /* of its first file; NULL: unknown */
    int64_t rank;               /* in a parallel job; RUN_NO_RANK: unknown */
    uint64_t pid;               /* of its first file; 0: unknown */
    uint64_t wall_ms;           /* the longest; 0: unknown */
    uint64_t ticks;             /* of the program and joined libraries */
};

/* A file that is no part of any run. */
struct run_left_out {
    const char *path, *what, *other; /* as in struct err, or NULL */
    enum err_code code;
    int sys;
    uint64_t offset;
    int64_t n, m;
};

/* What one file holds of one image, see struct run_writer. */
struct run_part {
    const uint8_t *bytes;
    uint32_t n_bytes;
    uint32_t run, file;
    uint32_t first_hist, first_arc; /* added to the numbers of histograms and of arcs */
    uint64_t ticks;                 /* their sum in it */
};

struct profile_runs {
    struct arena memory; /* of texts, parts' bytes and what is per run; the other arrays are
                            malloc'ed */
    struct profile_run *v;
    uint32_t n; /* >= 1; 1 only if files were left out */

    struct run_left_out *left_out;
    size_t n_left_out;

    struct run_part *parts; /* n_parts, those of one run in a row, ascending */
    size_t n_parts;
    size_t *first_part; /* n + 1: the parts of run i are [first_part[i], first_part[i + 1]) */

    struct raw_arc *arcs; /* of all runs, all different, with the sum of their counts */
    uint32_t n_arcs;
};

/* NULL is fine. */
void profile_runs_free(struct profile_runs *r);

/* Calls of an arc of runs->arcs, modulo 2^64: later ones may take calls back, from a stand-in for
 * callers elsewhere. */
struct run_calls {
    uint32_t arc;
    uint64_t count;
};

/* Gets what one run counted; the same bin or arc may come more than once. NULL: not wanted. Arcs
 * come some at a time: a set may have a hundred million of them. */
struct run_visitor {
    void (*on_bin)(void *ctx, uint32_t hist, uint32_t bin, uint64_t ticks); /* of the profile */
    void (*on_arcs)(void *ctx, const struct run_calls *v, size_t n);
    void *ctx;
};
void profile_runs_visit(const struct profile_runs *r, uint32_t run, const struct run_visitor *v);

/* Is the run one of those that p is the sum of? p->runs is not NULL. */
static inline bool profile_shows_run(const struct profile *p, uint32_t run)
{
    return !p->shown_runs || p->shown_runs[run];
}

/* How many there are of these. */
uint32_t profile_shown_runs(const struct profile *p);

/* Mark in shown[] (per run) what a list of words names, separated by commas: labels, #N
 * (the Nth run, from 1), and ranges of labels that are numbers or of these (4-7, #2-#9).
 * Fails with ERR_SPEC at a word that names nothing. */
bool profile_runs_select(const struct profile_runs *r, const char *list, bool *shown,
                         struct err *e) ATTR_MUST_USE;

/* Append words that profile_runs_select takes for these runs (per run of r): labels, ranges of
 * those that are numbers, or places where a label means something else there, or where there are
 * many. */
void profile_runs_list(const struct profile_runs *r, const bool *wanted, struct text *out);

/* Why a file was left out, as an error. */
void run_left_out_err(const struct run_left_out *l, struct err *e);

/* ---- the parts, written (load/gmon/run_set) ---- */

struct run_writer {
    uint8_t *p; /* n bytes, malloc'ed */
    size_t n, cap;
    uint32_t hist; /* of the bin before */
    uint32_t bin;
    uint32_t arc;
    bool failed; /* memory ran out */
};

/* Begin a part in the memory of the one before; an all-zero writer is fine. */
void run_writer_start(struct run_writer *w);

/* Bins come first, those of one histogram in a row and ascending, then arcs in any order, best
 * ascending: most numbers then take one byte, and those of arcs in a row none. */
void run_writer_bin(struct run_writer *w, uint32_t hist, uint32_t bin, uint64_t ticks);
void run_writer_end_bins(struct run_writer *w);
void run_writer_arcs(struct run_writer *w, const struct run_calls *v, size_t n);

#endif
