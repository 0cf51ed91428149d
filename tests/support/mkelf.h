/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mkelf: images that tests/tools/mkelf makes of its statements. */
#ifndef GPTUI_TESTS_MKELF_H
#define GPTUI_TESTS_MKELF_H

/* Ends the program if BUILD in the environment has no such tool, or on failure. */
void mkelf(const char *path, const char *statements);

#endif
