/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "record/flags.h"

#include <string.h>

#define LINES                                                                                      \
    "# in two steps: -pg when compiling and when linking\n"                                        \
    "# to count lines, too: compile with -fsanitize-coverage=trace-pc as well, link with "         \
    "-lgptui-rt"
#define LINKED(compiler)                                                                           \
    "\n# static, or for runs without gptui record:\n"                                              \
    "# " compiler " -static -pg -o prog *.o $(pkg-config --static --libs gptui-rt)\n" LINES

/* Each is a command for a shell: tests/record/run_flags.sh runs those whose tool is installed. */
static const struct recipe {
    const char *with, *command;
} recipes[] = {
    {"gcc", "gcc -O2 -g -pg -c *.c && gcc -pg -o prog *.o" LINKED("gcc")},
    {"clang", "clang -O2 -g -pg -c *.c && clang -pg -o prog *.o" LINKED("clang")},
    {"gfortran", "gfortran -O2 -g -pg -c *.f90 && gfortran -pg -o prog *.o" LINKED("gfortran")},
    {"cmake", "cmake -S . -B build-pg -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS=-pg "
              "-DCMAKE_CXX_FLAGS=-pg -DCMAKE_EXE_LINKER_FLAGS=-pg && cmake --build build-pg"},
    {"meson", "meson setup build-pg --buildtype=debugoptimized -Dc_args=-pg -Dcpp_args=-pg "
              "-Dc_link_args=-pg -Dcpp_link_args=-pg && meson compile -C build-pg"},
    {"autotools", "./configure CFLAGS='-O2 -g -pg' CXXFLAGS='-O2 -g -pg' LDFLAGS=-pg "
                  "--disable-shared && make"},
};

bool flags_add(const char *with, struct text *out)
{
    bool known = false;
    for (size_t i = 0; i < ARRAY_LEN(recipes); i++) {
        if (*with && strcmp(with, recipes[i].with) != 0)
            continue;
        known = true;
        if (!*with)
            text_printf(out, "%s# %s\n", i ? "\n" : "", recipes[i].with);
        text_printf(out, "%s\n", recipes[i].command);
    }
    return known;
}

void flags_names(struct text *out)
{
    for (size_t i = 0; i < ARRAY_LEN(recipes); i++)
        text_printf(out, "%s%s", i ? ", " : "", recipes[i].with);
}
