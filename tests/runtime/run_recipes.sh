#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The section BUILDING of gptui_rt(3): its files and commands as they are written there, for the build
# folder and for what make install puts somewhere else: each recipe for one of them, with LONG=1 for both. What is
# not installed is skipped.
. "$SRC/tests/runtime/lib.sh"
PATH=$BUILD:$PATH
export PATH

# The parts of the section: "# sh: NAME" begins commands, "# FILE" a file.
sed -n '/^\.SH BUILDING/,/^\.SH PARALLEL JOBS/{/^\.EX/,/^\.EE/{/^\./!p;};}' "$SRC/man/gptui_rt.3" |
    sed 's/\\-/-/g' >section

# part NAME PLACE: its lines, where gptui is built or installed in PLACE
part() {
    awk -v name="# $1" '/^# / { mine = $0 == name; next } mine' "$TMPDIR/section" | sed "s|/path/to/gptui/build|$2|"
}

sources() {
    cat >prog.c <<'END'
volatile unsigned sum;
__attribute__((noinline, noclone)) static void leaf(void) { sum++; }
int main(void)
{
    for (int i = 0; i < 1000; i++)
        leaf();
    return 0;
}
END
    cp "$SRC/tests/record/programs/work.f90" fprog.f90
    for file in CMakeLists.txt meson.build configure.ac Makefile.am; do part "$file" . >$file; done
}

# try NAME RECIPE TOOL PROGRAM PLACE FUNCTION: the recipe builds PROGRAM, and it counts its calls
try() {
    if ! command -v "$3" >/dev/null; then
        skip "$1" "no $3 here"
        return
    fi
    rm -rf "$2" && mkdir "$2" && cd "$2" || exit 1
    sources
    part "sh: $2" "$5" >commands
    [ -s commands ] && (set -e && . ./commands) >log 2>&1 && ${run-} "$4" >>log 2>&1
    verdict $? "$1: builds and runs" "$(tail -n 20 log)"
    equal "$1: calls" 1000 "$(calls "$4" gmon.out "$6" 2>&1)"
    cd ..
}

# all_of NAME PLACE RECIPES
all_of() {
    [ -z "${LONG-}" ] || set -- "$1" "$2" 'gcc clang static gfortran cmake meson autotools'
    for recipe in $3; do
        case $recipe in
        gfortran) try "$1: $recipe" gfortran gfortran ./fprog "$2" __leaves_MOD_work ;;
        static) try "$1: $recipe" static gcc ./prog "$2" leaf ;;
        gcc | clang) try "$1: $recipe" $recipe $recipe ./prog "$2" leaf ;;
        autotools) try "$1: $recipe" autotools autoreconf ./prog "$2" leaf ;;
        *) try "$1: $recipe" $recipe $recipe out/prog "$2" leaf ;;
        esac
    done
}

if command -v pkg-config >/dev/null; then
    PKG_CONFIG_PATH=$BUILD
    export PKG_CONFIG_PATH
    all_of 'build folder' "$BUILD" 'clang static meson'
    root=$TMPDIR/root
    make -s -C "$SRC" -o all install BUILD="$BUILD" DESTDIR= PREFIX="$root" >log 2>&1
    verdict $? 'make install' "$(cat log)"
    PKG_CONFIG_PATH=$root/lib/pkgconfig LD_LIBRARY_PATH=$root/lib
    export LD_LIBRARY_PATH
    sed -i '/^export PKG_CONFIG_PATH/d' section
    all_of installed "$root" 'gcc gfortran cmake autotools'
    unset LD_LIBRARY_PATH
else
    skip 'recipes with pkg-config' 'no pkg-config here'
fi

# The runtime for other machines, made in a copy of the source.
copy=$TMPDIR/gptui
mkdir "$copy" && cp -R "$SRC/Makefile" "$SRC/arch" "$SRC/src" "$copy"
part 'sh: cross' . >cross
for machine in aarch64:aarch64-linux-gnu ${LONG:+arm:arm-linux-gnueabihf}; do
    compiler=${machine#*:}-gcc
    if ! command -v "$compiler" >/dev/null || ! command -v "qemu-${machine%:*}" >/dev/null; then
        skip "${machine%:*}" "no $compiler or no qemu-${machine%:*} here"
        continue
    fi
    grep "CROSS=${machine#*:}-" cross >build.sh
    (cd "$copy" && . "$TMPDIR/build.sh") >log 2>&1
    verdict $? "${machine%:*}: the runtime is built" "$(tail -n 20 log)"
    run=qemu-${machine%:*}
    try "${machine%:*}" "${machine%:*}" "$compiler" ./prog "$copy/build" leaf
done
finish
