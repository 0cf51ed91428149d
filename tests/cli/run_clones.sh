#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# H6: functions with a dot in their names, which compilers make of others: parts of the function before
# them as in gprof, or known by themselves.
. "$SRC/tests/cli/lib.sh"
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
holds 'H6: unless they are not to' [ "$(names --clones=no)" = 'main 2 0 plain.3 2 0 tiny 10 7' ]
"$GPTUI" --batch -b prog gmon.out >plain && "$GPTUI" --batch -b --clones=no prog gmon.out | cmp -s - plain &&
    "$GPTUI" --batch -b --strict --clones prog gmon.out | cmp -s - plain && ! grep -q omp_fn plain
result $? 'H6: reports in the layout of gprof do not'
"$GPTUI" --batch -b --clones -q prog gmon.out | grep -q '1000/1000 *work._omp_fn.0 \['
result $? 'H6: unless an option asks for it'
"$GPTUI" --batch -b --clones -a -p prog gmon.out >found && ! grep -q 'omp_fn' found
result $? 'H6: they are static'
printf 'gptui-script 1\nresize 40 100\ndump own\n:w! command own.sh\nkeys 4\ndump info\nkeys 1\n:--clones=no\ndump other\nkeys 4\ndump info2\n' >keys
"$GPTUI" --script keys prog gmon.out >out 2>err </dev/null
grep -q 'work._omp_fn.0' own && ! grep -q 'work._omp_fn.0' other
result $? 'H6: the browser knows them, unless an option forbids it'
grep -q 'clones *3 functions with a dot have [0-9.]* of 16.0 ticks' info && grep -q 'clones *[0-9]* functions with a dot count as parts' info2
result $? 'H6: Info says what that moves'
holds 'H6: the command that prints this says it' grep -q -- ' --clones ' own.sh

# .cold and .part with their functions, on demand.
"$tools/mkelf" split <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym main 0x401000
sym work 0x401020
sym twin 0x401040 local
sym work.part.0 0x401060 local
sym work.part.0.cold 0x401080 local
sym gone.part.0 0x4010a0 local
sym twin 0x4010c0 local
sym twin.cold 0x4010d0 local
sym last 0x4010e0
END
"$tools/mkgmon" split.out split <<'END' || exit 1
hist 0x401000 0x401100 16
fill 1
arc main work 3
arc work work.part.0 2
arc main work.part.0 7
arc work.part.0 work.part.0 4
arc work.part.0 twin 1
arc main gone.part.0 5
END
split() {
    "$GPTUI" --batch -b -p --format=csv "$@" split split.out |
        awk -F, '$1 == "flat" { print $4, $15, $10 + 0 }' | sort | xargs
}
[ "$(split --join-parts)" = 'gone.part.0 2 5 main 2 0 twin 2 0 twin 2 1 work 6 10' ]
result $? 'H6: parts are joined: their time, their calls from elsewhere, their recursion; none is left of calls from within'
[ "$(split --join-parts --clones=no)" = "$(split --clones=no)" ]
result $? 'H6: not if functions with a dot are parts of their neighbours'
"$GPTUI" --batch -b --join-parts -q split split.out | grep -q '^\[[0-9]*\].* 10+4 *work \['
result $? 'H6: what a part calls itself is recursion of the function'
! "$GPTUI" --batch -b -z --join-parts -p split split.out | grep -q 'work.part' &&
    "$GPTUI" --batch -b -z --clones -p split split.out | grep -q 'work.part'
result $? 'H6: a joined part is not listed as unused'
"$GPTUI" --batch -b --strict --join-parts split split.out >found
"$GPTUI" --batch -b --strict split split.out | cmp -s - found
result $? 'H6: not under --strict'
printf 'gptui-script 1\nresize 40 100\nkeys 4\ndump info\n:--join-parts\ndump info2\n' >keys
"$GPTUI" --script keys split split.out >out 2>err </dev/null
! grep -q '^[^a-z]*parts ' info && grep -q 'parts *[0-9.]* of 16.0 ticks in 3 parts count with their functions' info2
result $? 'H6: Info says how much time this moves'

# Stubs.
cat >stub.c <<'END'
#include <stdlib.h>
int main(void) { return abs(atoi("1")); }
END
if ${CC:-cc} -no-pie -fno-pie -Wl,-z,lazy -o stub stub.c 2>err && at=$(objdump -d stub | sed -n 's/^0*\([0-9a-f]*\) <atoi@plt>:$/\1/p') && [ "$at" ]; then
    "$tools/mkgmon" stub.out stub <<END
hist 0x$at 0x401200 $(((0x401200 - 0x$at) / 2))
bin 0 3
arc main main 1
END
    "$GPTUI" --batch -b -p stub stub.out >plain && ! grep -q 'atoi' plain &&
        "$GPTUI" --batch -b -p --clones stub stub.out | grep -q ' 0.03 .* atoi@plt$'
    result $? 'H6: stubs have names where functions with a dot are known'
    "$GPTUI" --batch --format=csv stub stub.out | grep -q 'atoi@plt'
    result $? 'H6: and in our own formats'
    printf 'gptui-script 1\nresize 40 100\ndump own\n:w! command own.sh\nkeys 4\ndump info\n' >keys
    "$GPTUI" --script keys stub stub.out >out 2>err </dev/null
    grep -q -- ' --clones ' own.sh && grep -q 'atoi@plt' own &&
        grep -q 'stubs *1 stub that calls libraries (@plt) has 3.0 of 3.0 ticks' info
    result $? 'H6: the browser knows them, its command says it, and Info what it moves'
else
    skip 'stubs: no compiler, or no stub where objdump says'
fi
echo "1..$n"
