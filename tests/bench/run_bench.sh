#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ratios of time and memory: gptui against gprof, and against the least that must be done.
#
# BENCH=small: up to 10,000 functions. BENCH=medium: up to 100,000. BENCH=real: only real programs,
# those of `make check-real` if they were built, and of the corpus. Else everything, up to 1,000,000.
set -eu
tools=$BUILD/tests/bench dir=$BUILD/bench BENCH=${BENCH:-all}
FLOOR=$tools/floor
export FLOOR GPTUI
mkdir -p "$dir"

# generated NAME SHAPE N [lines] [long]
generated() {
    name=$1
    shift
    if [ ! -e "$dir/$name.gmon" ]; then
        shape=$1 n=$2
        shift 2
        "$tools/mkbench" "$shape" "$n" "$dir/$name" "$dir/$name.gmon" "$@"
    fi
    "$tools/bench" "$name" "$dir/$name" "$dir/$name.gmon"
}

# lines NAME IMAGE PROFILE: line granularity
lines() {
    FLOOR_LIBDW=$tools/floor_libdw "$tools/bench" "$@" 3
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

# static_calls NAME FOLDER: calls decoded from the code of a program, against a disassembly of it.
static_calls() {
    [ -e "$2/gmon.out" ] || return 0
    "$tools/bench" -p "$1" "-c" 15 objdump -d "$2/prog" -- \
        -b -q --static-calls=decoded "$2/prog" "$2/gmon.out"
}

# sums NAME FUNCTIONS FILES: the sum of so many profiles of a program.
sums() {
    [ -e "$dir/$1" ] || "$tools/mkbench" calls "$2" "$dir/$1" "$dir/$1.gmon"
    yes "$1.gmon" | head -n "$3" >"$dir/$1.list"
    (cd "$dir" && "$tools/bench" -p "$1" "-s" 5 "${GPROF:-gprof}" -s "$1" "@$1.list" -- -s "$1" "@$1.list")
}

# keys TIMES KEYS: a key script
keys() {
    echo "gptui-script 1"
    yes "keys $2" | head -n "$1"
}

# browser NAME: scripts of the browser against the batch load. The first row is the load alone, each
# other one the load and so many keys or toggles.
browser() {
    image=$dir/$1 script=$dir/script
    ln -sf "$GPTUI" "$dir/batch"
    while read -r times what; do
        keys "$times" "$what" >"$script"
        "$tools/bench" -p "$1" "$times x $what" 5 "$dir/batch" -b -p "$image" "$image.gmon" -- \
            --script "$script" "$image" "$image.gmon"
    done <<-'END'
		0 no key
		1000 j
		100 2}<Enter>1G
		10 :sort<Space>name<Enter>:sort<Space>calls<Enter>
		10 /no_such_name<Enter>
		20 -e
		20 -E
		20 -f
		20 -n<Enter>
		20 -P<Enter>
		20 -z
		20 2}-k1
		1 5
		100 5H}1
	END
}

echo "> gprof was stopped after its limit, ! a program failed"
if [ "$BENCH" != real ]; then
    generated calls-10k-lines calls 10000 lines
    generated calls-10k calls 10000
    generated star-10k star 10000
fi
for p in "$SRC"/build/corpus/cxx-O0 "$SRC"/build/corpus/cycles-nopie "$SRC"/build/corpus/cycles-static \
    "$SRC"/build/corpus/cxx-nodebug "$BUILD"/real/*/bench; do
    [ -e "$p/gmon.out" ] || continue
    name=$(basename "${p%/bench}")
    "$tools/bench" "$name" "$p/prog" "$p/gmon.out" 50
    case $name in
    cycles-* | cxx-*) ;;
    *) lines "$name" "$p/prog" "$p/gmon.out" ;;
    esac
done
big_source
lines big-c "$dir/big/prog" "$dir/big/gmon.out"
static_calls big-c "$dir/big"
for name in cycles-static cycles-32; do
    static_calls $name "$SRC/build/corpus/$name"
done
[ "$BENCH" = real ] || sums sum-1000 2000 1000
[ "$BENCH" = small ] || [ "$BENCH" = real ] && exit 0
sums sum-5000 2000 5000
generated calls-100k-lines calls 100000 lines
generated calls-100k calls 100000
generated calls-100k-long calls 100000 lines long
generated star-20k star 20000
generated chain-100k chain 100000
generated cycle-100k cycle 100000
browser calls-100k-lines
[ "$BENCH" = medium ] && exit 0
generated calls-1M calls 1000000
generated calls-1M-lines calls 1000000 lines
generated chain-1M chain 1000000
