#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which functions a symspec means: those that Flat then has, in a program of three sources, two of one name.
set -u
. "$SRC/tests/cli/lib.sh"
cd "$TMPDIR" || exit 1
"$BUILD/tests/tools/mkelf" prog <<'END' && "$BUILD/tests/tools/mkgmon" gmon.out prog <<'END2' || exit 1
elf 64 le x86_64 exec
section .text 0x1000 0x110 ax
sym main 0x1000 size=0x40 func global
sym f 0x1040 size=0x40 func global
sym g 0x1080 size=0x40 func global
sym h 0x10c0 size=0x40 func global
sym last 0x1100
unit a /src 4
function main 0x1000 0x1040 a 1
function f 0x1040 0x1080 a 5
line 0x1000 a 1
line 0x1020 a 2
line 0x1040 a 5
end 0x1080
unit sub/b.c /src 4
function g 0x1080 0x10c0 sub/b.c 3
line 0x1080 sub/b.c 3
line 0x10a0 sub/b.c 4
end 0x10c0
unit other/b.c /src 4
function h 0x10c0 0x1100 other/b.c 3
line 0x10c0 other/b.c 3
end 0x1100
END
hist 0x1000 0x1110 68
fill 1
END2

# means SYMSPEC FUNCTIONS
means() {
    "$GPTUI" -b --flat-profile="$1" prog gmon.out 2>err | sed '1,/ name *$/d; s/.* //' | LC_ALL=C sort >out
    echo "$2" | tr ' ' '\n' | diff - out >diff
    result $? "$1"
}
means f f
means a:f f
means a:5 f
means b.c:g g
means path=a 'f main'
means path=a:f f
means path=a:5 f
means path=b.c 'g h'
means path=sub/b.c g
means path=/src/sub/b.c:g g
means dir=/src 'f g h main'
means dir=/src/. 'f main'
means dir=sub/ g
means dir=src/sub g
means dir=/src/su 'f g h main' # none, which filters nothing
means dir=ub 'f g h main'
means re=^[fg] 'f g'
means /^.$/ 'f g h'
echo "1..$n"
