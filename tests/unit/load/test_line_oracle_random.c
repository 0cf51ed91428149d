/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines: all places of random debug information, assembled now, against libbfd's answer for
 * every byte: pieces of functions over each other, inlined ones, ranges, names through origins and
 * specifications in both units, symbols of all kinds. */
#include "core/load/dwarf/constants.h"
#include "tests/support/line_oracle.h"
#include "tests/support/unit.h"

enum { TEXT_BYTES = 48, DEPTH = 4, PROGRAMS = 40, FORM_STRING = 8 };

/* One assembler file being written. Sections are switched freely; what comes to one section stays
 * in its order. */
struct writer {
    FILE *f;
    uint64_t state; /* of chance */
    unsigned n_entries, n_ranges, unit;
};

static unsigned chance(struct writer *w, unsigned n)
{
    w->state = w->state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(w->state >> 33) % n;
}

/* One attribute of the entry being written: to both sections. */
static void attribute(struct writer *w, unsigned name, unsigned form, const char *value, ...)
    __attribute__((format(printf, 4, 5)));
static void attribute(struct writer *w, unsigned name, unsigned form, const char *value, ...)
{
    va_list ap;
    fprintf(w->f, "\t.section .debug_abbrev\n\t.uleb128 %u, %u\n\t.section .debug_info\n\t", name,
            form);
    va_start(ap, value);
    vfprintf(w->f, value, ap);
    va_end(ap);
    fputc('\n', w->f);
}

static void begin_entry(struct writer *w, unsigned tag, bool children)
{
    w->n_entries++;
    fprintf(w->f, "\t.section .debug_abbrev\n\t.uleb128 %u, %u\n\t.byte %d\n", w->n_entries, tag,
            children);
    fprintf(w->f, "\t.section .debug_info\n.Lentry%u:\t.uleb128 %u\n", w->n_entries, w->n_entries);
}

static void end_attributes(struct writer *w)
{
    fprintf(w->f, "\t.section .debug_abbrev\n\t.byte 0, 0\n\t.section .debug_info\n");
}

static void ranges(struct writer *w)
{
    fprintf(w->f, "\t.section .debug_ranges\n.Lranges%u:\t.quad -1, 0\n", w->n_ranges);
    for (unsigned n = 1 + chance(w, 4); n > 0; n--) {
        unsigned lo = chance(w, TEXT_BYTES), hi = lo + chance(w, TEXT_BYTES - lo + 1);
        fprintf(w->f, "\t.quad .Lat%u, .Lat%u\n", lo, hi);
    }
    fprintf(w->f, "\t.quad 0, 0\n");
    attribute(w, DW_AT_ranges, DW_FORM_sec_offset, ".long .Lranges%u - .Lranges", w->n_ranges++);
}

static void bounds(struct writer *w)
{
    unsigned lo = chance(w, TEXT_BYTES), n = 1 + chance(w, TEXT_BYTES - lo);
    attribute(w, DW_AT_low_pc, DW_FORM_addr, ".quad .Lat%u", lo);
    if (chance(w, 2))
        attribute(w, DW_AT_high_pc, DW_FORM_addr, ".quad .Lat%u", lo + n);
    else
        attribute(w, DW_AT_high_pc, DW_FORM_data4, ".long %u", n);
}

/* Only to entries before this one: no cycles. */
static void reference(struct writer *w)
{
    unsigned to = 1 + chance(w, w->n_entries - 1);
    attribute(w, chance(w, 2) ? DW_AT_abstract_origin : DW_AT_specification, DW_FORM_ref_addr,
              ".long .Lentry%u - .Linfo", to);
}

static void names(struct writer *w)
{
    unsigned n = w->n_entries;
    if (chance(w, 2))
        attribute(w, DW_AT_name, FORM_STRING, ".string \"first%u\"", n);
    for (unsigned k = chance(w, 4); k > 0; k--) {
        switch (chance(w, 4)) {
        case 0:
            attribute(w, DW_AT_name, FORM_STRING, ".string \"plain%u\"", n);
            break;
        case 1:
            attribute(w, DW_AT_linkage_name, FORM_STRING, ".string \"linkage%u\"", n);
            break;
        case 2:
            attribute(w, DW_AT_MIPS_linkage_name, FORM_STRING, ".string \"mips%u\"", n);
            break;
        default:
            reference(w);
        }
    }
    attribute(w, DW_AT_name, FORM_STRING, ".string \"last%u\"", n);
}

static void function(struct writer *w, unsigned depth)
{
    static const unsigned tags[] = {
        DW_TAG_subprogram, DW_TAG_inlined_subroutine, DW_TAG_entry_point, 0x0b, 0x39,
        DW_TAG_class_type};
    unsigned n = depth < DEPTH ? chance(w, 4) : 0;
    begin_entry(w, tags[chance(w, 10) < 8 ? chance(w, 2) : chance(w, ARRAY_LEN(tags))], n > 0);
    names(w);
    if (chance(w, 3) == 0)
        ranges(w);
    if (chance(w, 3))
        bounds(w);
    end_attributes(w);
    for (unsigned i = 0; i < n; i++)
        function(w, depth + 1);
    if (n)
        fprintf(w->f, "\t.byte 0\n");
}

/* Names of C are linkage names: libbfd's answers about others depend on what it was asked first. */
static void unit(struct writer *w, unsigned number)
{
    fprintf(w->f,
            "\t.section .debug_info\n.Lunit%u:\t.long .Lend%u - 0f\n0:\t.value 4\n"
            "\t.long 0\n\t.byte 8\n",
            number, number);
    begin_entry(w, 0x11, true);
    attribute(w, DW_AT_name, FORM_STRING, ".string \"t.c\"");
    attribute(w, DW_AT_comp_dir, FORM_STRING, ".string \"/d\"");
    attribute(w, DW_AT_language, DW_FORM_data1, ".byte %d", DW_LANG_C99);
    if (number == 0 || chance(w, 2))
        attribute(w, DW_AT_stmt_list, DW_FORM_sec_offset, ".long .Lline");
    if (number > 0 || chance(w, 2)) {
        attribute(w, DW_AT_low_pc, DW_FORM_addr, ".quad .Lat0");
        attribute(w, DW_AT_high_pc, DW_FORM_data4, ".long %d", TEXT_BYTES);
    }
    end_attributes(w);
    for (unsigned n = 1 + chance(w, 4); n > 0; n--)
        function(w, 0);
    fprintf(w->f, "\t.byte 0\n.Lend%u:\n", number);
}

static void symbol(struct writer *w, unsigned at)
{
    static const char *const types[] = {"function", "function", "notype", "object"};
    unsigned name = chance(w, 1000);
    if (chance(w, 2))
        fprintf(w->f, "\t.globl s%u_%u\n", at, name);
    fprintf(w->f, "\t.type s%u_%u, @%s\n", at, name, types[chance(w, ARRAY_LEN(types))]);
    if (chance(w, 2))
        fprintf(w->f, "\t.size s%u_%u, %u\n", at, name, chance(w, TEXT_BYTES));
    fprintf(w->f, "s%u_%u:\n", at, name);
}

static void text(struct writer *w)
{
    fprintf(w->f, "\t.file 1 \"t.c\"\n\t.text\n");
    for (unsigned i = 0; i < TEXT_BYTES; i++) {
        if (chance(w, 8) == 0)
            symbol(w, i);
        if (chance(w, 3) == 0 || i == 0)
            fprintf(w->f, "\t.loc 1 %u\n", 1 + chance(w, 100));
        fprintf(w->f, ".Lat%u:\tnop\n", i);
    }
    fprintf(w->f, ".Lat%d:\n", TEXT_BYTES);
}

static void write_program(uint64_t seed)
{
    struct writer w = {.f = fopen("t.s", "w"), .state = seed};
    assert_non_null(w.f);
    text(&w);
    fprintf(w.f, "\t.section .debug_line\n.Lline:\n\t.section .debug_ranges\n.Lranges:\n"
                 "\t.section .debug_info\n.Linfo:\n");
    unit(&w, 0);
    unit(&w, 1);
    fprintf(w.f, "\t.section .debug_abbrev\n\t.byte 0\n");
    fclose(w.f);
}

TEST(random_programs)
{
    size_t n = 0;
    for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
        write_program(seed);
        assert_true(places_run("gcc -c -o t.o t.s && ld -e 0 -o t t.o"));
        print_message("program %d\n", (int)seed);
        n += places_compare("t");
    }
    assert_true(n > 10 * PROGRAMS);
}

int main(int argc, char **argv)
{
    return places_main(argc, argv);
}
