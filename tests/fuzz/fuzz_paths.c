/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of call paths. Whatever it says, nodes have their parents before them, no tick is lost
 * or made, and what is written of it is read back as it was. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/load/file/image_file.h"
#include "core/load/join/path_file.h"
#include "parts.h"
#include "tests/support/require.h"

enum { IMAGES_MOST = 64 };

static void check_tree(const struct path_tree *t)
{
    for (size_t i = 0; i < t->n; i++)
        require(t->v[i].parent == PATH_NO_NODE || t->v[i].parent < i);
}

static uint64_t ticks_of(const struct path_tree *t)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < t->n; i++)
        sum += t->v[i].ticks;
    return sum;
}

/* Each image by itself, at its own addresses. */
static bool read_tree(struct path_file *f, struct path_tree *t)
{
    char stem[] = "fuzz";
    struct path_target targets[IMAGES_MOST];
    struct err e = ERR_INIT;
    if (!path_file_read(&(struct run_info){.stem = stem}, SOURCE_NO_OWNER, f, &e))
        return false;
    for (size_t i = 0; i < f->n_images && i < IMAGES_MOST; i++)
        targets[i] = (struct path_target){(uint32_t)i + 1, 0};
    return f->n_images <= IMAGES_MOST && path_file_add(f, targets, t, NULL, &e);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct path_file f = {0}, again = {0};
    struct path_tree t = {0}, same = {0};
    struct err e = ERR_INIT;
    part_write("fuzz.paths", (struct part){p, n});
    bool ok = read_tree(&f, &t);
    check_tree(&t);
    if (ok) {
        struct text out = {0};
        const struct path_text all = {&t, f.images, f.n_images, f.rate_hz, f.lost_ticks};
        require(path_text_write(&all, &out, &e));
        part_write("fuzz.paths", (struct part){(const uint8_t *)out.p, out.n});
        require(read_tree(&again, &same));
        require(same.n == t.n && ticks_of(&same) == ticks_of(&t));
        text_release(&out);
    }
    path_file_release(&f);
    path_file_release(&again);
    path_tree_release(&t);
    path_tree_release(&same);
    unlink("fuzz.paths");
    return 0;
}
