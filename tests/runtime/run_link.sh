#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The runtime in programs of each compiler and kind of link, and preloaded: counts are exact, gprof
# and gptui read the file alike. EXACT_CALLS: calls in the program of 16 threads.
. "$SRC/tests/runtime/lib.sh"

# counted NAME PROGRAM FILE: what `threads 4 1000` calls.
counted() {
    equal "$1: calls of leaf" 4000 "$(calls "$2" "$3" leaf)"
    equal "$1: calls of one of many" 8 "$(calls "$2" "$3" many_0)"
    equal "$1: calls from middle" 2000 "$(arc "$2" "$3" middle leaf)"
    "$GPROF" -b "$2" "$3" >gprof.out 2>&1
    "$GPTUI" --batch -b "$2" "$3" >gptui.out 2>&1
    cmp gprof.out gptui.out >differences 2>&1
    verdict $? "$1: gprof and gptui agree" "$(cat differences)"
}

for COMPILER in gcc clang; do
    if ! command -v $COMPILER >/dev/null 2>&1; then
        skip "$COMPILER" 'not installed'
        continue
    fi
    for flags in '-pie -fPIE' '-no-pie' '-static' '-static-pie -fPIE' '-flto -g0' '-mfentry'; do
        [ "$COMPILER $flags" != 'clang -flto -g0' ] || command -v ld.lld >/dev/null ||
            { skip "$COMPILER $flags" 'no linker for it'; continue; }
        rm -rf gmon.out*
        # clang links gcrt1.o into a static PIE, with which even an empty program crashes: so its
        # programs are linked without -pg there.
        source=$here/threads.c start=-pg
        [ "$COMPILER $flags" != 'clang -static-pie -fPIE' ] ||
            { clang -O2 -g -fPIE -pg -c -o threads.o "$source" && source=threads.o start=; }
        # shellcheck disable=SC2086
        compile prog "$source" $start $flags >log 2>&1 && ./prog 4 1000 >>log 2>&1
        verdict $? "$COMPILER -pg $flags: links and runs" "$(cat log)"
        counted "$COMPILER $flags" prog gmon.out
    done
    rm -rf gmon.out*
    $COMPILER -O2 -pthread -pg -o plain "$here/threads.c" && LD_PRELOAD=$BUILD/libgptui-rt.so ./plain 4 1000
    counted "$COMPILER, preloaded" plain gmon.out
done
COMPILER=$CC

# Only the object files were compiled with -pg: no gcrt1.o calls us.
"$CC" -O2 -pg -c -o threads.o "$here/threads.c"
"$CC" -pthread -o late threads.o -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt
rm -rf gmon.out* && ./late 4 1000
counted 'linked without -pg' late gmon.out

# No -pg at all: a histogram without calls.
"$CC" -O2 -pthread -o bare "$here/threads.c"
rm -rf gmon.out* && LD_PRELOAD=$BUILD/libgptui-rt.so ./bare 4 1000
"$GPROF" -i bare gmon.out >info 2>&1
equal 'without -pg: records' '1 0' \
    "$(awk '/histogram record/ { h = $1 } /call-graph/ { c = $1 } END { print h, c }' info)"

exact=${EXACT_CALLS:-10000000}
compile prog "$here/threads.c" -pg
rm -rf gmon.out* && ./prog 16 $((exact / 16))
equal "16 threads: $exact calls of leaf" $((exact / 16 * 16)) "$(calls prog gmon.out leaf)"
equal '16 threads: half of them from middle' $((exact / 32 * 16)) "$(arc prog gmon.out middle leaf)"

# More than 32 bits hold: several records.
[ "${EXACT_CALLS:-}" = '' ] || {
    rm -rf gmon.out* && ./prog 1 4400000000
    equal 'more than 2^32 calls' 4400000000 "$(calls prog gmon.out leaf)"
}

# Names: as libc's runtime. The working folder is that of the start.
mkdir -p other
rm -rf gmon.out* && GMON_OUT_PREFIX=my.prof ./prog 1 100
rm -rf my.prof.*[a-z]*
set -- my.prof.[0-9]*
[ -s "$1" ] && [ ! -e gmon.out ] && [ $# = 1 ]
verdict $? 'GMON_OUT_PREFIX' "$(ls)"
ln -sf target gmon.out && ./prog 1 100 && [ ! -e target ] && [ -f gmon.out ] && [ ! -L gmon.out ]
verdict $? 'a symbolic link is replaced, not followed' "$(ls -l)"
rm -rf gmon.out* && mkdir gmon.out
./prog 1 100 2>err
equal 'a file that cannot be written: status, and one line' '0 1' "$? $(grep -c '^gptui-rt: cannot write .*gmon.out' err)"
rmdir gmon.out
set -- ./*.tmp*
[ ! -e "$1" ]
verdict $? 'no temporary file is left' "$*"
finish
