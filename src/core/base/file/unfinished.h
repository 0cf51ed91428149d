/* SPDX-License-Identifier: GPL-3.0-or-later */
/* unfinished: files that are not complete yet, which no signal that ends the program leaves behind.
 *
 * 1. What signal handlers read is static by necessity; one thread at a time writes files.
 * 2. After SIGKILL, or a crash, such a file stays. */
#ifndef GPTUI_BASE_FILE_UNFINISHED_H
#define GPTUI_BASE_FILE_UNFINISHED_H

#include <sys/types.h>

/* From now on, while there are such files, a signal that ends a process by default removes them
 * first; ignored signals stay ignored. */
void unfinished_watch(void);

/* Create the file `name` in an open folder, where it must not exist, for writing. Both are borrowed
 * until unfinished_forget. Returns a descriptor, or -1 and errno. */
int unfinished_open(int folder, const char *name, mode_t mode);

/* The file has got its name, or is gone. Harmless if `name` (this pointer) is not known. */
void unfinished_forget(const char *name);

/* Remove all such files. Async-signal-safe, and the program must end then. */
void unfinished_remove(void);

#endif
