#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Damaged profiles of every layout, width and byte order: cut anywhere, with every number changed.
# What gprof survives must end with gprof's exit status and print the same.
. "${0%/*}/lib.sh"

# The last symbol lies where hardly any range gets: gprof gives it what stands after its table.
image() { # NAME CLASS ORDER MACHINE FAR
    "$tools/mkelf" "$1" <<END
elf $2 $3 $4 exec
section .text 0x1000 0x400 ax
sym main 0x1000
sym alpha 0x1080
sym beta 0x1100 local
sym _Z5gammai 0x1180
section .far $5 0x100 ax
sym tail $5
END
}

records='hist 0x1000 0x1040 2
fill 3
arc 0x1004 0x1080 4
arc 0x1084 0x1100 5
arc 0x1104 0x1080 6'
more='arc 0x1104 0x1180 4294967295
hist 0x1100 0x1180 4
fill 65535'
blocks='block 0x1000 4
block 0x1080 5
arc 0x1084 0x1080 6'

profile() { # IMAGE STATEMENTS...
    im=$1
    shift
    printf '%s\n' "$@" | "$tools/mkgmon" gmon.out "$im"
}

image le64 64 le x86_64 0xffffffffffffff00
image le32 32 le i386 0xffffff00
image be64 64 be s390x 0xffffffffffffff00
image be32 32 be 20 0xffffff00

{
    profile le64 "$records" "$more" "$blocks"
    damage -m 4 -o -s "$step" "magic, 64 bit" gmon.out -- -b le64 gmon.out
    profile le32 "$records" "$blocks"
    damage -m 4 -o -s "$step" "magic, 32 bit" gmon.out -- -b le32 gmon.out
    profile be64 "$records" "$more"
    damage -m 4 -o -b -s $((step * 7)) "magic, 64 bit, big-endian" gmon.out -- -b be64 gmon.out
    profile be32 "$records" "$more"
    damage -m 4 -o -b -s "$step" "magic, 32 bit, big-endian" gmon.out -- -b be32 gmon.out
    profile le64 'version 0' "$records"
    damage -m 4 -o -s $((step * 7)) "magic, version 0" gmon.out -- -b -z le64 gmon.out
    for layout in bsd 4.4bsd; do
        profile le64 "layout $layout" "$records"
        damage -m 4 -o -s "$step" "$layout, 64 bit" gmon.out -- -b le64 gmon.out
        profile be32 "layout $layout" "$records"
        damage -m 4 -o -b -s "$step" "$layout, 32 bit, big-endian" gmon.out -- -b be32 gmon.out
    done
    profile le64 "$records" "$more"
    cp gmon.out first
    damage -m 4 -o -s $((step * 7)) "magic, as the second file" gmon.out -- -b -i -p le64 first gmon.out
    profile le64 'layout 4.4bsd' 'hist 0x1000 0x1040 2' 'fill 9'
    cp gmon.out first
    damage -m 4 -o -s $((step * 7)) "4.4bsd, as the second file" gmon.out -- -b -i -p le64 first gmon.out
} | numbered
