/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run that goes with a profile, and a library of it. Whatever they say, it is read, told and
 * joined: places ascend and lie apart, symbols have names and lie in their images, parents of paths
 * come before their children, and no call of the program is lost or counted twice. */
#include "fuzz.h"

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
#include "tests/support/require.h"

/* Names that the seeds use. */
#define PROFILE "fuzz.gmon"
#define RUN     PROFILE RUN_ENDING
#define LIBRARY "fuzz.so"

enum { BASE = 0x1000, SIZE = 0x100, FUNCTIONS = 4, EM_X86_64 = 62 };

static struct image *make_image(void)
{
    static const char names[] = "_start\0main\0back\0last";
    struct image *im = mem_array(1, sizeof *im);
    im->path = mem_text("fuzz-program", 12);
    im->machine = EM_X86_64;
    im->addr_bytes = 8;
    im->names = mem_text(names, sizeof names);
    im->n_name_bytes = sizeof names;
    im->symbols = mem_array(FUNCTIONS, sizeof *im->symbols);
    require(im->path && im->names && im->symbols);
    uint32_t at = 0;
    for (; im->n_symbols < FUNCTIONS; at += (uint32_t)strlen(names + at) + 1) {
        uint64_t addr = BASE + im->n_symbols * SIZE;
        im->symbols[im->n_symbols++] = (struct raw_symbol){addr, at, SYM_FUNC};
    }
    im->text_lo = BASE;
    im->text_hi = BASE + FUNCTIONS * SIZE;
    return im;
}

/* What a program's profile would be, without a file. */
static struct profile *make_profile(void)
{
    static const struct raw_arc arcs[] = {
        {BASE, BASE + SIZE, 1}, {BASE, BASE + 2 * SIZE, 40}, {BASE + SIZE + 8, BASE + 2 * SIZE, 2}};
    struct profile *p = profile_new(make_image());
    require(p != NULL);
    p->files = mem_array(1, sizeof *p->files);
    p->arcs = mem_array(ARRAY_LEN(arcs), sizeof *p->arcs);
    require(p->files && p->arcs);
    memcpy(p->arcs, arcs, sizeof arcs);
    p->n_arcs = ARRAY_LEN(arcs);
    p->has_arcs = true;
    p->files[0] = (struct profile_file){.path = mem_text(PROFILE, strlen(PROFILE)), .rate_hz = 100};
    p->n_files = 1;
    p->rate_hz = 100;
    p->abbrev = 's';
    memcpy(p->dimension, "seconds", sizeof "seconds");
    return p;
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

static void check_waits(const struct profile *p)
{
    require(p->n_waits == 0 || p->wait_hz > 0);
    for (uint32_t i = 0; i < p->n_waits; i++)
        require(!p->waits[i].n_bins || p->waits[i].bins || p->waits[i].record);
}

static void check(const struct profile *p)
{
    enum { OF_PROGRAM = 43 };
    check_libraries(p);
    check_waits(p);
    check_symbols(p);
    check_paths(p->paths);
    require(own_calls(p) == OF_PROGRAM);
}

/* As the run of the profile, if it is one at all. */
static void write_run(struct part part)
{
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
    }
    text_release(&text);
    run_release(&run);
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
    write_run(part[0]);
    struct profile *profile = make_profile();
    join(profile, &e);
    check(profile);
    profile_free(profile);
    unlink(LIBRARY);
    unlink(RUN);
    return 0;
}
