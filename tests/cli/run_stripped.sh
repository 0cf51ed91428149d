#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# M7: programs without a table of symbols are shown by those for dynamic linking, or of their debug
# information, where GNU gprof gives up; to the letter we give up, too.
. "$SRC/tests/cli/lib.sh"
cat >prog.c <<'END'
#include <stdlib.h>
#define APART __attribute__((noinline))
APART int leaf(int x) { __asm__ volatile(""); return x + 1; }
static APART int hidden(int n) { int s = 0; while (n-- > 0) s = leaf(s); return s; }
APART int work(int n) { __asm__ volatile(""); return hidden(n); }
int main(void) { return work(1000) != 1000; }
END
"$CC" -O1 -g -pg -rdynamic -o whole prog.c && ./whole && mv gmon.out whole.gmon || exit 1
cp whole exports && strip exports
"$CC" -O1 -g -pg -o plain prog.c && ./plain && mv gmon.out plain.gmon || exit 1
cp plain none && strip none
objcopy --only-keep-debug plain linked.debug && cp none linked &&
    objcopy --add-gnu-debuglink=linked.debug linked || exit 1

# names IMAGE PROFILE: functions and their calls
names() {
    "$GPTUI" --batch -b -p --format=csv "$1" "$2" 2>err |
        awk -F, '$1 == "flat" && $10 { print $4, $10 }' | sort | xargs
}
holds 'a whole program' [ "$(names whole whole.gmon)" = 'hidden 1 leaf 1000 work 1' ]
got=$(names exports whole.gmon)
holds 'stripped: what it exports has names, what it hides an address' [ "${got#exports+0x* 1 leaf 1000 work 1}" = '' ]
"$GPTUI" --batch --dynamic-symbols -b -p exports whole.gmon 2>err | grep -q ' leaf$'
result $? '--dynamic-symbols: also in the layout of gprof'
grep -q ': warning: exports was stripped of its symbols: ' err && [ "$(wc -l <err)" = 1 ]
result $? 'a line says so'
holds 'stripped, with debug information elsewhere' [ "$(names linked plain.gmon)" = 'hidden 1 leaf 1000 work 1' ]
"$GPTUI" --batch --dynamic-symbols -b -p none plain.gmon >out 2>err
[ $? = 1 ] && [ ! -s out ] && grep -q 'has no symbols$' err
result $? 'nothing anywhere: a failure'
if command -v script >/dev/null; then
    advice() { # OPERANDS: what is printed on a terminal
        script -qec "'$GPTUI' --batch -b -p $*" /dev/null </dev/null | tr -d '\r' >out
        cp out diff
        [ "$(wc -l <out)" = 1 ]
    }
    advice none plain.gmon && grep -q 'has no symbols; link the program without -s, and do not strip it$' out
    result $? 'on a terminal: what to do'
    advice plain && grep -q '; a profile is made by running the program: gptui record PROGRAM$' out
    result $? 'no gmon.out: how one is made'
    mkdir empty && (cd empty && advice && grep -q '^a.out: .*; gptui PROGRAM gmon.out opens a profile, ' out &&
        echo 'gptui-script 1' >keys && ! "$GPTUI" --script keys 2>said && cmp -s out said &&
        ! "$GPTUI" --script keys --strict 2>said && [ "$(cat said)" = 'a.out: No such file or directory' ])
    result $? 'no program: how one is named'
    advice --strict plain && [ "$(cat out)" = 'gmon.out: No such file or directory' ]
    result $? 'on a terminal, to the letter: not a word'
else
    skip 'on a terminal: what to do' 'no script(1) here'
fi
"$GPTUI" --batch plain >out 2>err
[ $? = 1 ] && [ "$(cat err)" = 'gmon.out: No such file or directory' ]
result $? 'elsewhere messages are those of gprof'
if command -v gprof >/dev/null; then
    ln -s "$GPTUI" gprof
    for image in exports linked none; do
        gprof -b -p $image whole.gmon >want 2>&1
        wanted=$?
        "$GPTUI" --strict --batch -b -p $image whole.gmon >out 2>&1
        [ $? = $wanted ] && sed 's/^[^ :]*://' want >want.all && sed 's/^[^ :]*://' out | diff want.all - >diff
        result $? "$image, to the letter: as gprof"
        "$GPTUI" --batch -b -p $image whole.gmon >out 2>&1
        [ $? = $wanted ] && sed 's/^[^ :]*://' out | diff want.all - >diff
        result $? "$image, if nothing asks for dynamic symbols: as gprof"
        ./gprof -b -p $image whole.gmon >out 2>&1
        [ $? = $wanted ] && sed 's/^[^ :]*://' out | diff want.all - >diff
        result $? "$image, under the name gprof: as gprof"
    done
else
    skip 'to the letter: as gprof' 'no gprof'
fi
: >diff
"$GPTUI" --batch --dynamic-symbols -s exports whole.gmon whole.gmon 2>err && [ "$(names exports gmon.sum | sed 's/.* leaf/leaf/')" = 'leaf 2000 work 2' ]
result $? 'the sum of two'
echo "1..$n"
