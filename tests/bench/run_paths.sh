#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What call paths cost: the walk of ten frames and its node, per sample, median of five, at most 2
# microseconds; and what a sample with each tick and its path add to a program's CPU time, in one run: medians
# of ROUNDS over a run with 1 sample a second, at most 1 %.
# A bare timer of the kernel's is no work of ours (run_sampling.sh): where that alone is more, the limit is
# on the rest. And what CPU time a million nodes take to be read and shown, median of five: at most a second.
set -eu
[ "$(uname -m)" = x86_64 ] || { echo "no bench of paths for $(uname -m)"; exit 0; }
dir=$BUILD/bench/paths CC=${CC:-gcc} ROUNDS=${ROUNDS:-40} WORK=${WORK:-200}
mkdir -p "$dir"
cd "$dir"
rm -f times
objects=$(find "$BUILD/rt/arch" "$BUILD/rt/src/runtime" "$BUILD/rt/src/unite" ! -path "*/mpi/*" -name '*.o' ! -name dlclose.o ! -name pthread_create.o ! -name shared.o ! -name unite.o)
# shellcheck disable=SC2086
$CC -std=c11 -D_GNU_SOURCE -O2 -pg -pthread -I"$SRC/src" -o paths "$SRC/tests/runtime/programs/walk_cost.c" $objects
for _ in 1 2 3 4 5; do
    GPTUI_RT=out=/dev/null,paths=on,rate=1 ./paths 1000000
done | sort -n | awk '{ v[NR] = $1 }
    END { printf "%d ns a sample on ten frames  at most 2000  %s\n", v[3], v[3] <= 2000 ? "met" : "MISSED" }'

$CC -O2 -pg -o busy "$SRC/tests/bench/sampling.c" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt
busy() { GPTUI_RT=$1 ./busy "$WORK" ${2-}; }
i=0
while [ $i -lt "$ROUNDS" ]; do
    off=$(busy paths=on,rate=1)
    echo "$off $(busy paths=on,rate=1000) $(busy paths=on,rate=1 1000 || echo 0)" >>times
    i=$((i + 1))
done

# median COLUMN: of percents over the first column
median() { awk -v c="$1" '{ print ($c / $1 - 1) * 100 }' times | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
hz=$("$BUILD/gptui" --info gmon.out | sed -n 's/^rate-tick //p')
awk -v hz="${hz:-250}" -v signal="$(median 2)" -v bare="$(median 3)" 'BEGIN {
    printf "%d samples a second with paths: %+.2f %% of CPU time, %.1f microseconds each; ", hz, signal, signal * 1e4 / hz
    printf "a bare timer %+.2f %%  at most 1 %%  ", bare
    print signal <= 1 ? "met" : signal - bare <= 1 ? "met beyond the bare timer" : "MISSED" }'

$CC -O2 -o mkpaths "$SRC/tests/bench/mkpaths.c"
$CC -O2 -o cputime "$SRC/tests/bench/cputime.c"
rm -rf gmon.out*
GPTUI_RT=paths=on,rate=1000 ./busy "$WORK" >/dev/null
lo=$(nm busy | awk '$3 == "main" { print $1 }') n=1000000
./mkpaths $n "$lo" 256 <gmon.out.run >run.new
mv run.new gmon.out.run
for _ in 1 2 3 4 5; do
    ./cputime '' "$BUILD/gptui" --batch --images --format=csv busy gmon.out
done | sort -n | awk '{ v[NR] = $1 }
    END { printf "%d ms of CPU time to open %d path nodes  at most 1000  %s\n", v[3], 1000000, v[3] <= 1000 ? "met" : "MISSED" }'
