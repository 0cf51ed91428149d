#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Under sanitizers and valgrind: nothing to complain about, and counts as ever.
. "$SRC/tests/runtime/lib.sh"

# quiet NAME COMMAND...: four threads that call, without a word
quiet() {
    name=$1
    shift
    rm -rf gmon.out*
    "$@" ./prog 4 1000 >out 2>&1 && [ ! -s out ]
    verdict $? "$name: silent" "$(cat out)"
    equal "$name: calls" 4000 "$(calls prog gmon.out leaf)"
}

# events NAME CASES COMMAND...: cases of the program events, without a word but what they called
events() {
    name=$1 cases=$2
    shift 2
    for case in $cases; do
        rm -rf gmon.out*
        timeout 900 "$@" ./events "$case" >printed 2>out && [ ! -s out ]
        verdict $? "$name: $case: silent" "$(cat out)"
        counts "$name: $case" events
    done
}

[ -n "${LONG-}" ] && compilers='gcc clang' || compilers=gcc
for compiler in $compilers; do
    for sanitizer in address thread undefined; do
        if ! COMPILER=$compiler compile prog "$here/threads.c" -pg -fsanitize=$sanitizer >log 2>&1; then
            skip "$compiler -fsanitize=$sanitizer" 'cannot be linked here'
            continue
        fi
        quiet "$compiler -fsanitize=$sanitizer" env
        quiet "$compiler -fsanitize=$sanitizer, rate=1000" env GPTUI_RT=rate=1000
        COMPILER=$compiler compile events "$here/events.c" -pg -fsanitize=$sanitizer
        events "$compiler -fsanitize=$sanitizer" 'signals nested jumps leaps recursion ending forks errno' env
    done
done
if command -v valgrind >/dev/null; then
    compile prog "$here/threads.c" -pg
    quiet valgrind valgrind -q --error-exitcode=9
    quiet 'valgrind, rate=1000' env GPTUI_RT=rate=1000 valgrind -q --error-exitcode=9
    compile events "$here/events.c" -pg
    events valgrind 'signals altstack nested jumps leaps recursion threadforks ending forks errno' \
        valgrind -q --error-exitcode=9
else
    skip valgrind 'not installed'
fi
finish
