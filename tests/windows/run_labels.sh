#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Labels of the linker and of start-up code in programs for Windows take no samples and no calls, and weak
# functions of C++ have their names, in all reports and formats but under --strict, which is gprof.
. "$SRC/tests/windows/lib.sh"
end_if_unreadable
programs=$SRC/tests/windows/programs

addr() { nm prog | awk -v name="$1" '$3 ~ "^[.]?" name { print "0x" $1; exit }'; }

# profile: a sample inside of `first`, after the label in it, calls from there, and one of a function that
# stands where start-up code ends
profile() {
    first=$(addr '_+ZL5firsti$') label=$(addr '__fu[0-9]+__?shared_data')
    weak=$(addr 'weak[.]_+ZN5space8weakling') caller=$(addr '_?main$')
    "$tools/mkgmon" gmon.out prog.elf <<END
layout mingw
rate 100
hist .text end:.text 4096
tick $label 20
tick $weak+8 10
arc $(addr __eprol) $first 5
arc $label $weak 7
arc $caller $(addr __nm_function) 3
END
}

# shows WHAT PATTERN FILE, lacks WHAT PATTERN FILE
shows() {
    grep -aq "$2" "$3"
    result $? "$bits bits: $1" "$(cat "$3")"
}
lacks() {
    ! grep -aE "$2" "$3" >why.txt
    result $? "$bits bits: $1" "$(cat why.txt)"
}

for bits in 64 32; do
    cc=$(compiler $bits gcc) && cxx=$(compiler $bits g++) || continue
    [ $bits = 64 ] && model=-mcmodel=small || model=
    # shellcheck disable=SC2086
    { "$cc" -shared -o shared.dll "$programs/shared.c" &&
        "$cxx" -O1 $model -c -o labels.o "$programs/labels.cc" &&
        "$cxx" -pg -o prog.exe labels.o shared.dll && mv prog.exe prog; } 2>log
    result $? "$bits bits: the program is built" "$(cat log)"
    stand_in prog $bits
    profile
    result $? "$bits bits: its profile is made"
    labels='__?fu[0-9]+_|eprol|__?nm_shared'
    for format in text csv json callgrind folded pprof dot; do
        "$GPTUI" --batch -b --format=$format prog gmon.out >out 2>err
        [ $format = pprof ] && gunzip -c <out >raw 2>/dev/null && mv raw out
        shows "$format shows a weak function of C++ by its name" 'space::weakling' out
        lacks "$format has no labels" "$labels|[.]weak[.]" out
    done
    "$GPTUI" --batch -b -q prog gmon.out >out 2>err
    shows "calls by a label are those of the function around it" '7/7 .* first(int)' out
    shows "samples after a label are, too" '^\[.* 0[.]2[0-9] .* first(int) \[' out
    shows "a function may have the name of a label" '3 .*_nm_function' out
    "$GPTUI" --batch -b -p '-P/^space::weakling/' prog gmon.out >out 2>err
    lacks "a regex matches a weak function's name in the source" 'space::weakling' out
    "$GPTUI" --batch -b -l -p prog gmon.out >out 2>err
    lacks "code without debug information gets no lines of other code" 'gccmain[.]c' out
    for options in -p -q -C; do
        "$GPROF" -b $options prog gmon.out >expected 2>&1
        "$GPTUI" --strict --batch -b $options prog gmon.out >out 2>&1
        cmp expected out >why.txt 2>&1
        result $? "$bits bits: --strict $options is gprof" "$(diff expected out | head -20)"
    done
    ln -sf "$GPTUI" gprof
    "$GPROF" -b prog gmon.out >expected 2>&1
    ./gprof -b prog gmon.out >out 2>&1
    cmp expected out >why.txt 2>&1
    result $? "$bits bits: under the name gprof as well"
    shows "which has the labels" 'fu[0-9]*_' out
done
echo "1..$n"
