/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symspec: what a symspec says, taken apart; no symbols involved yet.
 *
 *     ARC  := SIDE | SIDE/SIDE           the first '/' separates
 *     SIDE := SPEC                       GNU gprof's forms (GNU manual, node "Symspecs"):
 *               NAME | FILE.c | FILE: | FILE:NAME | FILE:LINE | LINE | :NAME.WITH.DOT | (empty)
 *           | /regex/ | re=REGEX         ours: on the demangled name; "\/" stands for a slash
 *           | path=DIR/FILE[:NAME|:LINE] ours: on the end of the full path, whole components; it
 * may begin with a drive, as C:\ or C:/
 *
 * A leading '/' starts a regex only if an unescaped '/' closes it and then the text ends or another
 * '/' follows; "re=" runs to the first unescaped '/'; "path=" runs to the first '/' after its last
 * ':', or to the end. Strict: only SPEC exists. */
#ifndef GPTUI_OPTIONS_SYMSPEC_H
#define GPTUI_OPTIONS_SYMSPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"

enum side_kind { SIDE_SPEC, SIDE_REGEX };

/* Parts are bytes of the parsed text, not zero-terminated; NULL: not given. */
struct side {
    enum side_kind kind;
    const char *file;
    size_t file_bytes;
    bool file_is_path; /* path=: compare trailing path components, else the base name */
    const char *name;  /* or the regex */
    size_t name_bytes;
    uint32_t line; /* 0: not given */
};

struct symspec {
    struct side left, right;
    bool has_right; /* a '/' was there */
};

/* Take `text` apart; every text is some symspec. */
void symspec_parse(struct symspec *s, const char *text, bool strict);

#endif
