/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines: all places of programs compiled now, against libbfd's answer for every byte. The
 * compiler of this system has to be there; what others make is skipped where they are missing.
 * Programs with code in headers are DWARF 4: of DWARF 5 libbfd takes the wrong first file. */
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

/* Where libbfd takes the wrong first file. */
static void code_of_headers(void **state)
{
    (void)state;
    struct places p;
    build("gcc -O2 -gdwarf-5 -shared -fPIC", "multi.c", false);
    places_of_walk(&p, "prog");
    assert_true(places_have(&p, "from_header", "/inline.h"));
    assert_true(places_have(&p, "main", "/multi.c"));
    places_release(&p);
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
