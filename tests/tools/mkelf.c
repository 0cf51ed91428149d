/* SPDX-License-Identifier: GPL-3.0-or-later */
/* mkelf OUT < DESCRIPTION: write an ELF image from a short text. One statement per line:
 *
 *   elf 32|64 le|be MACHINE(number or x86_64 i386 s390x aarch64 ppc64) exec|dyn|rel
 *       [stripped]                  symbols are those for linking
 *   section NAME ADDR SIZE [wax]      code sections get nops; .text is one of them
 *   runs ENTRY                        a program header for each allocated section
 *   code ADDR HEX...                  bytes at an address of a section
 *   sym NAME ADDR [SIZE=n] [func notype object ifunc tls file section]
 *       [local global weak unique] [info=NUMBER]
 *       [in=SECTION|abs|undef|common|NUMBER] [hidden names need no quotes]
 *   unit NAME DIRECTORY VERSION       debugging information: a unit,
 *   function NAME LO HI FILE LINE     its functions and
 *   line ADDR FILE LINE               its rows;
 *   end ADDR                          end of a sequence of rows
 *
 * `elf` comes first; symbols keep their order, also in the string table. */
#include "dwarf.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

struct maker {
    struct elf elf;
    struct dwarf dwarf;
    size_t line; /* of the description */
};

struct word {
    const char *text;
    unsigned value;
};

static bool word_value(const struct word *w, const char *text, unsigned *value)
{
    for (; w->text; w++)
        if (strcmp(w->text, text) == 0) {
            *value = w->value;
            return true;
        }
    return false;
}

static const struct word machines[] = {{"x86_64", EM_X86_64}, {"i386", EM_386},
                                       {"s390x", EM_S390},    {"aarch64", EM_AARCH64},
                                       {"ppc64", EM_PPC64},   {NULL, 0}};
static const struct word kinds[] = {{"exec", ET_EXEC}, {"dyn", ET_DYN}, {"rel", ET_REL}, {NULL, 0}};
static const struct word types[] = {
    {"func", STT_FUNC}, {"notype", STT_NOTYPE}, {"object", STT_OBJECT},   {"ifunc", STT_GNU_IFUNC},
    {"tls", STT_TLS},   {"file", STT_FILE},     {"section", STT_SECTION}, {NULL, 0}};
static const struct word binds[] = {{"local", STB_LOCAL},
                                    {"global", STB_GLOBAL},
                                    {"weak", STB_WEAK},
                                    {"unique", STB_GNU_UNIQUE},
                                    {NULL, 0}};
static const struct word places[] = {
    {"abs", SHN_ABS}, {"undef", SHN_UNDEF}, {"common", SHN_COMMON}, {NULL, 0}};

static void make_elf(struct maker *m, char **w)
{
    unsigned machine, kind;
    bool wide = strcmp(w[1], "64") == 0, big = strcmp(w[2], "be") == 0;
    if (!word_value(machines, w[3], &machine))
        machine = (unsigned)strtoul(w[3], NULL, 0);
    if (!word_value(kinds, w[4], &kind))
        fail("line %zu: %s", m->line, w[4]);
    elf_init(&m->elf, wide, big, machine, kind);
    m->elf.stripped = w[5] && strcmp(w[5], "stripped") == 0;
    dwarf_init(&m->dwarf, wide, big);
}

static void make_section(struct maker *m, char **w)
{
    unsigned flags = 0;
    uint64_t addr = strtoull(w[2], NULL, 0), size = strtoull(w[3], NULL, 0);
    for (const char *s = w[4] ? w[4] : ""; *s; s++)
        flags |= *s == 'a' ? SHF_ALLOC : *s == 'x' ? SHF_EXECINSTR : *s == 'w' ? SHF_WRITE : 0;
    unsigned i = elf_add_section(&m->elf, w[1], addr, flags);
    bytes_fill(&m->elf.sections[i].data, flags & SHF_EXECINSTR ? 0x90 : 0, size);
}

static void make_runs(struct maker *m, char **w)
{
    m->elf.runs = true;
    m->elf.entry = strtoull(w[1], NULL, 0);
}

static struct elf_section *section_at(struct maker *m, uint64_t addr, unsigned *index)
{
    for (size_t i = 1; i < m->elf.n_sections; i++) {
        struct elf_section *s = &m->elf.sections[i];
        if (addr >= s->addr && addr - s->addr < s->data.n) {
            *index = (unsigned)i;
            return s;
        }
    }
    *index = m->elf.n_sections > 1 ? 1 : SHN_ABS;
    return NULL;
}

static void make_code(struct maker *m, char **w)
{
    unsigned index;
    uint64_t addr = strtoull(w[1], NULL, 0);
    for (w += 2; *w; w++, addr++) {
        struct elf_section *s = section_at(m, addr, &index);
        if (!s)
            fail("line %zu: no section holds this address", m->line);
        s->data.p[addr - s->addr] = (unsigned char)strtoul(*w, NULL, 16);
    }
}

static unsigned place_of(struct maker *m, const char *name)
{
    unsigned value;
    if (word_value(places, name, &value))
        return value;
    if (name[0] >= '0' && name[0] <= '9')
        return (unsigned)strtoul(name, NULL, 0);
    const struct elf_section *s = elf_find_section(&m->elf, name);
    if (!s)
        fail("line %zu: no section %s", m->line, name);
    return (unsigned)(s - m->elf.sections);
}

static void make_symbol(struct maker *m, char **w)
{
    struct elf_symbol s = {.name = w[1], .type = STT_FUNC, .bind = STB_GLOBAL};
    s.addr = strtoull(w[2], NULL, 0);
    section_at(m, s.addr, &s.section);
    for (w += 3; *w; w++) {
        if (strncmp(*w, "size=", 5) == 0)
            s.size = strtoull(*w + 5, NULL, 0);
        else if (strncmp(*w, "info=", 5) == 0) {
            s.type = strtoul(*w + 5, NULL, 0) & 15;
            s.bind = (unsigned)strtoul(*w + 5, NULL, 0) >> 4;
        } else if (strncmp(*w, "in=", 3) == 0)
            s.section = place_of(m, *w + 3);
        else if (!word_value(types, *w, &s.type) && !word_value(binds, *w, &s.bind))
            fail("line %zu: %s", m->line, *w);
    }
    elf_add_symbol(&m->elf, s);
}

static void make_unit(struct maker *m, char **w)
{
    dwarf_unit(&m->dwarf, w[1], w[2], (unsigned)strtoul(w[3], NULL, 0));
}

static void make_function(struct maker *m, char **w)
{
    dwarf_function(&m->dwarf, w[1], strtoull(w[2], NULL, 0), strtoull(w[3], NULL, 0),
                   dwarf_file(&m->dwarf, w[4]), (unsigned)strtoul(w[5], NULL, 0));
}

static void make_line(struct maker *m, char **w)
{
    dwarf_row(&m->dwarf, strtoull(w[1], NULL, 0), dwarf_file(&m->dwarf, w[2]),
              (unsigned)strtoul(w[3], NULL, 0));
}

static void make_end(struct maker *m, char **w)
{
    dwarf_row(&m->dwarf, strtoull(w[1], NULL, 0), 0, 0);
}

static const struct statement statements[] = {
    {"sym", 3, make_symbol}, {"line", 4, make_line},       {"end", 2, make_end},
    {"elf", 5, make_elf},    {"section", 4, make_section}, {"code", 3, make_code},
    {"runs", 2, make_runs},  {"unit", 4, make_unit},       {"function", 6, make_function},
};

int main(int argc, char **argv)
{
    struct maker m = {0};
    if (argc != 2)
        fail("usage: mkelf OUT < DESCRIPTION");
    make_all(statements, sizeof statements / sizeof statements[0], &m, &m.line);
    if (m.elf.n_sections == 0)
        fail("no elf statement");
    dwarf_finish(&m.dwarf, &m.elf);
    elf_save(&m.elf, argv[1]);
    elf_release(&m.elf);
    return 0;
}
