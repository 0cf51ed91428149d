/* SPDX-License-Identifier: MIT */
/* message: records as bytes (gmon.out(5), "Runs").
 *
 * UNITE_FIRST_LINE, then groups of records of one kind: a byte for the kind (0: the end of all);
 * then records, each of which begins with a number that is not 0, and after the last one a 0.
 * Numbers have 7 bits to the byte, the lowest first. What a record begins with, and which numbers
 * are distances, message.c says kind by kind. */
#ifndef GPTUI_UNITE_MESSAGE_H
#define GPTUI_UNITE_MESSAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "unite/record.h"

/* Bytes, or all zero but for `memory`. */
struct unite_message {
    const struct unite_memory *memory;
    uint8_t *p;
    size_t n, cap;
};

/* Give its bytes back; it is empty then. */
void unite_message_release(struct unite_message *m);

/* Where bytes come from: n of them are there; for those after them `more` is called, which returns
 * how many there are at *p, 0: no more, and may take those before them away. NULL: that is all. */
struct unite_source {
    const uint8_t *p;
    size_t n;
    size_t (*more)(void *ctx, const uint8_t **p);
    void *ctx;
};

static inline struct unite_source unite_source_of(const struct unite_message *m)
{
    return (struct unite_source){.p = m->p, .n = m->n};
}

/* What reader and writer remember of the records before, and need to tell distances. */
struct unite_code {
    enum unite_kind kind;             /* of the group; UNITE_END: there was none */
    uint64_t image, addr, self;       /* of the last record of the section, else 0 */
    uint64_t index;                   /* of the last bin plus 1 */
    uint64_t depth;                   /* that a node may have */
    uint64_t n_bins;                  /* of the last range */
    uint64_t n_runs, n_all, n_images; /* n_all: with the times of each */
    unsigned char path[2][UNITE_PATH_BYTES], word[2][UNITE_WORD_BYTES]; /* two records' texts */
    size_t n_path[2], n_word[2];
    unsigned at; /* which of them is the last record's */
};

/* About 9 KB. */
struct unite_reader {
    struct unite_source source;
    struct unite_code code;
    struct unite_record head; /* the last one of depth 0 */
    enum unite_result result;
};

/* Begin to read. Fails with UNITE_DAMAGED, UNITE_OTHER_VERSION. */
enum unite_result unite_reader_begin(struct unite_reader *r, const struct unite_source *source);

/* The next record, at the end one of UNITE_END. Its texts live until the next but one is read.
 * Whatever the bytes are, records come in order, and runs and images that they name are there; only
 * nodes below one node may come in any order, and more than once. Fails with UNITE_DAMAGED, then
 * for good. */
enum unite_result unite_read(struct unite_reader *r, struct unite_record *out);

struct unite_writer {
    struct unite_message *message;
    struct unite_code code;
    enum unite_result result;
};

/* Begin a message, which is empty. Records follow in order. Fails, here and below, with
 * UNITE_NO_MEMORY, then for good. */
void unite_writer_begin(struct unite_writer *w, struct unite_message *message);
void unite_write(struct unite_writer *w, const struct unite_record *r);

/* The end; gives back what memory is too much. */
enum unite_result unite_writer_end(struct unite_writer *w);

#endif
