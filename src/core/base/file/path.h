/* SPDX-License-Identifier: GPL-3.0-or-later */
/* path: parts of a path. */
#ifndef GPTUI_BASE_FILE_PATH_H
#define GPTUI_BASE_FILE_PATH_H

#include <string.h>

/* Base name of a path: what follows the last '/'. Points into `path`; "" if that ends in '/'. */
static inline const char *path_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

#endif
