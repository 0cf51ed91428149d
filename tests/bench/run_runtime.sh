#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What counting adds to a call: our runtime against libc's, over the program without a profile. They
# run in turn, RUNS times; medians of CPU time. "empty" is a runtime that does nothing: what -pg costs
# by itself, by a frame pointer and one more call; no runtime can add less. Limits: a quarter of libc's
# with one thread, an eighth with two, which mean something only where the threads really run at the
# same time: libc's threads then fight for its table.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
dir=$BUILD/bench/runtime RUNS=${RUNS:-5} CALLS=${CALLS:-5000000} CXX=${CXX:-g++}
source=$SRC/tests/runtime/programs/kernels.cc
mkdir -p "$dir"
cd "$dir"
$CXX -O2 -pthread -o "$dir/none" "$source"
$CXX -O2 -pthread -pg -o "$dir/libc" "$source"
$CXX -O2 -pthread -pg -o "$dir/ours" "$source" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt
$CXX -O2 -pthread -pg -static -o "$dir/static" "$source" -L"$BUILD" -lgptui-rt
empty=$SRC/tests/runtime/programs/empty.S
[ "$(uname -m)" = x86_64 ] || { echo "no empty runtime for $(uname -m)"; exit 0; }
$CXX -O2 -pthread -pg -c -o empty.o "$source" && $CXX -pthread -shared -o libempty.so "$empty"
$CXX -pthread -o empty empty.o -L. -Wl,-rpath,"$dir" -lempty

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

echo 'nanoseconds of CPU time per call; ratio: added by us / added by libc'
for threads in 1 2; do
    for kernel in leaf deep sites indirect virtual; do
        rm -f ./*.times
        calls=$CALLS
        [ $kernel != indirect ] || calls=$((CALLS / 10)) # where libc takes 0.4 microseconds for a call
        i=0
        while [ $i -lt "$RUNS" ]; do
            for program in none empty libc ours static; do
                "./$program" $kernel $threads $calls >>$program.times
            done
            i=$((i + 1))
        done
        awk -v kernel=$kernel -v threads=$threads -v none="$(median none.times)" -v libc="$(median libc.times)" \
            -v empty="$(median empty.times)" \
            -v ours="$(median ours.times)" -v static="$(median static.times)" 'BEGIN {
            limit = threads == 1 ? 1 / 4 : 1 / 8
            ratio = (ours - none) / (libc - none)
            printf "%-9s threads %d  none %5.2f  empty %5.2f  libc %6.2f  ours %5.2f  static %5.2f  ",
                kernel, threads, none, empty, libc, ours, static
            printf "ratio %.3f (empty %.3f)  at most %.3f  %s\n", ratio, (empty - none) / (libc - none),
                limit, ratio <= limit ? "met" : "MISSED"
        }'
    done
done
