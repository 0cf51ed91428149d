#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# H6: functions with a dot in their names, which compilers make of others: parts of the function before
# them as in gprof, or known by themselves.
set -u
. "$SRC/tests/cli/lib.sh"
cd "$TMPDIR" || exit 1
LC_ALL=C
export LC_ALL
tools=$BUILD/tests/tools
"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym main 0x401000
sym tiny 0x401020
sym work._omp_fn.0 0x401040 local
sym part.part.0 0x401060 local
sym cold.cold 0x401080 local
sym label.x 0x401090 local notype
sym data$.y 0x4010a0 local
sym plain.3 0x4010c0 local
sym last 0x4010e0
END
"$tools/mkgmon" gmon.out prog <<'END' || exit 1
hist 0x401000 0x401100 16
fill 1
arc main work._omp_fn.0 2
arc work._omp_fn.0 tiny 1000
arc main part.part.0 5
END

# names OPTIONS...: of the flat profile, with their ticks and calls
names() {
    "$GPTUI" --batch -b -p --format=csv "$@" prog gmon.out |
        awk -F, '$1 == "flat" { print $4, $15, $10 + 0 }' | sort | xargs
}
known='cold.cold 4 0 main 2 0 part.part.0 2 5 plain.3 2 0 tiny 2 1000 work._omp_fn.0 2 2'
[ "$(names)" = "$known" ] && [ "$(names --clones)" = "$known" ]
result $? 'H6: our own formats know them'
[ "$(names --no-clones)" = 'main 2 0 plain.3 2 0 tiny 10 7' ]
result $? 'H6: unless they are not to'
"$GPTUI" --batch -b prog gmon.out >plain && "$GPTUI" --batch -b --no-clones prog gmon.out | cmp -s - plain &&
    "$GPTUI" --batch -b --strict --clones prog gmon.out | cmp -s - plain && ! grep -q omp_fn plain
result $? 'H6: reports in the layout of gprof do not'
"$GPTUI" --batch -b --clones -q prog gmon.out | grep -q '1000/1000 *work._omp_fn.0 \['
result $? 'H6: unless they are told to'
"$GPTUI" --batch -b --clones -a -p prog gmon.out >found && ! grep -q 'omp_fn' found
result $? 'H6: they are static'
printf 'gptui-script 1\nresize 40 100\ndump own\nkeys 8\ndump info\nkeys 1\n:--no-clones\ndump other\nkeys 8\ndump info2\n' >keys
"$GPTUI" --script keys prog gmon.out >out 2>err </dev/null
grep -q 'work._omp_fn.0' own && ! grep -q 'work._omp_fn.0' other
result $? 'H6: the browser knows them, and can be told not to'
grep -q 'clones *3 functions with a dot have [0-9.]* of 16.0 ticks' info && grep -q 'clones *[0-9]* functions with a dot count as parts' info2
result $? 'H6: Info says what that moves'
grep -q -- '--clones' own
result $? 'H6: the options say it'
echo "1..$n"
