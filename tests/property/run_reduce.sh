#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The sum of parts as a reduction step: every grouping and order of files gives the same bytes, of
# the sum and of what goes with it. Random graphs, and runs with libraries, call paths and waits.
set -u
. "$SRC/tests/property/lib.sh"
cd "$TMPDIR" || exit 1
tools=$BUILD/tests/tools rounds=${ROUNDS:-12} seed=1 n_runs=0
bad_group='' bad_gprof=''

# sum OUTPUT PROGRAM INPUT...
sum() {
    out=$1
    shift
    "$GPTUI" -s --sum-output="$out" "$@" >/dev/null
}

# same A B: the sums, and all that goes with them
same() {
    cmp -s "$1" "$2" && cmp -s "$1.run" "$2.run"
}

# reduce PROGRAM SEED FILE...: sums of random groups, until one is left, which is `reduced`
reduce() {
    prog=$1 random=$2
    shift 2
    rm -f part.* reduced reduced.run
    k=0
    while [ $# -gt 1 ]; do
        set -- $(printf '%s\n' "$@" | awk -v seed="$random" '
            BEGIN { srand(seed) } { v[NR] = $0 }
            END { for (i = NR; i > 0; i--) { k = 1 + int(rand() * i); print v[k]; v[k] = v[i] } }')
        random=$((random + 17)) k=$((k + 1)) size=$((2 + random % 3)) group=
        while [ $size -gt 0 ] && [ $# -gt 0 ]; do
            group="$group $1" size=$((size - 1))
            shift
        done
        # shellcheck disable=SC2086
        sum part.$k "$prog" $group || return 1
        set -- "$@" part.$k
    done
    sum reduced "$prog" "$1"
}

while [ $seed -le "$rounds" ]; do
    "$tools/randgraph" $seed e g plain=1 && "$tools/mkelf" prog <e || exit 1
    seed=$((seed + 1))
    if ! grep -q '^hist' g || ! grep -q '^arc' g; then continue; fi
    n_runs=$((n_runs + 1)) files=
    for k in 1 2 3 4 5 6 7 8 9; do
        awk -v k=$k '
            BEGIN { srand(k) }
            $1 == "rate" { $2 = 1000 }
            $1 == "tick" || $1 == "bin" { $3 = int(rand() * 3) * int(rand() * 30000) }
            $1 == "arc" && rand() < 0.3 { next }
            $1 == "arc" { $4 = int(rand() * 4294967296) }
            $1 == "arc" { arcs[n++] = $0; next }
            $1 != "layout" && $1 != "block" && $1 != "blocks" { print }
            END { while (n > 0) { i = int(rand() * n); print arcs[i]; arcs[i] = arcs[--n] } }' g |
            "$tools/mkgmon" gmon.out.$k prog || exit 1
        files="$files gmon.out.$k"
    done
    # shellcheck disable=SC2086
    sum all prog $files || bad_group="$bad_group $seed"
    for random in 1 2 3; do
        # shellcheck disable=SC2086
        reduce prog $((seed * 100 + random)) $files && same all reduced ||
            bad_group="$bad_group $seed/$random"
    done
    # A sum that is one of its own files: the statistics are those of what was there before.
    cp gmon.out.1 chain
    rm -f chain.run
    for k in 2 3; do sum chain prog chain gmon.out.$k; done
    sum three prog gmon.out.1 gmon.out.2 gmon.out.3
    cmp -s chain three || bad_group="$bad_group $seed/chain"
    ${GPROF:-gprof} -b -p -z prog all >a 2>/dev/null && "$GPTUI" -b -p -z prog all >b && cmp -s a b ||
        bad_gprof="$bad_gprof $seed"
done
verdict 1 'every order and grouping gives the same bytes' "$bad_group"
verdict 2 'GNU gprof reads the sum' "$bad_gprof"

# Statistics of the sum are those of the runs one by one.
"$tools/mkelf" prog <<'END' || exit 1
elf 64 le x86_64 exec
section .text 0x401000 0x100 ax
sym aa 0x401000
sym bb 0x401040
sym cc 0x401080
sym dd 0x4010c0
END
for k in 1 2 3 4 5; do
    printf 'rate 100\nhist 0x401000 0x401100 64\nbin 3 %d\nbin 20 %d\nbin 21 7\nbin 40 %d\narc aa bb %d\n' \
        $((k * k)) $((9 - k)) $((k == 4 ? 900 : 0)) $k | "$tools/mkgmon" gmon.out.$k prog || exit 1
done
# columns FILE...: name, and those over runs but for the name of the run with the most
columns() {
    "$GPTUI" --format=csv --statistics -z -p prog "$@" | tr -d '\r' | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; first = at["runs"]; last = at["max_seconds"] }
        NR > 1 { line = $at["name"]; for (i = first; i <= last; i++) line = line " " $i; print line }'
}
sum all prog gmon.out.1 gmon.out.2 gmon.out.3 && sum all prog gmon.out.5 all gmon.out.4
columns gmon.out.1 gmon.out.2 gmon.out.3 gmon.out.4 gmon.out.5 >a
columns all >b
if cmp -s a b && [ "$(wc -l <a)" -eq 4 ] && grep -q '^cc 5 1.8 9$' a &&
    "$GPTUI" --format=csv --statistics -p prog all | grep -q '^flat,.*,cc,.*,gmon.out.4'; then
    echo 'ok 3 - statistics of a sum are those of its runs'
else
    echo 'not ok 3 - statistics of a sum are those of its runs'
    diff a b | sed 's/^/# /'
    sed 's/^/# /' a
fi

if [ ! -e "$BUILD/libgptui-rt.so" ]; then
    echo 'ok 4 - runs with libraries, paths and waits # SKIP no runtime'
    echo 'ok 5 - statistics of functions in libraries # SKIP no runtime'
    echo 1..5
    exit
fi
make_real
files='' bad=''
for k in 1 2 3 4 5; do
    GPTUI_RT=asked=on "$BUILD/tests/rt/gptui" record -r 100 --clock=wall -o run.$k ./real $k >/dev/null 2>&1
    files="$files run.$k"
done
# shellcheck disable=SC2086
sum all ./real $files || bad=sum
"$GPTUI" --info all >info
for line in 'runs 5' 'paths [1-9]' 'image [0-9]* ticks [1-9].* path .*libpart.so' 'image .* waits '; do
    grep -q "^$line" info || bad="$bad $line"
done
for random in 1 2 3 4 5; do
    # shellcheck disable=SC2086
    reduce ./real $random $files && same all reduced || bad="$bad $random"
done
if [ -z "$bad" ]; then
    echo 'ok 4 - runs with libraries, paths and waits'
else
    echo "not ok 4 - runs with libraries, paths and waits:$bad"
    "$GPTUI" --info reduced | diff info - | sed 's/^/# /' | head
fi

# Functions of libraries, too: those with more than a few ticks. No bin has the end of one and the beginning of
# another, which would share it.
heavy() {
    "$GPTUI" --images --format=csv --statistics -p ./real "$@" | tr -d '\r' | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["self_ticks"] > 20 {
            line = $at["name"]
            for (i = at["runs"]; i <= at["max_seconds"]; i++) line = line " " $i
            print line
        }'
}
# shellcheck disable=SC2086
heavy $files >a
heavy all >b
# A library whose file is not there when the sum is written has no statistics, nor has it together with runs
# of which there are some.
mv libpart.so away && "$GPTUI" -s --sum-output=blind ./real run.4 run.5 >/dev/null
mv away libpart.so
sum some ./real blind run.3
if cmp -s a b && grep -q '^part 5 2.804 4.67$' b && heavy run.4 run.5 | grep -q '^part 2 4.205 4.67$' &&
    heavy blind | grep -q '^part *$' && heavy some | grep -q '^part *$'; then
    echo 'ok 5 - statistics of functions in libraries'
else
    echo 'not ok 5 - statistics of functions in libraries'
    sed 's/^/# set: /' a
    sed 's/^/# sum: /' b
    heavy blind | sed 's/^/# blind: /'
    heavy some | sed 's/^/# some: /'
fi
echo 1..5
