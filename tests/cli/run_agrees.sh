#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What one view or format says of a function must not contradict what another says.
set -u
. "$SRC/tests/cli/lib.sh"
cd "$TMPDIR" || exit 1
LC_ALL=C
export LC_ALL
tools=$BUILD/tests/tools

shown() { # VIEW KEYS FILES...
    name=$1
    printf 'gptui-script 1\nresize 30 120\nkeys %s\ndump %s\n' "$2" "$name" >script
    shift 2
    "$GPTUI" --script=script "$@" >out 2>err && cat "$name" >out
}

# ---- a cycle whose entry is small ----

"$tools/mkelf" round <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym main 0x401000
sym entry 0x401020
sym heavy 0x401040
sym last 0x401060
END
"$tools/mkgmon" round.out round <<'END' || exit 1
hist 0x401000 0x401060 24
tick heavy 1000
tick main 10
arc main entry 1
arc entry heavy 5
arc heavy entry 5
END
"$GPTUI" --format=dot round round.out >out 2>err
id() { sed -n "s/^ *\(n[0-9]*\) \[label=\"$1.*/\1/p" out; }
[ "$(id entry)" ] && grep -q "$(id main) -> $(id entry) " out
result $? 'dot: a cycle that is drawn is drawn with the members that it is entered by'
grep -q '1 calls' out
result $((!$?)) 'dot: one call'

# ---- samples, and no calls counted ----

printf 'volatile int s;\nint main(void)\n{\n    for (int i = 0; i < 9; i++)\n        s += i;\n    return 0;\n}\n' >m.c
if gcc -g -O0 -no-pie -o m m.c 2>err; then
    "$tools/mkgmon" m.out m <<'END' || exit 1
hist main main+0x40 16
fill 5
END
    shown source 5 m m.out
    grep -q 'int main' out && ! grep -q ' ##### ' out
    result $? 'Source: a function with samples is not said to have never run'
    shown modules 3 m m.out
    grep -q 'calls not counted' out && ! grep -q ' 0 calls' out
    result $? 'Modules: calls that nobody counted are not zero calls'
else
    skip 'Source and Modules' 'gcc makes no program here'
fi
echo "1..$n"
