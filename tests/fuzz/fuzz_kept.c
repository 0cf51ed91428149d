/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts. Whatever they are, what is made of them is a message that can be read, and says of
 * no process that it has written its files when it has not; and files in that folder alone, and
 * FILE beside it. */
#include "fuzz.h"

#include <dirent.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/base/text.h"
#include "core/load/file/image_file.h"
#include "core/load/run/kept.h"
#include "core/load/run/run.h"
#include "parts.h"
#include "tests/support/require.h"
#include "unite/kept.h"
#include "unite/put.h"

#define FILE_NAME "fuzz.out"
#define FOLDER    FILE_NAME ".d"

static void take_file(const char *path)
{
    struct run run = {0};
    struct err e = ERR_INIT;
    if (text_ends_in(path, RUN_ENDING))
        require(run_read_file(path, SOURCE_NO_OWNER, &run, &e) && run.n_images > 0 &&
                run.facts.n_kept == 1);
    run_release(&run);
    unlink(path);
}

/* Ranges may have a hundred million bins, and bins counts that need a thousand ranges: no input
 * shows more by them. */
static bool is_small(const uint8_t *p, size_t n)
{
    enum { BINS_MOST = 1 << 16 };
    const struct unite_kept k = {.is_swapped = n >= sizeof(struct keep_head) &&
                                               ((const struct keep_head *)p)->order != KEEP_ORDER};
    struct kept_segment s;
    uint64_t n_bins = 0, n_full = 0, ticks;
    for (size_t at = 0; at < n; at += sizeof(uint64_t)) {
        if (!unite_kept_segment(&k, p + at, n - at, &s))
            continue;
        if (s.kind == KEEP_IMAGE && s.n_bytes >= sizeof(struct keep_image))
            n_bins += unite_kept_u32(&k, s.p + offsetof(struct keep_image, n_bins));
        for (size_t i = 0; s.kind == KEEP_TICKS && i + sizeof ticks <= s.n_bytes;
             i += sizeof ticks) {
            memcpy(&ticks, s.p + i, sizeof ticks);
            n_full += (k.is_swapped ? __builtin_bswap64(ticks) : ticks) / UNITE_BIN_MOST;
        }
    }
    return n_bins < BINS_MOST && n_full < BINS_MOST / (n_bins + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct kept_left left = {0};
    if (!is_small(p, n))
        return 0;
    mkdir(FOLDER, 0700);
    part_write(FOLDER "/fuzz.keep", (struct part){p, n});
    kept_finish(FOLDER, &left);
    for (size_t i = 0; i < left.n_failed; i++) /* messages have the folder's name */
        require(left.why[i].code == ERR_LIMIT || strcmp(left.why[i].file, FOLDER) != 0);
    free(left.why);
    DIR *d = opendir(FOLDER);
    for (const struct dirent *entry; d && (entry = readdir(d));) {
        char *path = text_format(FOLDER "/%s", entry->d_name);
        take_file(path);
        free(path);
    }
    closedir(d);
    if (access(FILE_NAME RUN_ENDING, F_OK) == 0)
        take_file(FILE_NAME RUN_ENDING);
    unlink(FILE_NAME);
    require(rmdir(FOLDER) == 0);
    return 0;
}
