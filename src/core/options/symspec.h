/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symspec: what a symspec says, taken apart; no symbols involved yet.
 *
 *     ARC  := SIDE | SIDE/SIDE           the first '/' separates
 *     SIDE := SPEC                       GNU gprof's forms (GNU manual, node "Symspecs"):
 *               NAME | FILE.c | FILE: | FILE:NAME | FILE:LINE | LINE | :NAME.WITH.DOT | (empty)
 *           | /regex/ | re=REGEX         ours: on the demangled name; "\/" stands for a slash
 *           | path=DIR/FILE[:NAME|:LINE] ours: on the end of the full path, whole components; it
 * may begin with a drive, as C:\ or C:/
 *           | image=FILE                 ours: what is in this program or library
 *           | dir=DIR | dir=DIR/.        ours: with a source below DIR, or in it alone
 *           | ns=NAME                    ours: in this namespace, class, module, package or crate
 *
 * A leading '/' starts a regex only if an unescaped '/' closes it and then the text ends or another
 * '/' follows; "re=" runs to the first unescaped '/'; "path=" runs to the first '/' after its last
 * ':', or to the end. The last three take the rest of the text, slashes included; but what stands
 * for an arc and nothing else (arc_parse) has its '/' at the first unescaped one, and "\/" is a
 * slash of theirs. Strict: only SPEC exists. */
#ifndef GPTUI_OPTIONS_SYMSPEC_H
#define GPTUI_OPTIONS_SYMSPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum side_kind { SIDE_SPEC, SIDE_REGEX, SIDE_IMAGE, SIDE_DIR, SIDE_SCOPE };

/* Parts are bytes of the parsed text, not zero-terminated; NULL: not given. */
struct side {
    enum side_kind kind;
    const char *file;
    size_t file_bytes;
    bool file_is_path; /* path=: compare trailing path components, else the base name */
    const char *name;  /* or the regex, the image, the folder, the namespace */
    size_t name_bytes;
    bool escaped;  /* "\/" in the name stands for a slash: of all but SIDE_SPEC and SIDE_REGEX */
    uint32_t line; /* 0: not given */
};

struct symspec {
    struct side left, right;
    bool has_right; /* a '/' was there */
};

/* Take `text` apart; every text is some symspec. */
void symspec_parse(struct symspec *s, const char *text, bool strict);

/* Take apart the text of an option that takes only arcs. */
void arc_parse(struct symspec *s, const char *text, bool strict);

/* Does the text, perhaps a plain name, begin as one of our forms does? */
bool symspec_is_ours(const char *text);

#endif
