/* SPDX-License-Identifier: MIT */
/* host: files and words for the computer that a board is attached to, by its debugger or by qemu
 * (semihosting). newlib.c does it by newlib, aarch64.c without any library. */
#ifndef HOST_H
#define HOST_H

#include <stdbool.h>
#include <stddef.h>

struct host_file;

/* A new file in the folder where the debugger was started, or NULL. One at a time. */
struct host_file *host_create(const char *name);

/* file: a struct host_file; what fails is told by host_close. */
void host_write(void *file, const void *bytes, size_t n);
bool host_close(struct host_file *file);

/* Words on the terminal of the debugger. */
void host_say(const char *words);

#endif
