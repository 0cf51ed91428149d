/* SPDX-License-Identifier: GPL-3.0-or-later */
/* target: the program to run, as its file tells about it before it runs. */
#ifndef GPTUI_RECORD_TARGET_H
#define GPTUI_RECORD_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"

/* Who can run it. */
struct machine {
    bool is64, big_endian;
    uint16_t number; /* e_machine */
};

enum target_kind {
    TARGET_DYNAMIC, /* asks for a dynamic linker, which preloads */
    TARGET_STATIC,
    TARGET_SCRIPT, /* another program runs it */
    TARGET_OTHER,  /* of no kind that is known here; the kernel may know better */
};

struct target {
    char *path; /* as the kernel gets it; malloc'ed */
    enum target_kind kind;
    struct machine machine; /* of TARGET_DYNAMIC and TARGET_STATIC */
    bool calls;             /* a function that compilers call for profiling is asked for */
    bool has_runtime;       /* and the program brings it itself: some runtime is linked in */
    bool has_ours;          /* namely ours */
    bool guarded;           /* set-user-ID or set-group-ID to somebody else */
};

/* Find `name` as a shell does, in the folders of `search` (of PATH; NULL: unset) unless it holds a
 * '/'. Fails with ERR_OPEN (sys: ENOENT, or EACCES if what was found cannot be run), ERR_MEMORY. */
bool target_find(struct target *t, const char *name, const char *search,
                 struct err *e) ATTR_MUST_USE;

/* Fill in the rest. A file that cannot be read or understood is TARGET_OTHER; fails only with
 * ERR_MEMORY. */
bool target_inspect(struct target *t, struct err *e) ATTR_MUST_USE;
void target_release(struct target *t);

/* The machine of an ELF file; false if it is none. */
bool machine_of(const char *path, struct machine *m);

/* Has the ELF file a table of symbols, without which no report of it can be made? */
bool elf_file_has_symbols(const char *path);

bool machine_equal(const struct machine *a, const struct machine *b);

#endif
