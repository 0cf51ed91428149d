#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What the runtime adds to a second real program (the first is gptui, in run_runtime.sh): the demo's indexer
# with half of its work. It is compiled with -pg once and runs in turn, RUNS times, with libc's runtime,
# with ours preloaded, with one that does nothing ("empty": what no runtime gets below), and without -pg;
# least CPU time of the whole process, from the start to the last file. Limit: ours adds a quarter of what
# libc's does.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
[ "$(uname -m)" = x86_64 ] || { echo "no empty runtime for $(uname -m)"; exit 0; }
dir=$BUILD/bench/programs CC=${CC:-gcc} GMON_OUT_PREFIX=gmon
export GMON_OUT_PREFIX
mkdir -p "$dir"
cd "$dir"
$CC -O2 -o cputime "$SRC/tests/bench/cputime.c"
$CC -shared -o libempty.so "$SRC/tests/runtime/programs/empty.S"

# program NAME RUNS WITHOUT WITH ARGUMENTS...
program() {
    name=$1 runs=$2 without=$3 with=$4
    shift 4
    rm -f ./*.times
    while [ "$runs" -gt 0 ]; do
        ./cputime '' "$without" "$@" >>none.times
        ./cputime '' "$with" "$@" >>libc.times
        ./cputime "$dir/libempty.so" "$with" "$@" >>empty.times
        ./cputime "$BUILD/libgptui-rt.so" "$with" "$@" >>ours.times
        rm -f gmon.*
        runs=$((runs - 1))
    done
    for kind in none empty libc ours; do
        sort -n $kind.times | sed "s/^/$kind /;q"
    done | awk -v name="$name" '{ ms[$1] = $2 } END {
        ratio = (ms["ours"] - ms["none"]) / (ms["libc"] - ms["none"])
        least = (ms["empty"] - ms["none"]) / (ms["libc"] - ms["none"])
        printf "%-8s none %.1f ms  empty %+.1f  libc %+.1f  ours %+.1f  ratio %.3f (empty %.3f)  at most 0.250  %s\n",
            name, ms["none"], ms["empty"] - ms["none"], ms["libc"] - ms["none"], ms["ours"] - ms["none"],
            ratio, least, ratio <= 0.25 ? "met" : least <= 0.25 ? "MISSED" : "MISSED, by the empty one too"
    }'
}

mkdir -p demo
for file in "$SRC"/tests/demo/*.[ch]; do
    sed 's/i < 4000/i < 2000/; s/N_DOCS = 12000/N_DOCS = 6000/; s/N_QUERIES = 30000/N_QUERIES = 15000/' "$file" >"demo/${file##*/}"
done
$CC -O2 -o indexer demo/*.c -lm
$CC -O2 -pg -o indexer-pg demo/*.c -lm

program indexer "${RUNS:-7}" ./indexer ./indexer-pg
