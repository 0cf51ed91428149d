/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/load/file/option_file.h"

#include <errno.h>
#include <string.h>

bool list_file_read(const char *path, struct bytes *out, bool *seekable,
                    const struct progress *progress, struct err *e)
{
    const struct file_taste all = {.progress = progress};
    struct err why = ERR_INIT;
    if (file_read_if(strcmp(path, "-") == 0 ? "./-" : path, &all, out, seekable, &why))
        return true;
    if (why.code != ERR_OPEN) {
        *e = why;
        return false;
    }
    return why.sys == EISDIR || err_set(e, ERR_LIST_OPEN, path);
}
