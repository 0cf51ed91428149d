/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/list_file.h"

#include <errno.h>
#include <string.h>

bool list_file_read(const char *path, struct bytes *out, bool *seekable, struct err *e)
{
    struct err why;

    err_clear(&why);
    if (file_read(strcmp(path, "-") == 0 ? "./-" : path, out, seekable, &why))
        return true;
    if (why.code != ERR_OPEN) {
        *e = why;
        return false;
    }
    return why.sys == EISDIR || err_set(e, ERR_LIST_OPEN, path);
}
