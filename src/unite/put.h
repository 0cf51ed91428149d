/* SPDX-License-Identifier: MIT */
/* put: what files of profiles consist of, given to whoever takes bytes: words of "name value"
 * lines, and the records of profile data files (GNU gprof's manual, node "File Format"). */
#ifndef GPTUI_UNITE_PUT_H
#define GPTUI_UNITE_PUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/message.h"
#include "unite/record.h"

/* What a file is written to is a struct that begins with this. Failures are its own affair. */
struct unite_sink {
    void (*put)(struct unite_sink *s, const void *p, size_t n); /* p NULL: n bytes of zero */
};

/* ---- texts ---- */

void unite_put(struct unite_sink *s, const char *z);
void unite_put_number(struct unite_sink *s, uint64_t number);

/* With 0x before it. */
void unite_put_hex(struct unite_sink *s, uint64_t number);

/* n bytes as one word: spaces, backslashes and control bytes as \ooo. */
void unite_put_word(struct unite_sink *s, const char *p, size_t n);

/* "NAME NUMBER\n" */
void unite_put_line(struct unite_sink *s, const char *name, uint64_t number);

/* Seconds, with three digits after the point. */
void unite_put_seconds(struct unite_sink *s, uint64_t ms);

/* ---- what is known of a run (gmon.out(5)) ---- */

/* Lines of numbers, by the names that they have in the text about a run. */
enum unite_fact_kind {
    UNITE_FACT_KEPT, /* processes whose counts were kept */
    UNITE_FACT_WALL,
    UNITE_FACT_CPU,
    UNITE_FACT_CALLS,
    UNITE_FACT_LOST_CALLS,
    UNITE_FACT_RATE_ASKED,
    UNITE_FACT_RATE_TICK,
    UNITE_FACT_MISSING_SAMPLES,
    UNITE_FACT_TICKS,
    UNITE_FACT_UNKNOWN_TICKS,
    UNITE_FACT_COUNTING_TICKS,
    UNITE_FACT_LOST_PATH_TICKS, /* samples without room for their path */
    UNITE_FACT_LOOKS, /* at threads that may wait, and what they cost; if any were made, */
    UNITE_FACT_LOOK_CPU,
    UNITE_FACT_UNKNOWN_WAITS, /* how long threads waited in no image, of the sum of all these */
    UNITE_FACT_WAITS,         /* by what for: as many as enum run_wait of the core, look.h have */
    UNITE_FACT_RATE_ACHIEVED = UNITE_FACT_WAITS + 8, /* of one run alone, here and below */
    N_UNITE_FACTS,
    N_UNITE_UNITED_FACTS = UNITE_FACT_RATE_ACHIEVED, /* those of several runs are those before */
};

struct unite_fact_name {
    const char *name;
    enum unite_rule rule;
    bool is_time; /* in milliseconds; the text has seconds */
    bool is_rare; /* it has a line if it is not 0 */
};
const struct unite_fact_name *unite_fact_name(enum unite_fact_kind kind);

/* The line of one, if it has any. */
void unite_put_fact(struct unite_sink *s, enum unite_fact_kind kind, uint64_t value);

/* ---- profile data ---- */

/* The format has 16 bits for a bin and 32 for a call count; what does not fit goes on in further
 * records of the same range or arc, which every reader adds up. */
struct unite_gmon {
    struct unite_sink *sink;
    unsigned word_bytes; /* of addresses: 4 or 8 */
    bool is_big;         /* the first byte of a number is the highest */
};

void unite_put_gmon_head(const struct unite_gmon *g);
void unite_put_range(const struct unite_gmon *g, uint64_t lo, uint64_t hi, uint32_t n_bins,
                     const struct unite_unit *unit);

enum { UNITE_BIN_MOST = 0xffff };

/* What a bin has above skipped ticks; true: more than it can hold. */
bool unite_put_bin(const struct unite_gmon *g, uint64_t ticks, uint64_t skipped);

/* A number in n bytes; and n bytes of zero, of which a bin has 2. */
void unite_put_int(const struct unite_gmon *g, uint64_t number, unsigned n);
void unite_put_zeros(const struct unite_gmon *g, size_t n);

/* At least one record, also of no calls. */
void unite_put_arc(const struct unite_gmon *g, uint64_t from, uint64_t self, uint64_t count);

/* The record of all blocks: n pairs, unite_block_pairs() for each block. */
uint64_t unite_block_pairs(const struct unite_gmon *g, uint64_t count);
void unite_put_blocks(const struct unite_gmon *g, uint32_t n);
void unite_put_block(const struct unite_gmon *g, uint64_t address, uint64_t count);

/* ---- messages ---- */

/* A message as a file that goes with a profile. */
void unite_put_message(struct unite_sink *s, const struct unite_message *m,
                       const struct unite_profile *profile);

#endif
