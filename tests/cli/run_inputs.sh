#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Many profiles on one command line, and where their sum goes.
. "$SRC/tests/cli/lib.sh"

for kind in '64 le x86_64' '32 le 3'; do
    "$tools/mkelf" "prog${kind%% *}" <<END || exit 1
elf $kind exec
section .text 0x401000 0x100 ax
sym aa 0x401000
sym bb 0x401020
sym tail 0x401080 notype
END
done
mv prog64 prog
"$tools/mkgmon" one prog <<'END' || exit 1
hist 0x401000 0x401080 16
bin 1 1
arc aa bb 1
END
mkdir -p tree/9 tree/10
for f in a.gmon tree/9/gmon.out.1 tree/10/gmon.out tree/b.gmon; do cp one $f; done
cp one tree/gmon.sum
ln -s ../.. tree/9/up

# The files that -i lists, in one line.
files() {
    "$GPTUI" -b -i prog "$@" 2>err | sed -n 's/^File `\(.*\)'"' .*/\1/p" | paste -s -d' ' -
}
find tree -name 'gmon.out*' -o -name '*.gmon' | sort >found
holds 'profiles of a folder, found by find' [ "$(files @found)" = 'tree/10/gmon.out tree/9/gmon.out.1 tree/b.gmon' ]
holds 'in their order, patterns among them' [ "$(files one '?.gmon')" = 'one a.gmon' ]
echo 'one "a.gmon" @more' >list && echo '*/*.gmon' >more
holds 'a list of files, with a pattern in it' [ "$(files @list)" = 'one a.gmon tree/b.gmon' ]
cp one "it's 1" && printf %s "it\\'s\\ 1 \"it's\"' '1 'tree/b.gmon' on\"\"e\\" >list
holds 'quotes and backslashes in a list' [ "$(files @list)" = "it's 1 it's 1 tree/b.gmon one" ]
mkfifo tree/pipe.gmon
holds 'a pattern finds a pipe' [ "$(files 'tree/*.gmon')" = tree/b.gmon ]
"$GPTUI" -b prog 'tree/p*.gmon' 2>err >out
[ $? = 1 ] && grep -q ': tree/p\*.gmon: matches nothing that is a regular file$' err
result $? 'a pattern finds nothing but a pipe'
rm tree/pipe.gmon
[ -z "$(files '?.none')" ] && grep -q '^?.none: No such file' err &&
    [ -z "$(files --strict '?.gmon')" ] && grep -q '^?.gmon: No such file' err
result $? 'a pattern that matches nothing is a name, and strict any'
ln -s "$GPTUI" gprof
./gprof --as-one prog one 2>err >out
[ $? = 1 ] && grep -q "unrecognized option '--as-one'" err
result $? 'gprof has none of our options'
yes one | head -n 3000 >list
"$GPTUI" -s prog @list && "$GPTUI" -b -p prog gmon.sum >sum && "$GPTUI" -b -p prog @list >direct &&
    grep -q ' 3000 ' sum && cmp -s sum direct
result $? 'three thousand files'
mv gmon.sum before
cp before gmon.sum
"$GPTUI" -s prog one missing >out 2>err
[ $? = 1 ] && cmp -s gmon.sum before && [ -z "$(ls -d .gmon.sum* 2>/dev/null)" ]
result $? 'a missing profile leaves the old sum alone'
"$GPTUI" -s -p --sum-output=other prog before one >out 2>err && [ -s other ] && [ -s out ] && cmp -s gmon.sum before
result $? 'a sum of another name, and a report'
"$GPTUI" --sum-output=nowhere/sum prog one >out 2>err
[ $? = 1 ] && grep -q '^nowhere/sum: No such file' err
result $? 'a folder that is not there for the sum'
"$GPTUI" -s --sum-output=/dev/full prog one >out 2>err
[ $? = 1 ] && grep -q '^/dev/full: No space left' err
result $? 'no space for the sum'
cp other again
"$GPTUI" --sum-output=again prog again one && "$GPTUI" --sum-output=want prog other one && cmp -s again want
result $? 'the sum may be one of the profiles'
for bins in 2000 2001; do echo "hist 0x401000 0x401002 $bins" | "$tools/mkgmon" dense$bins prog || exit 1; done
for files in 'dense2000 dense2001' 'dense2001 dense2000'; do
    # shellcheck disable=SC2086
    "$GPTUI" -b prog $files >out 2>err
    [ $? = 1 ] && grep -q ': different scales in histogram records$' err
    result $? "bins of one range, more by so few that the scales are nearly equal: $files"
done
# text WORDS: of counts of blocks. S begins a run, F2 a file with two, 7@0x401000 is a block; others are lines as they are
text() {
    for word; do
        case $word in
        S) printf 'Basic block profiling finished on Tue Nov  7 10:00:00 1995\n\n' ;;
        F[0-9]*) printf 'File /src/a,b.c, %s basic blocks \n' "${word#F}" ;;
        *@*) printf '    Block #1: executed %10s time(s) address= %s function= operator, (Block #9)\n' "${word%@*}" "${word#*@}" ;;
        *) echo "$word" ;;
        esac
    done
}
while read -r line program words; do
    # shellcheck disable=SC2086
    text $words >bb.out
    "$GPTUI" -b -l -C "$program" bb.out >out 2>err
    [ $? = 1 ] && [ "$(sed -n 's/.*: bb.out:\([0-9]*\): .*/\1/p' err)" = "${line#none}" ]
    result $? "damage in line $line of $program: $words"
done <<'END'
4 prog S F2 1@0x1
5 prog S F2 1@0x1 S
2 prog F0 1@0x1
2 prog F1 x@0x1
2 prog F1 1@zz
2 prog F1 1@0XABCDEF
2 prog32 F1 1@0x100000000
2 prog32 F1 4294967296@0x1
2 prog F1 18446744073709551616@0x1
2 prog F1 1@0x10000000000000000
3 prog S else
none prog File,12,blocks,of,flats,and,more
none prog gmon,a,text S
END
{ echo && text S F3 7@0x00401000 12@0x401005 4294967295@0x40102F F0 '	' S && text F1 -1@0x40104f | sed 's/ *$/\r/'; } >bb.out
for program in prog prog32; do
    [ $program = prog32 ] && last=4294967295 || last=18446744073709551615
    "$GPTUI" -b -l -C $program bb.out 2>err | sed 's/.*(//' | paste -s -d' ' - >out
    [ "$(cat out)" = "aa:0x401000) 7 executions aa:0x401005) 12 executions bb:0x40102f) 4294967295 executions bb:0x40104f) $last executions" ] &&
        "$GPTUI" -b -i $program bb.out 2>err | grep -q '3 basic-block count records'
    result $? "a text of block counts of two runs, $program"
done
text F2 11@0x401000 12@0x401020 | sed 's/ function.*//' >whole
i=34 size=$(wc -c <whole)
while [ $i -lt "$size" ] && head -c $i whole >bb.out && ! "$GPTUI" -b -l -C prog bb.out >out 2>err && grep -q ': bb.out:[123]: ' err; do
    i=$((i + 1))
done
[ $i -eq "$size" ] && "$GPTUI" -b -l -C prog whole >out && grep -q '(bb:0x401020) 12 executions' out
result $? 'a text that is cut off anywhere'
"$GPTUI" --strict -b -l -C prog whole >out 2>err
holds 'strict: no texts' [ $? = 1 ]
echo 'image 0 ticks 0 build-id - entry 0x401000 path ./prog' | "$BUILD/tests/cli/make_run" one && cp one.run alone.run
[ "$(files one one.run alone.run)" = 'one alone.run' ]
result $? 'a run beside its profile is none, another one is'
"$GPTUI" --info alone >out 2>err
[ $? = 1 ] && [ ! -s out ] && grep -q '^alone: No such file' err
result $? 'the profile that a run was of is gone'
echo "1..$n"
