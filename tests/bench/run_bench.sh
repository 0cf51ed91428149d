#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ratios of time and memory: gptui against gprof, and against the least that must be done; each with
# the limit that it should keep. The last line counts them.
#
# BENCH=small: up to 10,000 functions. BENCH=real: only real programs, those of `make check-real` if
# they were built (REAL names another folder of them), and of the corpus. Else everything, up to 1,000,000
# functions, in about five minutes.
set -eu
tools=$BUILD/tests/bench dir=$BUILD/bench BENCH=${BENCH:-all} REAL=${REAL:-$BUILD/real}
FLOOR=$tools/floor
export FLOOR GPTUI
mkdir -p "$dir"

# generated NAME "SHAPE N [lines] [long]" [RATIO=LIMIT]...
generated() {
    name=$1 shape=$2
    shift 2
    if [ ! -e "$dir/$name.gmon" ]; then
        kind=${shape%% *}
        # shellcheck disable=SC2086 # words
        set -- "$@" -- ${shape#* }
        limits=
        while [ "$1" != -- ]; do
            limits="$limits $1"
            shift
        done
        shift
        n=$1
        shift
        "$tools/mkbench" "$kind" "$n" "$dir/$name" "$dir/$name.gmon" "$@"
        # shellcheck disable=SC2086
        set -- $limits
    fi
    "$tools/bench" "$name" "$dir/$name" "$dir/$name.gmon" 0 "$@"
}

# real FOLDER: limits by the size of the code and by what is known of lines.
real() {
    name=$(basename "${1%/bench}") p=$1/prog
    bytes=$(size "$p" | awk 'NR == 2 { print $1 }')
    lines=$(objdump -h "$p" | grep -c ' \.z*debug_line' || true)
    if [ "$lines" != 0 ] && [ "$bytes" -ge 1000000 ]; then
        set -- "$1" 9 -p=4 -b=2 -l=10
    elif [ "$bytes" -lt 30000 ]; then
        set -- "$1" 20 -b=0
    elif [ "$lines" != 0 ]; then
        set -- "$1" 50 -b=1
    else
        set -- "$1" 50 -b=0.8
    fi
    folder=$1 runs=$2
    shift 2
    "$tools/bench" "$name" "$p" "$folder/gmon.out" "$runs" "$@" memory=0
}

# An optimised C program with a megabyte of text, compiled and run.
big_source() {
    mkdir -p "$dir/big"
    if [ ! -e "$dir/big/gmon.out" ]; then
        awk -v n=2500 -f "$SRC/tests/bench/big_source.awk" >"$dir/big/big.c"
        ${CC:-cc} -O2 -g -pg -o "$dir/big/prog" "$dir/big/big.c"
        (cd "$dir/big" && ./prog)
    fi
}

all() {
    if [ "$BENCH" != real ]; then
        generated lines-10k "calls 10000 lines" -p=0 -q=0 -b=0 memory=1
        generated calls-10k "calls 10000" -p=0 -q=0 -b=0 memory=1
    fi
    for p in "$SRC"/build/corpus/cxx-O0 "$SRC"/build/corpus/cycles-nopie \
        "$SRC"/build/corpus/cycles-static "$SRC"/build/corpus/cxx-nodebug "$REAL"/*/bench; do
        [ ! -e "$p/gmon.out" ] || real "$p"
    done
    big_source
    "$tools/bench" big-c "$dir/big/prog" "$dir/big/gmon.out" 5 -p=4 -b=2 -l=10
    [ "$BENCH" != small ] && [ "$BENCH" != real ] || return 0
    generated lines-100k "calls 100000 lines" -p=10 -q=10 -b=10 memory=1 screen=1.2 key=16 filter=50
    generated long-100k "calls 100000 lines long" -p=10 -q=10 -b=10 memory=1
    generated calls-100k "calls 100000" -p=100 -q=100 -b=100 memory=1
    generated star-20k "star 20000" -b=0
    generated chain-100k "chain 100000" -b=0
    generated cycle-100k "cycle 100000" -b=0
    generated calls-1M "calls 1000000" floor=15 floor2=1 screen=1.2 key=50 filter=500
    generated lines-1M "calls 1000000 lines" floor=15 floor2=1
}

all | tee "$dir/result"
awk '/ wanted / { n++ } /: met$/ { met++ } END { printf "%d of %d limits met\n", met, n }' "$dir/result"
