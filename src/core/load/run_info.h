/* SPDX-License-Identifier: GPL-3.0-or-later */
/* run_info: what our runtime knew about a run and the profile has no place for: the text
 * PROFILE.info, gptui_rt(3), FILES. Only what somebody asks for is kept. */
#ifndef GPTUI_LOAD_RUN_INFO_H
#define GPTUI_LOAD_RUN_INFO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/attr.h"
#include "core/base/err.h"
#include "core/base/file.h"

struct run_image {
    const char *path;   /* as it was loaded */
    uint64_t base_addr; /* added to the addresses of the file */
    uint64_t ticks;
};

struct run_info {
    struct run_image *images; /* the program first */
    size_t n_images;          /* 0: nothing is known */
    uint64_t ticks;           /* in all; unknown_ticks of them in no image */
    uint64_t unknown_ticks;
    size_t cap;
    struct bytes text; /* what the paths point into */
};

/* Read the text of the profile file `profile`. A text of another version, or none at all, tells
 * nothing; lines that cannot be understood are skipped. Fails with ERR_OPEN if there is no file, as
 * file_read does, or with ERR_MEMORY; *out is then empty. */
bool run_info_read(const char *profile, struct run_info *out, struct err *e) ATTR_MUST_USE;
void run_info_release(struct run_info *info);

#endif
