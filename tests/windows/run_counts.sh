#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Call counts of programs for Windows whose padding is full of noise: as the program is known to call;
# under --strict as gprof reads them; clean in a sum.
. "$SRC/tests/windows/lib.sh"
end_if_unreadable

# same NAME OPTIONS...: the noisy profile for us; the clean one for gprof, of a program without what it
# gets wrong (its index names no files then)
same() {
    name=$1
    shift
    "$GPROF" -b "$@" global clean.gmon >expected 2>&1
    "$GPTUI" --batch -b "$@" prog noisy.gmon >out 2>err # this program did not write it
    sed -i '/^Index by/,$d' expected out
    cmp expected out >why.txt 2>&1
    result $? "$name: $*"
}

# sum NAME LAYOUT PROFILES...: gprof reads in our sum of noisy profiles what it reads in clean ones
sum() {
    name="$1: -s $2" layout=$2
    shift 2
    rm -f gmon.sum
    # shellcheck disable=SC2046
    "$GPROF" -b -C -p global $(echo "$@" | sed 's/noisy/clean/g') >expected 2>&1
    # shellcheck disable=SC2086
    "$GPTUI" --batch -b -s $layout prog "$@" >out 2>&1 && "$GPROF" -b -C -p global gmon.sum >out 2>&1
    cmp expected out >why.txt 2>&1
    result $? "$name keeps what is in the counts"
}

# info BITS: what the browser says of the file
info() {
    printf 'gptui-script 1\nresize 60 100\nkeys 4\ndump info\n' >script
    "$GPTUI" --script=script $2 prog noisy.gmon >out 2>&1
    grep -q 'counts *4 bytes each, as on 64-bit Windows; 4 after them mean nothing' info
    holds "$1 bits: Info $4" test $? -eq "$3"
}

# weak BITS: calls of a weak function are its own; under --strict those of the function before it, as
# in gprof
weak() {
    "$cc" -O1 -o weak.exe "$SRC/tests/windows/programs/weak.c" 2>log && mv weak.exe weak
    result $? "$1 bits: a program with a weak function is built" "$(cat log)"
    addr() { nm weak | awk -v name="$1" '$3 ~ "^(.weak._?)?_?" name "([.]|$)" { print "0x" $1; exit }'; }
    stand_in weak "$1"
    "$tools/mkgmon" weak.gmon weak.elf <<END
layout mingw
hist .text end:.text 4096
arc $(addr main) $(addr before) 3
arc $(addr main) $(addr weakling) 7
END
    "$GPTUI" --batch -b -p weak weak.gmon >out 2>&1
    [ "$(awk '$NF ~ /weakling/ { print $4 } $NF == "before" { print $4 }' out | sort | tr '\n' ' ')" = '3 7 ' ]
    result $? "$1 bits: calls of a weak function are its own"
    printf 'gptui-script 1\nresize 60 100\ndump flat\n' >script
    "$GPTUI" --script=script weak weak.gmon >out 2>&1
    holds "$1 bits: the browser shows it by its name" grep -q ' 7 \(.* \)*weakling$' flat
    "$GPROF" -b -q weak weak.gmon >expected 2>&1
    "$GPTUI" --strict --batch -b -q weak weak.gmon >out 2>&1
    cmp expected out >why.txt 2>&1 && grep -q ' 10 *before ' out
    result $? "$1 bits: and those of the function before it in gprof"
}

for bits in 64 32; do
    cc=$(compiler $bits gcc) || continue
    "$cc" -g -O1 -Dweak=used -o prog.exe "$SRC/tests/programs/cycles.c" 2>log && mv prog.exe prog
    result $? "$bits bits: the program is built" "$(cat log)"
    stand_in prog $bits
    globalized prog global
    made_up 14 prog
    "$tools/mkgmon" clean.gmon <14.txt
    { echo "noise 14 32"; cat 14.txt; } | "$tools/mkgmon" noisy.gmon
    why='why.txt'
    for options in -p -q -C -T '-l -q' '-c -q' '-z -p' '-kmain/self -q' -r; do
        # shellcheck disable=SC2086
        same "$bits bits" $options
    done
    sum "$bits bits" "" noisy.gmon noisy.gmon
    sum "$bits bits" -O4.4bsd noisy.gmon
    nm prog | awk '/ T _?main$/ { print "block 0x" $1, "0xfffffffe" }' | "$tools/mkgmon" blocks.gmon prog.elf
    { "$GPROF" -b -q prog noisy.gmon && "$GPROF" -b -l -C prog blocks.gmon; } >expected 2>&1
    { "$GPTUI" --strict --batch -b -q prog noisy.gmon && "$GPTUI" --strict --batch -b -l -C prog blocks.gmon; } >out 2>&1
    cmp expected out >why.txt 2>&1 && grep -q 'main:.* executions' expected
    result $? "$bits bits: --strict is gprof"
    if [ $bits = 64 ]; then
        cmp clean.gmon noisy.gmon >/dev/null && result 1 "64 bits: there is noise"
        info 64 "" 0 "says how counts are read"
        info 64 --strict 1 "says nothing of it under --strict"
    else
        holds "32 bits: there is no padding" cmp clean.gmon noisy.gmon
        info 32 "" 1 "has nothing to say"
    fi
    weak $bits
done
echo "1..$n"
