/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kept counts. Whatever they are, what is made of them can be read, paths have their parents before
 * them and their sums, and no profile becomes larger than its file accounts for. */
#include "fuzz.h"

#include <stdlib.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/file/image_file.h"
#include "core/load/join/join.h"
#include "core/load/join/kept_run.h"
#include "core/load/join/path_file.h"
#include "core/load/join/run_data.h"
#include "core/load/run/runs_memory.h"
#include "parts.h"
#include "tests/support/require.h"

#define KEPT "fuzz.keep"

/* For the machine of the counts, if they are any. */
static struct profile *make_profile(const struct kept_run *r)
{
    struct image *im = mem_array(1, sizeof *im);
    require(im != NULL);
    im->path = mem_text("fuzz-program", 12);
    im->addr_bytes = r ? (uint8_t)r->counts.word : 8;
    im->big_endian = r && r->counts.big;
    im->text_lo = 0x1000;
    im->text_hi = 0x2000;
    struct profile *p = profile_new(im);
    require(p != NULL);
    return p;
}

static void check_images(const struct run_info *info)
{
    const struct gmon_options o = {0};
    for (size_t i = 0; i < info->n_images; i++)
        for (int what = KEPT_TICKS; what <= KEPT_WAITING; what++) {
            struct err e = ERR_INIT;
            struct profile *p = make_profile(info->kept);
            bool ok = run_data_read(info, i, (enum kept_what)what, p, &o, &e);
            require(ok == (e.code == ERR_NONE));
            profile_free(p);
        }
}

static void check_paths(const struct run_info *info)
{
    struct path_file f;
    struct unite_tree t = {.memory = &runs_memory};
    struct err e = ERR_INIT;
    struct path_target *targets = mem_array(info->n_images, sizeof *targets);
    require(targets && info->n_paths > 0);
    require(path_file_read(info, SOURCE_NO_OWNER, &f, &e));
    require(f.n_images == info->n_images && f.n_nodes == info->n_paths);
    for (size_t i = 0; i < f.n_images; i++)
        targets[i].image = (uint32_t)i + 1;
    require(path_file_add(&f, targets, &t, NULL, &e));
    require(unite_tree_count(&t) <= f.n_nodes);
    for (size_t i = 0, parent; i < unite_tree_count(&t); i++) {
        (void)unite_tree_node(&t, i, &parent);
        require(parent == UNITE_NO_NODE || parent < i);
    }
    unite_tree_release(&t);
    path_file_release(&f);
    free(targets);
}

/* As a profile that somebody names. */
static void check_joined(const struct kept_run *r)
{
    struct err e = ERR_INIT;
    struct profile *p = make_profile(r);
    if (gmon_read(p, KEPT, &(struct gmon_options){0}, &e)) {
        require(join_libraries(p, NULL, NULL, &e));
        require(!p->paths || p->paths->cut_ticks <= p->paths->ticks);
    }
    profile_free(p);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct run_info info = {0};
    struct kept_about about;
    struct err e = ERR_INIT;
    part_write(KEPT, (struct part){p, n});
    require(gmon_kept_about(KEPT, &about, &e));
    free(about.program);
    if (run_info_read(KEPT, SOURCE_NO_OWNER, &info, &e)) {
        require(info.kept && info.n_images > 0 && info.facts.n_kept == 1);
        require(info.n_phases <= 256);
        check_images(&info);
        if (info.n_paths > 0)
            check_paths(&info);
        check_joined(info.kept);
    }
    run_info_release(&info);
    unlink(KEPT);
    return 0;
}
