#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Orders for linkers: what is in the files, and that the linkers take them and obey.
. "$SRC/tests/cli/lib.sh"

cat >p.c <<'END'
#include <stdio.h>
__attribute__((noinline)) int first(int x) { return x * 3 + 1; }
__attribute__((noinline)) int never(int x) { return first(x) - 1; }
__attribute__((noinline, cold)) int rare(int x) { return first(x) / 2; }
__attribute__((noinline)) static int middle(int x)
{
    int s = 0;
    for (int i = 0; i < 10; i++)
        s += first(i + x);
    return s;
}
__attribute__((noinline)) int outer(int x) { return middle(x) + middle(x + 1); }
int main(void)
{
    int s = rare(7);
    for (int i = 0; i < 500; i++)
        s += outer(i);
    printf("%d\n", s == 42 ? never(s) : s);
    return 0;
}
END
FLAGS="-O1 -fno-ipa-ra -ffunction-sections"
# shellcheck disable=SC2086
$CC -pg $FLAGS -o p p.c && ./p >want || exit 1
for f in gold lld gcc; do
    "$GPTUI" --order-format=$f p >$f.order 2>err || exit 1
done

cat >lld.want <<'END'
first
middle
outer
rare
main
END
sort lld.order >out
sort lld.want | cmp -s - out
result $? "lld: the functions that ran, a symbol a line"

for s in $(cat lld.order); do
    for k in '' hot. unlikely. startup. exit.; do
        echo ".text.$k$s"
    done
done | cmp -s - gold.order
result $? "gold: the sections that each can be in"

{
    printf '  .text :\n  {\n'
    for s in $(cat lld.order); do
        echo "    *(.text.$s .text.hot.$s .text.unlikely.$s .text.startup.$s .text.exit.$s)"
    done
    printf '  }\n'
} | cmp -s - gcc.order
result $? "gcc: a statement of a linker script"

"$GPTUI" -r p | awk '/^(first|middle|outer|rare|main)$/' | cmp -s - lld.order
result $? "the order is that of -r"

"$GPTUI" -z --order-format=lld p | grep -q '^never$'
result $? "all functions with -z"

# Names that are patterns, comments, no words, or there twice.
printf '1000 T #no\n1010 T a*b[c]\n1020 T same\n1030 T same\n1040 T r\303\251\n1050 t p"q\\\n' >names
"$GPTUI" -z -S names --order-format=lld p >out
printf '%s\n' 'a*b[c]' same "$(printf 'r\303\251')" 'p"q\' | cmp -s - out
result $? "lld: odd names"
"$GPTUI" -z -S names --order-format=gold p | grep '^\.text\.[^.]*$' >out
printf '.text.%s\n' 'a?b?c?' same 'r??' 'p?q?' | cmp -s - out
result $? "gold: odd names"

printf 'm.o: middle\nx/f.o: first\nx.a:m.o: main\nno.o: nosuch\n' >map
"$GPTUI" -R map --order-format=gcc p >out
printf '  .text :\n  {\n    *m.o(.text .text.*)\n    *x/f.o(.text .text.*)\n    *x.a(.text .text.*)\n  }\n' |
    sort >files.want
sort out | cmp -s - files.want
result $? "gcc: object files"

bad() { # WHAT IT SAYS, ARGUMENTS
    want=$1
    shift
    "$GPTUI" "$@" p >out 2>err
    [ $? -eq 1 ] && [ ! -s out ] && grep -q "$want" err
    result $? "refused: $*"
}
bad 'unknown order format' --order-format=ld
bad 'but not of object files' --order-format=gold -R map
bad 'but not of object files' -R map --order-format=lld
bad 'Only one of' -r -R map --order-format=gcc

# The functions of a file in the order of their addresses, as the order wants them.
obeys() { # FILE
    nm -n "$1" | awk 'NR == FNR { wanted[$1] = 1; next } $3 in wanted { print $3 }' lld.order - |
        cmp -s - lld.order && ./"$1" | cmp -s - want
}

link_with() { # LINKER, PROGRAM, OPTION
    if ! command -v "$2" >/dev/null; then
        skip "$1 obeys" "no $2 here"
        return
    fi
    # shellcheck disable=SC2086
    $CC $FLAGS "$3" "$4" -o linked.$1 p.c 2>err && obeys linked.$1
    result $? "$1 obeys"
}
link_with gold ld.gold -fuse-ld=gold -Wl,--section-ordering-file=gold.order
link_with lld ld.lld -fuse-ld=lld -Wl,--symbol-ordering-file=lld.order
printf 'SECTIONS { INCLUDE gcc.order } INSERT BEFORE .text;\n' >gcc.script
link_with ld ld.bfd -fuse-ld=bfd -Wl,-T,gcc.script
if ld.bfd --help 2>/dev/null | grep -q section-ordering-file; then
    link_with ld-2.43 ld.bfd -fuse-ld=bfd -Wl,--section-ordering-file=gcc.order
else
    skip "ld-2.43 obeys" "this ld has no --section-ordering-file"
fi
echo "1..$n"
