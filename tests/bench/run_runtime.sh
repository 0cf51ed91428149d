#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What counting adds to a call: our runtime against libc's, over the program without a profile. They
# run in turn, RUNS times; medians of CPU time. "empty" is a runtime that does nothing: what -pg costs
# by itself, by a frame pointer and one more call; no runtime can add less. Limits: a quarter of libc's
# with one thread, an eighth with two, which mean something only where the threads really run at the
# same time: libc's threads then fight for its table. Where even the empty runtime misses the limit,
# the line says so: nothing but another way of compiling would help there.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
[ "$(uname -m)" = x86_64 ] || { echo "no empty runtime for $(uname -m)"; exit 0; }
RUNS=${RUNS:-5} CALLS=${CALLS:-5000000}
source=$SRC/tests/runtime/programs/kernels.cc
empty=$SRC/tests/runtime/programs/empty.S

# build CXX LIBRARIES FLAGS...: programs none, empty, libc, ours in the working folder
build() {
    cxx=$1 lib=$2
    shift 2
    "$cxx" -O2 -pthread "$@" -o none "$source"
    "$cxx" -O2 -pthread -pg "$@" -o libc "$source"
    "$cxx" -O2 -pthread -pg "$@" -o ours "$source" -L"$lib" -Wl,-rpath,"$lib" -lgptui-rt
    "$cxx" -O2 -pthread -pg -c -o empty.o "$source"
}

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# judge LIMIT: what the times of programs say of it
judge() {
    awk -v limit="$1" -v none="$(median none.times)" -v libc="$(median libc.times)" \
        -v empty="$(median empty.times)" -v ours="$(median ours.times)" 'BEGIN {
        ratio = (ours - none) / (libc - none)
        least = (empty - none) / (libc - none)
        printf "ratio %.3f (empty %.3f)  at most %.3f  %s\n", ratio, least, limit,
            ratio <= limit ? "met" : least <= limit ? "MISSED" : "MISSED, by the empty one too"
    }'
}

# row KERNEL THREADS PROGRAMS
row() {
    rm -f ./*.times
    calls=$CALLS
    [ "$1" != indirect ] || calls=$((CALLS / 10)) # where libc takes 0.4 microseconds for a call
    i=0
    while [ $i -lt "$RUNS" ]; do
        for program in $3; do
            "./$program" "$1" "$2" $calls >>$program.times
        done
        i=$((i + 1))
    done
    printf '%-9s threads %d  ' "$1" "$2"
    for program in $3; do
        printf '%s %.2f  ' $program "$(median $program.times)"
    done
    if [ "$2" = 1 ]; then judge 0.25; else judge 0.125; fi
}

# table NAME PROGRAMS
table() {
    echo "$1: nanoseconds of CPU time per call; ratio: added by us / added by libc"
    for threads in 1 2; do
        for kernel in leaf deep sites indirect virtual; do
            row $kernel $threads "$2"
        done
    done
}

# flat: the same for any number of threads, also more than processors
flat() {
    printf 'sites, ours, by the number of threads:'
    for threads in 1 2 4 8 16; do
        rm -f flat.times
        i=0
        while [ $i -lt "$RUNS" ]; do
            ./ours sites $threads $((CALLS / threads)) >>flat.times
            i=$((i + 1))
        done
        printf '  %d %.2f' $threads "$(median flat.times)"
    done
    echo
}

dir=$BUILD/bench/runtime
mkdir -p "$dir"
cd "$dir"
build "${CXX:-g++}" "$BUILD"
"${CXX:-g++}" -O2 -pthread -pg -static -o static "$source" -L"$BUILD" -lgptui-rt
"${CXX:-g++}" -pthread -shared -o libempty.so "$empty"
"${CXX:-g++}" -pthread -o empty empty.o -L. -Wl,-rpath,"$dir" -lempty
table x86-64 'none empty libc ours static'
flat
