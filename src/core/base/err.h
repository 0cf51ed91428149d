/* SPDX-License-Identifier: GPL-3.0-or-later */
/* err: one value that says what failed, where, and why.
 *
 * 1. A function that can fail returns false (or NULL) and takes `struct err *` last.
 * 2. The value holds facts, never a sentence: view/message.h turns it into text, in the words of
 *    GNU gprof where gprof has a message for the case.
 * 3. Buffers are fixed, so failing never allocates. The first failure wins: err_set on a value
 *    that already holds one changes nothing. */
#ifndef GPTUI_BASE_ERR_H
#define GPTUI_BASE_ERR_H

#include <stdbool.h>
#include <stdint.h>

enum err_code {
    ERR_NONE,

    /* any file */
    ERR_MEMORY,      /* n: bytes asked for (0: unknown) */
    ERR_LIMIT,       /* what: the thing of which there are too many; n: the limit */
    ERR_CANCELLED,   /* the user cancelled the work */
    ERR_OPEN,        /* file, sys */
    ERR_NOT_REGULAR, /* file: a pipe, a socket or a device, where only a file is read */
    ERR_OWNER,       /* file: of another user, whose numbers or settings are not taken */
    ERR_READ,        /* file, sys, offset */
    ERR_WRITE,       /* file, sys */

    /* image */
    ERR_IMAGE_FORMAT,     /* file: no object file */
    ERR_IMAGE_DAMAGED,    /* file, offset, what: a header that contradicts the file's size */
    ERR_IMAGE_NO_TEXT,    /* file */
    ERR_IMAGE_NO_SYMBOLS, /* file */

    /* files beside the image */
    ERR_LIST_OPEN, /* file */
    ERR_LIST_SEEK, /* file: cannot be read twice */
    ERR_MAP,       /* file: no map of object files */

    /* profile files; names and numbers as in the messages of GNU gprof */
    ERR_GMON_SHORT,     /* file */
    ERR_GMON_MAGIC,     /* file */
    ERR_GMON_VERSION,   /* file, n: the version found */
    ERR_GMON_TAG,       /* file, n: the tag found, offset */
    ERR_GMON_EOF,       /* file, offset */
    ERR_GMON_EOF_BINS,  /* file, n of m bins were there */
    ERR_GMON_EOF_BB,    /* file; only where gprof is followed to the letter */
    ERR_GMON_EOF_BSD,   /* file, n of m bins; n is one less than were there, as gprof prints it */
    ERR_GMON_FOREIGN,   /* file: neither layout */
    ERR_GMON_RATE,      /* file, offset: a histogram with rate 0 */
    ERR_GMON_DIMENSION, /* what -> other: dimension changed between records */
    ERR_GMON_ABBREV,    /* what -> other */
    ERR_GMON_SCALE,     /* different scales */
    ERR_GMON_OVERLAP,   /* overlapping histograms */
    ERR_GMON_BSD_SHAPE, /* file: not the first file's histogram */
    ERR_GMON_BSD_RATE,  /* file: not the first file's rate */
    ERR_GMON_PROF,      /* -O prof */
    ERR_GMON_POINTER,   /* file: for pointers of n bits, but the image `what` has m */
    ERR_GMON_LINE,      /* file, n: the line of a text, what: the reason */

    /* files of a set of runs */
    ERR_RUN_RATE,    /* file: n samples per second, where the others have m */
    ERR_RUN_PROGRAM, /* file: another program wrote it than `what`, or it was not built with -pg */
    ERR_RUN_BUILD,   /* file: another build of `what` wrote it */
    ERR_RUN_VERSION, /* file: a run by another version */
    ERR_RUN_DAMAGED, /* file: no records of a run */
    ERR_COMPARED,    /* file: it cannot be compared with, what: the reason */

    /* analysis and output */
    ERR_NO_HISTOGRAM, /* flat profile wanted, no histogram read */
    ERR_NO_ARCS,      /* call graph wanted, no call-graph data read */
    ERR_REGEX,        /* what: the library's reason; other: the expression; offset in it */
    ERR_SPEC,         /* what: the reason; other: the symspec or value */
    ERR_TERMINAL,     /* what: the reason; other: TERM's value, if it has a part in this */
    ERR_SCRIPT,       /* file, n: the line, what: the reason, other: the word */

    ERR_SOURCE, /* file: a source file that is nowhere */

    /* the command line */
    ERR_ORDERS,         /* both -r and -R */
    ERR_ORDER_FORMAT,   /* what: the value of --order-format */
    ERR_ORDER_STYLE,    /* what: the value of --order-format, which has no order of files */
    ERR_ARGUMENTS,      /* what: the reason */
    ERR_FILE_FORMAT,    /* what: the value of -O */
    ERR_DEMANGLE_STYLE, /* what: the value of --demangle */
    ERR_OUTPUT,         /* what: the value of --format */
    ERR_OUTPUT_STYLE,  /* what: the value of --format; other: the option that does not go with it */
    ERR_OUTPUT_BINARY, /* what: the value of --format, binary, and the output is a terminal */
    ERR_OUTPUT_LIMIT,  /* what: the value of --format; n: the bytes that are too few for it */

    /* warnings, after which the work goes on */
    WARN_BLOCKS,       /* counts of blocks are not shown */
    WARN_NO_SCANNER,   /* -c knows no code of this machine, */
    WARN_NO_CODE,      /* or there is none in the file */
    WARN_NO_HIGH_ENDS, /* the report has too many functions for the upper ends of ranges */
    WARN_BAD_LINES,    /* file: a table of symbols; n: bad lines, if several; m: the first one */
    WARN_STRIPPED,     /* file: an image whose symbols are others than its own */
    WARN_SUM,          /* file: a sum; n of m ticks are left out */
};

#define ERR_NO_OFFSET UINT64_MAX

/* A new `struct err` that holds no error. */
#define ERR_INIT                                                                                   \
    {                                                                                              \
        .offset = ERR_NO_OFFSET                                                                    \
    }

struct err {
    enum err_code code;
    int sys;         /* errno, 0 if it has no part in this */
    uint64_t offset; /* bytes from the start of the file, or ERR_NO_OFFSET */
    int64_t n, m;
    char file[4096]; /* as the user named it; cut if longer */
    char what[160];
    char other[160];
};

/* Make e hold no error. */
void err_clear(struct err *e);

/* Record a failure of `file` (NULL: none). Returns false, so that `return err_set(...)` fits. */
bool err_set(struct err *e, enum err_code code, const char *file);

/* Record a failure with an errno value. Returns false. */
bool err_sys(struct err *e, enum err_code code, const char *file, int sys);

/* Record a failure at an offset, with two numbers. Returns false. */
bool err_at(struct err *e, enum err_code code, const char *file, uint64_t offset, int64_t n,
            int64_t m);

/* Record a failure with one or two strings (NULL: none), cut to what fits. Returns false. */
bool err_what(struct err *e, enum err_code code, const char *file, const char *what,
              const char *other);

bool err_memory(struct err *e, uint64_t bytes);

/* Whether the failure ends all work, since it is not about the file: no memory, or cancelled. */
static inline bool err_is_fatal(const struct err *e)
{
    return e->code == ERR_MEMORY || e->code == ERR_CANCELLED;
}

/* After what can be left out whatever is wrong with it: if memory is what it lacked, the program
 * ends (base/mem). */
void err_need_memory(const struct err *e);

#endif
