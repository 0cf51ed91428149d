#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets of runs of a program with 2,000 functions, opened in the browser: time on two processors, and
# memory. The files are 50 that differ in their last calls, under many names.
set -eu
tools=$BUILD/tests/bench dir=$BUILD/bench/runs
VARIANTS=50 ARC_BYTES=21
mkdir -p "$dir"
cd "$dir"
"$tools/mkbench" calls 2000 prog whole
bytes=$(wc -c <whole)
i=0
while [ $i -lt $VARIANTS ]; do
    head -c $((bytes - ARC_BYTES * i)) whole >part.$i
    i=$((i + 1))
done
printf 'gptui-script 1\nkeys q\n' >script

# opened N MS MIB: with limits
opened() {
    if [ ! -e "$1/gmon.$1" ]; then
        mkdir -p "$1"
        i=1
        while [ $i -le "$1" ]; do
            ln -f part.$((i % VARIANTS)) "$1/gmon.$i"
            i=$((i + 1))
        done
    fi
    for _ in 1 2 3; do
        LINES=24 COLUMNS=80 "$tools/spent" "$GPTUI" --script script prog "$1/gmon.*"
    done | sort -n | awk -v n="$1" -v ms="$2" -v mib="$3" 'NR == 1 {
        printf "%d runs: %d ms, %d ms of CPU time, %d MiB  at most %d ms, %d MiB  %s\n", n, $1, $2, $3, ms, mib,
            $1 <= ms && $3 <= mib ? "met" : "MISSED" }'
}
opened 64 500 256
opened 1000 3000 512
opened 10000 10000 1024
