#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The driver notices every kind of misbehaviour, and nothing else.
. "${0%/*}/lib.sh"
"$tools/mkelf" good <<'END'
elf 64 le x86_64 exec
section .text 0x1000 0x400 ax
sym main 0x1000
sym tail 0x1300
END
"$tools/mkgmon" gmon.out good <<'END'
hist 0x1000 0x1040 2
fill 3
END

noticed() { # WORDS HOW
    [ "$2" = hang ] && seconds=1 || seconds=10 # what ends by itself may wait for others on this machine
    HOSTILE_SPOIL=$2 HOSTILE_GPTUI_SEC=$seconds "$BUILD/tests/hostile/hostile" -n "$2" good -- \
        -b good gmon.out >"$TMPDIR/out" 2>&1
    if [ -z "$2" ]; then
        grep -q '^ok' "$TMPDIR/out" || printf 'not '
    else
        grep -q '^not ok' "$TMPDIR/out" && grep -q "^# .*: $1" "$TMPDIR/out" || printf 'not '
    fi
    echo "ok - ${2:-nothing} is noticed"
    sed 's/^/# /' "$TMPDIR/out"
    rm -f litter
}

{
    noticed '' ''
    noticed '\(killed by signal 11\|.*AddressSanitizer\)' crash
    noticed 'no end after 1 s' hang
    noticed 'exit status 0, 1 lines: one line more' talk
    noticed 'control characters in the message' babble
    noticed 'exit status 3' status
    noticed 'a file was left' litter
    [ "${FLAVOUR-}" = asan ] || noticed '[0-9]* KB of heap for' eat
    "$BUILD/tests/hostile/hostile" -n -e '^some words$' "words" good -- -b good gmon.out |
        grep -q '^not ok' || printf 'not '
    echo "ok - another message is noticed"
    if [ -n "$oracle" ]; then
        GPTUI=/bin/true "$BUILD/tests/hostile/hostile" -n -o "true" good -- -b good gmon.out |
            grep -q '^not ok' || printf 'not '
        echo "ok - other output than gprof's is noticed"
    fi
} | numbered
