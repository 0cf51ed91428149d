#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random call paths as trees, all of them open, from both ends and under options: rows of the first level are what Flat
# adds up to, from the other end function by function; a row is its own time and the rows below it; and a row filter
# keeps the rows that it names, and those above them.
. "$SRC/tests/tap.sh"
GPTUI_TEST=1 LC_ALL=C
export GPTUI_TEST LC_ALL
tools=$BUILD/tests/tools
why='said differs'

awk 'BEGIN {
    print "elf 64 le x86_64 exec\nsection .text 0x401000 0x1000 ax"
    for (i = 0; i < 13; i++) printf "sym f%d 0x%x\n", i, 4198400 + i * 64 # the last one never has samples
}' | "$tools/mkelf" prog || exit 1
opening=$(awk 'BEGIN { for (i = 0; i < 1500; i++) printf "+j" }')

# rows FILE KEYS FILTER OPTIONS: "level name samples self" of each row, self in hundredths; -1: there is no such column
rows() {
    file=$1 keys=$2 filter=$3
    shift 3
    printf 'gptui-script 1\nresize 50 400\nkeys 8%sg%s\n%s:w! shown\n' "$keys" "$opening" "${filter:+:rows $filter
}" >script
    "$GPTUI" --script script "$@" prog gmon.out >said 2>&1 && awk '
        NR == 1 { at = index($0, " name"); samples = index($0, "samples") + 6; has_self = /  self/; next }
        { text = substr($0, at + 1); level = match(text, /[^ +-]/); split(substr(text, level), name, " ")
          n = split(substr($0, 1, samples), cell, " ")
          gsub(/,/, "", cell[n])
          print (level - 3) / 2, name[1], cell[n], has_self ? int(cell[4] * 100 + .5) : -1 }' shown >"$file"
}

# adds_up FILE: each row is its own time and the rows below it; from the other end, at least those
adds_up() {
    awk '{ for (; depth > $1; depth--) close_row(depth)
           depth = $1 + 1; all[depth] = $3; self[depth] = $4; below[depth] = 0; up = depth - 1; below[up] += $3 }
        function close_row(d) {
            if (self[d] < 0 ? below[d] <= all[d] : below[d] + self[d] == all[d]) return
            print "row", all[d], self[d], below[d]
            bad = 1
        }
        END { for (; depth > 0; depth--) close_row(depth); exit bad || !NR }' "$1" >differs
}

# kept FILE EXPRESSION: the rows of such names, and those above them
kept() {
    awk -v name="$2" '{ row[NR] = $0; level[NR] = $1; keep[NR] = $2 ~ name }
        END { for (i = NR; i > 0; i--) { if (keep[i] || level[i] < next_level) { next_level = level[i]; out[i] } }
              for (i = 1; i <= NR; i++) if (i in out) print row[i] }' "$1"
}

for seed in 1 2 3; do
    awk -v seed=$seed 'BEGIN {
        srand(seed)
        print "image 0 ticks 0 file gmon.out path prog" >"nodes"
        for (k = 0; k < 100; k++) {
            depth = k == 0 ? 0 : int(rand() * (depth + 2))
            f = int(rand() * 12)
            ticks = rand() < .6 ? int(rand() * 200) : 0
            addr = 4198400 + f * 64 + int(rand() * 8) * 4
            printf "node %d 0:0x%x %d 0\n", depth, addr, ticks >"nodes"
            bin[(addr - 4198400) / 4] += ticks
        }
        print "rate 100\nhist 0x401000 0x402000 1024"
        for (b in bin) if (bin[b]) print "bin " b, bin[b]
    }' | "$tools/mkgmon" gmon.out prog && "$BUILD/tests/cli/make_run" gmon.out <nodes || exit 1
    for options in '' -pf3 -Pf3 -Ef3 '-k f1/f2'; do
        # shellcheck disable=SC2086
        { rows down '' '' $options && rows up i '' $options && rows some '' '^f[2-5]$' $options &&
            rows some_up i '^f[2-5]$' $options; } || cp said differs
        # shellcheck disable=SC2086
        "$GPTUI" --format=csv -p $options prog gmon.out 2>>said | tr -d '\r' |
            awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } $1 == "flat" && $at["self_seconds"] > 0 {
                printf "%s %.0f\n", $at["name"], $at["self_seconds"] * 100 }' | sort >flat
        case=$seed${options:+", $options"}
        all=$(awk '{ s += $2 } END { print s + 0 }' flat)
        [ "$all" -gt 0 ] && [ "$(awk '$1 == 0 { s += $3 } END { print s + 0 }' down)" = "$all" ]
        result $? "$case: the first level is what Flat has"
        adds_up down
        result $? "$case: rows are their own and those below"
        if [ "$options" != -Ef3 ]; then # which takes time out of some functions, that has a row of its own
            awk '$1 == 0 { print $2, $3 }' up | sort | diff - flat >differs
            result $? "$case: from the other end each function has what Flat has"
        fi
        adds_up up
        result $? "$case: callers have no more than what they call"
        { kept down '^f[2-5]$' | diff - some && kept up '^f[2-5]$' | diff - some_up; } >differs && [ -s some ] && [ -s some_up ]
        result $? "$case: a row filter keeps what it names, and what is above"
    done
done
# A program that knows its stacks: each way that it noted is a row, with the samples of it and of those further in,
# and there are no others. From the other end, those of the ways that end so.
compared() { # ROWS [INVERTED]
    awk -v inverted="${2-}" '{ n = split($1, f, ";"); way = ""
        for (i = 1; i <= n; i++) { way = way ";" f[inverted ? n + 1 - i : i]; all[way] += $2 } }
        END { for (way in all) if (all[way]) print way, all[way] }' noted | sort >wanted
    awk '{ way[$1 + 1] = way[$1] ";" $2; print way[$1 + 1], $3 }' "$1" | sort | diff wanted - >differs
}
case $(uname -m) in x86_64 | i?86) seeds='7 9 11' ;; *) seeds= ;; esac # where frames are followed
[ -e "$BUILD/tests/rt/libgptui-rt.so" ] || seeds=
for seed in $seeds; do
    rm -rf gmon.out*
    ${CC:-cc} -O2 -g -pg -pthread -I"$SRC" -o prog "$SRC/tests/runtime/programs/noted.c" -L"$BUILD/tests/rt" \
        -Wl,-rpath,"$BUILD/tests/rt" -lgptui-rt && GPTUI_RT=asked=on,paths=on LD_BIND_NOW=1 ./prog $seed >noted || exit 1
    rows down '' '' && rows up i '' && grep -q 'handler;.*;raiser' noted && grep -q '^thread;' noted && compared down
    result $? "seed $seed: a program's own notes are the tree"
    compared up inverted
    result $? "seed $seed: and from the other end"
done
echo "1..$n"
