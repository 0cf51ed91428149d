#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs for Windows with -pg, run by wine: what their runtime wrote, C and C++, with long names. Call
# counts are those of the same program here; under --strict all is as in gprof.
. "$SRC/tests/windows/lib.sh"
end_if_unreadable
if ! command -v wine >/dev/null 2>&1; then
    echo "1..0 # SKIP no wine"
    exit 0
fi
WINEPREFIX=$TMPDIR/wine WINEDEBUG=-all WINEDLLOVERRIDES='mscoree,mshtml='
export WINEPREFIX WINEDEBUG WINEDLLOVERRIDES
programs=$SRC/tests/programs
timeout 120 wine wineboot -i >/dev/null 2>&1

# calls PROGRAM PROFILE: name and count of the functions of the program's own source; of all but the weak
# one and what stands before it, as symbols of weak functions have no type in programs for Windows
calls() {
    "$GPTUI" --batch -b -C "$@" 2>/dev/null |
        sed -n 's/.*cycles\.c:[0-9]*: (_*\(.*\):0x.*) \([0-9]*\) executions/\1 \2/p' |
        grep -v 'weak\|real_name\|alias\|another' | sort
}

# try NAME COMPILER SOURCE FLAGS...: build, run, compare
try() {
    name=$1 cc=$2 source=$3
    shift 3
    rm -f gmon.out prog prog.exe
    # Without a moving base: addresses are those of the file.
    "$cc" -pg "$@" -Wl,--disable-dynamicbase -static -o prog.exe "$source" >log 2>&1
    result $? "$name: is built" "$(cat log)"
    timeout 60 wine ./prog.exe >log 2>&1
    if [ ! -e gmon.out ]; then
        skip "$name" "wine cannot run it: $(tail -n 1 log)"
        return 1
    fi
    mv prog.exe prog
    for options in -q '-l -p' -C '-c -q' -A -r; do
        # shellcheck disable=SC2086
        "$GPROF" -b $options prog gmon.out >expected 2>/dev/null
        # shellcheck disable=SC2086
        "$GPTUI" --strict --batch -b $options prog gmon.out >out 2>/dev/null
        cmp expected out >why.txt 2>&1
        result $? "$name: --strict $options is gprof" "$(cat why.txt)"
    done
}

gcc -g -O1 -pg -fno-inline -o here "$programs/cycles.c" && ./here >/dev/null && mv gmon.out here.gmon
calls here here.gmon >truth
for bits in 64 32; do
    if cc=$(compiler $bits gcc) && try "$bits bits, C" "$cc" "$programs/cycles.c" -g -O1 -fno-inline; then
        calls prog gmon.out >counted
        cmp truth counted >why.txt 2>&1
        result $? "$bits bits, C: every function was called as often as here" "$(diff truth counted)"
    fi
    if cc=$(compiler $bits g++) && try "$bits bits, C++" "$cc" "$programs/cxx.cc" -g -O0 -std=c++17; then
        "$GPTUI" --batch -b -q prog gmon.out | grep -q 'geometry::detail::point<int, 3>::operator<'
        result $? "$bits bits, C++: names have their source form"
    fi
done
wineserver -k 2>/dev/null
echo "1..$n"
