/* SPDX-License-Identifier: MIT */
/* maps: which files are mapped as code, as the kernel reports: for handlers, in which the dynamic
 * loader must not be asked. */
#ifndef GPTUI_RUNTIME_MAPS_H
#define GPTUI_RUNTIME_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mapping {
    uintptr_t lo, hi;
    uintptr_t file;   /* where the file begins in memory, readable; 0: nowhere */
    const char *path; /* without symbolic links; ends with the call */
};

/* Calls take for each part of a file that is mapped as code. line: room for the longest path and
 * 100 bytes more. System calls only. */
void maps_each(char *line, size_t room, void (*take)(const struct mapping *mapping, void *data),
               void *data);

/* What is mapped in one piece around an address, readable and writable. False: nothing is, or the
 * kernel does not show it. System calls only. */
bool maps_around(uintptr_t address, uintptr_t *lo, uintptr_t *hi);

#endif
