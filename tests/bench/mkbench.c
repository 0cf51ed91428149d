/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mkbench SHAPE N IMAGE PROFILE [WORD]...: a large program and its profile, quickly.
 *
 *   SHAPE  calls    about five arcs each, callees mostly after their callers
 *          chain    each function calls the next
 *          cycle    the same, and the last calls the first
 *          star     calls, and the first function calls all others
 *          tangle   five arcs each, to anywhere: nearly all are one cycle; tangle50: fifty each
 *          ring     each function calls the next and the one before, in a circle
 *          clique   each function calls each
 *          grid     each function calls its right and its lower neighbour in a square
 *          runs     N profiles, PROFILE.1 and so on, each of one function that calls the next
 *
 * With "lines" there is debug information, about what gcc -g says of functions with two parameters,
 * two variables and eight lines, one unit for 400 of them, and as much code as those take; with
 * "units" as well one unit for each, with "deep" as well paths of N folders. With "long" names are
 * C++ names of about a hundred letters instead of f0, f1, ...; with "overloads" one name with other
 * parameters each; with "spaces" each is in a name space of its own; with "huge" that of the first
 * has N letters, and there are ten. */
#include "../tools/dwarf.h"
#include "../tools/gmon.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum {
    TEXT = 0x401000,
    UNIT_FUNCTIONS = 400,
    ROWS = 15,
    HUGE_FUNCTIONS = 10,
    BIN_BYTES = 4,
};

struct bench {
    size_t n, asked; /* functions, and N */
    const char *shape;
    bool lines, units, deep, longer, overloads, spaces, huge;
    unsigned function_bytes;
    struct chance chance;
    struct elf elf;
    struct gmon gmon;
};

static uint64_t address(const struct bench *b, size_t i)
{
    return TEXT + (uint64_t)i * b->function_bytes;
}

static char *name_of(const struct bench *b, size_t i)
{
    static const char *const classes[] = {"6vectorI", "3mapINS_3keyE", "10unique_ptrI",
                                          "5tupleIid"};
    if (b->overloads)
        return text_of("_Z1fN1TILi%zuEEE", i);
    if (b->spaces)
        return text_of("_ZN%ds%zu1fEv", snprintf(NULL, 0, "s%zu", i), i);
    if (b->huge && i == 0)
        return text_of("f%0*zu", (int)b->asked, i);
    if (!b->longer)
        return text_of("f%zu", i);
    return text_of("_ZN7library6detail9containerINS_%sNS_7elementILi%zuEEEEEE16insert_or_assignIRKS"
                   "t6vectorIiSaIiEEEEvOT_mPKc",
                   classes[i % 4], i);
}

static void put_symbols(struct bench *b)
{
    struct elf_symbol s = {.size = b->function_bytes, .type = STT_FUNC, .bind = STB_GLOBAL};
    s.section = elf_add_section(&b->elf, ".text", TEXT, SHF_ALLOC | SHF_EXECINSTR);
    b->elf.sections[s.section].align = 16;
    bytes_fill(&b->elf.sections[s.section].data, 0x90, b->n * b->function_bytes);
    for (size_t i = 0; i < b->n; i++) {
        char *name = name_of(b, i);
        s.name = name;
        s.addr = address(b, i);
        s.bind = i % 10 == 9 ? STB_LOCAL : STB_GLOBAL;
        elf_add_symbol(&b->elf, s);
        free(name);
    }
    s = (struct elf_symbol){
        .name = "data_start", .bind = STB_WEAK, .addr = address(b, b->n) + 4096};
    s.section = elf_add_section(&b->elf, ".data", s.addr, SHF_ALLOC | SHF_WRITE);
    bytes_fill(&b->elf.sections[s.section].data, 0, 16);
    elf_add_symbol(&b->elf, s);
}

/* The compiler says several times where some of a line's parts begin. */
static void put_rows(const struct bench *b, struct dwarf *d, size_t i, unsigned file, unsigned line)
{
    static const unsigned char lines[ROWS] = {0, 1, 3, 3, 4, 4, 5, 5, 6, 5, 5, 5, 7, 7, 8};
    for (unsigned row = 0; row < ROWS; row++)
        dwarf_row(d, address(b, i) + b->function_bytes / 16 * row, file, line + lines[row]);
}

static void put_unit(const struct bench *b, struct dwarf *d, size_t unit, size_t lo, size_t hi)
{
    struct bytes folders = {0};
    for (size_t k = 0; b->deep && k < b->asked; k++)
        bytes_add(&folders, "d/", 2);
    char *name =
        text_of("%.*ssrc/part%zu.c", (int)folders.n, folders.n ? (char *)folders.p : "", unit);
    bytes_release(&folders);
    unsigned file, line = 10;
    dwarf_unit(d, name, "/build/program", 4);
    file = dwarf_file(d, name);
    for (size_t i = lo; i < hi; i++, line += 9) {
        char *function = name_of(b, i);
        dwarf_function(d, function, address(b, i), address(b, i + 1), file, line);
        put_rows(b, d, i, file, line);
        free(function);
    }
    dwarf_row(d, address(b, hi), 0, 0);
    free(name);
}

static void put_lines(struct bench *b)
{
    struct dwarf d;
    dwarf_init(&d, true, false);
    d.detailed = true;
    size_t each = b->units ? 1 : UNIT_FUNCTIONS;
    for (size_t lo = 0, unit = 0; lo < b->n; lo += each, unit++)
        put_unit(b, &d, unit, lo, lo + each < b->n ? lo + each : b->n);
    dwarf_finish(&d, &b->elf);
}

/* What functions lo to hi - 1 took. */
static void put_histogram(struct bench *b, size_t lo, size_t hi)
{
    size_t n = (hi - lo) * b->function_bytes / BIN_BYTES;
    uint16_t *bins = calloc(n, sizeof *bins);
    if (!bins)
        fail("out of memory");
    for (size_t i = 0; i < hi - lo; i++)
        if (chance_in(&b->chance, 2))
            bins[(i * b->function_bytes / BIN_BYTES) + chance_below(&b->chance, 8)] =
                (uint16_t)(1 + chance_below(&b->chance, 50));
    gmon_histogram(
        &b->gmon, &(struct gmon_histogram){
                      .lo = address(b, lo), .hi = address(b, hi), .bins = bins, .n = n, .said = n});
    free(bins);
}

static void put_arc(struct bench *b, size_t from, size_t to)
{
    gmon_arc(&b->gmon, address(b, from) + 4 * (1 + chance_below(&b->chance, 7)), address(b, to),
             1 + chance_below(&b->chance, 1000));
}

/* Anywhere in a tangle, else forward, near or far; then one in 200 goes back a little and makes a
 * small cycle. */
static size_t some_callee(struct bench *b, size_t from)
{
    size_t left = b->n - from;
    if (strncmp(b->shape, "tangle", 6) == 0)
        return chance_below(&b->chance, b->n);
    if (chance_in(&b->chance, 200))
        return from - chance_below(&b->chance, (from < 20 ? from : 20) + 1);
    return from + chance_below(&b->chance, chance_in(&b->chance, 2) && left > 100 ? 100 : left);
}

/* Arcs that are not there by chance. */
static void put_shape(struct bench *b, size_t i)
{
    const char *shape = b->shape;
    size_t row = 1;
    if (strcmp(shape, "star") == 0 && i > 0)
        put_arc(b, 0, i);
    if (strcmp(shape, "grid") == 0) {
        while (row * row < b->n)
            row++;
        if (i + row < b->n)
            put_arc(b, i, i + row);
        if ((i + 1) % row != 0 && i + 1 < b->n)
            put_arc(b, i, i + 1);
    }
    for (size_t k = 0; strcmp(shape, "clique") == 0 && k < b->n; k++)
        put_arc(b, i, k);
    if (strcmp(shape, "ring") == 0)
        put_arc(b, (i + 1) % b->n, i);
    if (strcmp(shape, "cycle") == 0 || strcmp(shape, "ring") == 0 ||
        ((strcmp(shape, "chain") == 0 || strcmp(shape, "runs") == 0) && i + 1 < b->n))
        put_arc(b, i, (i + 1) % b->n);
}

/* What functions lo to hi - 1 did. */
static void put_profile(struct bench *b, size_t lo, size_t hi, const char *path)
{
    bool tangle = strncmp(b->shape, "tangle", 6) == 0;
    size_t each = strcmp(b->shape, "calls") == 0 || strcmp(b->shape, "star") == 0 || tangle ? 5 : 0;
    if (tangle && b->shape[6])
        each = strtoul(b->shape + 6, NULL, 10);
    gmon_init(&b->gmon, GMON_MAGIC, true, false);
    gmon_header(&b->gmon, 1);
    put_histogram(b, lo, hi);
    for (size_t i = lo; i < hi; i++) {
        for (size_t k = 0; k < each; k++)
            put_arc(b, i, some_callee(b, i));
        put_shape(b, i);
    }
    file_write(path, b->gmon.out.p, b->gmon.out.n);
    bytes_release(&b->gmon.out);
}

int main(int argc, char **argv)
{
    struct bench b = {.chance = {42}};
    if (argc < 5)
        fail("usage: mkbench SHAPE N IMAGE PROFILE [WORD]...");
    b.shape = argv[1];
    b.asked = strtoul(argv[2], NULL, 0);
    for (int i = 5; i < argc; i++) {
        b.lines |= strcmp(argv[i], "lines") == 0;
        b.units |= strcmp(argv[i], "units") == 0;
        b.deep |= strcmp(argv[i], "deep") == 0;
        b.longer |= strcmp(argv[i], "long") == 0;
        b.overloads |= strcmp(argv[i], "overloads") == 0;
        b.spaces |= strcmp(argv[i], "spaces") == 0;
        b.huge |= strcmp(argv[i], "huge") == 0;
    }
    b.n = b.huge || b.deep ? HUGE_FUNCTIONS : b.asked;
    b.function_bytes = b.lines ? 128 : 32;
    elf_init(&b.elf, true, false, EM_X86_64, ET_EXEC);
    put_symbols(&b);
    if (b.lines)
        put_lines(&b);
    elf_save(&b.elf, argv[3]);
    elf_release(&b.elf);
    for (size_t i = 0; strcmp(b.shape, "runs") == 0 && i < b.n; i++) {
        char *path = text_of("%s.%zu", argv[4], i + 1);
        put_profile(&b, i, i + 1, path);
        free(path);
    }
    if (strcmp(b.shape, "runs") != 0)
        put_profile(&b, 0, b.n, argv[4]);
    return 0;
}
