#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Files of BSD's layouts whose records are those of another system: what Info says of them.
. "$SRC/tests/tap.sh"
tools=$BUILD/tests/tools corpus=$SRC/build/corpus
LC_ALL=C LSAN_OPTIONS=suppressions=$SRC/tests/windows/lsan.supp:print_suppressions=0
export LC_ALL LSAN_OPTIONS
why='out err'

# info PROGRAM PROFILE: its text, with what is wrong and what to do joined in one line
info() {
    printf 'gptui-script 1\nresize 60 200\nkeys 4\ndump info\n' >script
    "$GPTUI" --script=script "$1" "$2" </dev/null 2>err &&
        sed -n '/^--text--$/,/^--roles--$/p' info |
        awk '/^ +(warning|note) / { held = $0; next } held { print held, $0; held = ""; next } { print }' >out
}

# says NAME PROGRAM PROFILE PROBLEM ADVICE: one finding about records, and no other program blamed
says() {
    info "$2" "$3" && grep -q "$4.*$5" out &&
        [ "$(grep -c 'no whole arc\|more than 32 bits' out)" -eq 1 ] && ! grep -q 'written by' out
    result $? "$1"
}

# silent NAME PROGRAM PROFILE
silent() {
    info "$2" "$3" && grep -q 'call-graph' out && ! grep -q 'no whole arc\|more than 32 bits' out
    result $? "$1"
}

# arcs_of PROFILE: the bytes of its header and bins, and the number of its arcs
word() {
    od -A n -j "$2" -N 4 -t u4 "$1" | tr -d ' '
}

# reshaped IN OUT 32|64 BYTES: arcs of BYTES bytes instead of 12 or 24: fewer, or zeros after them
reshaped() {
    old=$(($3 * 3 / 8)) head=$(word "$1" $(($3 / 4)))
    n_arcs=$((($(wc -c <"$1") - head) / old))
    [ $((n_arcs * $4 % old)) -ne 0 ] || n_arcs=$((n_arcs - 1)) # whole records tell nothing
    {
        head -c "$head" "$1"
        for arc in $(seq 0 $((n_arcs - 1))); do
            tail -c +$((head + old * arc + 1)) "$1" | head -c "$old" | head -c "$4"
            [ "$4" -le "$old" ] || head -c $(($4 - old)) /dev/zero
        done
    } >"$2"
}

spare='ends with [0-9]* bytes that are no whole arc'
for kind in '64 cycles-pie' '32 cycles-32'; do
    set -- $kind
    prog=$corpus/$2/prog
    if ! [ -e "$corpus/$2/gmon.out" ]; then
        skip "$2" 'it is not in the corpus'
        continue
    fi
    "$tools/movegmon" "$corpus/$2/gmon.out" bsd.gmon "$1" le 0 bsd
    silent "$2: nothing is said of sound records" "$prog" bsd.gmon
    head -c -7 bsd.gmon >cut.gmon
    says "$2: a file that was cut off" "$prog" cut.gmon "$spare" 'cut off, or another system wrote it'
    if [ "$1" = 64 ]; then
        reshaped bsd.gmon other.gmon 64 20
        says "$2: records of 20 bytes" "$prog" other.gmon "$spare" 'a 64-bit system with counts of 32 bits'
        { echo 'layout mingw'; echo 'noise 3 32'
            echo 'hist __executable_start etext 64'
            for i in 1 2 3 4 5; do echo "arc main self $i"; done; } |
            "$tools/mkgmon" noisy.gmon "$prog"
        info "$prog" noisy.gmon &&
            grep -q 'most counts of noisy.gmon need more than 32 bits.*64-bit Windows wrote it' out
        result $? "$2: counts with padding"
    else
        for system in '16 macOS wrote it' '10 a small board with counts of 16 bits'; do
            reshaped bsd.gmon other.gmon 32 "${system%% *}"
            says "$2: records of ${system%% *} bytes" "$prog" other.gmon "$spare" "${system#* }"
        done
    fi
done

for bits in 64 32; do
    case $bits in 64) cpu=x86_64 ;; *) cpu=i686 ;; esac
    if ! command -v $cpu-w64-mingw32-gcc >/dev/null; then
        skip "programs for $bits-bit Windows" "no package gcc-mingw-w64-$(echo $cpu | tr _ -)"
        continue
    fi
    $cpu-w64-mingw32-gcc -pg -O1 -Dweak=used -o prog.exe "$SRC/tests/programs/cycles.c" 2>err
    addr() { nm prog.exe | awk -v name="$1" '$3 ~ "^_?" name "$" { print "0x" $1; exit }'; }
    {
        echo "class $bits"
        echo "order le"
        echo 'layout mingw'
        echo 'noise 3 32'
        echo "hist $(addr main) $(addr etext) 64"
        for i in 1 2 3 4 5; do echo "arc $(addr main) $(addr self) $i"; done
    } | "$tools/mkgmon" noisy.gmon
    silent "PE, $bits bits: padding is nothing to speak of" prog.exe noisy.gmon
    head -c -1 noisy.gmon >cut.gmon
    info prog.exe cut.gmon && grep -q "$spare.*cut off, or another system wrote it" out
    result $? "PE, $bits bits: a file that was cut off"
done
echo "1..$n"
