#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Many profiles on one command line, and where their sum goes.
. "$SRC/tests/cli/lib.sh"

"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym aa 0x401000
sym bb 0x401020
sym tail 0x401080 notype
END
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
[ -z "$(files --strict '?.gmon')" ] && grep -q '^?.gmon: No such file' err
result $? 'strict: no patterns'
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
cat >bb.out <<'END'
Basic block profiling finished on Tue Nov  7 10:00:00 1995

File prog.c, 2 basic blocks 

    Block #1: executed   7 time(s) address= 0x00401000 function= aa line= 3 file= prog.c
END
"$GPTUI" -b -l -C prog bb.out >out 2>err
[ $? = 1 ] && grep -q ': bb.out:5: ' err
result $? 'a text of block counts that is cut off'
echo '    Block #2: executed  12 time(s) address= 0x00401020' >>bb.out
"$GPTUI" -b -l -C prog bb.out >out 2>err && grep -q '(bb:0x401020) 12 executions' out
result $? 'a text of block counts'
"$GPTUI" --strict -b -l -C prog bb.out >out 2>err
holds 'strict: no texts' [ $? = 1 ]
echo 'image 0 ticks 0 build-id - entry 0x401000 path ./prog' | "$BUILD/tests/cli/make_run" one && cp one.run alone.run
[ "$(files one one.run alone.run)" = 'one alone.run' ]
result $? 'a run beside its profile is none, another one is'
"$GPTUI" --info alone >out 2>err
[ $? = 1 ] && [ ! -s out ] && grep -q '^alone: No such file' err
result $? 'the profile that a run was of is gone'
echo "1..$n"
