#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What 125 samples a second of CPU time cost a program that is busy all the time: CPU time in the runtime's
# signal handler and in its threads, by their own clocks, of the program's; limit 1 %: with call paths and
# without, and with looks at waits. Busy machines need more for the last. It has two system calls of the bench's
# for each signal; what the kernel does before a handler is not in it. Then call paths: the walk of ten frames
# and its node, per sample, at most 2 microseconds; and the CPU time that a million nodes take to be read and
# shown, at most a second. Medians of five.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
dir=$BUILD/bench/sampling here=$SRC/tests/bench WORK=${WORK:-200} CC=${CC:-gcc} rate=125
mkdir -p "$dir"
cd "$dir"
rm -rf ./*

objects=$(find "$BUILD/rt/arch" -name '*.o'
    for source in "$SRC"/src/runtime/*.c "$SRC"/src/unite/*.c; do
        case ${source##*/} in shared.c | unite.c) ;; *) echo "$BUILD/rt/${source#"$SRC"/}" | sed 's/c$/o/' ;; esac
    done)
# shellcheck disable=SC2086
$CC -O2 -pg -pthread -Wl,--wrap=signals_init -o timed "$here/sampling.c" "$here/handlers.c" $objects
for options in paths=off paths=on paths=on,clock=wall; do
    for _ in 1 2 3 4 5; do
        all=$(GPTUI_RT=rate=$rate,$options ./timed $((5 * WORK)) 2>handlers)
        echo "$all $(cat handlers)"
    done | awk '{ print 100 * ($2 + $4) / $1, 1e9 * $3 / $1, 100 * $4 / $1, $3 ? $2 / $3 / 1e3 : 0 }' | sort -n |
        awk -v options=$options '{ v[NR] = $1; n[NR] = $2; threads[NR] = $3; each[NR] = $4 }
            END { printf "%-21s in handlers and threads of ours %.2f %% of CPU time (threads %.2f %%; %d signals a second of %.1f microseconds)  at most 1 %%  %s\n",
                options ":", v[3], threads[3], n[3], each[3], v[3] <= 1 ? "met" : "MISSED" }'
done

[ "$(uname -m)" = x86_64 ] || { echo "no bench of paths for $(uname -m)"; exit 0; }
# median LIMIT WHAT: of five numbers
median() { sort -n | awk -v limit="$1" -v what="$2" '{ v[NR] = $1 } END { printf "%d %s  at most %d  %s\n", v[3], what, limit, v[3] <= limit ? "met" : "MISSED" }'; }
# shellcheck disable=SC2086
$CC -std=c11 -D_GNU_SOURCE -O2 -pg -pthread -I"$SRC/src" -o paths "$SRC/tests/runtime/programs/walk_cost.c" $objects
for _ in 1 2 3 4 5; do GPTUI_RT=out=/dev/null,paths=on,rate=1 ./paths 1000000; done |
    median 2000 'ns a sample on ten frames'

$CC -O2 -o mkpaths "$here/mkpaths.c"
rm -rf gmon.out*
GPTUI_RT=paths=on,rate=1000 ./timed "$WORK" >handlers 2>&1
./mkpaths 1000000 "$(nm timed | awk '$3 == "main" { print $1 }')" 256 <gmon.out.run >run.new
mv run.new gmon.out.run
for _ in 1 2 3 4 5; do
    "$BUILD/tests/bench/spent" "$BUILD/gptui" --batch --images --format=csv timed gmon.out | cut -d ' ' -f 2
done | median 1000 'ms of CPU time to open 1000000 path nodes'
