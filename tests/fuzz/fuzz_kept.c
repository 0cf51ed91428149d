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

/* Ranges may have a hundred million bins, which no input shows more by. Counts that are being moved,
 * as no process does here, would be waited for. */
static bool is_small(struct part part)
{
    enum { BINS_MOST = 1 << 16 };
    static const char path[] = "small.keep";
    char *copy = part_text(part);
    if (part.n >= sizeof(struct keep_head))
        memset(copy + offsetof(struct keep_head, n_moving), 0, sizeof(uint32_t));
    part_write(path, (struct part){(uint8_t *)copy, part.n});
    free(copy);
    struct run run;
    struct err e = ERR_INIT;
    struct unite_record r = {0};
    uint64_t n = 0, full = 0;
    if (kept_run(path, NULL, NULL, &run, &e)) {
        const struct unite_source source = unite_source_of(&run.message);
        struct unite_reader reader;
        require(unite_reader_begin(&reader, &source) == UNITE_OK);
        while (unite_read(&reader, &r) == UNITE_OK && r.kind != UNITE_END) {
            n += r.kind == UNITE_RANGE ? r.range.n_bins : 0;
            full += r.kind == UNITE_BIN ? r.bin.count / UNITE_BIN_MOST : 0;
        }
    }
    run_release(&run);
    unlink(path);
    return n < BINS_MOST && full < BINS_MOST / (n + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct kept_left left = {0};
    mkdir(FOLDER, 0700);
    part_write(FOLDER "/fuzz.keep", (struct part){p, n});
    if (is_small((struct part){p, n}))
        kept_finish(FOLDER, &left);
    else
        unlink(FOLDER "/fuzz.keep");
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
