#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The commands that gptui record --compile prints: each is run in a small project, and makes a program
# whose profile has calls.
. "$SRC/tests/record/lib.sh"
unset CFLAGS LDFLAGS
: >diff

# project: in the current folder, for any build system
project() {
    cp "$SRC/tests/record/programs/behave.c" prog.c
    cp "$SRC/tests/record/programs/work.f90" prog.f90
    cat >CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.10)
project(prog C)
add_executable(prog prog.c)
END
    cat >meson.build <<'END'
project('prog', 'c')
executable('prog', 'prog.c')
END
    cat >configure.ac <<'END'
AC_INIT([prog], [1])
AM_INIT_AUTOMAKE([foreign])
AC_PROG_CC
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
END
    printf 'AUTOMAKE_OPTIONS = no-dependencies\nbin_PROGRAMS = prog\nprog_SOURCES = prog.c\n' >Makefile.am
}

# try NAME TOOL PROGRAM [PREPARE]
try() {
    command -v "$2" >/dev/null || {
        skip "$1" "no $2 here"
        return
    }
    mkdir "$1" && cd "$1" || exit 1
    project
    sh -c "${4-:}" >out 2>err && sh -c "$("$GPTUI" record --compile "$1")" >out 2>err
    result $? "$1: builds"
    "$GPTUI" record "$3" >out 2>err && ! grep -q 'not compiled' err &&
        "$GPTUI" --batch -b -p "$3" gmon.out | grep -q ' 1000 .*work$'
    result $? "$1: the profile has calls"
    static=$("$GPTUI" record --compile "$1" | sed -n 's/^# \(.* -static .*\)/\1/p')
    if [ -n "$static" ] && command -v pkg-config >/dev/null; then
        rm -rf gmon.out* && PKG_CONFIG_PATH=$BUILD sh -c "$static" >out 2>err && "$3" >out 2>err &&
            "$GPTUI" --batch -b -p "$3" gmon.out | grep -q ' 1000 .*work$'
        result $? "$1: static, with what it prints for that"
    fi
    cd ..
}
try gcc gcc ./prog
try clang clang ./prog
try gfortran gfortran ./prog
try cmake cmake build-pg/prog
try meson meson build-pg/prog
try autotools automake ./prog 'aclocal && autoconf && automake -a'
# As the commands for gcc and clang say.
mkdir lines && cd lines && project
"$CC" -O2 -g -pg -fsanitize-coverage=trace-pc -c prog.c 2>err &&
    "$CC" -pg -o prog prog.o -L"$BUILD" -lgptui-rt 2>>err
result $? 'lines: links'
LD_LIBRARY_PATH=$BUILD "$GPTUI" record ./prog >out 2>err &&
    "$GPTUI" --batch -b -l -A prog gmon.out | grep -q '^ *1000 -> {'
result $? 'lines: they are counted'
cd ..
echo "1..$n"
