/* SPDX-License-Identifier: GPL-3.0-or-later */
/* randgraph SEED IMAGE.TXT PROFILE.TXT [key=value...]: a random program and a random profile of it,
 * as descriptions for mkelf and mkgmon. The same seed and keys give the same files.
 *
 *   n=N           functions (default: mostly 2..60, sometimes 400)
 *   arcs=N        arcs per function (default 0..5)
 *   plain=1       names f0 f1 ..., every symbol a global function, one unit of text
 *   like=IMAGE    no image: only a profile, for the functions of this one
 *   layout=L        of the profile, one histogram of 100 Hz: bsd, 4.4bsd, mingw
 *   shape=any|chain|cycle|star   what the arcs look like */
#include "elf.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

enum shape { SHAPE_ANY, SHAPE_CHAIN, SHAPE_CYCLE, SHAPE_STAR };

struct function {
    uint64_t addr, size;
};

struct graph {
    struct chance chance;
    FILE *image, *profile;
    size_t n, n_arcs;
    bool plain, wide, big;
    enum shape shape;
    const char *like, *layout;
    uint64_t text_lo, text_hi;
    struct function *functions;
    size_t cap;
};

static size_t pick(struct graph *g, size_t n)
{
    return chance_below(&g->chance, n);
}

static bool one_in(struct graph *g, unsigned of)
{
    return chance_in(&g->chance, of);
}

/* ---- the image ---- */

static const char *const machines[][3] = {
    {"64", "le", "x86_64"}, {"64", "le", "x86_64"}, {"64", "le", "x86_64"},
    {"64", "le", "x86_64"}, {"64", "le", "x86_64"}, {"32", "le", "i386"},
    {"64", "be", "s390x"},  {"32", "be", "20"},     {"64", "le", "aarch64"}};

static void put_sections(struct graph *g)
{
    const char *const *m = machines[g->plain ? 0 : pick(g, sizeof machines / sizeof machines[0])];
    g->wide = strcmp(m[0], "64") == 0;
    g->big = strcmp(m[1], "be") == 0;
    fprintf(g->image, "elf %s %s %s %s\n", m[0], m[1], m[2], one_in(g, 3) ? "dyn" : "exec");
    if (one_in(g, 2))
        fprintf(g->image, "section .init 0x%llx 0x20 ax\n", (unsigned long long)g->text_lo - 0x40);
    fprintf(g->image, "section .text 0x%llx 0x%llx ax\n", (unsigned long long)g->text_lo,
            (unsigned long long)(g->text_hi - g->text_lo));
    if (one_in(g, 3))
        fprintf(g->image, "section mycode 0x%llx 0x80 ax\n", (unsigned long long)g->text_hi + 0x10);
    fprintf(g->image, "section .data 0x%llx 0x100 aw\n", (unsigned long long)g->text_hi + 0x1000);
}

/* Names that the rules for static names, underscores and demangling tell apart. */
static const char *const patterns[] = {"f%zu",
                                       "f%zu",
                                       "g%zu",
                                       "_f%zu",
                                       "__f%zu",
                                       "f%zu.12",
                                       "f%zu.1.2",
                                       "f%zu.constprop.0",
                                       "f%zu.part.0",
                                       "f%zu.isra.0",
                                       "f%zu.cold",
                                       "f%zu.",
                                       "f%zu.12x",
                                       "a$%zu",
                                       "f%zu.clone.3",
                                       "_ZN1A%zu3fooEi",
                                       "_Z1fIiEvT_%zu",
                                       "_ZNSt6vectorIiSaIiEE9push_backEOi",
                                       "_Znwm",
                                       "mcount",
                                       "main",
                                       ".hidden%zu",
                                       "_ZN5outer5innerC2Ev%zu",
                                       "a%zu.c",
                                       "$x%zu",
                                       "same",
                                       "f%zu.lto_priv.0",
                                       "_RNvC6my_crate3foo%zu",
                                       "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
                                       "__gnu_compiled%zu"};

static char *name_of(struct graph *g, size_t i)
{
    size_t k = pick(g, 3) ? pick(g, 3) : pick(g, sizeof patterns / sizeof patterns[0]);
    const char *p = g->plain ? "f%zu" : patterns[k], *mark = strstr(p, "%zu");
    if (!mark)
        return copy_text(p);
    return text_of("%.*s%zu%s", (int)(mark - p), p, i, mark + 3);
}

/* Without a function (or label) before it gprof knows no line for a data symbol among the code. */
static const char *kind_of(struct graph *g, size_t i)
{
    static const char *const kinds[] = {
        "func global",  "func global",   "func global",  "func local",  "func local",
        "notype local", "notype global", "func weak",    "notype weak", "ifunc global",
        "func unique",  "object weak",   "object global"};
    const char *kind = kinds[pick(g, sizeof kinds / sizeof kinds[0])];
    bool data = strncmp(kind, "object", 6) == 0;
    return g->plain || (data && i == 0) ? "func global" : kind;
}

static void put_symbol(struct graph *g, size_t i, const char *name)
{
    fprintf(g->image, "sym '%s' 0x%llx size=%llu %s\n", name,
            (unsigned long long)g->functions[i].addr, (unsigned long long)g->functions[i].size,
            kind_of(g, i));
}

static void put_extras(struct graph *g)
{
    static const char *const data[] = {"data_start 0x%llx notype weak",
                                       "_edata 0x%llx notype global", "gone 0 func global in=undef",
                                       "abs 0x1234 in=abs global", "wabs 0x12 in=abs weak notype"};
    /* The last symbol must hold no samples: gprof looks after its table for that one's end. */
    fprintf(g->image, "sym data_start 0x%llx notype weak\n",
            (unsigned long long)g->text_hi + 0x1010);
    fprintf(g->image, "sym etext 0x%llx notype global in=.text\n", (unsigned long long)g->text_hi);
    for (size_t i = 0; i < sizeof data / sizeof data[0]; i++)
        if (one_in(g, 2)) {
            const char *mark = strstr(data[i], "%llx");
            fprintf(g->image, "sym %.*s", mark ? (int)(mark - data[i]) : (int)strlen(data[i]),
                    data[i]);
            if (mark)
                fprintf(g->image, "%llx%s", (unsigned long long)g->text_hi + 0x1000 + i, mark + 4);
            fputc('\n', g->image);
        }
}

static void put_symbols(struct graph *g)
{
    bool backward = one_in(g, 3);
    for (size_t k = 0; k < g->n; k++) {
        size_t i = backward ? g->n - 1 - k : k;
        char *name = name_of(g, i);
        put_symbol(g, i, name);
        free(name);
        for (size_t alias = 0; !g->plain && one_in(g, 8) && alias < 4; alias++) {
            name = text_of("%.*salias%zu", (int)pick(g, 3), "__", i);
            put_symbol(g, i, name);
            free(name);
        }
    }
    put_extras(g);
}

static void put_lines(struct graph *g, size_t lo, size_t hi)
{
    static const char *const files[] = {"a.c", "b.c", "sub/a.c", "odd", "x.y.c", "long_name.cc"};
    static const char *const dirs[] = {"/proj/d1", "/proj/d2", "/proj"};
    const char *file = files[pick(g, 6)];
    unsigned line = 1;
    fprintf(g->image, "unit %s %s %u\n", file, dirs[pick(g, 3)], one_in(g, 2) ? 5U : 4U);
    for (size_t i = lo; i < hi; i++) {
        unsigned long long at = g->functions[i].addr, end = at + g->functions[i].size;
        line += (unsigned)pick(g, 9);
        fprintf(g->image, "line 0x%llx %s %u\n", at, one_in(g, 12) ? "inc/h.h" : file, line);
        if (g->functions[i].size > 8 && one_in(g, 2))
            fprintf(g->image, "line 0x%llx %s %u\n", at + 5, file, line + 1);
        if (one_in(g, 10) || i + 1 == hi)
            fprintf(g->image, "end 0x%llx\n", end);
    }
}

static void put_units(struct graph *g)
{
    size_t at = 0;
    if (one_in(g, 3))
        return;
    while (at < g->n) {
        size_t n = 1 + pick(g, g->n - at);
        if (!one_in(g, 6)) /* some functions have no lines */
            put_lines(g, at, at + n);
        at += n;
    }
}

static void lay_out(struct graph *g)
{
    unsigned mode = g->plain ? 0 : (unsigned)pick(g, 3);
    uint64_t at = g->text_lo = one_in(g, 2) ? 0x1000 : 0x401000;
    for (size_t i = 0; i < g->n; i++) {
        uint64_t size = mode == 0 ? 32 : mode == 1 ? 1 + pick(g, 40) : 16 * (1 + pick(g, 6));
        g->functions = grow(g->functions, i, &g->cap, sizeof *g->functions);
        g->functions[i] = (struct function){at, size};
        at += size;
    }
    g->text_hi = at + pick(g, 64);
}

/* What looks like calls of x86, forwards and backwards, at functions' starts and elsewhere. */
static void put_calls(struct graph *g)
{
    for (size_t i = pick(g, 2 * g->n); i > 0; i--) {
        const struct function *from = &g->functions[pick(g, g->n)], *to;
        uint64_t site = from->addr + pick(g, (size_t)from->size);
        to = &g->functions[pick(g, g->n)];
        uint32_t away = (uint32_t)(to->addr + (one_in(g, 8) ? 1 : 0) - site - 5);
        if (site + 5 <= g->text_hi)
            fprintf(g->image, "code 0x%llx e8 %x %x %x %x\n", (unsigned long long)site, away & 255,
                    away >> 8 & 255, away >> 16 & 255, away >> 24);
    }
}

static void put_image(struct graph *g)
{
    lay_out(g);
    put_sections(g);
    put_calls(g);
    put_symbols(g);
    put_units(g);
}

/* ---- the profile ---- */

static void take_like(struct graph *g)
{
    struct elf e;
    elf_load(&e, g->like);
    const struct elf_section *text = elf_find_section(&e, ".text");
    if (!text)
        fail("%s: no .text", g->like);
    g->text_lo = text->addr;
    g->text_hi = text->addr + text->size;
    g->wide = e.wide;
    g->big = e.big;
    for (size_t i = 0; i < e.n_symbols; i++)
        if (e.symbols[i].type == STT_FUNC && e.symbols[i].size > 0 &&
            e.symbols[i].addr >= g->text_lo && e.symbols[i].addr < g->text_hi) {
            g->functions = grow(g->functions, g->n, &g->cap, sizeof *g->functions);
            g->functions[g->n++] = (struct function){e.symbols[i].addr, e.symbols[i].size};
        }
    elf_release(&e);
}

static uint64_t some_count(struct graph *g)
{
    static const uint64_t counts[] = {0, 1, 1, 1, 2, 2, 5, 10, 10, 10, 100, 4294967295U};
    size_t k = pick(g, 2 * sizeof counts / sizeof counts[0]);
    return k < sizeof counts / sizeof counts[0] ? counts[k] : pick(g, 100000);
}

static uint64_t some_ticks(struct graph *g)
{
    static const uint64_t ticks[] = {1, 1, 1, 2, 3, 10, 10, 65535};
    size_t k = pick(g, 12);
    return k < 8 ? ticks[k] : pick(g, 1000);
}

static void put_ticks(struct graph *g, uint64_t lo, uint64_t hi)
{
    for (size_t i = 0; i < g->n; i++) {
        struct function *f = &g->functions[i];
        if (one_in(g, 3) || f->addr < lo || f->addr >= hi)
            continue;
        uint64_t at = f->addr + pick(g, f->size);
        if (at < hi)
            fprintf(g->profile, "tick 0x%llx %llu\n", (unsigned long long)at,
                    (unsigned long long)some_ticks(g));
    }
    if (one_in(g, 4))
        fprintf(g->profile, "tick 0x%llx 7\n", (unsigned long long)lo);
}

static uint64_t bins_of(struct graph *g, uint64_t range)
{
    switch (pick(g, 8)) {
    case 0:
        return range;
    case 1:
        return range / 3 + 1;
    case 2:
        return range / 64 + 1;
    case 3:
        return 1;
    case 4:
        return (range + 3) / 4 + 2;
    case 5:
        return range / 2;
    default:
        return range / 4 + 1;
    }
}

static void put_histogram(struct graph *g)
{
    uint64_t lo = g->text_lo - (one_in(g, 3) ? 0x10 : 0), hi = (g->text_hi + 3) / 4 * 4;
    if (one_in(g, 5))
        hi = lo + (hi - lo) / 8 * 4 + 4;
    if (one_in(g, 2))
        lo = lo / 4 * 4;
    fprintf(g->profile, "hist 0x%llx 0x%llx %llu\n", (unsigned long long)lo, (unsigned long long)hi,
            (unsigned long long)bins_of(g, hi - lo));
    put_ticks(g, lo, hi);
}

/* Two ranges side by side with the same bin width. */
static void put_two_histograms(struct graph *g)
{
    uint64_t bin = (uint64_t)2 << pick(g, 4), lo = g->text_lo;
    uint64_t n = (g->text_hi - lo) / bin + 2, first = 1 + pick(g, n);
    for (int part = 0; part < 2; part++) {
        uint64_t from = part ? lo + first * bin : lo, bins = part ? n - first + 1 : first;
        fprintf(g->profile, "hist 0x%llx 0x%llx %llu\n", (unsigned long long)from,
                (unsigned long long)(from + bins * bin), (unsigned long long)bins);
        put_ticks(g, from, from + bins * bin);
    }
}

static void put_arc(struct graph *g, size_t from, size_t to)
{
    uint64_t at = g->functions[from].addr, callee = g->functions[to].addr;
    if (one_in(g, 2))
        at += pick(g, g->functions[from].size);
    if (one_in(g, 50))
        callee += pick(g, g->functions[to].size);
    if (one_in(g, 60))
        at = one_in(g, 2) ? 0x10 : g->text_hi + 0x800;
    fprintf(g->profile, "arc 0x%llx 0x%llx %llu\n", (unsigned long long)at,
            (unsigned long long)callee, (unsigned long long)some_count(g));
}

static void put_arcs(struct graph *g)
{
    size_t near = 1 + pick(g, g->n), n = g->n;
    for (size_t i = 0; i < n && (g->shape == SHAPE_CHAIN || g->shape == SHAPE_CYCLE); i++)
        if (i + 1 < n || g->shape == SHAPE_CYCLE)
            put_arc(g, i, (i + 1) % n);
    for (size_t i = 1; i < n && g->shape == SHAPE_STAR; i++)
        put_arc(g, 0, i);
    for (size_t i = 0; i < g->n_arcs; i++) {
        size_t from = pick(g, n);
        size_t to = one_in(g, 6) ? from : one_in(g, 3) ? pick(g, n) : (from + pick(g, near)) % n;
        put_arc(g, from, to);
    }
}

static void put_profile(struct graph *g)
{
    static const char *const rates[] = {"100", "100", "1000", "1", "1000000", "250"};
    unsigned old = g->layout ? 0 : (unsigned)pick(g, 8);
    fprintf(g->profile, "class %s\norder %s\n", g->wide ? "64" : "32", g->big ? "be" : "le");
    if (old < 2)
        fprintf(g->profile, "layout %s\n", g->layout ? g->layout : old ? "bsd" : "4.4bsd");
    fprintf(g->profile, "rate %s\n", g->layout ? "100" : rates[pick(g, 6)]);
    if (one_in(g, 8))
        fprintf(g->profile, "dimension 'i-cache misses'\nabbreviation 1\n");
    if (old >= 2 && one_in(g, 6))
        put_two_histograms(g);
    else if (old < 2 || !one_in(g, 10))
        put_histogram(g);
    if (!one_in(g, 12))
        put_arcs(g);
}

static void set(struct graph *g, char *word)
{
    static const char *const shapes[] = {"any", "chain", "cycle", "star"};
    char *v = strchr(word, '=');
    if (!v)
        fail("randgraph: %s", word);
    *v++ = 0;
    if (strcmp(word, "n") == 0)
        g->n = strtoul(v, NULL, 0);
    else if (strcmp(word, "arcs") == 0)
        g->n_arcs = strtoul(v, NULL, 0);
    else if (strcmp(word, "plain") == 0)
        g->plain = *v == '1';
    else if (strcmp(word, "like") == 0)
        g->like = v;
    else if (strcmp(word, "layout") == 0)
        g->layout = v;
    for (size_t i = 0; i < 4 && strcmp(word, "shape") == 0; i++)
        if (strcmp(shapes[i], v) == 0)
            g->shape = (enum shape)i;
}

int main(int argc, char **argv)
{
    struct graph g = {.n_arcs = SIZE_MAX};
    if (argc < 4)
        fail("usage: randgraph SEED IMAGE.TXT PROFILE.TXT [key=value...]");
    g.chance.state = strtoull(argv[1], NULL, 0);
    g.n = one_in(&g, 10) ? 400 : 2 + pick(&g, 59);
    g.shape = one_in(&g, 4) ? (enum shape)(1 + pick(&g, 3)) : SHAPE_ANY;
    for (int i = 4; i < argc; i++)
        set(&g, argv[i]);
    g.image = g.like ? NULL : fopen(argv[2], "w");
    g.profile = fopen(argv[3], "w");
    if ((!g.like && !g.image) || !g.profile)
        fail("%s or %s: cannot write", argv[2], argv[3]);
    if (g.like) {
        g.n = 0;
        take_like(&g);
    } else {
        put_image(&g);
    }
    if (g.n == 0)
        fail("no functions");
    if (g.n_arcs == SIZE_MAX)
        g.n_arcs = g.n * pick(&g, 6);
    put_profile(&g);
    if ((g.image && fclose(g.image) != 0) || fclose(g.profile) != 0)
        fail("cannot write");
    free(g.functions);
    return 0;
}
