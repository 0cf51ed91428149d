/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines: all places of programs compiled now, against libbfd's answer for every byte. The
 * compiler of this system has to be there; what others make is skipped where they are missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "core/base/attr.h"
#include "tests/support/line_oracle.h"

#define QUIETLY " 2>build.log"

/* Compile tests/programs/NAME with a command; skip the test if that fails and `may_fail`. */
static void build(const char *command, const char *name, bool may_fail)
{
    char file[128];
    snprintf(file, sizeof file, "tests/programs/%s", name);
    if (places_run("%s -o prog '%s'" QUIETLY, command, places_source(file)))
        return;
    places_run("cat build.log >&2");
    if (may_fail)
        skip();
    fail_msg("%s %s", command, name);
}

static void check_ways(const char *const *commands, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++) {
        build(commands[i], name, false);
        assert_true(places_compare("prog") > 10);
    }
}

static void check_versions(const char *compiler, const char *name, bool may_fail)
{
    char command[256];
    for (int version = 2; version <= 5; version++) {
        snprintf(command, sizeof command, "%s -gdwarf-%d", compiler, version);
        build(command, name, may_fail);
        assert_true(places_compare("prog") > 10);
    }
}

static void by_gcc(void **state)
{
    (void)state;
    check_versions("gcc -O0", "clones.c", false);
    check_versions("gcc -O2", "clones.c", false);
    check_versions("gcc -O3", "cycles.c", false);
}

static void by_gcc_in_other_ways(void **state)
{
    (void)state;
    static const char *const ways[] = {
        "gcc -O2 -gdwarf-4 -flto",
        "gcc -O2 -g -static",
        "gcc -O2 -g -ffunction-sections -Wl,--gc-sections",
        "gcc -O2 -g -gz",
        "gcc -O2 -gdwarf-4 -gz=zlib-gnu",
        "gcc -O2 -gdwarf-4 -gsplit-dwarf",
        "gcc -O0 -gdwarf-5 -gsplit-dwarf",
        "gcc -O2 -gdwarf-4 -fdebug-types-section",
        "gcc -O2 -g1",
        "gcc -O2 -gstabs",
        "gcc -O2 -g -shared -fPIC",
    };
    check_ways(ways, ARRAY_LEN(ways), "clones.c");
}

static void by_clang(void **state)
{
    (void)state;
    check_versions("clang -O2", "clones.c", true);
    check_versions("clang -O2 -ffunction-sections", "cycles.c", true);
    build("clang -O2 -g -gsplit-dwarf", "clones.c", true);
    assert_true(places_compare("prog") > 10);
}

static void of_32_bits(void **state)
{
    (void)state;
    check_versions(
        "i686-linux-gnu-gcc -O2 -nostdlib -Wl,-e,main -Wl,--unresolved-symbols=ignore-all",
        "clones.c", true);
}

static void of_fortran(void **state)
{
    (void)state;
    check_versions("gfortran -O2", "fort.f90", true);
}

/* With these gprof ends: "somebody miscounted". */
static void of_optimised_cxx(void **state)
{
    (void)state;
    build("g++ -std=c++17 -O2 -gdwarf-4", "cxx.cc", true);
    assert_true(places_compare("prog") > 500);
    build("g++ -std=c++17 -O2 -gdwarf-5", "cxx.cc", true);
    assert_true(places_compare("prog") > 500);
    build("clang++ -std=c++17 -O2 -gdwarf-4", "cxx.cc", true);
    assert_true(places_compare("prog") > 500);
}

/* A list of ranges with indexed addresses makes libbfd give up that unit and those after it. */
static void units_that_libbfd_refuses(void **state)
{
    (void)state;
    build("gcc -O2 -gdwarf-5 -gsplit-dwarf", "clones.c", false);
    assert_int_equal(places_compare("prog"), 0);
}

static const char assembler[] = "	.text\n"
                                "	.globl	main\n"
                                "	.type	main, @function\n"
                                "main:	nop\n"
                                "	ret\n"
                                "label:	nop\n"
                                "	.size	main, 2\n"
                                "	.type	f, @function\n"
                                "f:	nop\n"
                                "inner:	nop\n"
                                "	ret\n"
                                "	.size	f, 3\n"
                                "	nop\n";

static void of_an_assembler(void **state)
{
    (void)state;
    FILE *f = fopen("a.s", "w");
    assert_non_null(f);
    fputs(assembler, f);
    fclose(f);
    for (int version = 2; version <= 5; version++) {
        assert_true(places_run("gcc -Wa,-gdwarf-%d -o prog a.s" QUIETLY, version));
        assert_int_equal(places_compare("prog"), 7);
    }
}

/* The debug information in a file of its own, found by its name. */
static void with_separate_files(void **state)
{
    (void)state;
    build("gcc -O2 -g", "clones.c", false);
    size_t n = places_compare("prog");
    assert_true(places_run("objcopy --only-keep-debug prog prog.debug && "
                           "objcopy --strip-debug --add-gnu-debuglink=prog.debug prog"));
    assert_int_equal(places_compare("prog"), n);
    assert_true(places_run("rm prog.debug"));
    assert_int_equal(places_compare("prog"), 0);
}

/* A header with n functions, every fourth of them with code of its own, and a source that calls
 * them all; static functions of the header come first in .text. */
static void write_unit(unsigned unit, unsigned n)
{
    char name[32];
    snprintf(name, sizeof name, "values%u.h", unit);
    FILE *h = fopen(name, "w");
    snprintf(name, sizeof name, "cells%u.c", unit);
    FILE *c = fopen(name, "w");
    assert_non_null(h);
    assert_non_null(c);
    for (unsigned i = 0; i < n; i++)
        fprintf(
            h,
            "static %s int value%u_%u(int n)\n{\n    int s = n;\n    for (int i = 0; i < n; i++)\n"
            "        s += (i * %u) ^ s;\n    return s;\n}\n\n",
            i % 4 ? "inline" : "__attribute__((noinline))", unit, i, 3 * i + 1);
    fprintf(c, "#include \"values%u.h\"\nint cells%u(int n)\n{\n    int s = 0;\n", unit, unit);
    for (unsigned i = 0; i < n; i++)
        fprintf(c, "    s += value%u_%u(n - %u);\n", unit, i, i);
    fprintf(c, "    return s;\n}\n");
    if (!unit)
        fprintf(c, "int main(void)\n{\n    return cells0(3) == 1;\n}\n");
    fclose(h);
    fclose(c);
}

/* QUIRK(gnu): up to the first change of file a line program of DWARF 5 has the unit's source, even
 * where file 1 is a header. */
static void code_of_headers(void **state)
{
    (void)state;
    struct places p;
    for (unsigned unit = 0; unit < 8; unit++)
        write_unit(unit, 4 + 5 * unit);
    for (int version = 4; version <= 5; version++)
        for (int level = 0; level <= 3; level++) {
            assert_true(places_run("gcc -O%d -gdwarf-%d -o prog cells*.c" QUIETLY, level, version));
            assert_true(places_compare("prog") > 500);
        }
    assert_true(places_run("gcc -O2 -gdwarf-5 -o prog cells0.c" QUIETLY));
    places_of_walk(&p, "prog");
    assert_true(places_have(&p, "value0_0", "/cells0.c"));
    assert_false(places_have(&p, "value0_0", "/values0.h"));
    places_release(&p);
    places_of_split(&p, "prog");
    assert_true(places_have(&p, "value0_0", "/values0.h"));
    assert_false(places_have(&p, "value0_0", "/cells0.c"));
    places_release(&p);
    build("gcc -O2 -gdwarf-5 -shared -fPIC", "multi.c", false);
    places_compare("prog");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_gcc),          cmocka_unit_test(by_gcc_in_other_ways),
        cmocka_unit_test(by_clang),        cmocka_unit_test(of_32_bits),
        cmocka_unit_test(of_fortran),      cmocka_unit_test(of_optimised_cxx),
        cmocka_unit_test(of_an_assembler), cmocka_unit_test(with_separate_files),
        cmocka_unit_test(code_of_headers), cmocka_unit_test(units_that_libbfd_refuses),
    };
    return places_main(argc, argv, tests, ARRAY_LEN(tests));
}
