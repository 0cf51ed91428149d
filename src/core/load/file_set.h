/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_set: many profile files read as a set of runs, in several threads. */
#ifndef GPTUI_LOAD_FILE_SET_H
#define GPTUI_LOAD_FILE_SET_H

#include "core/base/err.h"
#include "core/load/load.h"

/* A profile to read a file of an image into, that the image outlives. */
struct profile *file_blank(struct image *im);
void file_blank_free(struct profile *one); /* NULL is fine */

/* Read r's files into p, each as a whole or not at all: damaged ones, those of other programs and
 * those with other units are left out, which p->runs says, unless nothing is left then. Their runs
 * are added to `sum`. If nothing but files of other programs is there, these are read. Fails as
 * gmon_read does at the first file if all are bad, with ERR_MEMORY and ERR_CANCELLED. */
bool file_set_read(const struct load_request *r, struct profile *p, struct sum *sum,
                   struct err *e) ATTR_MUST_USE;

#endif
