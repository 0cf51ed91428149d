#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random keys on profiles without anything, with one function, with nothing but a cycle, with call
# paths, and with a hundred thousand functions: every invariant holds after every key. KEYS: the number of keys on each.
. "${0%/*}/lib.sh"
hard=$BUILD/tests/hostile/mkhard
GPTUI_TEST=1
export GPTUI_TEST

most=3000 # keys of one script: a click on the key line may end it early

run_script() { # KEYS SEED ARGUMENTS...
    awk -v n="$1" -v seed="$2" -f "$SRC/tests/hostile/keys.awk" >keys
    shift 2
    rm -f last
    "$GPTUI" --script keys "$@" image gmon.out </dev/null >"$TMPDIR/out" 2>&1
}

press() { # NAME KEYS ARGUMENTS...
    name=$1 n=${KEYS:-$2} seed=${SEED:-1} bad= whole=0 all=0
    shift 2
    while [ "$n" -gt 0 ] && [ -z "$bad" ]; do
        run_script $((n < most ? n : most)) "$seed" "$@" || bad="status $?"
        [ ! -s "$TMPDIR/out" ] || bad="output with ${bad:-status 0}"
        [ ! -s last ] || whole=$((whole + 1))
        all=$((all + 1)) n=$((n - most)) seed=$((seed + 1))
    done
    [ -z "$bad" ] && [ $((whole * 2)) -ge $all ] || printf 'not '
    echo "ok - random keys, $name: $whole of $all scripts to their end"
    [ -z "$bad" ] || echo "# $bad, seed $((seed - 1))"
    head -c 2000 "$TMPDIR/out" | head -n 20 | sed 's/^/# /'
}

{
    "$hard" chain 2 image gmon.out
    printf 'gmon\001' >gmon.out
    head -c 15 /dev/zero >>gmon.out
    press "no data" 3000
    "$BUILD/tests/tools/mkelf" image <"$SRC/tests/screen/data/indexer.elf"
    "$BUILD/tests/tools/mkgmon" gmon.out image <"$SRC/tests/screen/data/indexer.gmon"
    "$BUILD/tests/cli/make_run" gmon.out <"$SRC/tests/screen/data/indexer.run"
    press "call paths" 9000
    rm gmon.out.run
    "$hard" chain 1 image gmon.out
    press "one function" 3000
    "$hard" ring 2 image gmon.out
    press "one cycle" 3000
    "$hard" evil 60 image gmon.out
    press "evil names" 3000
    "$hard" star 1000 image gmon.out
    press "a star" 2000
    "$hard" ring 100000 image gmon.out
    press "100000 functions in a cycle" 60
    "$hard" chain 100000 image gmon.out
    press "100000 functions in a chain" 60 -q
} | numbered
