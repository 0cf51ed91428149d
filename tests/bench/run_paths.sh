#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What call paths cost: the walk of ten frames and its node, per sample; median of five. Limit: 2
# microseconds.
set -eu
[ "$(uname -m)" = x86_64 ] || { echo "no bench of paths for $(uname -m)"; exit 0; }
dir=$BUILD/bench/paths CC=${CC:-gcc}
mkdir -p "$dir"
cd "$dir"
objects=$(find "$BUILD/rt/arch" "$BUILD/rt/src" -name '*.o' ! -name dlclose.o ! -name pthread_create.o ! -name shared.o)
# shellcheck disable=SC2086
$CC -std=c11 -D_GNU_SOURCE -O2 -pg -pthread -I"$SRC/src" -o paths "$SRC/tests/runtime/programs/walk_cost.c" $objects
for _ in 1 2 3 4 5; do
    GPTUI_RT=out=/dev/null,paths=on,rate=1 ./paths 1000000
done | sort -n | awk '{ v[NR] = $1 }
    END { printf "%d ns a sample on ten frames  at most 2000  %s\n", v[3], v[3] <= 2000 ? "met" : "MISSED" }'
