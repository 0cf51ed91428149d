#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# A profile that another program of the folder wrote: the warning and Info name that program.
. "$SRC/tests/tap.sh"
why='err'
sample=$SRC/tests/programs
for name in one two; do
    printf 'int work_%s(void) { return 0; }\n' $name >$name.c
    gcc -O0 -g -pg -include $name.c -I"$sample" -o $name "$sample/cycles.c" 2>err &&
        ./$name >/dev/null && mv gmon.out $name.gmon || exit 1
done
printf 'int extra(int n) { return n < 2 ? n : extra(n - 1) + extra(n - 2); }\nint main(void) { return extra(9) == 0; }\n' >three.c
gcc -O0 -pg -o three three.c && ./three && mv gmon.out three.gmon
mkfifo pipe && : >empty && printf 'gmon' >gmon.out.short && printf '\177ELF' >damaged

names() { grep -q "$1" err; }

"$GPTUI" -b -p one three.gmon >out 2>err && names 'three.gmon was not written by one; three wrote it$'
result $? 'the program beside the profile is named'
mkdir sub && cp one sub && "$GPTUI" -b -p sub/one three.gmon >out 2>err && names '; three wrote it$'
result $? 'also if the wrong one is elsewhere'
mkdir data && cp three.gmon data && "$GPTUI" -b -p one data/three.gmon >out 2>err && names '; three wrote it$'
result $? 'also if the right one stands beside the wrong one'
rm three && "$GPTUI" -b -p one three.gmon >out 2>err && names 'three.gmon was not written by one; another program or build did$'
result $? 'none is named where none fits'
"$GPTUI" -b -p one one.gmon >out 2>err && [ ! -s err ]
result $? 'nothing is said of a profile that fits'
echo "1..$n"
