#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Random graphs, batch mode: sums are kept, both sides of an arc say the same, the order of files
# does not matter, a file given twice doubles the counts, an exclusion given twice is one.
set -u
. "$SRC/tests/property/lib.sh"
cd "$TMPDIR" || exit 1
tools=$BUILD/tests/tools rounds=${ROUNDS:-40} seed=1 n_runs=0
bad_sums='' bad_order='' bad_twice='' bad_same='' bad_strict=''


plain() { # the same bins in all profiles of a seed: only arcs differ
    awk -v add="$1" '$1 == "rate" { $2 = 1000 } $1 == "arc" && NF == 4 { $4 = ($4 + add) % 1000 } { print }'
}

# The numbers of calls in a flat profile, by name.
calls() {
    "$GPTUI" -b -p -z "$@" | awk 'NR > 5 { n = substr($0, 27, 8) + 0; print $NF, n }' | sort
}

while [ $seed -le "$rounds" ]; do
    "$tools/randgraph" $seed e g plain=1 && "$tools/mkelf" prog <e || exit 1
    plain 0 <g | grep -v '^layout' >g1
    plain 3 <g | grep -v '^layout' >g2
    "$tools/mkgmon" 1 prog <g1 && "$tools/mkgmon" 2 prog <g2 || exit 1
    seed=$((seed + 1))
    grep -q '^hist' g1 && grep -q '^arc' g1 || continue
    n_runs=$((n_runs + 1))
    "$GPTUI" -b -p -q -z prog 1 >out || bad_sums="$bad_sums $seed"
    awk -f "$SRC/tests/property/sums.awk" out | sed 's/^/# /' >complaint
    [ ! -s complaint ] || bad_sums="$bad_sums $seed"
    head -n 5 complaint
    "$GPTUI" -b -p prog 1 2 >a && "$GPTUI" -b -p prog 2 1 >b && cmp -s a b || bad_order="$bad_order $seed"
    calls prog 1 | awk '{ print $1, 2 * $2 }' >a
    calls prog 1 1 >b
    cmp -s a b || bad_twice="$bad_twice $seed"
    "$GPTUI" -b -Ef1 -kf0/f1 prog 1 >a && "$GPTUI" -b -kf0/f1 -Ef1 -Ef1 -kf0/f1 prog 1 >b && cmp -s a b ||
        bad_same="$bad_same $seed"
    "$GPTUI" --strict -b -Ef1 -fmain -kf0/f1 prog 1 >b && "$GPTUI" -b -Ef1 -fmain -kf0/f1 prog 1 >a && cmp -s a b ||
        bad_strict="$bad_strict $seed"
done

verdict 1 'sums are kept, both sides of an arc say the same' "$bad_sums"
verdict 2 'the order of profiles does not matter' "$bad_order"
verdict 3 'a profile given twice doubles the calls' "$bad_twice"
verdict 4 'an exclusion given twice is one' "$bad_same"
verdict 5 'strict changes nothing where sets do not overlap' "$bad_strict"
echo 1..5
