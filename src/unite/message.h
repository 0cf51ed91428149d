/* SPDX-License-Identifier: MIT */
/* message: records as bytes (gmon.out(5), "The run file").
 *
 * UNITE_FIRST_LINE, then groups of records of one kind: a byte for the kind (0: the end of all);
 * how many bytes its records have; these, each of which begins with a number that is not 0; and a
 * 0. Numbers have 7 bits to the byte, the lowest first. What a record begins with, and which
 * numbers are distances, message.c says kind by kind. Kinds that are not known stand at the end, by
 * their numbers; their records begin with how many bytes follow. */
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

/* Texts of a record, of which each begins as that of the record before does. */
enum unite_text_place {
    UNITE_TEXT_PATH,
    UNITE_TEXT_COMMAND,
    UNITE_TEXT_HOST,
    UNITE_TEXT_ID,
    N_UNITE_TEXTS,
};
struct unite_texts {
    size_t n[N_UNITE_TEXTS];
    unsigned char bytes[2 * UNITE_PATH_BYTES + 2 * UNITE_WORD_BYTES];
};

/* What reader and writer remember of the records before, and need to tell distances. */
struct unite_code {
    enum unite_kind kind;             /* of the group; UNITE_END: there was none */
    unsigned number;                  /* of that kind, in the message */
    uint64_t image, addr, self;       /* of the last record of the section, else 0 */
    uint64_t index;                   /* of the last bin plus 1 */
    uint64_t depth;                   /* that a node may have */
    uint64_t n_bins;                  /* of the last range */
    uint64_t n_runs, n_all, n_images; /* n_all: with the times of each */
    struct unite_texts texts[2];      /* of two records */
    unsigned at;                      /* which of them are the last record's */
};

/* About 18 KB. */
struct unite_reader {
    struct unite_source source;
    const uint8_t *from;    /* of the bytes that are at hand the first one, */
    uint64_t n_before, end; /* which had as many before it; and where the group has to end */
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

/* Is there one more? No at the end, and where r->result is not UNITE_OK. */
static inline bool unite_next(struct unite_reader *r, struct unite_record *out)
{
    return unite_read(r, out) == UNITE_OK && out->kind != UNITE_END;
}

struct unite_writer {
    struct unite_message *message;
    size_t group_at; /* its records */
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
