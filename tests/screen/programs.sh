# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced by scripts of this folder, after which they are set up: the written programs of tests/screen/data and their profiles, in the
# current folder, all of one date; what their screens say.
. "$SRC/tests/tap.sh"
GPTUI_TEST=1 LINES=24 COLUMNS=80 LC_ALL=C.UTF-8
export GPTUI_TEST LINES COLUMNS LC_ALL
data=$SRC/tests/screen/data tools=$BUILD/tests/tools

# store and lines, and the source of the latter
make_programs() {
    for p in store lines; do
        "$tools/mkelf" $p <"$data/$p.elf" && "$tools/mkgmon" $p.out $p <"$data/$p.gmon" || exit 1
        touch -d 2020-01-01T00:00:00Z $p $p.out
    done
    cp "$data/work.c" . || exit 1
}

# A program with call paths and libraries
make_indexer() {
    "$tools/mkelf" indexer <"$data/indexer.elf" && "$tools/mkgmon" indexer.out indexer <"$data/indexer.gmon" &&
        "$BUILD/tests/cli/make_run" indexer.out <"$data/indexer.run" || exit 1
    touch -d 2020-01-01T00:00:00Z indexer indexer.out
}

# A set of runs: 16 of one program, of which one is slow, and one with another size of input each.
make_runs() {
    for i in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do
        awk -v run=$i -f "$data/run.awk" "$data/store.gmon" >run.gmon &&
            "$tools/mkgmon" run$i.out store <run.gmon || exit 1
        touch -d 2020-01-01T00:00:00Z run$i.out
    done
}

# make_waits TICKS RATE: a profile with waits, those TICKS in read_page
make_waits() {
    cp store.out waiting.out && "$tools/mkgmon" waiting.out.wait store <<. || exit 1
dimension wait
abbreviation s
rate $2
hist 0x401000 0x402a00 208
tick read_page+4 $1
tick run_query+4 88
tick main+4 17
.
    printf 'wait-file 4.120\nwait-futex 0.880\nwait-timer 0.170\n%s\n' \
        "image 0 ticks 9999 waits $(($1 + 105)) build-id - entry 0x401000 file waiting.out path ./store" |
        "$BUILD/tests/cli/make_run" waiting.out || exit 1
    touch -d 2020-01-01T00:00:00Z waiting.out*
}

# make_side NAME PARSE PLAN READ SEEK HERE THERE FUNCTION: a profile with call paths of one side of a comparison
make_side() {
    "$tools/mkelf" $1 <<. && "$tools/mkgmon" $1.out $1 <<.. && "$BUILD/tests/cli/make_run" $1.out <<... || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x200 ax
sym main 0x401000 size=0x20 func global
sym parse 0x401020 size=0x20 func global
sym plan 0x401040 size=0x20 func global
sym run_query 0x401060 size=0x20 func global
sym read_page 0x401080 size=0x20 func global
sym $8 0x4010a0 size=0x$((${#8} * 8)) func global
sym checksum 0x401100 size=0x20 func global
.
dimension seconds
abbreviation s
rate 100
hist 0x401000 0x401200 256
tick main+4 5
tick parse+4 $2
tick plan+4 $3
tick read_page+4 $4
tick $8+4 $5
tick checksum+4 $(($6 + $7))
..
ticks $((5 + $2 + $3 + $4 + $5 + $6 + $7))
image 0 ticks 1 build-id - entry 0x401000 path ./$1
node 0 0:0x401008 5 0
node 1 0:0x401028 $2 0
node 1 0:0x401068 0 0
node 2 0:0x401048 $3 0
node 2 0:0x401088 $4 0
node 3 0:0x4010a8 $5 0
node 3 0:0x401108 $6 0
node 2 0:0x401108 $7 0
...
    touch -d 2020-01-01T00:00:00Z $1 $1.out
}

# The program and its profile before a change: functions and arcs are new and gone.
make_before() {
    awk -f "$data/before.awk" "$data/store.elf" >before.elf &&
        awk -f "$data/before.awk" "$data/store.gmon" >before.gmon &&
        "$tools/mkelf" before <before.elf && "$tools/mkgmon" before.out before <before.gmon || exit 1
    touch -d 2020-01-01T00:00:00Z before before.out
}

# wish NAME REGEX LINES [FILES]: after these lines of a script, parted by `|`, a line of the screen matches; none
# does with ! before the expression. Without FILES it is the program `store`.
wish() {
    name=$1 regex=$2 lines=$3
    shift 3
    [ $# -gt 0 ] || set -- store store.out
    printf 'gptui-script 1\n%s\ndump dump\n' "$lines" | sed 's/ | /\n/g' >script
    rm -f dump screen
    "$GPTUI" --script script "$@" >said 2>&1 &&
        sed -n '/^--text--$/,/^--roles--$/p' dump | sed '1d;$d' >screen && [ -s screen ] &&
        case $regex in
        '!'*) ! grep -Eq -- "${regex#!}" screen ;;
        *) grep -Eq -- "$regex" screen ;;
        esac
    result $? "$name"
}
