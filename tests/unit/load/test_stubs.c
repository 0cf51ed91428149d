/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stubs that call shared libraries (H6): of programs linked now in several ways, against the labels
 * that objdump gives them. What a compiler that is not there would make is
 * skipped. */
#include "core/load/image/image.h"
#include "core/load/image/image_internal.h"
#include "core/model/symbol.h"

#include "tests/support/scratch_folder.h"
#include "tests/support/unit.h"

static const char source[] = "#include <math.h>\n"
                             "#include <stdio.h>\n"
                             "#include <stdlib.h>\n"
                             "int (*volatile print)(const char *) = puts;\n"
                             "int main(int n, char **v)\n"
                             "{\n"
                             "    printf(\"%g %d\\n\", sin(n) + cos(n), atoi(v[0]));\n"
                             "    return print(getenv(\"HOME\"));\n"
                             "}\n";

static bool build(const char *compiler)
{
    char command[512];
    scratch_put("p.c", source);
    snprintf(command, sizeof command, "%s -fno-builtin -o prog p.c -lm 2>build.log", compiler);
    return system(command) == 0;
}

/* Symbols of im with SYM_STUB, as objdump writes labels, in the order of addresses. */
static void list_ours(FILE *to, const struct image *im)
{
    for (uint32_t i = 0; i < im->n_symbols; i++)
        if (im->symbols[i].flags & SYM_STUB) {
            assert_int_equal(im->symbols[i].flags, SYM_STUB | SYM_FUNC);
            fprintf(to, "%016llx <%s>:\n", (unsigned long long)im->symbols[i].addr,
                    image_name(im, &im->symbols[i]));
        }
}

static void check(const char *compiler, const char *objdump)
{
    char command[512];
    if (!build(compiler))
        skip();
    struct image *im = image_load("prog", NULL, no_err());
    FILE *f = fopen("ours", "w");
    assert_non_null(im);
    assert_non_null(f);
    list_ours(f, im);
    assert_int_equal(fclose(f), 0);
    image_free(im);
    snprintf(command, sizeof command,
             "%s -d prog | sed 's/^\\([0-9a-f]\\{8\\}\\) </00000000\\1 </' |"
             " grep '^[0-9a-f]* <[^*+]*@plt>:$' | sort >theirs && sort ours | diff theirs - >&2 &&"
             " grep -q '<printf@plt>' ours && grep -q '<cos@plt>' ours",
             objdump);
    assert_int_equal(system(command), 0);
}

TEST(x86_64)
{
    static const char *const ways[] = {"gcc -O1",
                                       "gcc -O1 -no-pie -fno-pie",
                                       "gcc -Wl,-z,now",
                                       "gcc -fcf-protection -Wl,-z,ibtplt",
                                       "gcc -fcf-protection -Wl,-z,ibtplt,-z,now",
                                       "gcc -no-pie -fno-pie -Wl,-z,lazy -pg"};
    for (size_t i = 0; i < ARRAY_LEN(ways); i++)
        check(ways[i], "objdump");
}

TEST(i386)
{
    check("i686-linux-gnu-gcc -fno-pie -no-pie", "objdump");
    check("i686-linux-gnu-gcc -fPIE -pie", "objdump");
    check("i686-linux-gnu-gcc -fPIE -pie -fcf-protection -Wl,-z,ibtplt", "objdump");
}

TEST(aarch64)
{
    check("aarch64-linux-gnu-gcc -O1", "aarch64-linux-gnu-objdump");
    check("aarch64-linux-gnu-gcc -mbranch-protection=standard -Wl,-z,force-bti",
          "aarch64-linux-gnu-objdump");
    check("aarch64-linux-gnu-gcc -no-pie -Wl,-z,now", "aarch64-linux-gnu-objdump");
}

TEST(libraries_and_other_linkers)
{
    check("gcc -shared -fPIC", "objdump");
    check("gcc -fuse-ld=gold", "objdump");
    check("clang -fuse-ld=lld", "objdump");
}

/* They are in no table of GNU gprof's, -a does not touch them. */
TEST(only_if_asked)
{
    assert_false(table_accepts(&(struct table_options){0}, SYM_FUNC | SYM_STUB));
    assert_true(table_accepts(&(struct table_options){.clones = true}, SYM_FUNC | SYM_STUB));
    assert_true(table_accepts(&(struct table_options){.clones = true, .no_static = true},
                              SYM_FUNC | SYM_STUB));
}

EACH_TEST(scratch_enter, scratch_leave);
