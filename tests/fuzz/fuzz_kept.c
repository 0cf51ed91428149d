/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts. Whatever they are, what is made of them is a message that can be read, and says of
 * no process that it has written its files when it has not; and files in that folder alone, and
 * FILE beside it. */
#include "fuzz.h"

#include <dirent.h>
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

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct kept_left left = {0};
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
