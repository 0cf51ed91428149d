/* SPDX-License-Identifier: GPL-3.0-or-later */
/* load/lines: programs whose debug information was split off to .dwo files, or packed in a .dwp,
 * have all places of the same programs compiled without that. What is missing, of another program
 * or no regular file is done without, and nothing waits for it. */
#include "tests/support/line_oracle.h"
#include "tests/support/unit.h"

/* Compile and link sources of tests/programs as `plain`, and as `prog` with what was split off in
 * 0.dwo, 1.dwo and so on. The main function is that of the first. False if there is no such
 * compiler. */
static bool build(const char *command, const char *sources)
{
    char programs[4096], names[256];
    unsigned n = 0;
    snprintf(programs, sizeof programs, "%s", places_source("tests/programs"));
    snprintf(names, sizeof names, "%s", sources);
    assert_true(places_run("rm -rf *"));
    for (char *name = strtok(names, " "); name; name = strtok(NULL, " "), n++) {
        char rename[32] = "";
        if (n > 0)
            snprintf(rename, sizeof rename, "-Dmain=main%u", n);
        if (!places_run("%s %s -c -o %u.plain.o '%s/%s' 2>build.log", command, rename, n, programs,
                        name))
            return false;
        assert_true(places_run("%s %s -gsplit-dwarf -c -o %u.o '%s/%s'", command, rename, n,
                               programs, name));
    }
    assert_true(places_run("%s -o plain *.plain.o && rm *.plain.o", command));
    assert_true(places_run("%s -o prog *.o && rm *.o", command));
    return true;
}

static void check_prog(const char *image)
{
    struct places want, got;
    places_of_walk(&want, "plain", true);
    places_of_walk(&got, image, true);
    assert_true(want.n > 10);
    places_equal(image, &got, "not split", &want);
    places_release(&got);
    places_release(&want);
}

/* Functions inlined in both. */
#define TWO "cxx.cc cxx.cc"

/* All compilers and versions of the format; else all of C, and one of C++, which takes its time. */
static bool all_of_them(void)
{
    return getenv("LONG") != NULL;
}

/* `pack` makes prog.dwp of prog; NULL: nothing does. */
static void check_versions(const char *compiler, const char *sources, const char *const pack[2])
{
    bool slow = strstr(sources, ".cc") && !all_of_them();
    for (int version = slow ? 5 : 4; version <= 5; version++) {
        char command[256];
        snprintf(command, sizeof command, "%s -gdwarf-%d", compiler, version);
        print_message("%s %s\n", command, sources);
        if (!build(command, sources))
            skip();
        check_prog("prog");
        const char *packer = pack[version - 4];
        if (!packer || !places_run("command -v %s >packer.log", packer)) {
            print_message("not packed: no %s\n", packer ? packer : "packer for this version");
            continue;
        }
        assert_true(places_run("timeout 600 %s -e prog -o prog.dwp && rm *.dwo", packer));
        check_prog("prog");
    }
}

static const char *const of_gcc[2] = {"dwp", NULL};
static const char *const of_llvm[2] = {"llvm-dwp", "llvm-dwp"};

TEST(by_gcc)
{
    check_versions("g++ -std=c++17 -O2", TWO, of_llvm);
    if (all_of_them())
        check_versions("g++ -std=c++17 -O2", TWO, of_gcc);
    check_versions("gcc -O3 -ffunction-sections", "cycles.c", of_gcc);
    check_versions("gcc -O0", "clones.c", of_llvm);
}

TEST(with_type_units)
{
    struct places want, got;
    assert_true(build("g++ -std=c++17 -O2 -gdwarf-4 -fdebug-types-section", "cxx.cc"));
    check_prog("prog");
    /* Not compared with `plain`: of version 5 libbfd reads no unit after a type unit. */
    assert_true(build("g++ -std=c++17 -O2 -gdwarf-5", "cxx.cc"));
    places_of_walk(&want, "prog", true);
    assert_true(build("g++ -std=c++17 -O2 -gdwarf-5 -fdebug-types-section", "cxx.cc"));
    places_of_walk(&got, "prog", true);
    assert_true(want.n > 10);
    places_equal("prog", &got, "without type units", &want);
    places_release(&got);
    places_release(&want);
}

TEST(by_clang)
{
    check_versions("clang -O2", "clones.c", of_llvm);
    if (all_of_them())
        check_versions("clang++ -std=c++17 -O2", TWO, of_llvm);
}

TEST(of_32_bits)
{
    check_versions(
        "i686-linux-gnu-gcc -O2 -nostdlib -Wl,-e,main -Wl,--unresolved-symbols=ignore-all",
        "clones.c", of_gcc);
}

TEST(compressed)
{
    assert_true(build("gcc -O2 -gdwarf-5 -gz", "cycles.c"));
    check_prog("prog");
}

TEST(beside_the_program)
{
    assert_true(build("gcc -O2 -gdwarf-5", "cycles.c clones.c"));
    assert_true(places_run("mkdir moved && mv prog moved"));
    check_prog("moved/prog"); /* where the compiler put them */
    assert_true(places_run("mv *.dwo moved"));
    check_prog("moved/prog");
}

/* The answers of GNU gprof, which never reads such a file. */
static void check_without(void)
{
    struct places want, got;
    places_of_walk(&want, "prog", false);
    places_of_walk(&got, "prog", true);
    assert_true(want.n > 10);
    places_equal("prog", &got, "without the file", &want);
    places_release(&got);
    places_release(&want);
}

TEST(what_is_no_such_file)
{
    struct places all, few;
    if (!build("g++ -std=c++17 -O2 -gdwarf-4", "cxx.cc"))
        skip();
    places_of_walk(&all, "prog", true);
    places_of_walk(&few, "prog", false);
    assert_int_not_equal(all.n, few.n);
    places_release(&all);
    places_release(&few);
    assert_true(
        places_run("gcc -O2 -gdwarf-4 -gsplit-dwarf -c -o other.o '%s' && mv other.dwo 0.dwo",
                   places_source("tests/programs/clones.c")));
    check_without();
    assert_true(places_run("rm 0.dwo && mkfifo 0.dwo prog.dwp"));
    check_without();
    assert_true(places_run("rm 0.dwo prog.dwp && mkdir 0.dwo prog.dwp"));
    check_without();
    assert_true(places_run("rmdir 0.dwo prog.dwp"));
    check_without();
}

int main(int argc, char **argv)
{
    return places_main(argc, argv);
}
