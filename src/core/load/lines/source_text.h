/* SPDX-License-Identifier: GPL-3.0-or-later */
/* text: a source file, found as GNU gprof finds it, and read piece by piece.
 *
 * The path is the one in the debug information. It is looked for, in this order: where maps say; at
 * the path itself; if it is relative, in each directory; its base name in each directory. GNU gprof
 * ends here. Where a program is named, the longest tail of the path follows that leads to a file
 * below the program's folder or below the current one; if it leads to two, none is meant. Only
 * regular files are read, and of a file that grows meanwhile only what was there. */
#ifndef GPTUI_LOAD_SOURCE_TEXT_H
#define GPTUI_LOAD_SOURCE_TEXT_H

#include "core/base/text.h"
#include "core/load/file/image_file.h"

/* Paths below `from` are below `to` here. */
struct source_map {
    const char *from, *to;
};

struct source_search {
    const struct source_map *maps;
    size_t n_maps;
    const char *const *dirs;
    size_t n_dirs;
    bool windows;        /* maps mean either separator, and the case of letters means nothing */
    const char *program; /* look near it, too; NULL: only where GNU gprof looks */
};

/* Append the place number i (from 0) where GNU gprof looks for `path`; nothing if that place does
 * not apply to it. False if there are no more places. */
bool source_place(const struct source_search *s, const char *path, size_t i, struct text *out);

/* Open what is at a place, which becomes the path that was found: on Windows images its letters can
 * have another case. Returns 0, or an errno value. */
int source_place_open(const struct source_search *s, struct text *place, struct source *out);

struct source_text {
    struct source source;
    struct text path; /* where it was found */
    bool is_near;     /* only by the tail of its path */
    uint64_t off;     /* of the next byte to read */
    char *buffer;
    size_t at, n; /* in the buffer */
    bool inside;  /* the last piece did not end its line */
};

/* A part of a line with the line's end, if it has one. */
struct source_piece {
    const char *p;
    size_t n;
    bool starts; /* a line begins here */
};

/* Fails with ERR_SOURCE (nothing there), ERR_OPEN (what the last place said, if it was something
 * else); errors name `path`. */
bool source_text_open(struct source_text *t, const char *path, const struct source_search *s,
                      struct err *e) ATTR_MUST_USE;

/* The next piece, valid until the next call; p is NULL at the end of the file. Fails with ERR_READ.
 */
bool source_text_next(struct source_text *t, struct source_piece *out, struct err *e) ATTR_MUST_USE;
void source_text_close(struct source_text *t);

/* A whole source file in memory, by lines. */

/* Files longer than SOURCE_BYTES_MAX are cut there. */
enum { SOURCE_BYTES_MAX = 64 << 20 };

struct source_lines {
    struct text bytes;
    size_t *lo; /* where each line starts; line k (from 0) is [lo[k], lo[k + 1]) with its end */
    uint32_t n;
    size_t cap_lo;
    struct text path; /* where it was found */
    bool is_near;     /* only by the tail of its path (text.h) */
};

/* Fails as source_text_open does, with ERR_READ; then *l is empty. */
bool source_lines_read(struct source_lines *l, const char *path, const struct source_search *s,
                       struct err *e) ATTR_MUST_USE;
void source_lines_release(struct source_lines *l);

/* Line k (from 0) without its end, carriage returns before it left out. */
struct source_piece source_lines_get(const struct source_lines *l, uint32_t k);

#endif
