#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Programs compiled with -fsanitize-coverage=trace-pc leave counts of basic blocks, which gprof and
# gptui print beside the source; those compiled with -finstrument-functions leave calls.
. "$SRC/tests/runtime/lib.sh"

# line TEXT: the counts of the source line that holds it
line() { grep -F "$1" annotated | sed -n 's/^ *\([0-9,]*\) ->.*/\1/p' | tr , ' '; }

# has NAME TEXT COUNT: the line has a block that ran so often
has() {
    case " $(line "$2") " in
    *" $3 "*) verdict 0 "$1: $2" ;;
    *) verdict 1 "$1: $2" "$(cat annotated)" ;;
    esac
}

for kind in 'gcc trace-pc' 'clang trace-pc' 'clang trace-pc-guard'; do
    compiler=${kind% *}
    command -v "$compiler" >/dev/null || { skip "$kind" 'not installed'; continue; }
    for static in '' -static; do
        name=$kind${static:+, static}
        rm -rf gmon.out*
        # Linked without the option: clang would add a runtime of its own.
        "$compiler" -O0 -g -pg "-fsanitize-coverage=${kind#* }" -c -o blocks.o "$here/blocks.c" &&
            COMPILER=$compiler compile prog blocks.o -pg $static && ./prog
        verdict $? "$name: runs"
        "$GPROF" -b -l -A -x prog gmon.out >annotated 2>&1
        has "$name" 'n = 3 * n + 1;' 1005
        has "$name" 'n /= 2;' 2137
        has "$name" 'return steps;' 100
        "$GPTUI" --batch -b -l -A -x prog gmon.out >ours 2>&1
        cmp annotated ours >differences
        verdict $? "$name: gprof and gptui agree" "$(cat differences)"
        equal "$name: calls" 100 "$(calls prog gmon.out collatz | grep -v 'use -l')"
    done
done

for compiler in gcc clang; do
    command -v $compiler >/dev/null || { skip "$compiler -finstrument-functions" 'not installed'; continue; }
    for static in '' -static; do
        rm -rf gmon.out*
        COMPILER=$compiler compile prog "$here/threads.c" -finstrument-functions $static && ./prog 4 1000
        equal "$compiler -finstrument-functions $static: calls of leaf" 4000 "$(calls prog gmon.out leaf)"
        equal "$compiler -finstrument-functions $static: from middle" 2000 "$(arc prog gmon.out middle leaf)"
    done
done
finish
