/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file_set: many profile files read as a set of runs, in several threads. */
#ifndef GPTUI_LOAD_FILE_SET_H
#define GPTUI_LOAD_FILE_SET_H

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/load/join/run_set.h"
#include "core/load/load.h"

/* Read r's files into p, each as a whole or not at all: damaged ones, those of other programs and
 * those with other units are left out, which the set notes, unless nothing is left then. If nothing
 * but files of other programs is there, these are read. Fails as gmon_read does at the first file
 * if all are bad, with ERR_MEMORY and ERR_CANCELLED. */
bool file_set_read(const struct load_request *r, struct profile *p, struct run_set *set,
                   struct err *e) ATTR_MUST_USE;

#endif
