#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# gptui without operands: what belongs together in the folder opens, or is offered as a list.
. "$SRC/tests/tmux/lib.sh"
for name in first second; do
    [ $name = first ] || printf 'static int more(int n) { return n * n + n; }\nint (*volatile call)(int) = more;\n' >$name.c
    printf 'int %s(int n) { return n < 2 ? n : %s(n - 1) + %s(n - 2); }\n' $name $name $name >>$name.c
    printf 'int main(void) { return %s(9) == 0; }\n' $name >>$name.c
    "$CC" -O0 -pg -o $name $name.c && ./$name && mv gmon.out "gmon.out.$name" || exit 1
done
touch -d '2001-01-01 12:00' gmon.out.first
run() { keys "clear; '$GPTUI' $*; echo \"status:\$?\"" Enter; }

open 80 24
run
until_ shows 'belong together' '>second  gmon.out.second' ' first   gmon.out.first   2001-01-01 12:00'
result $? 'several are offered, the newest first, with dates'
keys q
until_ shows 'status:0' && until_ is_sane
result $? 'q leaves'
run
until_ shows '>second'
keys j
until_ shows '>first' && keys Enter && until_ shows '[1' && shows 'first + gmon.out.first'
result $? 'Enter opens the one under the cursor'
keys q
until_ shows 'status:0'

rm gmon.out.first
run
holds 'the only one opens at once' until_ shows '[1' 'second + gmon.out.second'
keys q
until_ shows 'status:0'
rm second
printf 'int other(void) { return 0; }\n%s' "$(cat second.c)" >first.c
"$CC" -O0 -pg -o first first.c && cp /bin/true plain || exit 1
run
until_ shows 'None of these programs wrote' '>first ' ' plain ' '-pg'
result $? 'where nothing belongs together the programs are listed'
keys Enter
holds 'Enter opens one all the same' until_ shows '[1' 'first + gmon.out.second'
keys q
until_ shows 'status:0'
rm first plain
run
holds 'where there is no program it is a.out that is missed' until_ shows 'status:1' 'a.out'

echo "1..$n"
