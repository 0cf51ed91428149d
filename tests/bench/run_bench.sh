#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ratios of time and memory: gptui against gprof, and against the least that must be done.
#
# BENCH=small: up to 10,000 functions. BENCH=real: only real programs, those of `make check-real` if
# they were built (REAL names another folder of them), and of the corpus. Else everything, up to 1,000,000
# functions, in about five minutes.
#
# Programs that are compared run by turns, as often as it says or as fits a few seconds (3 to 15 times); medians of wall
# time, or with BENCH_CPU of CPU time, for a machine that has other work, and of peak memory. Beside each row stand
# floors: nm of the image, a load of its symbols by libbfd, the output once more by cat. A gprof that takes more than
# a hundred times as long is ended: its ratio is then a lower bound.
#
#   -p -q -b -l  gprof / gptui for -b -p, -b -q, -b, -b -p -l
#   memory     gptui / gprof, the largest of the first three
#   floor      load of gptui / load of its symbols by libbfd
#   screen     the browser up to its first screen / --batch -b -p up to its first line, each on a terminal
#   key        milliseconds from a key to its screen
#   filter     milliseconds for a filter switched on, each time another one
set -eu
tools=$BUILD/tests/bench dir=$BUILD/bench BENCH=${BENCH:-all} REAL=${REAL:-$BUILD/real} STEPS=20
mkdir -p "$dir"
cd "$dir"
export XDG_STATE_HOME="$dir"
[ -n "${BENCH_CPU-}" ] && column=2 || column=1

# A screen, and with keys that of each of STEPS lines of them in turn.
for script in first keys:j,'<PageDown>',2,u,G,1,g filters:j-e,j-E,j-f,j-F; do
    awk -v lines="${script#*:}" -v steps=$STEPS 'BEGIN {
        n = split(lines, keys, ",")
        print "gptui-script 1\ndump /dev/null"
        for (i = 1; lines != "first" && i <= steps; i++) print "keys " keys[i % n + 1] "\ndump /dev/null"
    }' >"${script%%:*}.script"
done

# spend NAME: what one of the programs takes is one more line of NAME.took; nothing if it was ended.
spend() {
    name=$1 seconds=120
    # shellcheck disable=SC2086
    case $name in
    gptui) set -- "$GPTUI" -b $style "$image" "$profile" ;;
    gprof) seconds=$patience && set -- gprof -b $style "$image" "$profile" ;;
    nm) set -- nm "$image" ;;
    libbfd) set -- "$tools/floor" "$image" ;;
    cat) set -- cat text ;;
    load) set -- "$GPTUI" -b -P -Q "$image" "$profile" ;;
    frame) set -- -u Graph "$GPTUI" "$image" "$profile" ;;
    line) set -- -u Flat "$GPTUI" --batch -b -p "$image" "$profile" ;;
    *) set -- "$GPTUI" --script "$name.script" "$image" "$profile" ;;
    esac
    # shellcheck disable=SC3045
    (ulimit -t "$seconds" && "$tools/spent" "$@" >>"$name.took" 2>error) || [ "$name" = gprof ] || cat error
}

# turns NAME...: these programs; gptui comes before gprof.
turns() {
    rm -f ./*.took
    i=0 times=${runs:-3}
    while [ "$i" -lt "$times" ]; do
        for name; do
            [ "$i,$name" != 0,gprof ] || patience=$(awk 'NR == 1 { printf "%d", 2 + $1 / 10 }' gptui.took)
            if [ "$i" = 0 ] || [ -s "$name.took" ]; then spend "$name"; fi
        done
        i=$((i + 1))
        [ -n "$runs" ] || [ "$i" -gt 1 ] || times=$(cat ./*.took | awk '{ most = $1 > most ? $1 : most }
            END { n = 6000 / (most + 0.001); printf "%d", (n < 3 ? 3 : n > 15 ? 15 : n) }')
    done
}

# median NAME COLUMN; 0 if there is none.
median() {
    sort -n -k "$2" "$1.took" | awk -v column="$2" '{ v[NR] = $column }
        END { print NR ? (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 : 0 }'
}

# say VALUE
say() { printf '%-22s %-7s %8.2f\n' "$title" "$ratio" "$1"; }
# divide A B [LESS]: (A - LESS) / B
divide() { awk -v a="$1" -v b="$2" -v less="${3-0}" 'BEGIN { printf "%.3f", (b > 0 ? (a - less) / b : 0) }'; }

against_gprof() {
    case $ratio in -b) style= ;; -l) style=-lp ;; *) style=$ratio ;; esac
    # shellcheck disable=SC2086
    "$GPTUI" -b $style "$image" "$profile" >text
    turns gptui gprof nm libbfd cat
    [ -s gprof.took ] && more= || more='> '
    [ -z "$more" ] || echo "$((1000 * patience)) $((1000 * patience)) 0" >gprof.took
    for name in gptui gprof nm libbfd cat; do
        [ $name = gprof ] && sign=$more || sign=
        printf '    %s %s%.1f ms %.0f MB' $name "$sign" "$(median $name "$column")" "$(median $name 3)"
    done
    echo
    say "$(divide "$(median gprof "$column")" "$(median gptui "$column")")"
    [ "$ratio" = -l ] || memory=$(echo "$memory $(divide "$(median gptui 3)" "$(median gprof 3)")" |
        awk '{ print ($1 > $2 ? $1 : $2) }')
}

# bench NAME IMAGE PROFILE RUNS RATIO...: only what is named; RUNS may be empty
bench() {
    title=$1 image=$2 profile=$3 runs=$4 memory=0
    shift 4
    for ratio; do
        case $ratio in
        memory) say "$memory" ;;
        floor) turns load libbfd && say "$(divide "$(median load "$column")" "$(median libbfd "$column")")" ;;
        screen) turns frame line && say "$(divide "$(median frame "$column")" "$(median line "$column")")" ;;
        key) turns first keys filters && say "$(divide "$(median keys "$column")" $STEPS "$(median first "$column")")" ;;
        filter) say "$(divide "$(median filters "$column")" $STEPS "$(median first "$column")")" ;;
        *) against_gprof ;;
        esac
    done
}

# generated NAME "SHAPE N [lines] [long]" RATIO...
generated() {
    name=$1 shape=$2
    shift 2
    # shellcheck disable=SC2046 # words
    [ -e "$name.gmon" ] || "$tools/mkbench" $(echo "$shape" | awk -v name="$name" '{
        image = $1 " " $2 " " name " " name ".gmon"
        $1 = $2 = ""
        print image $0 }')
    bench "$name" "./$name" "$name.gmon" '' "$@"
}

# real FOLDER: with lines if they are known of much code.
real() {
    bytes=$(size "$1/prog" | awk 'NR == 2 { print $1 }') times=50
    [ "$bytes" -ge 30000 ] || times=20
    name=$(basename "${1%/bench}") folder=$1
    set -- -b
    if [ "$bytes" -ge 1000000 ] && objdump -h "$folder/prog" | grep -q ' \.z*debug_line'; then
        times=9
        set -- -p -b -l
    fi
    bench "$name" "$folder/prog" "$folder/gmon.out" "$times" "$@" memory
}

# An optimised C program with a megabyte of text, compiled and run.
big_source() {
    mkdir -p big
    if [ ! -e big/gmon.out ]; then
        awk -v n=2500 -f "$SRC/tests/bench/big_source.awk" >big/big.c
        ${CC:-cc} -O2 -g -pg -o big/prog big/big.c
        (cd big && ./prog)
    fi
}

all() {
    if [ "$BENCH" != real ]; then
        generated lines-10k "calls 10000 lines" -p -q -b memory
        generated calls-10k "calls 10000" -p -q -b memory
    fi
    for p in "$SRC"/build/corpus/cxx-O0 "$SRC"/build/corpus/cycles-nopie \
        "$SRC"/build/corpus/cycles-static "$SRC"/build/corpus/cxx-nodebug "$REAL"/*/bench; do
        [ ! -e "$p/gmon.out" ] || real "$p"
    done
    big_source
    bench big-c big/prog big/gmon.out 5 -p -b -l
    [ "$BENCH" != small ] && [ "$BENCH" != real ] || return 0
    generated lines-100k "calls 100000 lines" -p -q -b -l memory screen key filter
    generated long-100k "calls 100000 lines long" -p -q -b memory
    generated calls-100k "calls 100000" -p -q -b memory
    generated star-20k "star 20000" -b
    generated chain-100k "chain 100000" -b
    generated cycle-100k "cycle 100000" -b
    generated calls-1M "calls 1000000" floor screen key filter
    generated lines-1M "calls 1000000 lines" floor
}

all
