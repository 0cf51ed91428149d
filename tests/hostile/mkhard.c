/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mkhard KIND N IMAGE PROFILE: an image of N functions whose names are hard to take, and a profile
 * in which each has one tick and is called by the one before. KIND:
 *
 *   evil       names that steer terminals, are no text, or look like something else
 *   equal      all have one name
 *   huge       all have one name of 64 KB
 *   suffixes   each name is the one before without its first letter
 *   swelling   mangled names of 150 bytes, each of them short for one of a megabyte
 *   deep       mangled names that nest as deep as 60 KB can
 *   chain      ordinary names
 *   ring       ordinary names; the last calls the first
 *   circle     the same, and each calls the one before
 *   star       ordinary names; the first calls all */
#include "../tools/elf.h"
#include "../tools/gmon.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 0x1000, STEP = 16, HUGE_BYTES = 64 << 10, LEVELS = 14 };

static void put(struct bytes *b, const char *text)
{
    bytes_add(b, text, strlen(text));
}

static const char *const evil_names[] = {
    "\033[2J\033]0;title\007",              /* clears the screen, sets the title */
    "\033Pq#1~\033\\",                      /* a picture */
    "\23331m",                              /* as one byte */
    "\302\23331m",                          /* the same in UTF-8 */
    "two\nlines",                           /* and */
    "back\b\r\fover",                       /* */
    "tab\ttab\vtab",                        /* */
    "\377\376",                             /* no UTF-8 */
    "\300\200\355\240\200\364\220\200\200", /* overlong, surrogate, beyond the end */
    "cut\342\202",                          /* off */
    "\342\200\256desrever",                 /* turns the direction */
    "\342\200\213\314\201\314\201\314\201", /* no width at all */
    "\346\274\242\345\255\227",             /* two cells each */
    "%s%n%08x",
    "/regex/",
    "-e",
    "'; $(touch litter) `touch litter`",
    " ",
    "",
    "../../litter",
    "_Z\033[1m",
    "_Z4\033[1mv",
    "_ZN2\n\n1fEv",
};
enum { N_EVIL = sizeof evil_names / sizeof evil_names[0] };

/* A<A<A<int, int>, A<int, int>>, ...>: every parameter repeats the one before twice. */
static void put_swelling(struct bytes *b, size_t i)
{
    char *head = text_of("_Z9f%08zu1AIiiE", i % 100000000);
    put(b, head);
    free(head);
    for (unsigned level = 0; level < LEVELS; level++) {
        char *type = level < 10 ? text_of("S_IS%u_S%u_E", level, level)
                                : text_of("S_IS%c_S%c_E", 'A' + level - 10, 'A' + level - 10);
        put(b, type);
        free(type);
    }
}

static void put_deep(struct bytes *b, size_t i)
{
    char *head = text_of("_Z9f%08zu", i % 100000000);
    put(b, head);
    free(head);
    bytes_fill(b, 'P', 60000);
    put(b, "i");
}

static char *name_of(const char *kind, size_t i)
{
    struct bytes b = {0};
    if (strcmp(kind, "evil") == 0)
        return i < N_EVIL ? copy_text(evil_names[i]) : text_of("%zu%s", i, evil_names[i % N_EVIL]);
    if (strcmp(kind, "swelling") == 0)
        put_swelling(&b, i);
    else if (strcmp(kind, "deep") == 0)
        put_deep(&b, i);
    else if (strcmp(kind, "huge") == 0 || strcmp(kind, "suffixes") == 0)
        bytes_fill(&b, 'x', HUGE_BYTES);
    else
        return text_of("f%zu", strcmp(kind, "equal") == 0 ? 0 : i);
    bytes_number(&b, 0, 1);
    return (char *)b.p;
}

static bool is_shared(const char *kind)
{
    return strcmp(kind, "equal") == 0 || strcmp(kind, "huge") == 0 || strcmp(kind, "suffixes") == 0;
}

static void add_symbol(struct elf *e, const char *kind, size_t i)
{
    struct elf_symbol s = {.addr = FIRST + i * STEP, .size = STEP, .type = STT_FUNC};
    size_t before = e->strings.n;
    char *name = i > 0 && is_shared(kind) ? copy_text("") : name_of(kind, i);
    s.bind = STB_GLOBAL;
    s.section = 1;
    s.name = name;
    elf_add_symbol(e, s);
    e->symbols[i].name = "";
    if (i > 0 && is_shared(kind)) {
        e->strings.n = before;
        e->symbols[i].name_at = e->symbols[0].name_at + (*kind == 's' ? i % (HUGE_BYTES - 1) : 0);
    }
    free(name);
}

static void make_image(const char *kind, size_t n, const char *path)
{
    struct elf e;
    elf_init(&e, true, false, EM_X86_64, ET_EXEC);
    elf_add_section(&e, ".text", FIRST, SHF_ALLOC | SHF_EXECINSTR);
    bytes_fill(&e.sections[1].data, 0x90, 16); /* the rest of the code is not there: nobody looks */
    for (size_t i = 0; i < n; i++)
        add_symbol(&e, kind, i);
    elf_save(&e, path);
    elf_release(&e);
}

static void add_arcs(struct gmon *g, const char *kind, size_t n)
{
    for (size_t i = 1; i < n; i++)
        gmon_arc(g, FIRST + (strcmp(kind, "star") == 0 ? 0 : i - 1) * STEP + 4, FIRST + i * STEP,
                 1);
    if (strcmp(kind, "ring") == 0 || strcmp(kind, "circle") == 0)
        gmon_arc(g, FIRST + (n - 1) * STEP + 4, FIRST, 1);
    for (size_t i = 0; i < n && strcmp(kind, "circle") == 0; i++)
        gmon_arc(g, FIRST + (i + 1) % n * STEP + 4, FIRST + i * STEP, 1);
}

static void make_profile(const char *kind, size_t n, const char *path)
{
    struct gmon g;
    uint16_t *bins = calloc(n + 1, sizeof *bins);
    if (!bins)
        fail("out of memory");
    for (size_t i = 0; i < n; i++)
        bins[i] = 1;
    const struct gmon_histogram h = {
        .lo = FIRST, .hi = FIRST + n * STEP, .bins = bins, .n = n, .said = n};
    gmon_init(&g, GMON_MAGIC, true, false);
    gmon_header(&g, 1);
    gmon_histogram(&g, &h);
    add_arcs(&g, kind, n);
    file_write(path, g.out.p, g.out.n);
    bytes_release(&g.out);
    free(bins);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        fail("usage: mkhard KIND N IMAGE PROFILE");
    size_t n = strtoul(argv[2], NULL, 10);
    make_image(argv[1], n, argv[3]);
    make_profile(argv[1], n, argv[4]);
    return 0;
}
