#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles of shared libraries that are joined to a program's, by what is known of the run: true things, and others.
. "$SRC/tests/cli/lib.sh"
why='got want err'

program='elf 64 le x86_64 dyn
section .text 0x1000 0x1000 ax
sym _start 0x1000
sym main 0x1100
sym back 0x1200
sym last 0x1f00'
code='section .text 0x1000 0x2000 ax'
functions="$code
sym _init 0x1000 size=0x10
sym work 0x1100 size=0x80
sym leaf 0x1200 size=0x20
sym end 0x2f00"
of_program='hist 0x1000 0x2000 1024
tick 0x1100 9
arc 0x1000 0x1104 1
arc 0x1000 0x1204 40
arc 0x1110 0x1204 2'
arcs='arc 0x1000 0x1104 7
arc 0x1108 0x1204 100
arc 0x1000 0x1204 3'
of_library="hist 0x1000 0x3000 2048
tick 0x1200 30
$arcs"
text='image 0 ticks 9 build-id - entry 0x1000 file gmon.out path ./prog
image 1 ticks 30 build-id - entry 0x1000 file gmon.out.lib.so path ./lib.so
image 2 ticks 0 build-id - path ./unused.so
arc 0:0x1120 1:0x1104 7
arc 1:0x1130 0:0x1204 30
arc -:0x7d0000000000 0:0x1204 10
arc 0:0x1130 1:0x1204 3'

profile() { echo "$2" | "$tools/mkgmon" "$1" prog; }                                # NAME LINES
library() { printf 'elf 64 le x86_64 dyn %s\n%s\n' "$1" "$2" | "$tools/mkelf" lib.so; } # WORDS LINES
run() { echo "$1" | "$BUILD/tests/cli/make_run" gmon.out; }                         # LINES
echo "$program" | "$tools/mkelf" prog
# as_it_was [LINES]: all of it, and what is known of the run
as_it_was() {
    library '' "$functions" && profile gmon.out "$of_program" && profile gmon.out.lib.so "$of_library" && run "${1-$text}"
}

# is NAME SUMS [WARNING [FILE...]]: samples and calls of these files' profiles, by function
is() {
    name=$1
    printf '%s\n' "$2" ${3:+"$3"} >want
    shift $(($# > 2 ? 3 : 2))
    [ $# -gt 0 ] || set -- gmon.out
    "$GPTUI" -b -c --images --format=csv prog "$@" 2>err | tr -d '\r' | awk -F, '
        $1 == "flat" && $15 { printf "%s %s; ", $4, $15 }
        $1 == "entry" { entry = $4 }
        $1 == "callee" { printf "%s>%s %s; ", entry, $4, $10 }
        END { print "" }' >got
    sed -n 's/^[^:]*: warning: //p' err >>got
    diff got want >/dev/null
    result $? "$name"
}
all='leaf 30; main 9; main>work 7; main>leaf 3; main>back 2; _start>main 1; _start>back 10; work>leaf 100; work>back 30; '
alone='main 9; main>back 2; _start>main 1; _start>back 40; '

as_it_was
is 'a library' "$all"
is 'twice' "$(echo "$all" | awk '{ while (match($0, / [0-9]+;/)) {
    printf "%s %d;", substr($0, 1, RSTART - 1), 2 * substr($0, RSTART, RLENGTH)
    $0 = substr($0, RSTART + RLENGTH) } print }')" '' gmon.out gmon.out
is 'the run alone, a profile itself: _start made up the call of main' \
    "$(echo "$all" | sed 's/_start>main 1; _start>back 10; //')" '' gmon.out.run
profile gmon.out.lib.so "hist 0x1000 0x3000 512
tick 0x1200 30
$arcs" && run "$text"
is 'other bins' "$all"

# ---- what is left out ----

as_it_was 'image 0 ticks 9 build-id - entry 0x1000 file gmon.out path ./prog
image 1 ticks 0 build-id - path ./lib.so
arc 1:0x1130 0:0x1204 30'
is 'callers of a library without samples' "$alone" "--images: no profiles of shared libraries belong to gmon.out"
profile gmon.out.lib.so "rate 250
$of_library" && run "$text"
is 'another rate' "$alone" "./lib.so is left out: its samples are of another rate or unit"
profile gmon.out.lib.so 'hist 0x1000 0x3000 2048
tick 0x1200 30
arc 0x1001 0xffffffffffffffff 100' && run "$text"
is 'no room' "$alone" "./lib.so is left out: its addresses are impossible"
as_it_was "$(echo "$text" | sed 's/30 build-id -/30 build-id a/')"
is 'another build' "$alone" "./lib.so is left out: the file there has another build id"
run "$text" && library '' "$code"
is 'no symbols' "$alone" "./lib.so is left out: it has no symbols"
rm lib.so
is 'no file' "$alone" "./lib.so is left out: its file is not there, or cannot be read"
as_it_was "$(echo "$text" | sed 's| ./lib.so| vdsovdso|')"
is 'code of the kernel' "$alone" 'vdsovdso is left out: it is not a file; 30 of 39 samples hit it'
as_it_was && profile gmon.out "$(echo "$of_program" | sed 's/ 9$/ 10/')"
more=$(echo "$alone" | sed 's/ 9;/ 10;/')
is 'another profile' "$more" "gmon.out.run is left out: it goes with another profile"
run "$text"
is 'and its own' "$(echo "$all" | sed 's/ 9;/ 10;/')"
rm gmon.out.run
is 'no run' "$more" "--images: no profiles of shared libraries belong to gmon.out"
mkdir gmon.out.d && echo 'gptui-runtime 1' >gmon.out.d/profile.info
is 'an older one' "$more" "gmon.out.d/profile.info is left out: an older runtime wrote it"
rm -r gmon.out.d

# ---- call paths, symbols, waits ----

# folded NAME WANT FILE...: call paths with their microseconds
folded() {
    name=$1
    printf '%b' "$2" >want
    shift 2
    "$GPTUI" -b --images --format=folded prog "$@" >got 2>err
    diff got want >/dev/null
    result $? "$name"
}
as_it_was "$text
lost-path-ticks 7
node 0 0:0x1100 0 0
node 1 0:0x1210 2 0
node 2 1:0x1210 5 9
node 0 -:0x1 0 0
node 1 2:0x1500 3 0"
folded 'paths' 'main;back 20000\nmain;back;leaf 50000\n' gmon.out
folded 'paths of two' 'main;back 40000\nmain;back;leaf 100000\n' gmon.out gmon.out
profile other "$of_program"
"$GPTUI" -b --images --format=folded prog gmon.out other 2>err | head -n 1 >got
holds 'a file without any leaves all without' grep -q 'estimated from call counts' got

as_it_was && library stripped "$functions"
"$GPTUI" -b -z -p --images prog gmon.out 2>err | awk 'NR > 5 { print $NF }' | sort | tr '\n' ' ' >got
echo >>got
echo '_init _start back end last leaf lib.so+0x1010 lib.so+0x1180 lib.so+0x1220 main work ' >want
diff got want >/dev/null
result $? 'a stripped library'

# waits FILE RATE LOW TICKS: of a histogram of eight bins, in the fifth
waits() {
    printf 'dimension wait\nabbreviation s\nrate %d\nhist %d %d 8\nbin 4 %d\n' "$2" $(($3)) $(($3 + 32)) "$4" |
        "$tools/mkgmon" "$1" prog
}
# waited NAME WANT FILE...: functions with the seconds that they waited
waited() {
    name=$1
    echo "$2" >want
    shift 2
    rm -f dump
    LINES=24 COLUMNS=80 "$GPTUI" --script script prog "$@" 2>err
    sed -n '/ wait s/,/--roles/s/^[ >] *\([0-9].*\)/\1/p' dump | awk '$2 ~ /^[0-9.]+$/ { printf "%s %s %s; ", $NF, $2, $3 }
        END { print "" }' >got
    diff got want >/dev/null
    result $? "$name"
}
of_waits='image 0 ticks 9 waits 12 build-id - entry 0x1000 file gmon.out path ./prog
image 1 ticks 30 waits 5000 build-id - entry 0x1000 file gmon.out.lib.so path ./lib.so'
printf 'gptui-script 1\nkeys 1\n:sort wait\ndump dump\n' >script
waits gmon.out.wait 100 0x1100 12 && waits gmon.out.lib.so.wait 100 0x1200 5000 && as_it_was "$of_waits"
waited 'waits' 'leaf 0.30 50.00; main 0.09 0.12; back 0.00 0.00; ' gmon.out
waited 'waits of two' 'leaf 0.60 100.00; main 0.18 0.24; back 0.00 0.00; ' gmon.out gmon.out
waits gmon.out.lib.so.wait 250 0x1200 5 && run "$of_waits"
waited 'waits of another rate' 'main 0.09 0.12; leaf 0.30 0.00; back 0.00 0.00; ' gmon.out
"$GPTUI" --batch -i prog gmon.out >got 2>err
holds 'and that is said' grep -q 'waits of gmon.out cannot be read, or have another rate' got
waits gmon.out.lib.so.wait 100 0xffffffffffffffc0 5 && run "$of_waits"
is 'waits without room' "$alone" './lib.so is left out: its addresses are impossible'
echo "1..$n"
