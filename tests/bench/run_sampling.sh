#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What 125 samples a second of CPU time cost the program of the demo, which is busy all the time: CPU time in the runtime's
# signal handler and in its threads, by their own clocks, of the program's; limit 1 %: with call paths and
# without, and with looks at waits. Busy machines need more for the last. It has two system calls of the bench's
# for each signal; what the kernel does before a handler is not in it. Then call paths: the walk of ten frames
# and its node, per sample, at most 2 microseconds; and the CPU time that a million nodes take to be read and
# shown, at most a second. Medians of five.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
dir=$BUILD/bench/sampling here=$SRC/tests/bench CC=${CC:-gcc} rate=125
mkdir -p "$dir"
cd "$dir"
rm -rf ./*

objects=$(find "$BUILD/rt/arch" -name '*.o'
    for source in "$SRC"/src/runtime/*.c "$SRC"/src/unite/*.c; do
        case ${source##*/} in shared.c | unite.c) ;; *) echo "$BUILD/rt/${source#"$SRC"/}" | sed 's/c$/o/' ;; esac
    done)
# shellcheck disable=SC2086
$CC -O2 -pg -pthread -D_POSIX_C_SOURCE=200809L -Wl,--wrap=signals_init -o timed "$SRC"/tests/demo/*.c "$here/handlers.c" $objects
for options in paths=off paths=on paths=on,clock=wall; do
    for _ in 1 2 3 4 5; do
        GPTUI_RT=rate=$rate,$options ./timed 2>&1 >/dev/null
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

rm -rf gmon.out*
GPTUI_RT=paths=on,rate=1000 ./timed >/dev/null 2>&1
main=$(nm timed | awk '$3 == "main" { print "0x" $1 }')
{
    "$BUILD/tests/cli/tell_run" gmon.out | grep -v '^node '
    awk -v lo=$((main)) 'BEGIN {
        for (n = 0; n < 1000000; n++) {
            up = depth >= 40 ? 1 + int(rand() * depth) : int(rand() * 3)
            depth -= up < depth ? up : depth
            printf "node %d 0:0x%x %d 0\n", depth++, lo + int(rand() * 256), 1 + int(rand() * 3)
        }
    }'
} >run && "$BUILD/tests/cli/make_run" gmon.out <run
for _ in 1 2 3 4 5; do
    "$BUILD/tests/bench/spent" "$BUILD/gptui" --batch --format=csv timed gmon.out | cut -d ' ' -f 2
done | median 1000 'ms of CPU time to open 1000000 path nodes'
