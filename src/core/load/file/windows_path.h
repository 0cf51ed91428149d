/* SPDX-License-Identifier: GPL-3.0-or-later */
/* windows_path: paths of source files as compilers on Windows write them. */
#ifndef GPTUI_LOAD_FILE_WINDOWS_PATH_H
#define GPTUI_LOAD_FILE_WINDOWS_PATH_H

#include "core/base/text.h"

/* Append `path` with slashes for backslashes. Of a path that has an absolute one with a drive put
 * after another, as libbfd joins them ("C:\work/C:\work\x.c"), only the last is taken. */
void windows_path_add(const char *path, struct text *out);

/* What of a path lies below a folder: "" or "/...", a part of `path`; NULL if nothing does. Either
 * separator stands for the other, and a letter's case means nothing. */
const char *windows_path_below(const char *path, const char *folder);

/* Append the path of an existing file that differs from `path` at most in the case of ASCII
 * letters. Each component is taken as it is where that exists, else the first of those like it in
 * byte order. False, and nothing appended, if there is none. */
bool windows_path_find(const char *path, struct text *out);

#endif
