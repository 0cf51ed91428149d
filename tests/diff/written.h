/* SPDX-License-Identifier: GPL-3.0-or-later */
/* written: what a program leaves in the folder where it runs: gmon.sum and annotated sources.
 *
 * 1. Each side of a comparison runs in a folder of its own, with links to everything that the
 *    current one holds but results of earlier runs.
 * 2. The same files must be there, with the same bytes. The unused bytes of the header of a
 *    gmon.sum are memory that gprof never set; they are not looked at. */
#ifndef TESTS_WRITTEN_H
#define TESTS_WRITTEN_H

#include <stdbool.h>

/* The folder, made if needed, emptied, and filled with links. */
void written_prepare(const char *folder);

/* True: both hold the same. Otherwise *differs is the name of a file; the caller frees it. */
bool written_equal(const char *a, const char *b, char **differs);

#endif
