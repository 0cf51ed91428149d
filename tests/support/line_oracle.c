/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/line_oracle.h"

#include <unistd.h>

#include "core/base/mem.h"
#include "core/load/file/elf.h"
#include "core/load/lines/lines.h"
#include "core/load/lines/lines_bfd.h"
#include "core/load/lines/lines_each.h"

#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static char source[4096], path[8192], program[4096];

static int enter(void **state)
{
    return getcwd(source, sizeof source) ? scratch_enter(state) : -1;
}

const char *places_source(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", source, name);
    return path;
}

bool places_run(const char *format, ...)
{
    char command[16384];
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(command, sizeof command, format, ap);
    va_end(ap);
    return n > 0 && (size_t)n < sizeof command && system(command) == 0;
}

static bool add_place(void *ctx, uint64_t addr, const struct line_place *l)
{
    struct places *p = ctx;
    mem_grow(&p->all, &p->cap, p->n + 1, sizeof *p->all);
    p->all[p->n++] = (struct places_place){
        .addr = addr, .file = strdup(l->file), .function = strdup(l->function), .line = l->line};
    return true;
}

/* The bounds of .text, and its symbols if somebody wants them. */
static void read_image(const char *image, struct elf_section *text, struct elf_functions *symbols)
{
    struct source s;
    struct elf elf;
    struct err e = ERR_INIT;
    assert_true(source_open(&s, image, &e));
    assert_true(elf_open(&elf, &s, &e));
    assert_non_null(elf_find_name(&elf, ".text"));
    *text = *elf_find_name(&elf, ".text");
    if (symbols)
        elf_functions_read(symbols, &elf);
    elf_release(&elf);
    source_close(&s);
}

void places_of_walk(struct places *p, const char *image, bool split)
{
    struct elf_section text;
    struct lines *l = lines_new(image);
    *p = (struct places){0};
    read_image(image, &text, NULL);
    assert_non_null(l);
    if (split)
        lines_read_split(l);
    assert_true(lines_each(l, text.addr, text.addr + text.size,
                           &(struct lines_walker){.take = add_place, .ctx = p}));
    lines_free(l);
}

static bool is_news(const struct places *p, const struct bfd_place *b)
{
    const struct places_place *last = p->n ? &p->all[p->n - 1] : NULL;
    return !last || last->line != b->line || strcmp(last->file, b->file) != 0 ||
           strcmp(last->function, b->function) != 0;
}

static void ask_all(struct places *p, struct bfd_lines *l, const struct elf_section *text)
{
    for (uint64_t a = text->addr; a < text->addr + text->size; a++) {
        struct bfd_place b;
        if (!bfd_lines_find(l, a, &b) || !b.function)
            continue;
        struct line_place place = {.file = b.file, .line = b.line, .function = b.function};
        if (p && is_news(p, &b))
            add_place(p, a, &place);
    }
}

/* What libbfd answers, to standard output. */
static void print_libbfd(const char *image)
{
    struct elf_section text;
    struct elf_functions symbols;
    struct bfd_lines *l = bfd_lines_new(image);
    struct bfd_place b;
    struct places p = {0};
    assert_non_null(l);
    read_image(image, &text, &symbols);
    for (size_t i = 0; i < symbols.n; i++)
        (void)!bfd_lines_find(l, symbols.all[i].addr, &b);
    ask_all(NULL, l, &text);
    ask_all(&p, l, &text);
    for (size_t i = 0; i < p.n; i++)
        printf("%llx\t%s\t%u\t%s\n", (unsigned long long)p.all[i].addr, p.all[i].file,
               p.all[i].line, p.all[i].function);
    places_release(&p);
    bfd_lines_free(l);
    elf_functions_release(&symbols);
}

int places_main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--libbfd") == 0) {
        print_libbfd(argv[2]);
        _exit(fflush(stdout) != 0); /* libbfd keeps names for good: no case for a leak checker */
    }
    if (!realpath(argv[0], program))
        return 1;
    return unit_run();
}

/* libbfd changes its mind about some names the first time that it is asked: functions are asked
 * for first and the answers are those of the second round, as in gprof. */
void places_of_libbfd(struct places *p, const char *image)
{
    struct line_place l;
    unsigned long long addr;
    char *line = NULL, *save;
    size_t cap = 0;
    *p = (struct places){0};
    assert_true(places_run("'%s' --libbfd '%s' >libbfd.out", program, image));
    FILE *f = fopen("libbfd.out", "r");
    assert_non_null(f);
    while (getline(&line, &cap, f) > 0) {
        addr = strtoull(strtok_r(line, "\t\n", &save), NULL, 16);
        l.file = strtok_r(NULL, "\t\n", &save);
        l.line = (uint32_t)strtoul(strtok_r(NULL, "\t\n", &save), NULL, 10);
        l.function = strtok_r(NULL, "\t\n", &save);
        add_place(p, addr, &l);
    }
    free(line);
    fclose(f);
}

void places_release(struct places *p)
{
    for (size_t i = 0; i < p->n; i++) {
        free(p->all[i].file);
        free(p->all[i].function);
    }
    free(p->all);
    *p = (struct places){0};
}

static bool same(const struct places_place *a, const struct places_place *b)
{
    return a->addr == b->addr && a->line == b->line && strcmp(a->file, b->file) == 0 &&
           strcmp(a->function, b->function) == 0;
}

static void show(const char *whose, const struct places *p, size_t i)
{
    if (i < p->n)
        print_message("%s: 0x%llx %s:%u (%s)\n", whose, (unsigned long long)p->all[i].addr,
                      p->all[i].file, p->all[i].line, p->all[i].function);
    else
        print_message("%s: no more\n", whose);
}

void places_equal(const char *image, const struct places *got, const char *whose,
                  const struct places *want)
{
    size_t i = 0;
    while (i < got->n && i < want->n && same(&got->all[i], &want->all[i]))
        i++;
    if (i == got->n && i == want->n)
        return;
    show("walk", got, i);
    show(whose, want, i);
    fail_msg("%s: place %zu differs", image, i);
}

size_t places_compare(const char *image)
{
    struct places ours, theirs;
    places_of_walk(&ours, image, false);
    places_of_libbfd(&theirs, image);
    size_t n = ours.n;
    places_equal(image, &ours, "libbfd", &theirs);
    places_release(&ours);
    places_release(&theirs);
    return n;
}

ALL_TESTS(enter, scratch_leave);
