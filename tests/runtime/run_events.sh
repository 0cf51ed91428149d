#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Counts stay exact whatever happens to the flow of control; registers and errno are left alone.
. "$SRC/tests/runtime/lib.sh"

# try NAME PROGRAM COMMAND...
try() {
    name=$1 program=$2
    shift 2
    rm -rf gmon.out*
    "$@" >printed
    verdict $? "$name: runs"
    counts "$name" "$program"
}

cases='signals altstack nested unwinding threadforks jumps leaps recursion coroutines threads ending forks vforks errno'
compile shared "$here/events.c" -pg
compile static "$here/events.c" -pg -static
compile fentry "$here/events.c" -pg -mfentry
"$CC" -O2 -pg -pthread -o plain "$here/events.c"
for case in $cases; do
    try "$case" shared ./shared $case
    try "$case, static" static ./static $case
    try "$case, fentry" fentry ./fentry $case
    try "$case, preloaded" plain env LD_PRELOAD="$BUILD/libgptui-rt.so" ./plain $case
done

# Memory: as much as the manual says.
rm -rf gmon.out*
./shared threads >printed
bytes=$(about | sed -n 's/^table-bytes //p')
[ "$bytes" -gt 0 ] && [ "$bytes" -lt $((5 * 18 * 1024 + 5 * 100)) ]
verdict $? 'memory: 2,001 threads, one or two at a time' "$bytes bytes"
rm -rf gmon.out*
./shared errno >printed
bytes=$(about | sed -n 's/^table-bytes //p') arcs=$(about | sed -n 's/^arcs //p')
[ "$arcs" -gt 800 ] && [ "$bytes" -lt $((256 * arcs)) ]
verdict $? 'memory: in proportion to arcs' "$bytes bytes, $arcs arcs"

# Arguments, locals and results of all kinds, in as many ways of compiling as there are.
for compiler in gcc clang; do
    command -v $compiler >/dev/null || { skip "$compiler: arguments" 'not installed'; continue; }
    for flags in '' -O0 -O3 -mfentry '-O0 -mfentry' '-static -mfentry' '-fcf-protection=full' '-no-pie -Wl,-z,lazy' \
        '-fno-plt -Wl,-z,now' '-mcmodel=large' '-march=native' '-fstack-clash-protection' '-fno-omit-frame-pointer -mno-red-zone'; do
        # shellcheck disable=SC2086
        COMPILER=$compiler compile arguments "$here/arguments.c" -pg -w $flags
        try "$compiler $flags: arguments" arguments ./arguments
    done
done

# A program that takes our place is not killed by the timer that we leave.
rm -rf gmon.out*
./shared exec /bin/sh -c 'i=0; while [ $i -lt 100000 ]; do i=$((i + 1)); done'
verdict $? 'exec of a program without a runtime'

for cxx in g++ clang++; do
    command -v $cxx >/dev/null || { skip "$cxx" 'not installed'; continue; }
    COMPILER=$cxx compile thrown "$here/exceptions.cc" -pg
    try "$cxx: exceptions" thrown ./thrown
done

# Counts beyond 32 bits, and bins beyond 16: several records.
# shellcheck disable=SC2046
"$CC" -O2 -pg -pthread -I"$SRC/src" -o wide "$here/wide.c" $(objects "$BUILD")
for count in 4294967290 1099511627774; do
    try "$count calls and more" wide ./wide $count
    "$GPROF" -b wide gmon.out >gprof.out 2>&1
    "$GPTUI" --batch -b wide gmon.out | cmp - gprof.out >differences 2>&1
    verdict $? "$count calls and more: gprof and gptui agree" "$(cat differences)"
done
equal 'time beyond 65,535 ticks' 2000.00 "$(awk '$NF == "leaf" && NF == 7 && $1 > 99 { print $3; exit }' gprof.out)"

if [ -e "$here/registers_$(uname -m).S" ]; then
    compile registers "$here/registers.c" "$here/registers_$(uname -m).S"
    GMON_OUT_PREFIX=r ./registers >printed
    status=$?
    if [ $status = 77 ]; then
        skip registers 'no AVX'
    else
        verdict $status 'registers: none changes' "$(cat printed)"
    fi
else
    skip registers "no test for $(uname -m)"
fi
finish
