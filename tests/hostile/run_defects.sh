#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ordinary input with which gprof crashes, takes minutes or gigabytes, or says what is not so: here
# it ends soon, in little memory, with the right answer. Damaged files are in the other scripts.
. "${0%/*}/lib.sh"

small() { # NAME CLASS ORDER MACHINE
    "$tools/mkelf" "$1" <<END
elf $2 $3 $4 exec
section .init 0x500 0x10 ax
section .text 0x1000 0x100 ax
code 0x1030 e8 4b 00 00 00
sym _init 0x500 func
sym a 0x1000 func
sym b 0x1040 func
sym c 0x1080 func
sym end 0x10c0 func
END
}

profile() { # STATEMENTS... for $image
    printf '%s\n' "$@" | "$tools/mkgmon" gmon.out "$image"
}

# expect WHAT STATUS PATTERN ARGUMENTS...: of both streams together; in a minute and 512 MiB at most
expect() {
    what=$1 status=$2 pattern=$3
    shift 3
    (
        ulimit -t 60
        [ -n "${HOSTILE_GPTUI_MB-}" ] || ulimit -v 524288
        exec "$GPTUI" --batch -b "$@" >out 2>&1 </dev/null
    )
    got=$?
    # shellcheck disable=SC2254
    case $got:$(tr -s ' ' <out) in
    $status:$pattern) echo "ok - $what" ;;
    *)
        echo "not ok - $what"
        echo "# status $got"
        head -n 5 out | cut -c 1-150 | sed 's/^/# /'
        ;;
    esac
}

# many N: an image with N functions of 16 bytes
many() {
    image=many
    awk -v n="$1" 'BEGIN { print "elf 64 le x86_64 exec"
        printf "section .text 0x100000 %d ax\n", n * 16
        for (i = 0; i < n; i++) printf "sym f%d %d func\n", i, 1048576 + i * 16 }' | "$tools/mkelf" many
}

shapes() {
    many 150000
    awk 'BEGIN { print "hist 0x100000 0x100100 64\nfill 1"
        for (i = 1; i < 150000; i++) print "arc", 1048576 + (i - 1) * 16, 1048576 + i * 16, 1 }' |
        "$tools/mkgmon" gmon.out many
    expect "150000 functions without lines, by line" 0 '*f149999*' -l -p -z many
    expect "a chain of 150000 calls" 0 '*f149999 \[[0-9]*\]*' -q many
    awk 'BEGIN { print "hist 0x100000 0x100100 64\nfill 1"
        for (i = 1; i < 150000; i++) print "arc", 1048576, 1048576 + i * 16, 2 }' | "$tools/mkgmon" gmon.out many
    expect "a function with 150000 callees" 0 '* 2/2 f77777 *' -q many
}

numbers() {
    image=le
    small le 64 le x86_64
    profile 'rate 0' 'hist 0x1000 0x1100 64' 'fill 1' 'arc a b 2'
    expect "a rate of zero" 1 '*gptui: *' -p le
    profile 'layout 4.4bsd' 'rate 100' 'hist 0x1000 0x1100 64' 'fill 1' 'arc a b 4000000000000000000'
    expect "less than an attosecond per call" 0 '*as/call*4000000000000000000 0.04 0.04 b*' -p -z le
    profile 'hist 0x1000 0x1100 0' 'arc a b 2'
    expect "a range without bins" 0 '*no time accumulated*no time propagated* 2/2 *' -p -q le
    profile 'hist 0x1100 0x1000 64' 'fill 1' 'arc a b 2'
    expect "a range that ends before it begins" 0 '*no time propagated* 2/2 *' -p -q le
    profile 'hist 0x1000 0x1100 64 said=4294967295'
    expect "more bins than the file has" 1 '*unexpected EOF*' -p le
    profile 'blocks said=4' 'byte 01 02 03'
    expect "blocks that are cut off" 1 '*gptui: gmon.out: unexpected end of file' -l -p le
    head -c 300000 /dev/zero | tr '\000' '\001' >stray
    expect "a stray file as profile" 1 '*' -p le stray
    profile 'hist 0x1000 0x1100 64' 'fill 40000' 'arc a b 4000000000'
    expect "the sum of large counts" 0 '' -s le gmon.out gmon.out
    unused=$(od -An -v -tx1 -j8 -N12 gmon.sum | tr -d ' 0\n')
    echo "$([ -z "$unused" ] || echo 'not ')ok - the unused bytes of its header are zero"
    expect "has lost nothing" 0 '* 8000000000 *b*' -p le gmon.sum
    image=be
    small be 64 be s390x
    profile 'hist 0x1000 0x1100 64' 'fill 1' 'arc a b 2' 'block 0x1040 77'
    expect "blocks of the other byte order" 0 '*(b:0x1040) 77 executions*' -l -C be
}

lists() {
    image=le
    small le 64 le x86_64
    profile 'hist 0x1000 0x1100 64' 'fill 1' 'arc a b 2' 'arc a c 3'
    : >empty
    printf 'x.o:\ny.o:main\n' >blank
    printf 'a.o: 0 T a\na.o: 0 T b\na.o: 0 T c\n' >shared
    printf '1000 T first\nzz T nowhere\n1080 T third\n10c0 T last\n' >table
    expect "an empty map of objects" 1 '*unable to parse mapping file empty.' -R empty le
    expect "a map without blanks" 1 '*unable to parse mapping file blank.' -R blank le
    expect "an object is in the order once" 0 'a.o' -R shared le
    expect "an address that is no number" 0 '*table:2: skipped*first*' -p -S table le
    grep -q nowhere out && echo "not ok - it is in the table"
    expect "code outside of .text" 0 '*_init*' -c -q -z le
    expect "code outside of .text, by line" 0 '*_init*' -l -c -q -z le
    expect "two arcs of one caller are cut" 0 '*' -k a/b -k a/c -q le
    grep -q '[23]/' out && echo "not ok - they are there"
    expect "a folder as image" 1 '.: Is a directory' -p .
}

{
    shapes
    numbers
    lists
} | numbered
