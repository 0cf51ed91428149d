/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/image/symbol_file: symbols of an image from a text file (-S): the output of nm,
 * /proc/kallsyms.
 *
 * A line says ADDRESS TYPE NAME: a word that starts with a hexadecimal number, a letter t or T, and
 * the word after it, be it apart or not. What follows is a remark. Other lines are passed over. */
#ifndef GPTUI_LOAD_IMAGE_SYMBOL_FILE_H
#define GPTUI_LOAD_IMAGE_SYMBOL_FILE_H

#include "core/base/file/file.h"
#include "core/model/image.h"

/* Replace im's symbols by those of the file; all are functions (t: static) that no option leaves
 * out. There may be none. strict: refuse a file with symbols that gprof cannot read twice, such as
 * a pipe (ERR_LIST_SEEK). Fails with ERR_LIST_OPEN, ERR_READ, ERR_LIMIT, ERR_MEMORY; im is then
 * still good to be freed. */
bool symbol_file_read(struct image *im, const char *path, bool strict,
                      const struct progress *progress, struct err *e) ATTR_MUST_USE;

/* Read such a file's bytes from memory; `path` is for messages. */
void symbol_file_parse(struct image *im, const char *path, const struct bytes *b);

#endif
