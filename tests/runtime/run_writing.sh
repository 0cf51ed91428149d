#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What stands in the way of the runtime's files: one line says what was lost, and why.
. "$SRC/tests/runtime/lib.sh"
compile shared "$here/control.c" -pg -I"$SRC/src/runtime"
compile static "$here/control.c" -pg -static -I"$SRC/src/runtime"
here_now=$(pwd -P)

# run COMMAND...: sets status and err. A dump in a handler blocks all signals but KILL.
run() {
    timeout -s KILL 20 "$@" 2>err
    status=$? err=$(cat err)
}

# expect NAME STATUS [WORDS]: of the last run; WORDS: of its only line, nothing: it was silent
expect() { equal "$1" "$2 ${3:+gptui-rt: cannot write }${3-}" "$status $err"; }

for prog in shared static; do
    run env GPTUI_RT=out=/dev/full ./$prog 10
    expect "$prog: a full disk" 0 '/dev/full: no space left on the device'
    run env "GPTUI_RT=out=$(printf 'no\033]0;x\a\n\302\233\377\342\200\256')/x" ./$prog 10
    expect "$prog: bytes that a terminal obeys" 0 \
        "$here_now/no\\x1b]0;x\\x07\\x0a\\xc2\\x9b\\xff\\xe2\\x80\\xae/x: nothing of that name is there"
    run env "GPTUI_RT=out=$(printf '%03000d' 0)/x" ./$prog 10
    [ $status = 0 ] && [ "$(wc -l <err)" = 1 ] && grep -q '000\.\.\.: the name is too long$' err
    verdict $? "$prog: a long name is cut, the reason is not" "$err"
done
finish
