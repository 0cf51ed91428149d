/* SPDX-License-Identifier: GPL-3.0-or-later */
/* scratch_folder: an empty folder as the current one, for tests that write files. */
#ifndef GPTUI_TEST_SCRATCH_H
#define GPTUI_TEST_SCRATCH_H

#include <stddef.h>

/* Set-up and tear-down for cmocka: *state is the folder's path until it goes, with all in it. */
int scratch_enter(void **state);
int scratch_leave(void **state);

/* Make a file of n bytes, or of a text. End the program on failure. */
void scratch_write(const char *path, const void *p, size_t n);
void scratch_put(const char *path, const char *text);

#endif
