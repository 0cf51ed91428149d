/* SPDX-License-Identifier: MIT */
/* record: what is known of one process or of many, as sorted records.
 *
 * 1. A message is a row of records, ascending by unite_section, and within one by unite_compare;
 *    no two are the same in that. So the same facts are the same bytes, in whatever order and
 *    grouping they came together.
 * 2. A record belongs to the last one before it of a smaller depth: a bin to its range, a node to
 *    the node that called it.
 * 3. Addresses are those of the image's file. Images are counted from 1, in the order of their
 *    records; runs from 0 in theirs.
 * 4. Sums and counts stay at the largest number where they would exceed it.
 *
 * All of this folder is also for use inside programs that are profiled: memory comes from the
 * caller, nothing is printed, there are no locks and no state. */
#ifndef GPTUI_UNITE_RECORD_H
#define GPTUI_UNITE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define UNITE_ANY_VERSION "gptui-runs "
#define UNITE_FIRST_LINE  UNITE_ANY_VERSION "4\n"

enum {
    UNITE_PATH_BYTES = 4095, /* at most, of paths, commands and values of words */
    UNITE_WORD_BYTES = 255,  /* at most, of hosts, build ids and names of facts */
};

#define UNITE_NO_RANK UINT64_MAX

/* In the order in which they come. Their numbers are those in messages: what a later version adds
 * has a number from UNITE_OTHER on. */
enum unite_kind {
    UNITE_END,
    UNITE_PROFILE, /* of one run alone, as words and phases: gone when two messages unite */
    UNITE_UNIT,
    UNITE_RUN,
    UNITE_WORD,
    UNITE_PHASE,
    UNITE_IMAGE,
    UNITE_FACT,
    UNITE_RANGE, /* of a histogram; then its */
    UNITE_BIN,
    UNITE_BLOCK,
    UNITE_ARC,
    UNITE_FUNCTION,
    UNITE_NODE,
    UNITE_TOTAL,
    UNITE_OTHER, /* of any kind that is not known here */
    N_UNITE_KINDS,
};

/* What is counted per run. Self time, without what was called. */
enum unite_measure {
    UNITE_TICKS,
    UNITE_CALLS,
    UNITE_WAITS,         /* ticks of waiting time */
    UNITE_PROGRAM_TICKS, /* those without libraries */
    UNITE_MPI,           /* ticks and waits of call paths that go through the MPI library; */
    UNITE_MPI_WHOLE,     /* and of all that begin in the same functions: of threads that call MPI.
                            Both as functions: if the message is to be united with others */
    N_UNITE_MEASURES,
};

/* Not zero-terminated; n may be 0. */
struct unite_text {
    const char *p;
    size_t n;
};

static inline struct unite_text unite_text_of(const char *z)
{
    size_t n = 0;
    while (z[n])
        n++;
    return (struct unite_text){z, n};
}

/* The profile data file that a message goes with: its length, and unite_check() of its bytes. */
struct unite_profile {
    uint64_t bytes, check;
};

/* What ticks count: rate_hz of it is one second, page fault, ... Messages of different units do not
 * unite. */
struct unite_unit {
    struct unite_text dimension; /* of which 15 bytes go into a profile */
    char abbreviation;
    uint32_t rate_hz;
};

struct unite_run {
    uint64_t times;             /* >= 1: number of runs of which all that follows is the same */
    uint64_t rank;              /* or UNITE_NO_RANK */
    struct unite_text name;     /* of its profile, or empty */
    struct unite_text host, id; /* id: that processes of one run have in common */
    struct unite_text command;  /* words, as unite_put_word() puts them, and spaces; cut off */
    uint64_t pid, start_sec, began_ns, wall_ms, cpu_ms; /* 0: unknown. start_sec: of counting,
                                                           began_ns: of the process; since 1970 */
    uint64_t sum[N_UNITE_MEASURES]; /* of all images, where nothing else is said */
};

/* What else is known of the run: "threads" "4". */
struct unite_word {
    struct unite_text name, value;
};

/* When a part of the run began that the program has a name for: since the start. */
struct unite_phase {
    uint64_t number; /* from 0 on */
    uint64_t wall_ms, cpu_ms;
    struct unite_text name;
};

/* The program is the same whatever its path; it comes first. Libraries differ by path or id. */
struct unite_image {
    bool is_program;
    struct unite_text path; /* as it was loaded; empty: unknown */
    struct unite_text id;   /* the bytes of its build id; empty: unknown */
    uint64_t entry;         /* what stands in profiles for callers elsewhere; 0: unknown */
    uint64_t ticks, waits;
};

enum unite_rule { UNITE_SUM, UNITE_MOST, N_UNITE_RULES };

/* Whatever else is known; unites by the sum, or the largest. */
struct unite_fact {
    enum unite_rule rule;
    struct unite_text name;
    uint64_t value;
};

/* The head of a histogram; ranges of one image that differ in any way stand apart. */
struct unite_range {
    enum unite_measure measure; /* UNITE_TICKS or UNITE_WAITS */
    uint64_t image, rate_hz, lo, hi, n_bins;
};

struct unite_bin {
    uint64_t index, count; /* count > 0 */
};

struct unite_block {
    uint64_t image, addr, count;
};

/* An image of 0: the address means something in its run alone. */
struct unite_arc {
    uint64_t from_image, from, self_image, self, count;
};

struct unite_wide {
    uint64_t high, low;
};

/* A number of all runs of the message. */
struct unite_spread {
    uint64_t n_runs; /* in which it is not 0 */
    uint64_t sum;
    struct unite_wide squares; /* their sum */
    uint64_t most, most_run;   /* the first run that has it */
};

/* One that has ticks: self time; or as a UNITE_TOTAL those of call paths that go through it. */
struct unite_function {
    uint64_t image, addr;
    struct unite_spread ticks;
};

/* Code that was hit, or called others, by way of the nodes above it. image 0, depth 0: addr says
 * what it stands for (gmon.out(5), "The run file"). */
struct unite_node {
    uint64_t image, addr, ticks, waits, depth;
};

/* kind: its number in messages, from UNITE_OTHER on. Images have no numbers there. */
struct unite_other {
    unsigned kind;
    struct unite_text bytes; /* at least one, at most UNITE_PATH_BYTES */
};

struct unite_record {
    enum unite_kind kind;
    union {
        struct unite_profile profile;
        struct unite_unit unit;
        struct unite_run run;
        struct unite_word word;
        struct unite_phase phase;
        struct unite_image image;
        struct unite_fact fact;
        struct unite_range range;
        struct unite_bin bin;
        struct unite_block block;
        struct unite_arc arc;
        struct unite_function function;
        struct unite_node node;
        struct unite_other other;
    };
};

enum unite_result {
    UNITE_OK,
    UNITE_NO_MEMORY,
    UNITE_DAMAGED,       /* these are no such records */
    UNITE_OTHER_VERSION, /* they may be, of another version */
    UNITE_OTHER_PROGRAM, /* build ids of the program differ */
    UNITE_OTHER_UNIT,    /* ticks count something else, or at another rate */
    UNITE_TOO_LARGE,     /* a number is too large for a file */
};

/* Where memory comes from: like realloc, p NULL for new memory, new_bytes 0 to give it back. NULL:
 * there is none, and p stays as it is. */
struct unite_memory {
    void *(*resize)(void *ctx, void *p, size_t old_bytes, size_t new_bytes);
    void *ctx;
};

/* Kinds that stand together, and among these how deep. */
static inline unsigned unite_section(enum unite_kind kind)
{
    return kind == UNITE_BIN ? UNITE_RANGE : kind == UNITE_END ? N_UNITE_KINDS : kind;
}
uint64_t unite_depth(const struct unite_record *r);

/* Is a record of one run alone: is it gone when messages unite? */
static inline bool unite_is_of_one(enum unite_kind kind)
{
    return kind == UNITE_PROFILE || kind == UNITE_WORD || kind == UNITE_PHASE;
}

/* Take off what b, the same thing earlier, had; false: nothing is left that could be written. The
 * largest stay. */
bool unite_take_off(struct unite_record *a, const struct unite_record *b);

/* < 0: a comes first, 0: they unite. Of one section and one depth. */
int unite_compare(const struct unite_record *a, const struct unite_record *b);

/* < 0, 0 or > 0. */
static inline int unite_compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* A kind, whose struct stands in records. */
struct unite_about {
    int (*compare)(const void *a, const void *b); /* of structs, or of what begins with one, like
                                                     unite_compare; NULL: they are all the same */
    unsigned char bytes, n_images, image[2];      /* image: where its numbers of images stand, */
    unsigned char n_counts, count[2];             /* count: what adds up with others */
};
const struct unite_about *unite_about(enum unite_kind kind);

/* The k-th number of an image in such a struct; NULL: it has no more. */
uint64_t *unite_image_in(enum unite_kind kind, void *what, unsigned k);

/* Add b, which compares equal, to a, whose texts may become those of b; functions are of other
 * runs. False: they are of different programs, or units. */
bool unite_add(struct unite_record *a, const struct unite_record *b);

/* A spread of one run. value > 0. */
struct unite_spread unite_spread_of(uint64_t value, uint64_t run);

/* The sum, at most UINT64_MAX. */
static inline uint64_t unite_sum(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* Begins with UNITE_CHECK_BEGIN, goes on with more bytes; p NULL: n bytes of zero. FNV-1a, 64 bits
 * (Fowler, Noll, Vo). */
#define UNITE_CHECK_BEGIN UINT64_C(0xcbf29ce484222325)
uint64_t unite_check(uint64_t check, const void *p, size_t n);

/* qsort, in place, on no other memory, for few items, of at most 128 bytes; equal ones in any
 * order. Of many see unite_list_sort. */
void unite_sort(void *items, size_t n, size_t item_bytes,
                int (*compare)(const void *a, const void *b));

#endif
