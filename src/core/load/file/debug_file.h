/* SPDX-License-Identifier: GPL-3.0-or-later */
/* debug_file: the file that holds the debug information of an image: the image itself, or the one
 * that its build id or its debug link names. */
#ifndef GPTUI_LOAD_FILE_DEBUG_FILE_H
#define GPTUI_LOAD_FILE_DEBUG_FILE_H

#include "core/load/file/elf.h"

struct debug_file {
    char *path;
    struct source source;
    struct elf elf; /* of source; the struct must not be moved */
    bool cancelled; /* the user cancelled the search for it */
};

/* Open the ELF file at `path`, or, if `windows`, a program for Windows. False if it is none or
 * cannot be read. */
bool debug_file_open(struct debug_file *f, const char *path, bool windows) ATTR_MUST_USE;
void debug_file_close(struct debug_file *f);

/* Does it hold DWARF of its own? */
bool debug_file_has_dwarf(const struct debug_file *f);

/* Open the separate file that belongs to f, looked for where GNU tools look. False: there is none
 * with DWARF, or the progress (NULL: nobody is asked) cancelled the computation of a check sum. */
bool debug_file_follow(const struct debug_file *f, struct debug_file *separate,
                       const struct progress *progress) ATTR_MUST_USE;

/* May another library follow the debug link `name` of the image at `image` by itself, in its own
 * way? Then nothing that it finds makes it wait, read for long, or open anything else. False also
 * when memory runs out. */
bool debug_link_is_harmless(const char *image, const char *name) ATTR_MUST_USE;

/* Open the file that f's debug information shares with others' (.gnu_debugaltlink). */
bool debug_file_shared(const struct debug_file *f, struct debug_file *shared) ATTR_MUST_USE;

#endif
