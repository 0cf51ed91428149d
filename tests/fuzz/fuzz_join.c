/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles of shared libraries joined with a program's: the text about the run, the library's
 * profile, its image, and what threads waited. Whatever they say, places ascend and lie apart,
 * symbols have names and lie in their images, and no call is lost or counted twice. */
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/gmon/gmon.h"
#include "core/load/join/join.h"
#include "parts.h"
#include "tests/support/require.h"

/* Names that the seeds use. */
#define PROFILE         "fuzz.gmon"
#define INFO            PROFILE ".info"
#define LIBRARY         "fuzz.so"
#define LIBRARY_PROFILE PROFILE "." LIBRARY
#define WAITS           PROFILE ".wait"
#define LIBRARY_WAITS   LIBRARY_PROFILE ".wait"

enum { BASE = 0x1000, SIZE = 0x100, FUNCTIONS = 4, EM_X86_64 = 62 };

static struct image *make_image(void)
{
    static const char names[] = "_start\0main\0back\0last";
    struct image *im = mem_array(1, sizeof *im);
    require(im != NULL);
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

static uint64_t calls(const struct profile *p)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < p->n_arcs; i++)
        sum += p->arcs[i].count;
    return sum;
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

/* Do all calls between images stand in some profile, by the text? */
static bool all_stand(struct part part)
{
    char *text = part_text(part);
    bool stand = true;
    for (char *line = text, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        if (*end)
            *end++ = '\0';
        stand = stand && (strncmp(line, "image ", 6) != 0 || strstr(line, " entry "));
    }
    free(text);
    return stand;
}

/* The program's own arcs and the library's, which stand in its profile as the input has it. */
static uint64_t calls_before(const struct profile *joined)
{
    struct image *im = mem_array(1, sizeof *im);
    struct err e = ERR_INIT;
    require(im != NULL);
    im->addr_bytes = 8;
    struct profile *own = profile_new(im), *program = make_profile();
    require(own != NULL);
    for (size_t i = 0; i < joined->n_joined; i++)
        if (joined->libraries[i].profile)
            require(gmon_read(own, joined->libraries[i].profile, &(struct gmon_options){0}, &e));
    uint64_t sum = calls(own) + calls(program);
    profile_free(own);
    profile_free(program);
    return sum;
}

static void check_waits(const struct profile *p)
{
    require(p->n_waits == 0 || p->wait_hz > 0);
    for (uint32_t i = 0; i < p->n_waits; i++)
        require(!p->waits[i].n_bins || p->waits[i].bins || p->waits[i].record);
}

static void check(const struct profile *p, bool stand)
{
    check_libraries(p);
    check_waits(p);
    check_symbols(p);
    /* Runs that load one library twice have two profiles of it, of which one is named. */
    if (stand && p->n_libraries == 1)
        require(calls(p) == calls_before(p));
}

int LLVMFuzzerTestOneInput(const uint8_t *p, size_t n)
{
    struct part part[4];
    struct err e = ERR_INIT;
    parts_cut(p, n, part, 4);
    part_write(WAITS, part[3]);
    part_write(LIBRARY_WAITS, part[3]);
    part_write(LIBRARY_PROFILE, part[1]);
    part_write(LIBRARY, part[2]);
    part_write(INFO, part[0]);
    struct profile *profile = make_profile();
    require(join_libraries(profile, NULL, NULL, &e));
    check(profile, all_stand(part[0]));
    profile_free(profile);
    unlink(LIBRARY_PROFILE);
    unlink(LIBRARY);
    unlink(INFO);
    unlink(WAITS);
    unlink(LIBRARY_WAITS);
    return 0;
}
