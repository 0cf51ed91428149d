#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The table of the README: what profilers that are installed here do to one program, the demo's indexer. Least wall time of RUNS runs in
# turn as a multiple of the plain program's, and the size of the data.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
dir=$BUILD/bench/tools CC=${CC:-gcc} RUNS=${RUNS:-5}
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"

$CC -O2 -g -o plain "$SRC"/tests/demo/*.c -lm
$CC -O2 -g -pg -o profiled "$SRC"/tests/demo/*.c -lm
$CC -O2 -g -fno-omit-frame-pointer -o framed "$SRC"/tests/demo/*.c -lm

wall() { # FILE COMMAND...: adds the milliseconds to FILE
    file=$1 began=$(date +%s%N)
    shift
    "$@" >/dev/null 2>error || { cat error; return 1; }
    echo $((($(date +%s%N) - began) / 1000000)) >>"$file"
}
has() { command -v "$1" >/dev/null 2>&1; }

names='plain libc ours'
! has perf || ! perf record -o perf.data ./plain >/dev/null 2>&1 || names="$names perf dwarf"
! has uftrace || names="$names uftrace"
! has valgrind || names="$names callgrind"
i=0
while [ $i -lt "$RUNS" ]; do
    for name in $names; do
        rm -rf gmon.out*
        case $name in
        plain) wall plain.ms ./plain ;;
        libc) wall libc.ms ./profiled && du -bc gmon.out | tail -n 1 >libc.size ;;
        ours) wall ours.ms "$GPTUI" record --no-open ./profiled && du -bc gmon.out* | tail -n 1 >ours.size ;;
        perf) wall perf.ms perf record -o perf.data --call-graph fp ./framed && du -b perf.data >perf.size ;;
        dwarf) [ $i -gt 0 ] || { wall dwarf.ms perf record -o dwarf.data --call-graph dwarf ./plain && du -b dwarf.data >dwarf.size; } ;;
        uftrace) [ $i -gt 0 ] || { rm -rf uftrace.data && wall uftrace.ms uftrace record -d uftrace.data ./profiled && du -bs uftrace.data >uftrace.size; } ;;
        callgrind) [ $i -gt 0 ] || { wall callgrind.ms valgrind --tool=callgrind --callgrind-out-file=callgrind.out ./plain && du -b callgrind.out >callgrind.size; } ;;
        esac
    done
    i=$((i + 1))
done
rm -rf uftrace.data dwarf.data

least() { sort -n "$1.ms" | head -n 1; }
echo '| the demo program | time, plain = 1 | data | calls | callers |'
echo '|---|---|---|---|---|'
for name in $names; do
    [ $name != plain ] || continue
    case $name in
    libc) what="libc's runtime (\`gcc -pg\`)" knows='counted, lost by threads | shared out by calls' ;;
    ours) what='`gptui record`' knows='exact | measured' ;;
    perf) what='perf, frame pointers' knows='no | measured' ;;
    dwarf) what='perf, DWARF stacks' knows='no | measured' ;;
    uftrace) what=uftrace knows='exact | exact' ;;
    callgrind) what=callgrind knows='exact | exact' ;;
    esac
    awk -v what="$what" -v knows="$knows" -v ms="$(least $name)" -v plain="$(least plain)" -v bytes="$(cut -f 1 $name.size)" 'BEGIN {
        size = bytes < 1048576 ? sprintf("%.0f KB", bytes / 1024) : sprintf("%.0f MB", bytes / 1048576)
        printf "| %s | %.2f | %s | %s |\n", what, ms / plain, size, knows }'
done
for tool in perf uftrace valgrind; do
    has $tool || echo "no $tool here"
done
