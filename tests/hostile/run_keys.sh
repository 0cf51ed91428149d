#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random keys on profiles without anything, with one function, with nothing but a cycle, and with a
# hundred thousand functions: every invariant holds after every key. KEYS: so many keys on each.
. "${0%/*}/lib.sh"
hard=$BUILD/tests/hostile/mkhard
GPTUI_TEST=1
export GPTUI_TEST

press() { # NAME KEYS ARGUMENTS...
    name=$1 n=${KEYS:-$2} seed=${SEED:-1}
    shift 2
    awk -v n="$n" -v seed="$seed" -f "$SRC/tests/hostile/keys.awk" >keys
    rm -f last
    "$GPTUI" --script keys "$@" image gmon.out </dev/null >"$TMPDIR/out" 2>&1
    status=$?
    [ $status = 0 ] && [ -s last ] && [ ! -s "$TMPDIR/out" ] || printf 'not '
    echo "ok - $n random keys, $name"
    [ $status = 0 ] || echo "# status $status, seed $seed"
    head -c 2000 "$TMPDIR/out" | head -n 20 | sed 's/^/# /'
}

{
    "$hard" chain 2 image gmon.out
    printf 'gmon\001' >gmon.out
    head -c 15 /dev/zero >>gmon.out
    press "no data" 3000
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
