#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Ratios of time and memory: gptui against gprof, and against the least that must be done; each with
# the limit that it should keep. The last line counts them.
#
# BENCH=small: up to 10,000 functions. BENCH=real: only real programs, those of `make check-real` if
# they were built (REAL names another folder of them), and of the corpus. Else everything, up to 1,000,000
# functions, in about five minutes.
#
# Programs that are compared run by turns, as often as it says or as fits a few seconds (3 to 15 times); medians of wall
# time, or with BENCH_CPU of CPU time, for a machine that has other work, and of peak memory. Beside each row stand
# floors: nm of the image, a load of its symbols by libbfd, the output once more by cat. A gprof that takes far longer
# than wanted is ended: its ratio is then a lower bound.
#
#   -p -q -b -l  gprof / gptui for -b -p, -b -q, -b, -b -p -l: at least the limit (0: any)
#   memory     gptui / gprof, the largest of the first three: at most
#   floor      load of gptui / load of its symbols by libbfd: at most
#   screen     first screen of the browser / load of gptui: at most
#   key        milliseconds from a key to its screen: at most
#   filter     milliseconds for a filter switched on, each time another one: at most
set -eu
tools=$BUILD/tests/bench dir=$BUILD/bench BENCH=${BENCH:-all} REAL=${REAL:-$BUILD/real} STEPS=20
mkdir -p "$dir"
cd "$dir"
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
            [ "$i,$name" != 0,gprof ] || patience=$(awk -v limit="$limit" 'NR == 1 {
                printf "%d", (2 + 2 * (limit > 0 ? limit : 100) * $1 / 1000) }' gptui.took)
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

# say VALUE SIGN
say() {
    awk -v name="$title" -v ratio="$ratio" -v v="$1" -v sign="$2" -v limit="$limit" 'BEGIN {
        printf "%-22s %-7s %8.2f", name, ratio, v
        met = sign == ">=" ? v >= limit : v + 0 > 0 && v <= limit
        if (limit > 0) printf "  wanted %s %g: %s", sign, limit, met ? "met" : "MISSED"
        print ""
    }'
}
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
    say "$(divide "$(median gprof "$column")" "$(median gptui "$column")")" '>='
    [ "$ratio" = -l ] || memory=$(echo "$memory $(divide "$(median gptui 3)" "$(median gprof 3)")" |
        awk '{ print ($1 > $2 ? $1 : $2) }')
}

# bench NAME IMAGE PROFILE RUNS RATIO=LIMIT...: only what is named; RUNS may be empty
bench() {
    title=$1 image=$2 profile=$3 runs=$4 memory=0
    shift 4
    for limit; do
        ratio=${limit%=*} limit=${limit#*=}
        case $ratio in
        memory) say "$memory" '<=' ;;
        floor) turns load libbfd && say "$(divide "$(median load "$column")" "$(median libbfd "$column")")" '<=' ;;
        screen) turns load first keys filters && say "$(divide "$(median first "$column")" "$(median load "$column")")" '<=' ;;
        key) say "$(divide "$(median keys "$column")" $STEPS "$(median first "$column")")" '<=' ;;
        filter) say "$(divide "$(median filters "$column")" $STEPS "$(median first "$column")")" '<=' ;;
        *) against_gprof ;;
        esac
    done
}

# generated NAME "SHAPE N [lines] [long]" RATIO=LIMIT...
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

# real FOLDER: limits by the size of the code and by what is known of lines.
real() {
    bytes=$(size "$1/prog" | awk 'NR == 2 { print $1 }')
    lines=$(objdump -h "$1/prog" | grep -c ' \.z*debug_line' || true)
    if [ "$lines" != 0 ] && [ "$bytes" -ge 1000000 ]; then
        set -- "$1" 9 -p=4 -b=2 -l=10
    elif [ "$bytes" -lt 30000 ]; then
        set -- "$1" 20 -b=0
    elif [ "$lines" != 0 ]; then
        set -- "$1" 50 -b=1
    else
        set -- "$1" 50 -b=0.8
    fi
    name=$(basename "${1%/bench}") folder=$1 times=$2
    shift 2
    bench "$name" "$folder/prog" "$folder/gmon.out" "$times" "$@" memory=0
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
        generated lines-10k "calls 10000 lines" -p=0 -q=0 -b=0 memory=1
        generated calls-10k "calls 10000" -p=0 -q=0 -b=0 memory=1
    fi
    for p in "$SRC"/build/corpus/cxx-O0 "$SRC"/build/corpus/cycles-nopie \
        "$SRC"/build/corpus/cycles-static "$SRC"/build/corpus/cxx-nodebug "$REAL"/*/bench; do
        [ ! -e "$p/gmon.out" ] || real "$p"
    done
    big_source
    bench big-c big/prog big/gmon.out 5 -p=4 -b=2 -l=10
    [ "$BENCH" != small ] && [ "$BENCH" != real ] || return 0
    generated lines-100k "calls 100000 lines" -p=10 -q=10 -b=10 memory=1 screen=1.2 key=16 filter=50
    generated long-100k "calls 100000 lines long" -p=10 -q=10 -b=10 memory=1
    generated calls-100k "calls 100000" -p=100 -q=100 -b=100 memory=1
    generated star-20k "star 20000" -b=0
    generated chain-100k "chain 100000" -b=0
    generated cycle-100k "cycle 100000" -b=0
    generated calls-1M "calls 1000000" floor=15 screen=1.2 key=50 filter=500
    generated lines-1M "calls 1000000 lines" floor=15
}

all | tee result
awk '/ wanted / { n++ } /: met$/ { met++ } END { printf "%d of %d limits met\n", met, n }' result
