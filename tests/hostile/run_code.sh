#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Calls in the code of damaged images, of real code cut anywhere, and where gprof crashes.
. "${0%/*}/lib.sh"

image() { # NAME CLASS ORDER MACHINE
    "$tools/mkelf" "$1" <<END
elf $2 $3 $4 exec
section .init 0xff0 0x8 ax
section .text 0x1000 0x40 ax
section extra 0x2000 0x8 ax
sym _init 0xff0 in=.init
sym one 0x1000
sym two 0x1020
sym last 0x2000 in=extra
sym \$a 0x1000 local notype
sym \$d 0x1010 local notype
sym \$t 0x1020 local notype
code 0x1004 e8 17 00 00 00
code 0x1022 ff f7 ed ff
code 0x1030 ee ff ff eb
code 0x2000 e8 fb ef ff ff
END
    "$tools/mkgmon" gmon.out "$1" <<'END'
hist 0x1000 0x1040 4
fill 3
arc one two 4
END
}

lives() { # NAME ARGUMENTS...: ends with status 0 and says something
    title=$1
    shift
    if "$GPTUI" "$@" >out 2>err </dev/null && [ -s out ] && [ ! -s err ]; then
        echo "ok - $title"
    else
        echo "not ok - $title"
        head -n 5 err | sed 's/^/# /'
    fi
}

{
    image x86 64 le x86_64
    damage -s $((step * 3)) -w 4 x86-64 x86 -- -b -q -z -c x86 gmon.out
    rm x86
    for name in cycles-static threads-static cycles-32; do
        dir=$SRC/build/corpus/$name
        lives "$name by line" -b -l -q -c "$dir/prog" "$dir/gmon.out"
    done
} | numbered
