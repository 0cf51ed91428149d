/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run that goes with a profile, and a library of it. Whatever they say, it is read, told and
 * joined: places ascend and lie apart, symbols have names and lie in their images, parents of paths
 * come before their children, and no call of the program is lost or counted twice. The trees of the
 * paths can be opened at every node, and the sum of what is below a node is what it has. */
#include "fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/run/join.h"
#include "core/load/run/sum.h"
#include "core/load/run/run.h"
#include "core/load/run/text.h"
#include "core/load/gmon/write.h"
#include "parts.h"
#include "tests/support/app_driver.h"
#include "tests/support/profile_builder.h"
#include "tests/support/require.h"

/* Names that the seeds use. */
#define PROFILE "fuzz.gmon"
#define RUN     PROFILE RUN_ENDING
#define LIBRARY "fuzz.so"

enum { BASE = 0x1000, SIZE = 0x100, FUNCTIONS = 4 };

/* What a program's profile would be, without a file. */
static struct profile *make_profile(void)
{
    static const char *const names[] = {"_start", "main", "back", "last"};
    struct made m = {0};
    made_init(&m, BASE, BASE + FUNCTIONS * SIZE);
    for (uint64_t i = 0; i < FUNCTIONS; i++)
        made_symbol(&m, names[i], BASE + i * SIZE, SYM_FUNC);
    made_arc(&m, BASE, BASE + SIZE, 1);
    made_arc(&m, BASE, BASE + 2 * SIZE, 40);
    made_arc(&m, BASE + SIZE + 8, BASE + 2 * SIZE, 2);
    m.profile.rate_hz = m.file.rate_hz = 100;
    return made_take(&m, "fuzz-program", PROFILE);
}

static void check_libraries(const struct profile *p)
{
    uint64_t end = p->program_hi;
    require(p->n_joined <= p->n_libraries);
    for (size_t i = 0; i < p->n_libraries; i++) {
        const struct library *l = &p->libraries[i];
        require(l->path && (l->finding == LIBRARY_JOINED) == (i < p->n_joined));
        if (i >= p->n_joined)
            continue;
        require(l->lo >= end && l->lo < l->hi);
        require(profile_library(p, l->lo) == l && profile_library(p, l->hi - 1) == l);
        end = l->hi;
    }
}

static void check_symbols(const struct profile *p)
{
    const struct image *im = p->image;
    require(im->n_name_bytes > 0 && im->names[im->n_name_bytes - 1] == '\0');
    for (uint32_t i = 0; i < im->n_symbols; i++) {
        require(im->symbols[i].name < im->n_name_bytes);
        require(i < FUNCTIONS || profile_library(p, im->symbols[i].addr) != NULL);
    }
}

/* Into the program. */
static uint64_t own_calls(const struct profile *p)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n_arcs; i++)
        sum += p->n_joined && p->arcs[i].to >= p->program_hi ? 0 : p->arcs[i].count;
    return sum;
}

static void check_paths(const struct profile_paths *paths)
{
    for (uint32_t i = 0; paths && i < paths->n; i++)
        require(paths->nodes[i].parent == PATH_NO_NODE || paths->nodes[i].parent < i);
}

/* Nodes of a tree: more than the first ones of that from the other end would be too many. */
static void check_tree(struct call_tree *t)
{
    enum { MOST = 200 };
    for (uint32_t i = 0; i < t->n && i < MOST; i++) {
        tree_open(t, i);
        const struct tree_node *x = &t->nodes[i];
        double sum = t->down && i == 0 ? 0 : x->self;
        for (uint32_t k = 0; k < x->n_children; k++) {
            require(t->nodes[x->child + k].parent == i && x->child + k < t->n && x->child > i);
            sum += t->nodes[x->child + k].all;
        }
        require(fabs(sum - x->all) <= 1e-9 * x->all);
    }
}

/* Takes over p. */
static void check_trees(struct profile *p)
{
    struct session *s = make_session("fuzz-program", p);
    for (int inverted = 0; inverted < 2; inverted++) {
        struct err e = ERR_INIT;
        struct call_tree *t = session_tree(s, inverted, &e);
        require(t != NULL);
        check_tree(t);
    }
    session_free(s);
}

static void check_waits(const struct profile *p)
{
    require(p->n_waits == 0 || p->wait_hz > 0);
    for (uint32_t i = 0; i < p->n_waits; i++)
        require(!p->waits[i].n_bins || p->waits[i].bins || p->waits[i].record);
}

static void check(const struct profile *p, bool all_calls)
{
    enum { OF_PROGRAM = 43 };
    check_libraries(p);
    check_waits(p);
    check_symbols(p);
    check_paths(p->paths);
    require(own_calls(p) == OF_PROGRAM || (!all_calls && own_calls(p) > OF_PROGRAM));
}

/* As the run of the profile, if it is one at all. Returns whether calls by others of the program,
 * which has an entry for them, are in the profile. */
static bool write_run(struct part part)
{
    bool all_calls = true;
    struct unite_message m = {.memory = &runs_memory};
    struct run run;
    struct err e = ERR_INIT;
    struct text text = {0};
    struct file_sink file;
    require((m.p = malloc(part.n + 1)) != NULL);
    memcpy(m.p, part.p, part.n);
    m.n = m.cap = part.n;
    part_write(RUN, part);
    if (run_of_message(&m, RUN, &run, &e)) {
        run_text(&run, &text);
        file_sink_open(&file, RUN, &e);
        unite_put_message(&file.sink, &run.message, &(struct unite_profile){0, 0});
        require(file_sink_close(&file));
        all_calls = run.n_images == 0 || run.images[0].has_entry;
    }
    text_release(&text);
    run_release(&run);
    return all_calls;
}

/* The run of the profile, which is the only file. */
static void join(struct profile *p, struct err *e)
{
    const struct gmon_options o = {0};
    const struct sum_use use = {.tells = true, .libraries = true};
    struct sum *sum = sum_new(&o, false);
    sum_begin(sum, &use);
    require(sum_add(sum, p->image, p, &p->files[0], e) && sum_end(sum, e));
    require(join_run(p, sum_run(sum), true, NULL, e));
    sum_free(sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct part part[2];
    struct err e = ERR_INIT;
    parts_cut(p, n, part, 2);
    part_write(LIBRARY, part[1]);
    const bool all_calls = write_run(part[0]);
    struct profile *profile = make_profile();
    join(profile, &e);
    check(profile, all_calls);
    if (profile->paths)
        check_trees(profile);
    else
        profile_free(profile);
    unlink(LIBRARY);
    unlink(RUN);
    return 0;
}
