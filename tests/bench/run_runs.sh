#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Sets of runs of a program with 2,000 functions, opened in the browser: time on two processors, and
# memory; the key that restricts the views to a run, and a comparison of 1,000 runs with 1,000, by what
# they take beyond opening. The files are 50 that differ in their last calls, under many names.
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
awk 'BEGIN { print "gptui-script 1"; while (n++ < 100) print "keys 6j<Enter>"; print "dump shown" }' >restrict
printf 'gptui-script 1\nkeys 7\ndump shown\n' >compare

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

# least SCRIPT OPTIONS...: the least CPU time of three runs, ms, of a set of 2,000
least() {
    script=$1
    shift
    for _ in 1 2 3; do
        LINES=24 COLUMNS=80 "$tools/spent" "$GPTUI" --script "$script" "$@" prog '2000/gmon.*' 2>&1
    done | sort -n -k 2 | awk 'NR == 1 { print $2 }'
}
# beyond NAME LIMIT TIMES PATTERN SCRIPT OPTIONS...: what it takes more than opening, TIMES times; the
# screen at the end has to match
beyond() {
    name=$1 limit=$2 times=$3 pattern=$4
    shift 4
    rm -f shown
    all=$(least "$@")
    if grep -Eq "$pattern" shown; then seen=; else seen=' WRONG SCREEN'; fi
    echo "$all $opening" | awk -v name="$name" -v limit="$limit" -v times="$times" -v seen="$seen" '{
        ms = ($1 - $2) / times
        printf "%s: %.1f ms of CPU time  at most %d ms  %s%s\n", name, ms, limit, ms <= limit ? "met" : "MISSED", seen }'
}
opened 2000 6000 512
opening=$(least script)
beyond 'one run of 2,000 alone' 6 100 '24x80.* view=Flat .*row=1/[0-9]{4}' restrict
beyond '1,000 runs compared with 1,000' 5000 1 '24x80.* view=Diff .*row=1/[0-9]{4}' compare \
    --diff='2000/gmon.1???' --only-runs=#1-#999
