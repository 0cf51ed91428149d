/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of call paths. Whatever it says, nodes have their parents before them, no tick is lost
 * or made, and what is written of it is read back as it was. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/load/file/image_file.h"
#include "core/load/join/path_file.h"
#include "core/load/run/runs_memory.h"
#include "core/base/mem.h"
#include "parts.h"
#include "tests/support/path_writer.h"
#include "tests/support/require.h"

enum { IMAGES_MOST = 64 };

static void check_tree(const struct unite_tree *t)
{
    for (size_t i = 0, parent; i < unite_tree_count(t); i++) {
        (void)unite_tree_node(t, i, &parent);
        require(parent == UNITE_NO_NODE || parent < i);
    }
}

/* Half of that is as much as a file can hold. */
static uint64_t ticks_of(const struct unite_tree *t)
{
    uint64_t sum = 0;
    for (size_t i = 0, parent; i < unite_tree_count(t); i++)
        sum = unite_sum(sum, unite_tree_node(t, i, &parent)->ticks);
    return sum;
}

/* Write the nodes of a tree, in images of any names. */
static void write_tree(const struct unite_tree *t, size_t n_images)
{
    struct unite_build b;
    char names[IMAGES_MOST][8];
    size_t *number = mem_array_raw(unite_tree_count(t), sizeof *number);
    require(number != NULL);
    unite_build_init(&b, &runs_memory);
    for (size_t i = 0; i < n_images; i++) {
        const int n = snprintf(names[i], sizeof names[i], "/%02zu", i);
        unite_build_image(&b, &(struct unite_image){.path = {names[i], (size_t)n}});
    }
    for (size_t i = 0, parent; i < unite_tree_count(t); i++) {
        const struct unite_node *node = unite_tree_node(t, i, &parent);
        number[i] = unite_build_node(&b, parent == UNITE_NO_NODE ? parent : number[parent], node);
    }
    path_write("fuzz.paths", &b, 100, 0);
    free(number);
}

/* Each image by itself, at its own addresses. */
static bool read_tree(struct path_file *f, struct unite_tree *t)
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
    struct unite_tree t = {.memory = &runs_memory}, same = t;
    part_write("fuzz.paths", (struct part){p, n});
    bool ok = read_tree(&f, &t);
    check_tree(&t);
    if (ok && f.n_images > 0 && unite_tree_count(&t) > 0 && ticks_of(&t) < UINT64_MAX / 2) {
        write_tree(&t, f.n_images);
        require(read_tree(&again, &same));
        require(unite_tree_count(&same) == unite_tree_count(&t));
        require(ticks_of(&same) == ticks_of(&t));
    }
    path_file_release(&f);
    path_file_release(&again);
    unite_tree_release(&t);
    unite_tree_release(&same);
    unlink("fuzz.paths");
    return 0;
}
