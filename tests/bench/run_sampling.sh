#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What 1,000 samples a second of CPU time add to a program: one that is busy all the time, compiled with
# -pg and linked with our runtime, with sampling at that rate and at 1 a second. They run in turn, ROUNDS
# times, each followed by one with a timer of the kernel's at which nothing happens; medians of CPU time
# over that of the round's run without samples. Limit: 1 %. The bare timer is no work of ours, but costs
# up to 20 microseconds in a virtual machine, where that alone is more: then the limit is on the rest.
set -eu
[ -e "$BUILD/libgptui-rt.so" ] || { echo "no runtime for $(uname -m)"; exit 0; }
dir=$BUILD/bench/sampling ROUNDS=${ROUNDS:-60} WORK=${WORK:-200} CC=${CC:-gcc} rate=1000
mkdir -p "$dir"
cd "$dir"
rm -f ./*
$CC -O2 -pg -o busy "$SRC/tests/bench/sampling.c" -L"$BUILD" -Wl,-rpath,"$BUILD" -lgptui-rt
i=0
while [ $i -lt "$ROUNDS" ]; do
    off=$(GPTUI_RT=rate=1 ./busy "$WORK")
    on=$(GPTUI_RT=rate=$rate ./busy "$WORK")
    sampled=$(awk '/^sampled-by / { by = $2 } /^rate-achieved / { print by, $2 }' gmon.out.d/profile.info)
    bare=$(GPTUI_RT=rate=1 ./busy "$WORK" $rate) || bare=0
    echo "$off $on $bare $sampled" >>times
    i=$((i + 1))
done

# median COLUMN: of percents over the first column
median() { awk -v c="$1" '{ print ($c / $1 - 1) * 100 }' times | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

awk -v on="$(median 2)" -v bare="$(median 3)" -v rate=$rate 'END {
    printf "%s samples a second by %s (%s achieved): %+.2f %% of CPU time, %.1f microseconds each; ", rate, $4, $5, on, on * 1e4 / rate
    if ($3 == 0)
        bare = 0
    printf "a bare timer %+.2f %%, ours beyond it %+.2f %%  at most 1 %%  ", bare, on - bare
    print on <= 1 ? "met" : on - bare <= 1 ? "met beyond the bare timer" : "MISSED"
}' times
