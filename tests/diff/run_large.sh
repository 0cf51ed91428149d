#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles so large that two threads share their records, against gprof: whole ones, with a histogram in any place,
# and damaged ones, of which the first error is said. Many histograms; files that nobody can read to their ends; and
# reports that threads lay them out.
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools ARCS=100000 why='said want'
export LC_ALL=C

# put_image KIND: prog, a hundred functions, and one without samples: gprof looks beyond its table for the end of the last
put_image() {
    awk -v kind="$1" 'BEGIN {
        print "elf " kind " exec\nsection .text 0x1000 0x1910 ax\nsym tail 0x2900"
        for (i = 0; i < 100; i++) printf "sym f%d 0x%x\n", i, 4096 + 64 * i
    }' | "$tools/mkelf" prog
}
# put_arcs AT: profile, of which a histogram stands before arc number AT
put_arcs() {
    awk -v at="$1" -v arcs=$ARCS 'BEGIN {
        for (i = 0; i <= arcs; i++) {
            if (i == at) print "hist 0x1000 0x2900 400\nfill 3"
            if (i < arcs) printf "arc 0x%x 0x%x %d\n", 4096 + i % 6400, 4096 + 64 * (i * 7 % 100), i
        }
    }' | "$tools/mkgmon" profile prog
}
# same NAME [OPTION]: both say the same of profile
same() {
    gprof -b prog profile >want 2>&1
    status=$?
    # shellcheck disable=SC2086
    "$GPTUI" -b ${2-} prog profile 2>&1 | sed "s|^$GPTUI|gprof|" >said
    diff want said >difference && { [ $status -ne 0 ] || [ "$(wc -l <said)" -gt 20 ]; }
    result $? "$1"
}

for kind in '64 le x86_64' '32 be 20'; do
    put_image "$kind" || exit 1
    for at in 0 $((ARCS / 2 - 1)) $((ARCS / 2)) $((ARCS / 2 + 1)) $ARCS; do
        put_arcs "$at" || exit 1
        same "$kind, a histogram before arc $at"
    done
done
# It reads how many blocks there are in the wrong order of bytes.
echo 'block 0x1000 1' | "$tools/mkgmon" profile prog && same 'blocks of a big-endian machine' --strict
"$GPTUI" -b -p prog profile 2>&1 | grep -q 'missing histogram'
result $? 'which are read as they are otherwise'
put_image '64 le x86_64' && put_arcs -1 && mv profile whole || exit 1
# spoil ARC TAG: the record of the arc gets that tag
# shellcheck disable=SC2059
spoil() { printf "\\$2" | dd of=whole bs=1 seek=$((20 + 21 * $1)) conv=notrunc 2>/dev/null; }
# Of several bad records, from the last one on, the first is named; and cut off there, that file ends too early.
tag=11
for at in $((ARCS - 1)) $((ARCS / 2 + 1)) $((ARCS / 2)) $((ARCS / 2 - 1)) $((ARCS / 4)) 1; do
    spoil $at 1
    head -c $((20 + 21 * at + 5)) whole >profile
    same "cut off in arc $at"
    tag=$((tag + 1))
    spoil $at $tag
    cp whole profile
    same "tag $tag in arc $at"
done

# Histograms in any order, most of them twice or more; then one that covers a part of another.
ranges() {
    awk 'BEGIN {
        for (i = 0; i < 600; i++) {
            at = 4096 + 16 * (i * 7919 % 300 + i % 3)
            printf "hist 0x%x 0x%x 4\nfill 2\n", at, at + 16
        }
    }'
}
ranges | "$tools/mkgmon" profile prog && same 'many ranges'
{ ranges && echo 'hist 0x100f 0x101f 4'; } | "$tools/mkgmon" profile prog && same 'one that overlaps'

# Functions of C and C++ in turn call others nearby, and all call one; the names have LETTERS more than they need.
many() {
    awk -v letters="$1" 'BEGIN {
        srand(11)
        pad = sprintf("%*s", letters, "")
        gsub(/ /, "x", pad)
        n = 5000
        printf "elf 64 le x86_64 exec\nsection .text 0x1000 0x%x ax\n", 32 * n + 16 >"elf"
        printf "hist 0x1000 0x%x %d\n", 4096 + 32 * n, 4 * n >"gmon"
        for (i = 0; i <= n; i++) {
            name = "f" i pad
            printf "sym %s 0x%x %s\n", i % 2 ? "_Z" length(name) name "i" : name, 4096 + 32 * i, i % 3 ? "" : "local" >"elf"
            if (i < n && i % 4) printf "bin %d %d\n", 4 * i, rand() * 20 >"gmon"
            for (k = 0; i < n && k < 6; k++) {
                to = k ? int(i + rand() * 400) : n - 2
                printf "arc 0x%x 0x%x %d\n", 4096 + 32 * i, 4096 + 32 * (rand() < 0.02 ? i - i % 10 : to < n ? to : n - 1), rand() * 1000 >"arcs"
            }
        }
    }'
    "$tools/mkelf" prog <elf && cat gmon arcs | "$tools/mkgmon" profile prog
}
many 0
for option in -b -z -T -a -L; do
    gprof -b $option prog profile >want 2>&1
    "$GPTUI" -b $option prog profile >said 2>&1
    holds "threads lay a report out: $option" cmp -s want said
done
many 1000
same 'entries too long to be held'
"$GPTUI" -b prog profile >/dev/full 2>said
[ $? = 1 ] && grep -q 'No space left on device' said
result $? 'no room for it'

# hopeless NAME MESSAGE LINES: a profile larger than any memory, of which the first record tells
hopeless() {
    printf '%b\n' "$3" | "$tools/mkgmon" profile prog && truncate -s 4T profile
    # shellcheck disable=SC2086
    "$GPTUI" -b prog ${4-} profile >said 2>&1
    [ $? = 1 ] && grep -q -- "$2" said
    result $? "$1"
}
hopeless 'nothing but zeros' 'has a rate of 0' 'version 1'
hopeless 'a bad tag' 'found bad tag 3' 'byte 3'
echo 'hist 0x1000 0x1010 4' | "$tools/mkgmon" good prog
hopeless 'another dimension' 'dimension unit changed' 'dimension parsecs\nhist 0x1000 0x1010 4' good
hopeless 'another scale' 'different scales' 'hist 0x1000 0x1010 4 said=8' good
echo "1..$n"
