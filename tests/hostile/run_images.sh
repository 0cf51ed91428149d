#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Damaged images, with and without debugging information: cut anywhere, with every number changed.
# What gprof survives must end with gprof's exit status and print the same.
. "${0%/*}/lib.sh"

image() { # NAME CLASS ORDER MACHINE
    "$tools/mkelf" "$1" <<END
elf $2 $3 $4 exec
section .text 0x1000 0x20 ax
sym main 0x1000
sym st.1 0x1008 local
sym _Z5gammai 0x1010
sym _Z5gammav 0x1010 weak notype
sym tail 0x1020 in=.text
END
}

described() { # NAME VERSION
    "$tools/mkelf" "$1" <<END
elf 64 le x86_64 exec
section .text 0x1000 0x20 ax
sym main 0x1000
sym beta 0x1010
unit a.c /src $2
function main 0x1000 0x1010 a.c 3
function beta 0x1010 0x1020 b.c 7
line 0x1000 a.c 3
line 0x1008 a.c 4
line 0x1010 b.c 7
end 0x1020
END
}

profile() { # IMAGE
    "$tools/mkgmon" gmon.out "$1" <<'END'
hist 0x1000 0x1020 4
fill 3
arc 0x1004 0x1008 4
arc 0x1008 0x1010 4
arc 0x1014 0x1000 5
END
}

compiled() { # NAME OPTIONS...
    name=$1
    shift
    printf 'static int f(int x) { return x ? f(x - 1) : 0; } void _start(void) { f(3); }\n' >c.c
    "$CC" -nostdlib -static -Wl,--build-id=none -o "$name" "$@" c.c && rm c.c
}

{
    image le64 64 le x86_64
    profile le64
    damage -g -s "$step" -w 4 "64 bit" le64 -- -b -z le64 gmon.out
    image be32 32 be 20
    profile be32
    damage -g -b -s $((step * 3)) -w 4 "32 bit, big-endian" be32 -- -b -z be32 gmon.out
    for version in 4 5; do
        described dwarf $version
        profile dwarf
        damage -g -s $((step * 13)) -w 1 "DWARF $version" dwarf -- -b -L --inline-file-names dwarf gmon.out
        damage -s $((step * 13)) -w 1 "DWARF $version, by line" dwarf -- -b -l -L -p -q -C -z dwarf gmon.out
    done
    rm le64 be32 dwarf
    compiled program -O1 -gdwarf-5 -gz=zlib
    "$tools/mkgmon" gmon.out program <<'END'
hist .text end:.text 4
fill 3
arc _start f 1
END
    damage -g -c $((cuts * 67)) -s $((step * 67)) -w 1 "a program, packed DWARF" program -- \
        -b --inline-file-names program gmon.out
    damage -c $((cuts * 67)) -s $((step * 67)) -w 1 "packed DWARF, by line" program -- \
        -b -l -q -C -z program gmon.out
    "$CC" -c -g -O1 -o program.o -xc - <<'END'
static int f(int x) { return x ? f(x - 1) : 0; }
int g(void) { return f(3); }
END
    rm program
    "$tools/mkgmon" gmon.out <<'END'
hist 0 0x40 4
fill 3
arc 0 0x10 1
END
    damage -c $((cuts * 53)) -s $((step * 53)) -w 1 "an object" program.o -- -b --inline-file-names program.o gmon.out
} | numbered
