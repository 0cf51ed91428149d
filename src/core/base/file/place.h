/* SPDX-License-Identifier: GPL-3.0-or-later */
/* place: where a path leads that is about to be written: a folder, held open, and a name in
 * it.
 *
 * 1. All that is done with a place is done in that folder, whatever becomes of the path meanwhile.
 * 2. Symbolic links are followed here, one by one, and by nobody later: the name is none, and if it
 *    becomes one, that is replaced or refused, never followed.
 * 3. In a folder where everybody may write and only owners may remove (/tmp), what another user put
 *    at the name is neither followed nor written to, unless the folder is that user's. The kernel
 *    does the same for whoever just opens the path (Linux: fs.protected_symlinks
 *    and its like), but not for whoever renames. */
#ifndef GPTUI_BASE_FILE_PLACE_H
#define GPTUI_BASE_FILE_PLACE_H

#include <sys/stat.h>

#include "core/base/attr.h"
#include "core/base/err.h"

struct file_place {
    char *name; /* NULL: no place */
    int folder;
    bool exists;    /* something is there: */
    bool linked;    /* links led there */
    struct stat st; /* of what is there */
};

/* Find the place of `path`; nothing need be there. Fails with ERR_WRITE (EACCES for rule 3); *p is
 * then none. */
bool file_place_find(struct file_place *p, const char *path, struct err *e) ATTR_MUST_USE;

/* Harmless for none. */
void file_place_release(struct file_place *p);

#endif
