#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Where the walk of call paths takes a function's frame for made, or for gone, against the tables for
# exceptions, at every instruction of functions that have frames: compilers end them long before they
# return.
. "$SRC/tests/runtime/lib.sh"

case $(uname -m) in
x86_64) cpu=x86_64 ;;
*)
    echo "1..0 # SKIP the tables are read for x86-64 alone"
    exit 0
    ;;
esac
# shellcheck disable=SC2046
$CC -std=c11 -D_GNU_SOURCE -O1 -I"$SRC/src" -I"$SRC" -I"$SRC/arch/$cpu" -o frames_at "$here/frames_at.c" \
    "$SRC/arch/x86/plain.c" >log 2>&1
verdict $? 'the helper is built' "$(cat log)"

# places FILE: "ADDRESS WHERE NAME" of all instructions of functions that the tables know to have a frame
places() {
    { readelf --debug-dump=frames-interp "$1" && objdump -d -w --no-show-raw-insn -j .text "$1"; } 2>/dev/null | awk '
        function x(hex) { hex = sprintf("%16s", hex); gsub(/ /, "0", hex); return "x" hex }
        / FDE .*pc=/ { split($0, half, "pc="); split(half[2], ends, "[.][.]"); lo = x(ends[1]); hi = x(ends[2]); next }
        / CIE / { lo = "" }
        lo != "" && /^[0-9a-f]+ r/ && x($1) >= lo && x($1) < hi {
            where[x($1)] = $2
            of[x($1)] = lo
            if ($2 ~ /^rbp/) framed[lo] = 1
            next }
        /^[0-9a-f]+ <.*>:$/ { name = $2; cfa = ""; next }
        /^ *[0-9a-f]+:/ {
            address = x(substr($1, 1, length($1) - 1))
            if (address in where) { cfa = where[address]; begun = of[address] }
            if (!framed[begun] || $2 ~ /^(nop|data16|cs|xchg|int3)/) next
            is = cfa ~ /^rbp/ ? -1 : cfa == "rsp+8" ? 0 : cfa == "rsp+16" ? 8 : ""
            if (is != "") print substr(address, 2), is, name }'
}

# right FILE NAME
right() {
    places "$1" >places
    # shellcheck disable=SC2046
    ./frames_at "$1" $(readelf -lW "$1" | awk '$1 == "LOAD" && / R E / { print $2, $3, $5 }') \
        <places >found
    tail -n 1 found | awk '{ exit !($2 > 20 && $6 > 100 && $4 * 100 <= $2 && $8 * 500 <= $6) }'
    verdict $? "$2: frames are there where the tables say so" "$(tail -n 1 found; cat found)"
}

for flags in -O0 -O1 -O2 -O3 '-O2 -fcf-protection=full' '-O2 -fno-pie -no-pie'; do
    # shellcheck disable=SC2086
    compile callers "$here/callers.c" -pg $flags -lm >log 2>&1 && right callers "callers.c $flags"
    if COMPILER=${CXX:-c++} compile exceptional "$here/truth.cc" -pg $flags >log 2>&1; then
        right exceptional "truth.cc $flags"
    else
        skip "truth.cc $flags" 'no C++ compiler'
    fi
    if COMPILER=${FC:-gfortran} compile leaves "$here/leaves.f90" -pg -fno-inline $flags >log 2>&1; then
        right leaves "leaves.f90 $flags"
    else
        skip "leaves.f90 $flags" 'no gfortran'
    fi
done
finish
